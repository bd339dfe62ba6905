// The last step: the payments, how they differ from the last batch, and the confirmation.
import { useState } from "react";
import { useNavigate } from "react-router";
import { isRefusal } from "#dashboard/api/api-error.ts";
import type { Outputs } from "#dashboard/api/operations.ts";
import { useCall } from "#dashboard/api/use-call.ts";
import { useMoneySend } from "#dashboard/api/use-money-send.ts";
import { useMerchantId, useSession, useTo } from "#dashboard/shell/session.tsx";
import { BatchReview } from "#dashboard/ui/batch-review/batch-review.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { ConfirmDialog, tierOf } from "#dashboard/ui/confirm-dialog.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Note } from "#dashboard/ui/layout.tsx";
import { Money } from "#dashboard/ui/money.tsx";
import { formatRupees } from "#dashboard/ui/rupees.ts";
import { ScreenSkeleton } from "#dashboard/ui/skeleton.tsx";
import { UnknownNote } from "#dashboard/ui/unknown-note.tsx";
import { useTexts } from "./texts.ts";

type Draft = Outputs["getBatchColumns"]["draft"];
type Review = Outputs["compareBatch"];

export function ReviewStep({ draft }: { draft: Draft }) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const { draftId } = draft;
  const { data: review, error, refetch } = useCall("compareBatch", { merchantId, draftId });
  if (error) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (!review) return <ScreenSkeleton />;
  const isShort = review.after.startsWith("-");
  const pays = review.rows > 0;
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <h2 className="text-21">{t("review")}</h2>
          <p className="text-ink-2">{t("reviewLead")}</p>
        </div>
        <Confirm draft={draft} review={review} onChanged={() => void refetch()} />
      </div>
      {isShort && <Note tone="warn">{t("notEnough")}</Note>}
      {pays && (
        <BatchReview
          review={review}
          facts={[
            { label: t("available"), value: <Money amount={review.available} /> },
            { label: t("after"), value: <Money amount={review.after} />, total: true },
          ]}
        />
      )}
    </div>
  );
}

interface ConfirmProps {
  draft: Draft;
  review: Review;
  onChanged: () => void;
}

function Confirm({ draft, review, onChanged }: ConfirmProps) {
  const t = useTexts();
  const to = useTo();
  const merchantId = useMerchantId();
  const { environment } = useSession();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const { draftId, rows } = draft;
  const { contentHash, amount } = review;
  const { send, isPending, refusal, askAgain } = useMoneySend("confirmBatch", {
    refreshes: ["listBatchDrafts", "listBatches"],
    onDone: ({ batchId }) => void navigate(to(`transfers/batches/${batchId}`), { replace: true }),
  });
  const pays = review.rows > 0;
  const figure = formatRupees(amount);
  const isChanged = isRefusal(refusal, "draft_changed");
  const label = pays ? t("confirm", { amount: figure }) : t("confirmPlain", { rows });
  return (
    <>
      <Button look="primary" size="money" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={open}
        onClose={() => {
          setOpen(false);
          if (isChanged) onChanged();
        }}
        onConfirm={() => send({ merchantId, draftId, contentHash })}
        title={pays ? t("confirmTitle", { rows, amount: figure }) : t("confirmAdd", { rows })}
        {...(pays && { amount })}
        facts={[
          { label: t("file"), value: draft.name },
          pays && { label: t("after"), value: <Money amount={review.after} /> },
        ]}
        warnings={review.after.startsWith("-") ? [t("notEnough")] : []}
        confirmLabel={label}
        cancelLabel={t("keep")}
        tier={tierOf({ environment, amount, weighty: true })}
        busy={isPending || askAgain !== undefined}
        error={isChanged ? undefined : refusal}
      >
        <p className="text-14 text-ink-2">{t("confirmLead")}</p>
        <UnknownNote onAsk={askAgain} />
        {isChanged && <Note tone="bad">{t("changed")}</Note>}
      </ConfirmDialog>
    </>
  );
}
