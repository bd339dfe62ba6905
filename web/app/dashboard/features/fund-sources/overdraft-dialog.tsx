// Requests an overdraft limit.
import { useState } from "react";
import { useSend } from "#dashboard/api/use-call.ts";
import { useMerchantId, useSession } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { TextArea } from "#dashboard/ui/fields.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { MoneyInput } from "#dashboard/ui/money.tsx";
import { formatRupees, readAmount } from "#dashboard/ui/rupees.ts";
import { toast } from "#dashboard/ui/toast.tsx";
import type { FundSource } from "./kinds.ts";
import { useTexts } from "./texts.ts";

export function OverdraftDialog({ source, onClose }: { source: FundSource; onClose: () => void }) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const { environment } = useSession();
  const [typed, setTyped] = useState("");
  const [because, setBecause] = useState("");
  const { send, error, isPending } = useSend("requestOverdraft", {
    refreshes: ["listFundSources", "listOverdraftRequests"],
    onDone: ({ status }) => {
      toast(t(status === "granted" ? "overdraftGranted" : "overdraftAsked"));
      onClose();
    },
  });
  const limit = readAmount(typed);
  const isReady = limit !== undefined && because.trim() !== "";
  const submit = () =>
    limit !== undefined && send({ merchantId, fundSourceId: source.fundSourceId, limit, because });
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      title={t("askOverdraft")}
      lead={t(environment === "sandbox" ? "overdraftLeadSandbox" : "overdraftLead")}
      actions={
        <Button look="primary" busy={isPending} disabled={!isReady} onClick={submit}>
          {t("send")}
        </Button>
      }
    >
      <Form error={error} onSubmit={() => isReady && submit()}>
        {error && <ErrorBox error={error} />}
        <MoneyInput
          label={t("overdraftLimit")}
          name="limit"
          value={typed}
          onChange={setTyped}
          hint={t("overdraftNow", { amount: formatRupees(source.overdraftLimit) })}
        />
        <TextArea label={t("reason")} name="because" maxLength={500} value={because} onChange={setBecause} />
      </Form>
    </Dialog>
  );
}
