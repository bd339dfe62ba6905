// The last confirmation before a loan is paid: what each party pays and what the borrower gets, as the server splits
// it.
import type { Beneficiary, Inputs, Outputs } from "#dashboard/api/operations.ts";
import { useCall } from "#dashboard/api/use-call.ts";
import { useMoneySend } from "#dashboard/api/use-money-send.ts";
import { useSession } from "#dashboard/shell/session.tsx";
import { isNewPayee, payeePlace } from "#dashboard/ui/beneficiary-field.tsx";
import { ConfirmDialog, tierOf } from "#dashboard/ui/confirm-dialog.tsx";
import { Money } from "#dashboard/ui/money.tsx";
import { formatRupees } from "#dashboard/ui/rupees.ts";
import { toast } from "#dashboard/ui/toast.tsx";
import { UnknownNote } from "#dashboard/ui/unknown-note.tsx";
import { useTexts } from "./texts.ts";

interface LendConfirmProps {
  agreement: NonNullable<Outputs["getLending"]["agreement"]>;
  order: Inputs["lend"];
  borrower: Beneficiary;
  onBack: () => void;
  onClose: () => void;
}

export function LendConfirm({ agreement, order, borrower, onBack, onClose }: LendConfirmProps) {
  const t = useTexts();
  const { environment } = useSession();
  const { merchantId, amount, charges, loanId } = order;
  const preview = useCall("previewLoan", { merchantId, amount, charges });
  const { send, refusal, askAgain, isPending } = useMoneySend("lend", {
    id: "loanId",
    refreshes: ["getLending", "listLoans", "listFundSources"],
    onDone: () => {
      toast(t("lent"));
      onClose();
    },
  });
  const split = preview.error ? undefined : preview.data;
  const last4 = borrower.accountLast4;
  const figure = split && formatRupees(split.disbursal);
  return (
    <ConfirmDialog
      open
      onClose={askAgain === undefined ? onBack : onClose}
      onConfirm={() => split && send(order)}
      title={
        figure === undefined ? t("lendTitle") : t("lendConfirm", { amount: figure, name: borrower.name })
      }
      {...(split && { amount: split.disbursal })}
      facts={[
        { label: t("borrower"), value: [borrower.name, payeePlace(borrower)].filter(Boolean).join(" · ") },
        { label: t("loanId"), value: <code className="font-mono text-13 break-all">{loanId}</code> },
        { label: t("amountAsked"), value: <Money amount={amount} /> },
        split && {
          label: t("lenderShare", { percent: `${agreement.lenderPercent}%` }),
          value: <Money amount={split.lenderShare} />,
        },
        split && {
          label: t("originatorShare", { percent: `${agreement.originatorPercent}%` }),
          value: <Money amount={split.originatorShare} />,
        },
        ...(charges ?? []).map((charge) => ({ label: t("charge"), value: <Money amount={charge.amount} /> })),
        split && { label: t("disbursal"), value: <Money amount={split.disbursal} />, total: true },
      ]}
      confirmLabel={figure === undefined ? t("lend") : t("lendSend", { amount: figure })}
      cancelLabel={askAgain === undefined ? t("keepEditing") : t("close")}
      tier={tierOf({ environment, amount: split?.disbursal, unusual: isNewPayee(borrower) })}
      {...(last4 !== null && { retype: { label: t("retype"), answer: last4 } })}
      busy={isPending || askAgain !== undefined || split === undefined}
      error={refusal ?? preview.error}
    >
      <UnknownNote onAsk={askAgain} />
    </ConfirmDialog>
  );
}
