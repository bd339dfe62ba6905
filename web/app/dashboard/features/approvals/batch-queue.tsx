// Batches that wait for an approver.
import { useList } from "#dashboard/api/use-call.ts";
import { useMerchantId, useTo } from "#dashboard/shell/session.tsx";
import { Card } from "#dashboard/ui/layout.tsx";
import { Money } from "#dashboard/ui/money.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { Person } from "#dashboard/ui/person.tsx";
import type { Column } from "#dashboard/ui/table/columns.ts";
import { DataTable } from "#dashboard/ui/table/data-table.tsx";
import { Time } from "#dashboard/ui/time.tsx";
import { NothingWaits } from "./nothing-waits.tsx";
import { useSubjectName } from "./request.ts";
import type { Request } from "./request.ts";
import { useTexts } from "./texts.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

export default function BatchQueue() {
  const t = useTexts();
  const to = useTo();
  const nameOf = useSubjectName();
  const merchantId = useMerchantId();
  const list = useList("listApprovals", { merchantId, kinds: ["batch"] });
  const columns: Column<Request>[] = [
    { id: "name", header: t("name"), cell: nameOf, fixed: true, width: "min-w-40", card: "title" },
    {
      id: "rows",
      header: t("rows"),
      cell: ({ batch }) => batch && t("batchRows", { rows: batch.rows, invalid: batch.invalid }),
      card: "note",
    },
    {
      id: "amount",
      header: t("amount"),
      cell: ({ amount }) => amount && <Money amount={amount} />,
      align: "end",
      card: "figure",
    },
    { id: "maker", header: t("maker"), cell: ({ maker }) => <Person person={maker} /> },
    {
      id: "step",
      header: t("levels"),
      room: "medium",
      cell: ({ level, levels, missing }) => t("step", { level, levels, missing }),
    },
    {
      id: "expires",
      header: t("expires"),
      cell: ({ expiresAt }) => <Time at={expiresAt} shape="minute" />,
    },
  ];
  return (
    <>
      <PageHeader title={t("batchTitle")} lead={t("batchLead")} />
      <Card flush>
        <DataTable
          caption={t("batchTitle")}
          columns={columns}
          list={list}
          rowKey={({ requestId }) => requestId}
          rowTo={({ requestId }) => to(`transfers/approve-batches/${requestId}`)}
          empty={<NothingWaits>{t("emptyBatches")}</NothingWaits>}
        />
      </Card>
    </>
  );
}
