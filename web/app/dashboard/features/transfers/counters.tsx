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
      className="relative mb-4 flex gap-2 overflow-x-auto max-md:-mr-4 md:grid md:grid-cols-4 xl:grid-cols-7 print:hidden"
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
              className="h-full w-full rounded-card border border-line bg-surface px-3 py-2 text-left whitespace-nowrap hover:border-control aria-pressed:border-primary aria-pressed:bg-sunken"
            >
              <span className="text-12 text-ink-2 md:block">{t(labels[status])}</span>{" "}
              <span className="text-18 font-semibold tabular-nums md:block">{show(one)}</span>
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
