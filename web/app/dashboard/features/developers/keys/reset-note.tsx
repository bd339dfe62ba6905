// A reset that waits for others, or that they have agreed to.
import { useSend } from "#dashboard/api/use-call.ts";
import type { Outputs } from "#dashboard/api/operations.ts";
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
}

export function ResetNote({ reset: { requestId, status, askedByMe, expiresAt }, onIssued }: ResetNoteProps) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const complete = useSend("completeApiKeyReset", { refreshes: ["getApiKeys"], onDone: onIssued });
  if (status === "pending")
    return (
      <Note title={t("waiting")}>
        {t.rich("waitingText", { at: <Time at={expiresAt} shape="minute" /> })}
      </Note>
    );
  return (
    <div className="grid gap-3">
      <Note
        tone="warn"
        title={t("approved")}
        actions={
          askedByMe && (
            <Button busy={complete.isPending} onClick={() => complete.send({ merchantId, requestId })}>
              {t("complete")}
            </Button>
          )
        }
      >
        {t(askedByMe ? "approvedMine" : "approvedOther")}
      </Note>
      {complete.error && <ErrorBox error={complete.error} />}
    </div>
  );
}
