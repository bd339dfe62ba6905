// The columns of a statement.
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Money } from "#dashboard/ui/money.tsx";
import type { Column } from "#dashboard/ui/table/columns.ts";
import { Time } from "#dashboard/ui/time.tsx";
import { entryKeys } from "./kinds.ts";
import type { Entry } from "./kinds.ts";
import { useTexts } from "./texts.ts";

const isTaken = ({ change }: Entry): boolean => change.startsWith("-");

/** Money that does not count is listed with its amount but changes no balance. */
const isNoted = ({ change }: Entry): boolean => change === "0.00";

const ofTransfers: ReadonlySet<Entry["kind"]> = new Set(["transfer", "paid_late", "reversal"]);
const hasPage = ({ kind, referenceId }: Entry): boolean =>
  kind === "withdrawal" || (referenceId !== null && ofTransfers.has(kind));

export function useStatementColumns(): (linked: (entry: Entry) => string) => Column<Entry>[] {
  const t = useTexts();
  const particulars = (entry: Entry, address: string): ReactNode => (
    <span className="grid py-1.5">
      {entry.key !== null &&
        (hasPage(entry) ? (
          <Link to={address} className="font-mono text-13 break-all text-link underline">
            {entry.key}
          </Link>
        ) : (
          <span className="font-mono text-13 break-all">{entry.key}</span>
        ))}
      {entry.utr !== null && <span className="font-mono text-12 text-ink-2">UTR {entry.utr}</span>}
      {(entry.remarks || entry.charges !== "0.00") && (
        <span className="text-13 text-ink-2">
          {entry.remarks}
          {entry.remarks && entry.charges !== "0.00" && " · "}
          {entry.charges !== "0.00" && t.rich("charges", { amount: <Money amount={entry.charges} /> })}
        </span>
      )}
    </span>
  );
  return (linked) => [
    {
      id: "at",
      header: t("date"),
      cell: ({ at }) => <Time at={at} className="inline-block w-24 whitespace-normal xl:w-auto" />,
    },
    { id: "kind", header: t("kind"), cell: ({ kind }) => t(entryKeys[kind]) },
    {
      id: "what",
      header: t("particulars"),
      width: "min-w-40",
      cell: (entry) => particulars(entry, linked(entry)),
    },
    {
      id: "amount",
      header: t("amount"),
      align: "end",
      cell: (entry) =>
        isNoted(entry) ? (
          <span className="text-ink-3">
            (<Money amount={entry.amount} />)
          </span>
        ) : (
          <span className="whitespace-nowrap">
            {!isTaken(entry) && "+"}
            <Money amount={entry.change} />
          </span>
        ),
    },
    {
      id: "balance",
      header: t("balance"),
      align: "end",
      cell: ({ balance }) => <Money amount={balance} className="font-semibold" />,
    },
  ];
}
