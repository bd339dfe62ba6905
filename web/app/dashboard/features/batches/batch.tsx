// One batch: its progress, the outcome of each row, and what can be done about the failed ones.
import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { addressOf } from "#dashboard/api/call.ts";
import type { Outputs } from "#dashboard/api/operations.ts";
import { useCall, useList, useSend } from "#dashboard/api/use-call.ts";
import { Can, useCan } from "#dashboard/shell/can.tsx";
import { useMerchantId, useTo } from "#dashboard/shell/session.tsx";
import { NamedPayee } from "#dashboard/ui/batch-review/batch-review.tsx";
import { StatusBadge } from "#dashboard/ui/badge.tsx";
import { Button, buttonClass } from "#dashboard/ui/button.tsx";
import { ConfirmDialog } from "#dashboard/ui/confirm-dialog.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Card, KeyValues, Note } from "#dashboard/ui/layout.tsx";
import { Money } from "#dashboard/ui/money.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { Progress } from "#dashboard/ui/progress.tsx";
import { ScreenSkeleton } from "#dashboard/ui/skeleton.tsx";
import type { Column } from "#dashboard/ui/table/columns.ts";
import { DataTable } from "#dashboard/ui/table/data-table.tsx";
import { Segments } from "#dashboard/ui/tabs.tsx";
import { Time } from "#dashboard/ui/time.tsx";
import { useReason } from "#dashboard/ui/use-reason.ts";
import { BatchStatus, isUnderWay } from "./batch-status.tsx";
import type { Batch } from "./batch-status.tsx";
import { useTexts } from "./texts.ts";
import { WholeResult } from "./whole-result.tsx";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

type Row = Outputs["listBatchRows"]["items"][number];

/** Changes of a batch are announced with its transfers. Other changes are found by asking this often. */
const REFRESH_MS = 3_000;

export default function BatchScreen() {
  const t = useTexts();
  const to = useTo();
  const merchantId = useMerchantId();
  const { batchId = "" } = useParams();
  const [underWay, setUnderWay] = useState(true);
  const watching = underWay ? { refreshMs: REFRESH_MS } : {};
  const { data: batch, error, refetch } = useCall("getBatch", { merchantId, batchId }, watching);
  if (error) {
    return (
      <>
        <PageHeader title={t("title")} />
        <ErrorBox error={error} onRetry={() => void refetch()} />
      </>
    );
  }
  if (!batch) return <ScreenSkeleton />;
  if (isUnderWay(batch) !== underWay) setUnderWay(isUnderWay(batch));
  return (
    <>
      <PageHeader
        title={batch.name}
        trail={
          <Link className="text-link underline" to={to("transfers/batches")}>
            {t("back")}
          </Link>
        }
        mark={<BatchStatus batch={batch} />}
        lead={t("batchLead", { rows: batch.rows, by: batch.createdBy })}
        actions={<Actions batch={batch} />}
      />
      <div className="grid grid-cols-1 gap-5">
        <Standing batch={batch} />
        <Rows batchId={batchId} />
      </div>
    </>
  );
}

function Standing({ batch }: { batch: Batch }) {
  const t = useTexts();
  return (
    <Card>
      <div className="grid gap-4">
        {batch.status === "awaiting_approval" && <Note>{t("waits")}</Note>}
        {batch.because !== null && (
          <Note tone="bad" title={t("because")}>
            {batch.because}
          </Note>
        )}
        <Progress label={t("progress")} done={batch.done + batch.failed} of={batch.rows} />
        <KeyValues
          stacked
          facts={[
            { label: t("total"), value: <Money amount={batch.amount} size="lead" /> },
            { label: t("paid"), value: <Sum count={batch.done} amount={batch.doneAmount} /> },
            { label: t("failed"), value: <Sum count={batch.failed} amount={batch.failedAmount} /> },
            { label: t("open"), value: batch.open.toLocaleString("en-IN") },
            { label: t("uploaded"), value: <Time at={batch.createdAt} /> },
            { label: t("number"), value: String(batch.referenceId) },
          ]}
        />
      </div>
    </Card>
  );
}

const Sum = ({ count, amount }: { count: number; amount: string }) => (
  <>
    {count.toLocaleString("en-IN")} · <Money amount={amount} />
  </>
);

