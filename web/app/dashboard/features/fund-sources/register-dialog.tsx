// Registers the business's own account in the sandbox.
import { useState } from "react";
import { useSend } from "#dashboard/api/use-call.ts";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { TextInput } from "#dashboard/ui/fields.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { useTexts } from "./texts.ts";

export function RegisterDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const [account, setAccount] = useState({ holderName: "", accountNumber: "", ifsc: "" });
  const { send, error, isPending } = useSend("registerAccount", {
    refreshes: ["getAccountInformation", "getDepositAccount"],
    onDone: () => {
      toast(t("registeredDone"));
      onClose();
    },
  });
  const isReady = Object.values(account).every((value) => value.trim() !== "");
  const submit = () => send({ merchantId, ...account });
  const field = (key: keyof typeof account) => ({
    name: key,
    value: account[key],
    onChange: (value: string) => setAccount({ ...account, [key]: value }),
  });
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      title={t("registerTitle")}
      lead={t("registeredLead")}
      actions={
        <Button look="primary" busy={isPending} disabled={!isReady} onClick={submit}>
          {t("register")}
        </Button>
      }
    >
      <Form error={error} onSubmit={() => isReady && submit()}>
        {error && <ErrorBox error={error} />}
        <TextInput label={t("holder")} autoComplete="off" {...field("holderName")} />
        <TextInput label={t("accountNumber")} mono autoComplete="off" {...field("accountNumber")} />
        <TextInput label="IFSC" mono {...field("ifsc")} />
      </Form>
    </Dialog>
  );
}
