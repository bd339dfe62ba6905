// Adds many beneficiaries from a file.
import { useState } from "react";
import { useNavigate } from "react-router";
import { addressOf } from "#dashboard/api/call.ts";
import { useList, useSend } from "#dashboard/api/use-call.ts";
import { Can } from "#dashboard/shell/can.tsx";
import { useMerchantId, useTo } from "#dashboard/shell/session.tsx";
import { Badge } from "#dashboard/ui/badge.tsx";
import { Button, buttonClass } from "#dashboard/ui/button.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { FileDrop } from "#dashboard/ui/file-drop.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { Card, EmptyState } from "#dashboard/ui/layout.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import type { Column } from "#dashboard/ui/table/columns.ts";
import { DataTable } from "#dashboard/ui/table/data-table.tsx";
import { Time } from "#dashboard/ui/time.tsx";
import { batchKeys } from "./kinds.ts";
import type { Batch } from "./kinds.ts";
import { BeneficiaryTabs } from "./tabs.tsx";
import { useTexts } from "./texts.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

export default function BeneficiaryBatches() {
  const t = useTexts();
  const to = useTo();
  const merchantId = useMerchantId();
  const list = useList("listBeneficiaryBatches", { merchantId });
  return (
    <>
      <PageHeader title={t("batchTitle")} lead={t("batchLead")} />
      <BeneficiaryTabs />
      <div className="grid gap-5">
        <Upload />
        <Card title={t("files")} flush>
          <DataTable
            caption={t("files")}
            columns={useColumns()}
            list={list}
            rowKey={({ batchId }) => batchId}
            rowTo={({ batchId }) => to(`beneficiaries/batch/${batchId}`)}
            empty={
              <div className="p-4">
                <EmptyState title={t("noFiles")}>{t("noFilesLead")}</EmptyState>
              </div>
            }
          />
        </Card>
      </div>
    </>
  );
}

/** The server accepts files up to this size. */
const BYTES_MAX = 5 * 1024 * 1024;

function Upload() {
  const t = useTexts();
  const to = useTo();
  const navigate = useNavigate();
  const merchantId = useMerchantId();
  const [file, setFile] = useState<File>();
  const { send, error, isPending } = useSend("uploadBeneficiaries", {
    refreshes: ["listBeneficiaryBatches"],
    onDone: ({ batchId }) => void navigate(to(`beneficiaries/batch/${batchId}`)),
  });
  const tooLarge = file !== undefined && file.size > BYTES_MAX ? t("fileTooLarge") : undefined;
  const submit = () => {
    if (file === undefined || tooLarge !== undefined) return;
    const bytes = new Blob([file], { type: "application/octet-stream" });
    send({ merchantId, name: file.name.slice(0, 200), file: bytes });
  };
  return (
    <Card title={t("upload")} lead={t("uploadLead")}>
      <Form error={error} onSubmit={submit} className="grid gap-4">
        {error && <ErrorBox error={error} />}
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-14">{t("template")}</span>
          {(["csv", "xls", "xlsx"] as const).map((format) => (
            <a
              key={format}
              href={addressOf("downloadBeneficiaryTemplate", { merchantId, format })}
              download
              className={buttonClass("secondary", "sm")}
            >
              .{format}
            </a>
          ))}
        </div>
        <FileDrop
          label={t("dropFile")}
          accept=".csv,.xls,.xlsx"
          hint={t("fileHint")}
          file={file}
          onFile={setFile}
          error={tooLarge}
        />
        <div>
          <Can operation="uploadBeneficiaries">
            <Button
              type="submit"
              look="primary"
              busy={isPending}
              disabled={file === undefined || tooLarge !== undefined}
            >
              {t("uploadSend")}
            </Button>
          </Can>
        </div>
      </Form>
    </Card>
  );
}

function useColumns(): Column<Batch>[] {
  const t = useTexts();
  return [
    { id: "name", header: t("file"), fixed: true, card: "title", cell: ({ name }) => name },
    {
      id: "at",
      header: t("date"),
      card: "foot",
      cell: ({ createdAt }) => <Time at={createdAt} shape="minute" />,
    },
    { id: "rows", header: t("rows"), align: "end", cell: ({ rowCount }) => rowCount },
    { id: "added", header: t("rowAdded"), align: "end", cell: ({ addedCount }) => addedCount },
    { id: "rejected", header: t("rowRejected"), align: "end", cell: ({ rejectedCount }) => rejectedCount },
    {
      id: "status",
      header: t("status"),
      card: "figure",
      cell: ({ status }) => <Badge tone={batchKeys[status].tone}>{t(batchKeys[status].text)}</Badge>,
    },
  ];
}
