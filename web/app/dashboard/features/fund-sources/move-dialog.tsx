// Moves money from one fund source to another, at once and free of charge.
import { useState } from "react";
import { randomHex, useOrderId } from "#dashboard/api/order-ids.ts";
import { useMoneySend } from "#dashboard/api/use-money-send.ts";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { Select, TextInput } from "#dashboard/ui/fields.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { MoneyInput } from "#dashboard/ui/money.tsx";
import { formatRupees, readAmount } from "#dashboard/ui/rupees.ts";
import { toast } from "#dashboard/ui/toast.tsx";
import { UnknownNote } from "#dashboard/ui/unknown-note.tsx";
import type { FundSource } from "./kinds.ts";
import { useTexts } from "./texts.ts";

interface MoveDialogProps {
  sources: readonly FundSource[];
  onClose: () => void;
}

const newKey = (): string => `move_${randomHex(24)}`;

export function MoveDialog({ sources, onClose }: MoveDialogProps) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const [transferId] = useOrderId({ name: "moveMoney", merchantId }, newKey);
  const [from, setFrom] = useState(sources[0]?.fundSourceId ?? "");
  const [to, setTo] = useState(sources[1]?.fundSourceId ?? "");
  const [typed, setTyped] = useState("");
  const [remarks, setRemarks] = useState("");
  const { send, refusal, askAgain, isPending } = useMoneySend("moveMoney", {
    id: "transferId",
    refreshes: ["listFundSources", "listStatement", "getStatementTotals"],
    onDone: ({ amount }) => {
      toast(t("moved", { amount: formatRupees(amount) }));
      onClose();
    },
  });
  const amount = readAmount(typed);
  const options = sources.map((source) => ({
    id: source.fundSourceId,
    label: t("sourceWith", { name: source.name, amount: formatRupees(source.available) }),
    disabled: !source.active,
  }));
  const isReady = amount !== undefined && from !== to && askAgain === undefined;
  const submit = () => amount !== undefined && send({ merchantId, transferId, from, to, amount, remarks });
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      title={t("moveTitle")}
      lead={t("moveLead")}
      actions={
        <Button look="primary" size="money" busy={isPending} disabled={!isReady} onClick={submit}>
          {amount === undefined ? t("move") : t("moveSend", { amount: formatRupees(amount) })}
        </Button>
      }
    >
      <Form error={refusal} onSubmit={() => isReady && submit()}>
        <UnknownNote onAsk={askAgain} />
        <Select label={t("from")} name="from" value={from} options={options} onChange={setFrom} />
        <Select
          label={t("to")}
          name="to"
          value={to}
          options={options}
          onChange={setTo}
          error={from === to ? t("sameSource") : undefined}
        />
        <MoneyInput label={t("amount")} name="amount" value={typed} onChange={setTyped} />
        <TextInput
          label={t("remarks")}
          name="remarks"
          optional
          maxLength={70}
          value={remarks}
          onChange={setRemarks}
          hint={t("remarksHint")}
        />
      </Form>
    </Dialog>
  );
}
