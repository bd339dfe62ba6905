// All batches of the merchant, and the member's own files that are not confirmed yet.
import { useList, useCall } from "#dashboard/api/use-call.ts";
import { Can, useCan } from "#dashboard/shell/can.tsx";
import { useMerchantId, useTo } from "#dashboard/shell/session.tsx";
import { Badge } from "#dashboard/ui/badge.tsx";
import { ButtonLink, Button } from "#dashboard/ui/button.tsx";
import { Card, EmptyState } from "#dashboard/ui/layout.tsx";
import { Money } from "#dashboard/ui/money.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import type { Column } from "#dashboard/ui/table/columns.ts";
import { DataTable } from "#dashboard/ui/table/data-table.tsx";
import { Time } from "#dashboard/ui/time.tsx";
import { useNavigate } from "react-router";
import { BatchStatus } from "./batch-status.tsx";
import type { Batch } from "./batch-status.tsx";
import { useTexts } from "./texts.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

export default function BatchList() {
  const t = useTexts();
  const to = useTo();
  const merchantId = useMerchantId();
  const list = useList("listBatches", { merchantId });
  const columns: Column<Batch>[] = [
    { id: "name", header: t("name"), cell: ({ name }) => name, fixed: true, card: "title" },
    {
      id: "number",
      header: t("number"),
      cell: ({ referenceId }) => referenceId,
      room: "medium",
      card: "none",
    },
    {
      id: "at",
      header: t("uploaded"),
      cell: ({ createdAt }) => <Time at={createdAt} shape="minute" />,
      card: "foot",
    },
    {
      id: "rows",
      header: t("rows"),
      cell: ({ rows }) => rows.toLocaleString("en-IN"),
      align: "end",
      room: "narrow",
      card: "none",
    },
    {
      id: "total",
      header: t("total"),
      cell: ({ amount }) => <Money amount={amount} />,
      align: "end",
      card: "figure",
    },
    { id: "status", header: t("status"), cell: (batch) => <BatchStatus batch={batch} />, card: "mark" },
    {
      id: "progress",
      header: t("progress"),
      cell: ({ done, rows }) => t("paidOf", { done, rows }),
      card: "note",
    },
    { id: "by", header: t("by"), cell: ({ createdBy }) => createdBy, room: "narrow", card: "none" },
  ];
  return (
    <>
      <PageHeader title={t("title")} lead={t("lead")} actions={<NewBatch />} />
      <div className="grid grid-cols-1 gap-6">
        <Drafts />
        <Card flush>
          <DataTable
            caption={t("listCaption")}
            columns={columns}
            list={list}
            holdsNew
            rowKey={({ batchId }) => batchId}
            rowTo={({ batchId }) => to(`transfers/batches/${batchId}`)}
            copyOf={({ batchId }) => batchId}
            empty={
              <EmptyState title={t("emptyTitle")} action={<NewBatch />}>
                {t("empty")}
              </EmptyState>
            }
          />
        </Card>
      </div>
    </>
  );
}

function NewBatch() {
  const t = useTexts();
  const to = useTo();
  const navigate = useNavigate();
  return (
    <Can operation="uploadBatch">
      <Button look="primary" icon="plus" onClick={() => void navigate(to("transfers/batches/new"))}>
        {t("newBatch")}
      </Button>
    </Can>
  );
}

function Drafts() {
  const t = useTexts();
  const to = useTo();
  const merchantId = useMerchantId();
  const may = useCan()("listBatchDrafts");
  const { data } = useCall("listBatchDrafts", { merchantId }, { enabled: may });
  const drafts = data?.items ?? [];
  if (drafts.length === 0) return null;
  return (
    <Card title={t("notConfirmed")} lead={t("notConfirmedLead")}>
      <ul className="grid gap-3">
        {drafts.map((draft) => (
          <li key={draft.draftId} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <span className="min-w-0">
              <span className="font-semibold">{draft.name}</span>{" "}
              <Time at={draft.madeAt} shape="minute" className="text-13 text-ink-2" />
            </span>
            <span className="flex flex-wrap items-center gap-3">
              <Badge tone={draft.mapped && draft.wrong === 0 ? "ok" : "warn"}>
                {draft.mapped
                  ? draft.wrong > 0
                    ? t("draftWrong", { count: draft.wrong })
                    : t("draftReady")
                  : t("draftColumns")}
              </Badge>
              <ButtonLink size="sm" to={to(`transfers/batches/drafts/${draft.draftId}`)}>
                {t("goOn")}
              </ButtonLink>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
