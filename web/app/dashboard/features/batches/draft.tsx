// A file before it is confirmed: its columns, its wrong rows, and the review of the whole.
import { useState } from "react";
import { Link, Navigate, useNavigate, useParams, useSearchParams } from "react-router";
import type { Outputs } from "#dashboard/api/operations.ts";
import { useCall, useSend } from "#dashboard/api/use-call.ts";
import { useMerchantId, useTo } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { ConfirmDialog } from "#dashboard/ui/confirm-dialog.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Note } from "#dashboard/ui/layout.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { ScreenSkeleton } from "#dashboard/ui/skeleton.tsx";
import { Time } from "#dashboard/ui/time.tsx";
import { Columns } from "./columns.tsx";
import { ReviewStep } from "./review-step.tsx";
import { Steps } from "./steps.tsx";
import { useTexts } from "./texts.ts";
import { WrongRows } from "./wrong-rows.tsx";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

export type DraftColumns = Outputs["getBatchColumns"];

export default function DraftScreen() {
  const t = useTexts();
  const to = useTo();
  const merchantId = useMerchantId();
  const { draftId = "" } = useParams();
  const { data, error, refetch } = useCall("getBatchColumns", { merchantId, draftId });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <ScreenSkeleton />;
  if (data.draft.batchId !== null)
    return <Navigate to={to(`transfers/batches/${data.draft.batchId}`)} replace />;
  return (
    <>
      <PageHeader
        title={data.draft.name}
        lead={t(`format_${data.draft.format as "UPI"}`)}
        actions={<Discard draftId={draftId} />}
      />
      <Step columns={data} />
    </>
  );
}

function Step({ columns }: { columns: DraftColumns }) {
  const to = useTo();
  const [search] = useSearchParams();
  const { draft } = columns;
  const here = to(`transfers/batches/drafts/${draft.draftId}`);
  if (!draft.mapped || search.get("step") === "columns") {
    return (
      <>
        <Steps at={1} />
        <Columns columns={columns} />
      </>
    );
  }
  if (draft.wrong > 0) {
    return (
      <>
        <Steps at={2} back={`${here}?step=columns`} />
        <OwnColumns draft={draft} />
        <WrongRows columns={columns} />
      </>
    );
  }
  return (
    <>
      <Steps at={3} back={`${here}?step=columns`} />
      <OwnColumns draft={draft} />
      <ReviewStep draft={draft} />
    </>
  );
}

/** Says that an earlier choice of columns was used, and links to the step that changes it. */
function OwnColumns({ draft: { draftId, columnsChosenAt } }: Pick<DraftColumns, "draft">) {
  const t = useTexts();
  const to = useTo();
  if (columnsChosenAt === null) return null;
  return (
    <div className="mb-5">
      <Note>
        {t("ownColumns")} <Time at={columnsChosenAt} shape="day" />.{" "}
        <Link
          className="text-link underline"
          to={`${to(`transfers/batches/drafts/${draftId}`)}?step=columns`}
        >
          {t("changeColumns")}
        </Link>
      </Note>
    </div>
  );
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTexts();
  return (
    <>
      <PageHeader title={t("newTitle")} />
      <ErrorBox error={error} onRetry={onRetry} />
    </>
  );
}

function Discard({ draftId }: { draftId: string }) {
  const t = useTexts();
  const to = useTo();
  const merchantId = useMerchantId();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const { send, isPending, error } = useSend("discardBatch", {
    refreshes: ["listBatchDrafts"],
    onDone: () => void navigate(to("transfers/batches")),
  });
  return (
    <>
      <Button look="danger" icon="trash" onClick={() => setOpen(true)}>
        {t("discard")}
      </Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={() => send({ merchantId, draftId })}
        title={t("discardTitle")}
        confirmLabel={t("discard")}
        danger
        busy={isPending}
        error={error}
      >
        <p>{t("discardLead")}</p>
      </ConfirmDialog>
    </>
  );
}
