// A withdrawal: its amount and remarks, then a confirmation which says that it cannot be cancelled.
import { useRef, useState } from "react";
import type { Inputs } from "#dashboard/api/operations.ts";
import { randomHex, useOrderId } from "#dashboard/api/order-ids.ts";
import { useCall } from "#dashboard/api/use-call.ts";
import { useMoneySend } from "#dashboard/api/use-money-send.ts";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { TextInput } from "#dashboard/ui/fields.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { KeyValues, Note } from "#dashboard/ui/layout.tsx";
import { Money, MoneyInput, MoneyWords } from "#dashboard/ui/money.tsx";
import { decimalOf, formatRupees, paiseOf, readAmount } from "#dashboard/ui/rupees.ts";
import { toast } from "#dashboard/ui/toast.tsx";
import { UnknownNote } from "#dashboard/ui/unknown-note.tsx";
import type { FundSource } from "./kinds.ts";
import { useTexts } from "./texts.ts";

interface WithdrawDialogProps {
  source: FundSource;
  onClose: () => void;
}

/** The key has letters and digits only. It is made once per form, so that sending again is the same withdrawal. */
const newKey = (): string => `W${randomHex(20)}`;

export function WithdrawDialog({ source, onClose }: WithdrawDialogProps) {
  const merchantId = useMerchantId();
  const [withdrawalId] = useOrderId({ name: "withdraw", merchantId }, newKey);
  const [draft, setDraft] = useState<Draft>({ typed: "", remarks: "" });
  const [confirmed, setConfirmed] = useState<string>();
  const account = useCall("getAccountInformation", { merchantId }).data?.registeredAccount;
  const destination = account ? `${account.holderName} · ••••${account.accountLast4} · ${account.ifsc}` : "";
  if (confirmed !== undefined) {
    const order = { merchantId, withdrawalId, amount: confirmed, remarks: draft.remarks };
    return (
      <Confirmation {...{ source, order, destination, onClose, onBack: () => setConfirmed(undefined) }} />
    );
  }
  const isRegistered = account === undefined ? undefined : account !== null;
  return (
    <WithdrawalForm
      {...{ source, draft, destination, isRegistered, onClose }}
      onChange={setDraft}
      onConfirm={setConfirmed}
    />
  );
}

interface Draft {
  typed: string;
  remarks: string;
}

/** The operation accepts these values. */
const LEAST_PAISE = 100n;
const REMARKS = /^[A-Za-z0-9 ]*$/;

interface WithdrawalFormProps extends WithdrawDialogProps {
  draft: Draft;
  destination: string;
  /** Undefined until the server has answered. */
  isRegistered: boolean | undefined;
  onChange: (draft: Draft) => void;
  onConfirm: (amount: string) => void;
}

function WithdrawalForm(props: WithdrawalFormProps) {
  const { source, draft, destination, isRegistered, onChange, onConfirm, onClose } = props;
  const t = useTexts();
  const amount = readAmount(draft.typed);
  const available = formatRupees(source.available);
  const isTooMuch = (paiseOf(amount ?? "0") ?? 0n) > (paiseOf(source.available) ?? 0n);
  const isTooLittle = amount !== undefined && (paiseOf(amount) ?? 0n) < LEAST_PAISE;
  const isUnfit = !REMARKS.test(draft.remarks);
  const isReady = amount !== undefined && !isTooMuch && !isTooLittle && !isUnfit && isRegistered === true;
  const goOn = () => isReady && onConfirm(amount);
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      title={t("withdrawTitle")}
      lead={isRegistered ? t("withdrawTo", { account: destination }) : undefined}
      actions={
        <Button look="primary" disabled={!isReady} onClick={goOn}>
          {t("goOn")}
        </Button>
      }
    >
      <Form onSubmit={goOn}>
        {isRegistered === false && <Note tone="warn">{t("notRegistered")}</Note>}
        <MoneyInput
          label={t("amount")}
          name="amount"
          value={draft.typed}
          onChange={(typed) => onChange({ ...draft, typed })}
          error={isTooMuch ? t("tooMuch", { available }) : isTooLittle ? t("tooLittle") : undefined}
          hint={t("availableNow", { amount: available })}
        />
        <TextInput
          label={t("remarks")}
          name="remarks"
          optional
          maxLength={70}
          value={draft.remarks}
          onChange={(remarks) => onChange({ ...draft, remarks })}
          error={isUnfit ? t("remarksUnfit") : undefined}
          hint={t("remarksHint")}
        />
      </Form>
    </Dialog>
  );
}

interface ConfirmationProps extends WithdrawDialogProps {
  order: Inputs["withdraw"] & { remarks: string };
  destination: string;
  onBack: () => void;
}

function Confirmation({ source, order, destination, onBack, onClose }: ConfirmationProps) {
  const t = useTexts();
  const keepEditing = useRef<HTMLButtonElement>(null);
  const { send, refusal, askAgain, isPending } = useMoneySend("withdraw", {
    id: "withdrawalId",
    refreshes: ["listFundSources", "listStatement", "getStatementTotals", "listWithdrawals"],
    onDone: ({ status }) => {
      toast(t(status === "awaiting_approval" ? "withdrawnToApprove" : "withdrawn"));
      onClose();
    },
  });
  const { amount, remarks } = order;
  const left = (paiseOf(source.available) ?? 0n) - (paiseOf(amount) ?? 0n);
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      title={t.rich("withdrawConfirm", { amount: <Money amount={amount} /> })}
      lead={<MoneyWords amount={amount} />}
      initialFocus={keepEditing}
      actions={
        <>
          <Button ref={keepEditing} onClick={onBack} disabled={isPending || askAgain !== undefined}>
            {t("keepEditing")}
          </Button>
          <Button
            look="primary"
            size="money"
            busy={isPending}
            disabled={askAgain !== undefined}
            onClick={() => send(order)}
          >
            {t("withdrawSend", { amount: formatRupees(amount) })}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {refusal !== null && <ErrorBox error={refusal} />}
        <UnknownNote onAsk={askAgain} />
        <KeyValues
          facts={[
            { label: t("to"), value: destination },
            { label: t("from"), value: source.name },
            { label: t("balanceAfter"), value: <Money amount={decimalOf(left)} /> },
            remarks !== "" && { label: t("remarks"), value: remarks },
          ]}
        />
        <Note tone="warn" title={t("cannotBeCancelled")}>
          {t("withdrawRules")}
        </Note>
      </div>
    </Dialog>
  );
}
