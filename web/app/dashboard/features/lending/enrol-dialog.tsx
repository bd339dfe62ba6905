// Sets the lender and the split, which totals 100%.
import { useState } from "react";
import type { Outputs } from "#dashboard/api/operations.ts";
import { useSend } from "#dashboard/api/use-call.ts";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { TextInput } from "#dashboard/ui/fields.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { useTexts } from "./texts.ts";

interface EnrolDialogProps {
  agreement: Outputs["getLending"]["agreement"];
  onClose: () => void;
}

export function EnrolDialog({ agreement, onClose }: EnrolDialogProps) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const [lenderName, setLenderName] = useState(agreement?.lenderName ?? "");
  const [typed, setTyped] = useState(String(agreement?.lenderPercent ?? 80));
  const { send, error, isPending } = useSend("enrolInLending", {
    refreshes: ["getLending", "listFundSources"],
    onDone: () => {
      toast(t("enrolled"));
      onClose();
    },
  });
  const lenderPercent = /^\d{1,3}$/.test(typed) && Number(typed) <= 100 ? Number(typed) : undefined;
  const isReady = lenderPercent !== undefined && lenderName.trim() !== "";
  const submit = () =>
    lenderPercent !== undefined &&
    send({ merchantId, lenderName, lenderPercent, originatorPercent: 100 - lenderPercent });
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      title={t(agreement ? "changeSplit" : "enrol")}
      lead={t("enrolLead")}
      actions={
        <Button look="primary" busy={isPending} disabled={!isReady} onClick={submit}>
          {t("agree")}
        </Button>
      }
    >
      <Form error={error} onSubmit={() => isReady && submit()}>
        {error && <ErrorBox error={error} />}
        <TextInput label={t("lenderName")} maxLength={100} value={lenderName} onChange={setLenderName} />
        <TextInput
          label={t("lenderPercent")}
          inputMode="numeric"
          maxLength={3}
          suffix={<span className="pr-2.5 text-ink-2">%</span>}
          value={typed}
          onChange={setTyped}
          error={lenderPercent === undefined ? t("percentWrong") : undefined}
          hint={lenderPercent !== undefined && t("originatorShare", { percent: `${100 - lenderPercent}%` })}
        />
      </Form>
    </Dialog>
  );
}
