// The columns of the list of transfers.
import type { TransferRow } from "#dashboard/api/operations.ts";
import { Money } from "#dashboard/ui/money.tsx";
import type { Column } from "#dashboard/ui/table/columns.ts";
import { Time } from "#dashboard/ui/time.tsx";
import { Payee } from "./payee.tsx";
import { StateBadge } from "./state-badge.tsx";
import { useTexts } from "./texts.ts";

type Row = TransferRow;

const mono = (text: string | null) => <span className="font-mono text-13">{text}</span>;
const time = (at: string | null) => at !== null && <Time at={at} shape="minute" className="text-13" />;

export function useColumns(sourceName: (fundSourceId: string) => string): Column<Row>[] {
  const t = useTexts();
  const main: Column<Row>[] = [
    { id: "id", header: t("colTransfer"), fixed: true, cell: (row) => mono(row.transferKey) },
    { id: "created", header: t("colCreated"), sort: "created", cell: (row) => time(row.acceptedAt) },
    { id: "ben", header: t("colPayee"), width: "min-w-40", cell: (row) => <Payee payee={row.payee} /> },
    {
      id: "amt",
      header: t("colAmount"),
      align: "end",
      sort: "amount",
      cell: (row) => <Money amount={row.amount} />,
    },
    { id: "mode", header: t("colMode"), cell: (row) => row.rail.toUpperCase() },
    { id: "status", header: t("colStatus"), cell: (row) => <StateBadge state={row.state} /> },
    { id: "utr", header: t("colUtr"), cell: (row) => mono(row.utr) },
    { id: "final", header: t("colExpected"), cell: (row) => time(row.finishedAt ?? row.expectedAt) },
  ];
  const more: Column<Row>[] = [
    { id: "by", header: t("colSource"), cell: (row) => t(`source_${row.source}`) },
    { id: "src", header: t("colFundSource"), cell: (row) => sourceName(row.fundSourceId) },
    { id: "remarks", header: t("colRemarks"), cell: (row) => row.remarks },
    { id: "fee", header: t("colFee"), align: "end", cell: (row) => <Money amount={row.fee} /> },
    { id: "tax", header: t("colTax"), align: "end", cell: (row) => <Money amount={row.tax} /> },
    { id: "reason", header: t("colReason"), cell: (row) => mono(row.reason) },
    { id: "ref", header: t("colReference"), cell: (row) => mono(row.referenceId) },
    { id: "tries", header: t("colAttempts"), align: "end", cell: (row) => row.attempts },
  ];
  return [...main, ...more.map((column) => ({ ...column, optional: true }))];
}

const dayMs = 86_400_000;

/** The columns of what came back. */
export function useReversedColumns(sourceName: (fundSourceId: string) => string): Column<Row>[] {
  const t = useTexts();
  const days = ({ finishedAt, acceptedAt }: Row) =>
    Math.floor((Date.parse(finishedAt ?? acceptedAt) - Date.parse(acceptedAt)) / dayMs);
  return [
    { id: "id", header: t("colTransfer"), fixed: true, cell: (row) => mono(row.transferKey) },
    { id: "back", header: t("colReversedAt"), cell: (row) => time(row.finishedAt) },
    { id: "ben", header: t("colPayee"), width: "min-w-40", cell: (row) => <Payee payee={row.payee} /> },
    {
      id: "amt",
      header: t("colAmount"),
      align: "end",
      sort: "amount",
      cell: (row) => <Money amount={row.amount} />,
    },
    { id: "mode", header: t("colMode"), cell: (row) => row.rail.toUpperCase() },
    { id: "reason", header: t("colReason"), cell: (row) => mono(row.reason) },
    { id: "utr", header: t("colOriginalUtr"), cell: (row) => mono(row.utr) },
    { id: "src", header: t("colCreditedTo"), cell: (row) => sourceName(row.fundSourceId) },
    { id: "days", header: t("colDays"), align: "end", cell: (row) => t("days", { count: days(row) }) },
    {
      id: "created",
      header: t("colCreated"),
      optional: true,
      sort: "created",
      cell: (row) => time(row.acceptedAt),
    },
    { id: "status", header: t("colStatus"), optional: true, cell: (row) => <StateBadge state={row.state} /> },
  ];
}
