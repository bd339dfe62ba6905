// Pays a loan: the borrower, the amount and the charges, then a confirmation of what each party pays.
import { useState } from "react";
import { randomHex, useOrderId } from "#dashboard/api/order-ids.ts";
import type { Beneficiary, Inputs, Outputs } from "#dashboard/api/operations.ts";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { BeneficiaryField } from "#dashboard/ui/beneficiary-field.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { TextInput } from "#dashboard/ui/fields.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { MoneyInput } from "#dashboard/ui/money.tsx";
import { formatRupees, readAmount } from "#dashboard/ui/rupees.ts";
import { LendConfirm } from "./lend-confirm.tsx";
import { useTexts } from "./texts.ts";

interface LendDialogProps {
  agreement: NonNullable<Outputs["getLending"]["agreement"]>;
  onClose: () => void;
}

const newId = (): string => `LOAN_${randomHex(16)}`;

/** The values as they were typed. */
interface Draft {
  borrower: Beneficiary | null;
  amount: string;
  charge: string;
  loanId: string;
  remarks: string;
}

export function LendDialog({ agreement, onClose }: LendDialogProps) {
  const merchantId = useMerchantId();
  const [loanId] = useOrderId({ name: "lend", merchantId }, newId);
  const [draft, setDraft] = useState<Draft>({ borrower: null, amount: "", charge: "", loanId, remarks: "" });
  const [isConfirming, setConfirming] = useState(false);
  const order = orderOf(merchantId, draft);
  if (isConfirming && order !== undefined && draft.borrower !== null) {
    const { borrower } = draft;
    return <LendConfirm {...{ agreement, order, borrower, onClose }} onBack={() => setConfirming(false)} />;
  }
  return (
    <LendForm
      draft={draft}
      isReady={order !== undefined}
      onChange={(changes) => setDraft({ ...draft, ...changes })}
      onReview={() => setConfirming(true)}
      onClose={onClose}
    />
  );
}

/** Returns the order. Undefined while something is missing. */
function orderOf(merchantId: string, draft: Draft): Inputs["lend"] | undefined {
  const { borrower, loanId, remarks } = draft;
  const amount = readAmount(draft.amount);
  const charge = draft.charge === "" ? "0.00" : readAmount(draft.charge);
  if (borrower === null || amount === undefined || charge === undefined || loanId === "") return undefined;
  const charges = charge === "0.00" ? [] : [{ name: "processingFee", amount: charge }];
  return { merchantId, loanId, amount, beneId: borrower.beneId, charges, remarks };
}

interface LendFormProps {
  draft: Draft;
  isReady: boolean;
  onChange: (changes: Partial<Draft>) => void;
  onReview: () => void;
  onClose: () => void;
}

function LendForm({ draft, isReady, onChange, onReview, onClose }: LendFormProps) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const amount = readAmount(draft.amount);
  const field = (name: "amount" | "charge" | "loanId" | "remarks") => ({
    name,
    value: draft[name],
    onChange: (value: string) => onChange({ [name]: value }),
  });
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      title={t("lendTitle")}
      lead={t("lendLead")}
      actions={
        <Button look="primary" size="money" disabled={!isReady} onClick={onReview}>
          {amount === undefined ? t("review") : t("reviewAmount", { amount: formatRupees(amount) })}
        </Button>
      }
    >
      <Form onSubmit={() => isReady && onReview()}>
        <BeneficiaryField
          merchantId={merchantId}
          label={t("borrower")}
          noneHint={t("noPayees")}
          chosen={draft.borrower}
          onChoose={(borrower) => onChange({ borrower })}
        />
        <MoneyInput label={t("amountAsked")} {...field("amount")} />
        <MoneyInput label={t("charge")} optional {...field("charge")} />
        <TextInput label={t("loanId")} mono maxLength={40} {...field("loanId")} />
        <TextInput label={t("remarks")} optional maxLength={70} {...field("remarks")} />
      </Form>
    </Dialog>
  );
}
