// One file of beneficiaries: its progress, and the outcome of each row.
import { Link, useParams } from "react-router";
import { useInfiniteRows } from "./use-infinite-rows.ts";
import { useCall } from "#dashboard/api/use-call.ts";
import type { Outputs } from "#dashboard/api/operations.ts";
import { useMerchantId, useTo } from "#dashboard/shell/session.tsx";
import { Badge } from "#dashboard/ui/badge.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Card, KeyValues, Note } from "#dashboard/ui/layout.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { Progress } from "#dashboard/ui/progress.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import type { Column } from "#dashboard/ui/table/columns.ts";
import { DataTable } from "#dashboard/ui/table/data-table.tsx";
import { Time } from "#dashboard/ui/time.tsx";
import { batchKeys, isOver, rowKeys } from "./kinds.ts";
import { useTexts } from "./texts.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

type Row = Outputs["getBeneficiaryBatch"]["items"][number];

export default function BeneficiaryBatch() {
  const t = useTexts();
  const to = useTo();
  const merchantId = useMerchantId();
  const { batchId = "" } = useParams();
  const first = useCall("getBeneficiaryBatch", { merchantId, batchId, limit: 1 });
  const batch = first.data?.batch;
  const over = batch !== undefined && isOver(batch);
  const list = useInfiniteRows({
    merchantId,
    batchId,
    round: `${batch?.addedCount}/${batch?.rejectedCount}`,
  });
  const columns = useColumns();
  return (
    <>
      <PageHeader
        title={batch?.name ?? t("file")}
        trail={
          <Link to={to("beneficiaries/batch")} className="hover:underline">
            {t("batchTitle")}
          </Link>
        }
        mark={batch && <Badge tone={batchKeys[batch.status].tone}>{t(batchKeys[batch.status].text)}</Badge>}
      />
      {first.error && !batch && <ErrorBox error={first.error} onRetry={() => void first.refetch()} />}
      {!batch && !first.error && <Skeleton lines={6} />}
      {batch && (
        <div className="grid gap-5">
          {batch.warnings.map((warning) => (
            <Note key={warning} tone="warn">
              {warning}
            </Note>
          ))}
          {batch.because !== null && <Note tone="bad">{batch.because}</Note>}
          <Card>
            <div className="mb-4">
              <Progress
                label={t(over ? "progressDone" : "progress")}
                done={batch.addedCount + batch.rejectedCount}
                of={batch.rowCount}
              />
            </div>
            <KeyValues
              stacked
              facts={[
                { label: t("rows"), value: batch.rowCount },
                { label: t("rowAdded"), value: batch.addedCount },
                { label: t("rowRejected"), value: batch.rejectedCount },
                { label: t("date"), value: <Time at={batch.createdAt} /> },
              ]}
            />
          </Card>
          {batch.rejectedCount > 0 && <Note tone="warn">{t("correctRows")}</Note>}
          <Card title={t("rows")} flush>
            <DataTable
              caption={t("rows")}
              columns={columns}
              list={list}
              rowKey={({ line }) => String(line)}
              empty={<p className="p-4 text-ink-2">{t("noRows")}</p>}
            />
          </Card>
        </div>
      )}
    </>
  );
}

function useColumns(): Column<Row>[] {
  const t = useTexts();
  return [
    { id: "line", header: t("line"), align: "end", cell: ({ line }) => line },
    { id: "id", header: t("id"), cell: ({ beneId }) => <span className="font-mono text-13">{beneId}</span> },
    { id: "name", header: t("name"), cell: ({ name }) => name },
    {
      id: "account",
      header: t("account"),
      cell: ({ accountLast4, ifsc, vpa, phone }) => (
        <span className="font-mono text-13">
          {accountLast4 !== null ? `••••${accountLast4} ${ifsc ?? ""}` : (vpa ?? phone)}
        </span>
      ),
    },
    {
      id: "status",
      header: t("status"),
      width: "min-w-48",
      cell: ({ status, failureReason }) => (
        <span className="grid justify-items-start gap-0.5">
          <Badge tone={rowKeys[status].tone}>{t(rowKeys[status].text)}</Badge>
          {failureReason !== null && <span className="text-13">{failureReason}</span>}
        </span>
      ),
    },
  ];
}
