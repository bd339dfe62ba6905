// A loan: to whom, how much, which charges; what each party pays is shown before it is sent.
import { useState } from "react";
import { ApiError, NoAnswer } from "#dashboard/api/api-error.ts";
import type { Outputs } from "#dashboard/api/operations.ts";
import { useCall, useSend } from "#dashboard/api/use-call.ts";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Select, TextInput } from "#dashboard/ui/fields.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { KeyValues, Note } from "#dashboard/ui/layout.tsx";
import { Money, MoneyInput, MoneyWords } from "#dashboard/ui/money.tsx";
import { decimalOf, formatRupees, paiseOf, readAmount } from "#dashboard/ui/rupees.ts";
import { toast } from "#dashboard/ui/toast.tsx";
import { useTexts } from "./texts.ts";

interface LendDialogProps {
  agreement: NonNullable<Outputs["getLending"]["agreement"]>;
  onClose: () => void;
}

/** Made once for the form, so that sending again is the same loan. */
const newId = (): string => `LOAN_${crypto.randomUUID().replaceAll("-", "").slice(0, 16)}`;

const mostShown = 100;

export function LendDialog({ agreement, onClose }: LendDialogProps) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const [loanId, setLoanId] = useState(newId);
  const [typed, setTyped] = useState("");
  const [typedCharge, setTypedCharge] = useState("");
  const [remarks, setRemarks] = useState("");
  const [chosen, setChosen] = useState("");
  const payees = useCall("listBeneficiaries", { merchantId, limit: mostShown }).data?.items ?? [];
  const beneId = chosen === "" ? (payees[0]?.beneId ?? "") : chosen;
  const { send, error, isPending, variables } = useSend("lend", {
    refreshes: ["getLending", "listLoans", "listFundSources"],
    onDone: () => {
      toast(t("lent"));
      onClose();
    },
  });
  const amount = readAmount(typed);
  const charge = typedCharge === "" ? "0.00" : readAmount(typedCharge);
  const money =
    amount !== undefined && charge !== undefined
      ? splitOf(amount, charge, agreement.lenderPercent)
      : undefined;
  const isUnknown = error instanceof NoAnswer && error.unknown;
  const hasField = error instanceof ApiError && error.refusal.fields.length > 0;
  const isReady = money !== undefined && beneId !== "" && loanId !== "" && !isUnknown;
  const submit = () => {
    if (!isReady || amount === undefined || charge === undefined) return;
    const charges = charge === "0.00" ? [] : [{ name: "processingFee", amount: charge }];
    send({ merchantId, loanId, amount, beneId, charges, remarks });
  };
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      title={t("lendTitle")}
      lead={t("lendLead")}
      actions={
        <Button look="primary" size="money" busy={isPending} disabled={!isReady} onClick={submit}>
          {money ? t("lendSend", { amount: formatRupees(money.disbursal) }) : t("lend")}
        </Button>
      }
    >
      <Form error={error} onSubmit={submit}>
        {isUnknown && (
          <Note
            tone="warn"
            title={t("unknownTitle")}
            actions={
              <Button size="sm" onClick={() => variables && send(variables)}>
                {t("unknownAsk")}
              </Button>
            }
          >
            {t("unknownLead")}
          </Note>
        )}
        {error && !hasField && !isUnknown && <ErrorBox error={error} />}
        <Select
          label={t("borrower")}
          name="beneId"
          value={beneId}
          onChange={setChosen}
          options={payees.map((one) => ({ id: one.beneId, label: `${one.name} (${one.beneId})` }))}
          hint={payees.length === 0 && t("noPayees")}
        />
        <MoneyInput label={t("amountAsked")} name="amount" value={typed} onChange={setTyped} />
        <MoneyInput label={t("charge")} optional value={typedCharge} onChange={setTypedCharge} />
        <TextInput
          label={t("loanId")}
          name="loanId"
          mono
          maxLength={40}
          value={loanId}
          onChange={setLoanId}
        />
        <TextInput
          label={t("remarks")}
          name="remarks"
          optional
          maxLength={70}
          value={remarks}
          onChange={setRemarks}
        />
        {money && <SplitPreview money={money} agreement={agreement} />}
      </Form>
    </Dialog>
  );
}

/** What each party pays, and what the borrower gets. */
function SplitPreview({ money, agreement }: { money: Split; agreement: LendDialogProps["agreement"] }) {
  const t = useTexts();
  return (
    <div>
      <KeyValues
        facts={[
          {
            label: t("lenderShare", { percent: `${agreement.lenderPercent} %` }),
            value: <Money amount={money.lender} />,
          },
          {
            label: t("originatorShare", { percent: `${agreement.originatorPercent} %` }),
            value: <Money amount={money.originator} />,
          },
          { label: t("disbursal"), value: <Money amount={money.disbursal} />, total: true },
        ]}
      />
      <MoneyWords amount={money.disbursal} />
    </div>
  );
}

interface Split {
  lender: string;
  originator: string;
  disbursal: string;
}

/** As the server splits it: the lender's share is cut to the paisa, and the rest is the originator's. */
export function splitOf(amount: string, charge: string, lenderPercent: number): Split | undefined {
  const [whole, taken] = [paiseOf(amount) ?? 0n, paiseOf(charge) ?? 0n];
  if (taken >= whole) return undefined;
  const lender = (whole * BigInt(lenderPercent)) / 100n;
  return {
    lender: decimalOf(lender),
    originator: decimalOf(whole - lender),
    disbursal: decimalOf(whole - taken),
  };
}
