// Creates a payout link: its payee, its amount and its expiry.
import { useState } from "react";
import { useNavigate } from "react-router";
import { randomHex, useOrderId } from "#dashboard/api/order-ids.ts";
import { useMoneySend } from "#dashboard/api/use-money-send.ts";
import { useMerchantId, useTo } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Checkbox } from "#dashboard/ui/choices.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { TextInput } from "#dashboard/ui/fields.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { MoneyInput } from "#dashboard/ui/money.tsx";
import { formatRupees, readAmount } from "#dashboard/ui/rupees.ts";
import { today } from "#dashboard/ui/time.tsx";
import { UnknownNote } from "#dashboard/ui/unknown-note.tsx";
import { useTexts } from "./texts.ts";

const daysMax = 30;
const daysUsual = 7;

/** The ID is made once per form, so that sending again creates the same link. */
const newId = (): string => `link_${randomHex(16)}`;

export function CreateDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const to = useTo();
  const navigate = useNavigate();
  const merchantId = useMerchantId();
  const [linkId] = useOrderId({ name: "createLink", merchantId }, newId);
  const [draft, setDraft] = useState({
    linkId,
    name: "",
    phone: "",
    email: "",
    lastDay: today(-daysUsual),
    remarks: "",
  });
  const [typed, setTyped] = useState("");
  const [notifyPayee, setNotifyPayee] = useState(true);
  const [checkName, setCheckName] = useState(false);
  const { send, refusal, askAgain, isPending } = useMoneySend("createLink", {
    id: "linkId",
    refreshes: ["listLinks"],
    onDone: ({ linkId }) => void navigate(to(`links/${linkId}`)),
  });
  const amount = readAmount(typed);
  const isReady = amount !== undefined && draft.name.trim() !== "" && draft.phone.trim() !== "";
  const submit = () =>
    isReady && askAgain === undefined && send({ merchantId, ...draft, amount, notifyPayee, checkName });
  const field = (key: keyof typeof draft) => ({
    name: key,
    value: draft[key],
    onChange: (value: string) => setDraft({ ...draft, [key]: value }),
  });
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      title={t("createTitle")}
      lead={t("createLead")}
      actions={
        <Button
          look="primary"
          size="money"
          busy={isPending}
          disabled={!isReady || askAgain !== undefined}
          onClick={submit}
        >
          {amount === undefined ? t("create") : t("createSend", { amount: formatRupees(amount) })}
        </Button>
      }
    >
      <Form error={refusal} onSubmit={submit}>
        <UnknownNote onAsk={askAgain} />
        <MoneyInput label={t("amount")} name="amount" value={typed} onChange={setTyped} />
        <TextInput label={t("payeeName")} autoComplete="off" {...field("name")} />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextInput
            label={t("phone")}
            type="tel"
            autoComplete="off"
            hint={t("phoneHint")}
            {...field("phone")}
          />
          <TextInput label={t("email")} type="email" autoComplete="off" optional {...field("email")} />
        </div>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextInput
            label={t("lastDay")}
            type="date"
            min={today()}
            max={today(-daysMax)}
            hint={t("lastDayHint", { days: daysMax })}
            {...field("lastDay")}
          />
          <TextInput label={t("remarks")} optional maxLength={70} {...field("remarks")} />
        </div>
        <TextInput label={t("id")} mono maxLength={35} hint={t("idHint")} {...field("linkId")} />
        <Checkbox label={t("notify")} checked={notifyPayee} onChange={setNotifyPayee} />
        <Checkbox
          label={t("checkName")}
          hint={t("checkNameHint")}
          checked={checkName}
          onChange={setCheckName}
        />
      </Form>
    </Dialog>
  );
}
