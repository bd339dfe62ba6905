// The number of transfers in each status that match the filter. Each number is a link that filters by the status.
import type { Outputs } from "#dashboard/api/operations.ts";
import { formatRupees } from "#dashboard/ui/rupees.ts";
import { useTexts } from "./texts.ts";

type Counts = Outputs["countTransfers"];
type Counted = Counts["byStatus"][number];

const labels = {
  PENDING: "countPending",
  APPROVAL_PENDING: "countApproval",
  QUEUED: "countQueued",
  SUCCESS: "countSuccess",
  FAILED: "countFailed",
  REJECTED: "countRejected",
  REVERSED: "countReversed",
} as const;

type Shown = keyof typeof labels;
const order = Object.keys(labels) as Shown[];

interface CountersProps {
  counts: Counts | undefined;
  chosen: readonly string[];
  onChoose: (status: readonly string[]) => void;
}

export function Counters({ counts, chosen, onChoose }: CountersProps) {
  const t = useTexts();
  const of = (status: Shown): Counted | undefined => counts?.byStatus.find((one) => one.status === status);
  const show = (one: Pick<Counted, "count" | "exact"> | undefined) =>
    one === undefined
      ? "–"
      : one.exact
        ? one.count.toLocaleString("en-IN")
        : t("atLeast", { count: one.count });
  return (
    <ul
      aria-label={t("counters")}
      className="-mx-4 mb-3 flex gap-2 relative overflow-x-auto px-4 md:mx-0 md:mb-4 md:grid md:grid-cols-4 md:px-0 xl:grid-cols-7 print:mx-0 print:flex-wrap print:px-0"
    >
      {order.map((status) => {
        const one = of(status);
        const isChosen = chosen.length === 1 && chosen[0] === status;
        return (
          <li key={status} className="shrink-0">
            <button
              type="button"
              aria-pressed={isChosen}
              onClick={() => onChoose(isChosen ? [] : [status])}
              className="h-full w-full rounded-card border border-line bg-surface px-3 text-left hover:border-control aria-pressed:border-primary aria-pressed:bg-sunken max-md:flex max-md:min-h-11 max-md:items-center max-md:gap-2 md:py-2"
            >
              <span className="block text-12 whitespace-nowrap text-ink-2">{t(labels[status])}</span>
              <span className="block font-semibold tabular-nums md:text-18">{show(one)}</span>
              <span className="block truncate text-12 text-ink-3 tabular-nums max-md:hidden">
                {one === undefined || !one.exact ? "\u00a0" : formatRupees(one.amount)}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
