// Every transfer to one beneficiary.
import type { Outputs } from "#dashboard/api/operations.ts";
import { useList } from "#dashboard/api/use-call.ts";
import { useMerchantId, useTo } from "#dashboard/shell/session.tsx";
import { StatusBadge } from "#dashboard/ui/badge.tsx";
import { Card, EmptyState } from "#dashboard/ui/layout.tsx";
import { Money } from "#dashboard/ui/money.tsx";
import type { Column } from "#dashboard/ui/table/columns.ts";
import { DataTable } from "#dashboard/ui/table/data-table.tsx";
import { Time } from "#dashboard/ui/time.tsx";
import { railName } from "#dashboard/ui/rail-name.ts";
import { useTexts } from "./texts.ts";

type Payment = Outputs["listBeneficiaryPayments"]["items"][number];

export function Payments({ beneficiaryId }: { beneficiaryId: string }) {
  const t = useTexts();
  const to = useTo();
  const merchantId = useMerchantId();
  const list = useList("listBeneficiaryPayments", { merchantId, beneficiaryId });
  return (
    <Card title={t("history")} flush>
      <DataTable
        caption={t("history")}
        columns={useColumns()}
        list={list}
        holdsNew
        rowKey={({ referenceId }) => referenceId}
        rowTo={({ referenceId }) => to(`transfers/all/${referenceId}`)}
        copyOf={({ transferKey }) => transferKey}
        empty={
          <div className="p-4">
            <EmptyState title={t("noPayments")}>{t("noPaymentsLead")}</EmptyState>
          </div>
        }
      />
    </Card>
  );
}

function useColumns(): Column<Payment>[] {
  const t = useTexts();
  return [
    {
      id: "key",
      header: t("transfer"),
      card: "title",
      cell: ({ transferKey }) => <span className="font-mono text-13 break-all">{transferKey}</span>,
    },
    {
      id: "at",
      header: t("date"),
      card: "foot",
      cell: ({ acceptedAt }) => <Time at={acceptedAt} shape="minute" />,
    },
    {
      id: "amount",
      header: t("amount"),
      align: "end",
      card: "figure",
      cell: ({ amount }) => <Money amount={amount} />,
    },
    {
      id: "mode",
      header: t("mode"),
      card: "none",
      cell: ({ mode }) => (mode === "banktransfer" ? t("modeBank") : railName(mode)),
    },
    {
      id: "status",
      header: t("status"),
      card: "mark",
      cell: ({ status, acknowledged, reason }) => (
        <StatusBadge {...{ status, acknowledged, reason }} why={reason} />
      ),
    },
    {
      id: "utr",
      header: "UTR",
      room: "narrow",
      card: "note",
      cell: ({ utr }) => <span className="font-mono text-13">{utr}</span>,
    },
  ];
}
