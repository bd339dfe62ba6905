// Makes a new secret for an endpoint. For a while both secrets are valid.
import { useState } from "react";
import { useSend } from "#dashboard/api/use-call.ts";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { Select } from "#dashboard/ui/fields.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { SecretShown } from "./secret-shown.tsx";
import { useTexts } from "./texts.ts";

const overlaps = ["24", "168", "0"] as const;

export function RotateDialog({ endpointId, onClose }: { endpointId: string; onClose: () => void }) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]>("24");
  const rotate = useSend("rotateWebhookSecret", { refreshes: ["listWebhookEndpoints"] });
  const { data } = rotate;
  if (data)
    return (
      <SecretShown title={t("rotatedTitle")} lead={t("rotatedLead")} secret={data.secret} onClose={onClose} />
    );
  const send = () => rotate.send({ merchantId, endpointId, overlapHours: Number(overlap) });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("rotateTitle")}
      lead={t("rotateLead")}
      actions={
        <>
          <Button onClick={onClose}>{t("keep")}</Button>
          <Button look="primary" busy={rotate.isPending} onClick={send}>
            {t("rotate")}
          </Button>
        </>
      }
    >
      <Form error={rotate.error} onSubmit={send}>
        <Select
          label={t("overlap")}
          name="overlapHours"
          value={overlap}
          options={overlaps.map((id) => ({ id, label: t(`overlap${id}`) }))}
          onChange={setOverlap}
        />
      </Form>
    </Dialog>
  );
}
