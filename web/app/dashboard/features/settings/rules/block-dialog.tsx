// Blocks a payee. The member first sees which past transfers it would have stopped.
import { useState } from "react";
import { useSend } from "#dashboard/api/use-call.ts";
import type { Inputs } from "#dashboard/api/operations.ts";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { Select, TextInput } from "#dashboard/ui/fields.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { useRuleWords } from "#dashboard/ui/rules/use-rule-words.ts";
import { toast } from "#dashboard/ui/toast.tsx";
import { lastThirtyDays } from "./kinds.ts";
import { useTexts } from "./texts.ts";
import { TrialResult } from "./trial-result.tsx";

type PayeeKind = Inputs["addBlockedPayee"]["payeeKind"];

const payeeKinds = [
  "account",
  "vpa",
  "phone",
  "bank",
  "ifsc",
  "beneficiary",
] as const satisfies readonly PayeeKind[];

export function BlockDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const words = useRuleWords();
  const merchantId = useMerchantId();
  const [payeeKind, setKind] = useState<PayeeKind>("account");
  const [value, setValue] = useState("");
  const [ifsc, setIfsc] = useState("");
  const [because, setBecause] = useState("");
  const attempt = useSend("tryBlock");
  const block = useSend("addBlockedPayee", {
    refreshes: ["listBlockedPayees"],
    onDone: () => {
      toast(t("blockedNow"));
      onClose();
    },
  });
  const payee = {
    ...{ merchantId, payeeKind, value: value.trim() },
    ...(payeeKind === "account" && { ifsc: ifsc.trim() }),
  };
  const isWhole = value.trim() !== "" && (payeeKind !== "account" || ifsc.trim() !== "");
  const send = () => block.send({ ...payee, because });
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      title={t("blockPayee")}
      actions={
        <>
          <Button
            busy={attempt.isPending}
            disabled={!isWhole}
            onClick={() => attempt.send({ ...payee, ...lastThirtyDays(Date.now()) })}
          >
            {t("tryBlock")}
          </Button>
          <Button
            look="primary"
            busy={block.isPending}
            disabled={!isWhole || because.trim() === ""}
            onClick={send}
          >
            {t("blockNow")}
          </Button>
        </>
      }
    >
      <Form error={block.error ?? attempt.error} onSubmit={send}>
        <Select
          label={t("payeeKind")}
          name="payeeKind"
          value={payeeKind}
          options={payeeKinds.map((id) => ({ id, label: words.payee(id) }))}
          onChange={setKind}
        />
        <TextInput label={t(`v_${payeeKind}`)} name="value" mono value={value} onChange={setValue} />
        {payeeKind === "account" && (
          <TextInput label={t("v_ifsc")} name="ifsc" mono value={ifsc} onChange={setIfsc} />
        )}
        <TextInput
          label={t("because")}
          name="because"
          maxLength={200}
          value={because}
          onChange={setBecause}
        />
        {attempt.data && <TrialResult trial={attempt.data} trusts={false} />}
      </Form>
    </Dialog>
  );
}
