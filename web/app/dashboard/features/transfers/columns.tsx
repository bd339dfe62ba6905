// The columns of the list of transfers.
import type { TransferRow } from "#dashboard/api/operations.ts";
import { IdText } from "#dashboard/ui/id-text.tsx";
import { Money } from "#dashboard/ui/money.tsx";
import type { Column } from "#dashboard/ui/table/columns.ts";
import { Time } from "#dashboard/ui/time.tsx";
import { railName } from "#dashboard/ui/rail-name.ts";
import { Payee } from "./payee.tsx";
import { QueuePlace } from "./queue-place.tsx";
import { StateBadge } from "./state-badge.tsx";
import { useTexts } from "./texts.ts";

type Row = TransferRow;

const mono = (id: string | null) => <IdText>{id}</IdText>;
const time = (at: string | null) => at !== null && <Time at={at} shape="cell" className="text-13" />;
const payee = ({ payee: one }: Row) => <Payee payee={one} />;

export function useColumns(sourceName: (fundSourceId: string) => string): Column<Row>[] {
  const t = useTexts();
  const main: Column<Row>[] = [
    { id: "id", header: t("colTransfer"), fixed: true, card: "note", cell: (row) => mono(row.transferKey) },
    {
      id: "created",
      header: t("colCreated"),
      sort: "created",
      card: "foot",
      cell: (row) => time(row.acceptedAt),
    },
    { id: "ben", header: t("colPayee"), width: "min-w-40", card: "title", isTall: true, cell: payee },
    {
      id: "amt",
      header: t("colAmount"),
      align: "end",
      sort: "amount",
      card: "figure",
      cell: (row) => <Money amount={row.amount} />,
    },
    { id: "mode", header: t("colMode"), room: "narrow", card: "none", cell: (row) => railName(row.rail) },
    {
      id: "status",
      header: t("colStatus"),
      card: "mark",
      cell: (row) => (
        <>
          <StateBadge state={row.state} reason={row.reason} />
          {/* On a phone's card the payee needs this room; the page of the transfer says it there. */}
          <span className="max-md:hidden">
            <QueuePlace row={row} />
          </span>
        </>
      ),
    },
    { id: "utr", header: t("colUtr"), room: "medium", card: "none", cell: (row) => mono(row.utr) },
    {
      id: "final",
      header: t("colExpected"),
      room: "wide",
      card: "none",
      cell: (row) => time(row.finishedAt ?? row.expectedAt),
    },
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

/** Shows "RETURNED_FROM_BENEFICIARY" in readable words. The code is in the title. */
const reason = ({ reason: code }: Row) =>
  code !== null && (
    <span title={code} className="first-letter:uppercase block">
      {code.toLowerCase().replaceAll("_", " ")}
    </span>
  );

const dayMs = 86_400_000;

/** The columns for transfers that were returned. */
export function useReversedColumns(sourceName: (fundSourceId: string) => string): Column<Row>[] {
  const t = useTexts();
  const days = ({ finishedAt, acceptedAt }: Row) =>
    Math.floor((Date.parse(finishedAt ?? acceptedAt) - Date.parse(acceptedAt)) / dayMs);
  return [
    { id: "id", header: t("colTransfer"), fixed: true, card: "note", cell: (row) => mono(row.transferKey) },
    { id: "back", header: t("colReversedAt"), card: "foot", cell: (row) => time(row.finishedAt) },
    { id: "ben", header: t("colPayee"), width: "min-w-40", card: "title", isTall: true, cell: payee },
    {
      id: "amt",
      header: t("colAmount"),
      align: "end",
      sort: "amount",
      card: "figure",
      cell: (row) => <Money amount={row.amount} />,
    },
    { id: "mode", header: t("colMode"), room: "wide", card: "none", cell: (row) => railName(row.rail) },
    { id: "reason", header: t("colReason"), cell: reason },
    { id: "utr", header: t("colOriginalUtr"), room: "medium", cell: (row) => mono(row.utr) },
    { id: "src", header: t("colCreditedTo"), room: "narrow", cell: (row) => sourceName(row.fundSourceId) },
    {
      id: "days",
      header: t("colDays"),
      align: "end",
      room: "medium",
      cell: (row) => t("days", { count: days(row) }),
    },
    {
      id: "created",
      header: t("colCreated"),
      optional: true,
      sort: "created",
      cell: (row) => time(row.acceptedAt),
    },
    {
      id: "status",
      header: t("colStatus"),
      optional: true,
      cell: (row) => <StateBadge state={row.state} reason={row.reason} />,
    },
  ];
}
