// Removes an endpoint permanently.
import { useRef } from "react";
import { useSend } from "#dashboard/api/use-call.ts";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { useTexts } from "./texts.ts";

export function RemoveDialog({ endpointId, onClose }: { endpointId: string; onClose: () => void }) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const keep = useRef<HTMLButtonElement>(null);
  const remove = useSend("removeWebhookEndpoint", { refreshes: ["listWebhookEndpoints"], onDone: onClose });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("removeTitle")}
      lead={t("removeLead")}
      initialFocus={keep}
      actions={
        <>
          <Button ref={keep} onClick={onClose}>
            {t("keep")}
          </Button>
          <Button
            look="danger"
            busy={remove.isPending}
            onClick={() => remove.send({ merchantId, endpointId })}
          >
            {t("remove")}
          </Button>
        </>
      }
    >
      {remove.error && <ErrorBox error={remove.error} />}
    </Dialog>
  );
}
