// A reset that waits for approval or is already approved.
import { useSend } from "#dashboard/api/use-call.ts";
import type { Outputs } from "#dashboard/api/operations.ts";
import { ApprovalLink } from "#dashboard/shell/approval-link.tsx";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Note } from "#dashboard/ui/layout.tsx";
import { Time } from "#dashboard/ui/time.tsx";
import type { Issued } from "./api-keys.tsx";
import { useTexts } from "./texts.ts";

interface ResetNoteProps {
  reset: NonNullable<Outputs["getApiKeys"]["reset"]>;
  onIssued: (issued: Issued) => void;
  /** True for the first keys of a merchant, as opposed to a new secret for existing keys. */
  isFirst?: boolean;
}

export function ResetNote({ reset, onIssued, isFirst = false }: ResetNoteProps) {
  const { requestId, status, askedByMe, expiresAt, aloneUntil } = reset;
  const t = useTexts();
  const merchantId = useMerchantId();
  const complete = useSend("completeApiKeyReset", { refreshes: ["getApiKeys"], onDone: onIssued });
  if (status === "pending")
    return (
      <Note title={t(isFirst ? "waitingFirst" : "waiting")} actions={<ApprovalLink requestId={requestId} />}>
        {aloneUntil === null
          ? t.rich(isFirst ? "waitingFirstText" : "waitingText", {
              at: <Time at={expiresAt} shape="minute" />,
            })
          : t.rich("waitingAlone", { at: <Time at={aloneUntil} shape="minute" /> })}
      </Note>
    );
  return (
    <div className="grid gap-3">
      <Note
        tone="warn"
        title={t(isFirst ? "approvedFirst" : "approved")}
        actions={
          askedByMe && (
            <Button busy={complete.isPending} onClick={() => complete.send({ merchantId, requestId })}>
              {t(isFirst ? "completeFirst" : "complete")}
            </Button>
          )
        }
      >
        {t(askedByMe ? (isFirst ? "approvedFirstMine" : "approvedMine") : "approvedOther")}
      </Note>
      {complete.error && <ErrorBox error={complete.error} />}
    </div>
  );
}
