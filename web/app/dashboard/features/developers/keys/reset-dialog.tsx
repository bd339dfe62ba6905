// The reset of the keys. It shows what still uses them and requires the typed client ID, because it cannot be undone.
import { useState } from "react";
import { useSend } from "#dashboard/api/use-call.ts";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { TextInput } from "#dashboard/ui/fields.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { Note } from "#dashboard/ui/layout.tsx";
import { formatAgo } from "#dashboard/ui/time.tsx";
import type { Issued, Keys } from "./api-keys.tsx";
import { useTexts } from "./texts.ts";

interface ResetDialogProps {
  keys: Keys;
  onIssued: (issued: Issued) => void;
  onClose: () => void;
}

export function ResetDialog({ keys, onIssued, onClose }: ResetDialogProps) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const [typed, setTyped] = useState("");
  const [openedAt] = useState(() => Date.now());
  const reset = useSend("resetApiKeys", {
    refreshes: ["getApiKeys"],
    onDone: ({ keys: issued }) => {
      if (issued) onIssued(issued);
      onClose();
    },
  });
  const { clientId, lastUse } = keys;
  const send = () => reset.send({ merchantId, clientId: typed.trim() });
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      title={t("resetTitle")}
      lead={t("resetLead")}
      actions={
        <>
          <Button onClick={onClose}>{t("keep")}</Button>
          <Button look="danger" busy={reset.isPending} disabled={typed.trim() !== clientId} onClick={send}>
            {t("resetNow")}
          </Button>
        </>
      }
    >
      <Form error={reset.error} onSubmit={() => typed.trim() === clientId && send()}>
        {lastUse && (
          <Note tone="warn">
            {t("stillUsed", { ago: formatAgo(lastUse.at, openedAt, t.language), ip: lastUse.ip })}
          </Note>
        )}
        <TextInput
          label={t("typeClientId")}
          name="clientId"
          mono
          autoComplete="off"
          value={typed}
          onChange={setTyped}
          hint={<span className="font-mono break-all">{clientId}</span>}
        />
      </Form>
    </Dialog>
  );
}
