// Withdrawals to the registered account, and refunds of money from other accounts.
import { useList } from "#dashboard/api/use-call.ts";
import type { Outputs } from "#dashboard/api/operations.ts";
import { ApprovalLink } from "#dashboard/shell/approval-link.tsx";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Badge } from "#dashboard/ui/badge.tsx";
import { Card, EmptyState } from "#dashboard/ui/layout.tsx";
import { Money } from "#dashboard/ui/money.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import type { Column } from "#dashboard/ui/table/columns.ts";
import { DataTable } from "#dashboard/ui/table/data-table.tsx";
import { Time } from "#dashboard/ui/time.tsx";
import { refundKeys, withdrawalKeys } from "./kinds.ts";
import type { Withdrawal } from "./kinds.ts";
import { FundSourceTabs } from "./tabs.tsx";
import { useTexts } from "./texts.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

type Refund = Outputs["listRefunds"]["items"][number];

export default function Withdrawals() {
  const t = useTexts();
  const merchantId = useMerchantId();
  const withdrawals = useList("listWithdrawals", { merchantId });
  const refunds = useList("listRefunds", { merchantId });
  return (
    <>
      <PageHeader title={t("tabWithdrawals")} lead={t("withdrawalsLead")} />
      <FundSourceTabs />
      <div className="grid gap-5">
        <Card title={t("withdrawals")} lead={t("withdrawRules")} flush>
          <DataTable
            caption={t("withdrawals")}
            columns={useWithdrawalColumns()}
            list={withdrawals}
            rowKey={({ withdrawalId }) => withdrawalId}
            copyOf={({ key }) => key}
            empty={
              <div className="p-4">
                <EmptyState title={t("noWithdrawals")}>{t("noWithdrawalsLead")}</EmptyState>
              </div>
            }
          />
        </Card>
        <Card title={t("refunds")} lead={t("refundsLead")} flush>
          <DataTable
            caption={t("refunds")}
            columns={useRefundColumns()}
            list={refunds}
            rowKey={({ topUpId }) => topUpId}
            empty={
              <div className="p-4">
                <EmptyState title={t("noRefunds")}>{t("noRefundsLead")}</EmptyState>
              </div>
            }
          />
        </Card>
      </div>
    </>
  );
}

function useWithdrawalColumns(): Column<Withdrawal>[] {
  const t = useTexts();
  return [
    { id: "made", header: t("date"), cell: ({ madeAt }) => <Time at={madeAt} /> },
    {
      id: "key",
      header: t("id"),
      cell: ({ key }) => <span className="font-mono text-13 break-all">{key}</span>,
    },
    { id: "amount", header: t("amount"), align: "end", cell: ({ amount }) => <Money amount={amount} /> },
    { id: "remarks", header: t("remarks"), cell: ({ remarks }) => remarks },
    {
      id: "status",
      header: t("status"),
      cell: ({ status, dueAt, requestId }) => (
        <span className="grid justify-items-end gap-0.5 md:justify-items-start">
          <Badge tone={withdrawalKeys[status].tone}>{t(withdrawalKeys[status].text)}</Badge>
          {status === "waiting" && dueAt !== null && (
            <span className="text-12 text-ink-2">
              {t.rich("dueAt", { at: <Time at={dueAt} shape="minute" /> })}
            </span>
          )}
          {requestId !== null && (
            <span className="text-12 text-ink-2">
              {t("canBeRejected")} <ApprovalLink requestId={requestId} />
            </span>
          )}
        </span>
      ),
    },
    { id: "utr", header: "UTR", cell: ({ utr }) => <span className="font-mono text-13">{utr ?? "–"}</span> },
  ];
}

function useRefundColumns(): Column<Refund>[] {
  const t = useTexts();
  return [
    { id: "arrived", header: t("arrivedAt"), cell: ({ arrivedAt }) => <Time at={arrivedAt} /> },
    {
      id: "sender",
      header: t("sender"),
      cell: ({ senderName, senderAccountLast4, senderIfsc }) => (
        <span className="grid">
          {senderName}
          {senderAccountLast4 !== null && (
            <span className="font-mono text-12 text-ink-2">
              ••••{senderAccountLast4} · {senderIfsc}
            </span>
          )}
        </span>
      ),
    },
    { id: "amount", header: t("amount"), align: "end", cell: ({ amount }) => <Money amount={amount} /> },
    {
      id: "status",
      header: t("status"),
      cell: ({ status }) => <Badge tone={refundKeys[status].tone}>{t(refundKeys[status].text)}</Badge>,
    },
    { id: "by", header: t("refundBy"), cell: ({ refundBy }) => <Time at={refundBy} shape="day" /> },
    { id: "utr", header: "UTR", cell: ({ utr }) => <span className="font-mono text-13">{utr ?? "–"}</span> },
  ];
}