function Actions({ batch }: { batch: Batch }) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const mayExport = useCan()("getBatchResult");
  const { batchId } = batch;
  return (
    <>
      {mayExport ? (
        <a
          className={buttonClass()}
          href={addressOf("getBatchResult", { merchantId, batchId, kind: "xlsx" })}
          download
        >
          {t("result")}
        </a>
      ) : (
        <Can operation="getBatchResult">
          <Button icon="download">{t("result")}</Button>
        </Can>
      )}
      <WholeResult batch={batch} />
      {batch.failed > 0 && !isUnderWay(batch) && batch.format !== "CARD" && <Clone batchId={batchId} />}
    </>
  );
}

function Clone({ batchId }: { batchId: string }) {
  const t = useTexts();
  const to = useTo();
  const merchantId = useMerchantId();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const { send, isPending, error } = useSend("cloneFailedRows", {
    refreshes: ["listBatches"],
    onDone: ({ batchId: cloned }) => {
      setOpen(false);
      void navigate(to(`transfers/batches/${cloned}`));
    },
  });
  return (
    <>
      <Can operation="cloneFailedRows">
        <Button icon="refresh" onClick={() => setOpen(true)}>
          {t("clone")}
        </Button>
      </Can>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={() => send({ merchantId, batchId })}
        title={t("cloneTitle")}
        confirmLabel={t("cloneConfirm")}
        busy={isPending}
        error={error}
      >
        <p>{t("cloneLead")}</p>
      </ConfirmDialog>
    </>
  );
}

type Only = "all" | "paid" | "failed" | "open";

function Rows({ batchId }: { batchId: string }) {
  const t = useTexts();
  const to = useTo();
  const merchantId = useMerchantId();
  const say = useReason();
  const [only, setOnly] = useState<Only>("all");
  const input = { merchantId, batchId, ...(only !== "all" && { only }) };
  const list = useList("listBatchRows", input);
  const columns: Column<Row>[] = [
    { id: "line", header: t("line"), cell: ({ line }) => String(line), fixed: true },
    {
      id: "payee",
      header: t("payee"),
      cell: ({ name, beneId, payee }) => (
        <>
          {name ?? beneId ?? ""}
          {payee !== null && <NamedPayee payee={payee} />}
        </>
      ),
      width: "min-w-40",
      card: "title",
    },
    { id: "paidTo", header: t("paidTo"), cell: ({ paidTo }) => <Mono>{paidTo}</Mono>, room: "medium" },
    {
      id: "transferId",
      header: t("transferId"),
      cell: (row) => <TransferLink row={row} to={to} />,
      card: "note",
    },
    {
      id: "amount",
      header: t("amount"),
      cell: ({ amount }) => amount && <Money amount={amount} />,
      align: "end",
      card: "figure",
    },
    {
      id: "status",
      header: t("status"),
      cell: ({ state, status, failureReason, why }) => (
        <StatusBadge status={state ?? status} reason={failureReason} why={why && say(why)} />
      ),
      card: "mark",
    },
    { id: "reason", header: t("reason"), cell: (row) => <Reason row={row} /> },
    { id: "utr", header: t("utr"), cell: ({ utr }) => utr && <Mono>{utr}</Mono>, room: "narrow" },
  ];
  const options = [
    { id: "all", label: t("allRows") },
    { id: "paid", label: t("onlyPaid") },
    { id: "failed", label: t("onlyFailed") },
    { id: "open", label: t("onlyOpen") },
  ] as const;
  return (
    <Card
      title={t("rows")}
      flush
      actions={<Segments label={t("rowFilter")} value={only} options={options} onChange={setOnly} />}
    >
      <DataTable
        caption={t("rows")}
        columns={columns}
        list={list}
        rowKey={({ rowNo }) => String(rowNo)}
        empty={<p className="p-5 text-ink-2">{t("noRows")}</p>}
      />
    </Card>
  );
}

/** Shows the meaning of the reason, with its code for people who look it up. */
function Reason({ row: { why, failureReason } }: { row: Row }) {
  const say = useReason();
  if (why === null) return failureReason;
  return (
    <span className="grid">
      {say(why)}
      <code className="font-mono text-12 text-ink-2">{failureReason}</code>
    </span>
  );
}

const Mono = ({ children }: { children: string | null }) => (
  <span className="font-mono text-13">{children}</span>
);

function TransferLink({ row, to }: { row: Row; to: (path: string) => string }) {
  if (row.transferId === null) return null;
  if (row.id === null) return <Mono>{row.transferId}</Mono>;
  return (
    <Link className="font-mono text-13 text-link underline" to={to(`transfers/all/${row.id}`)}>
      {row.transferId}
    </Link>
  );
}
