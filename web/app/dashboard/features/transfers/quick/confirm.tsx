// The confirmation before money moves: the amount in figures and words, the payee, the mode, the time, the price, the
// remaining balance, and warnings.
import { useSession } from "#dashboard/shell/session.tsx";
import { isNewPayee } from "#dashboard/ui/beneficiary-field.tsx";
import { ConfirmDialog, tierOf } from "#dashboard/ui/confirm-dialog.tsx";
import type { Fact } from "#dashboard/ui/layout.tsx";
import { Money } from "#dashboard/ui/money.tsx";
import { formatRupees, sumOf } from "#dashboard/ui/rupees.ts";
import { Time } from "#dashboard/ui/time.tsx";
import { modeName } from "./mode-names.ts";
import { optionOf, useOutcomeWords, Warnings } from "./preflight.tsx";
import { useTexts } from "./texts.ts";
import type { Preview } from "./use-preview.ts";

interface ConfirmProps {
  preview: Preview;
  busy: boolean;
  onClose: () => void;
  onSend: () => void;
}

export function Confirm({ preview, busy, onClose, onSend }: ConfirmProps) {
  const t = useTexts();
  const { environment } = useSession();
  const words = useOutcomeWords();
  const { amount, payee, duplicate } = preview;
  const isNew = payee !== null && isNewPayee(payee);
  const last4 = payee?.accountLast4 ?? null;
  return (
    <ConfirmDialog
      open
      onClose={busy ? () => {} : onClose}
      onConfirm={onSend}
      title={t("confirmTitle", { amount: formatRupees(amount) })}
      amount={amount}
      facts={useFacts(preview)}
      confirmLabel={busy ? t("sending") : t("send", { amount: formatRupees(amount) })}
      cancelLabel={t("keepEditing")}
      tier={tierOf({ environment, amount, unusual: isNew || duplicate !== null })}
      {...(last4 !== null && { retype: { label: t("retype"), answer: last4 } })}
      busy={busy}
    >
      <p>{words(preview)}</p>
      <Warnings preview={preview} />
    </ConfirmDialog>
  );
}

function useFacts(preview: Preview): (Fact | false)[] {
  const t = useTexts();
  const { payee, fundSource, balanceAfter, fee, tax, mostCharges, route, mode } = preview;
  const option = optionOf(preview);
  return [
    payee !== null && { label: t("confirmPayee"), value: <PayeeLine payee={payee} /> },
    {
      label: t("confirmMode"),
      value: (
        <>
          {modeName(route?.rail ?? option?.rail ?? mode, t)}
          {option?.expectedBy && (
            <span className="block text-13 text-ink-2">
              {t("expected")} <Time at={option.expectedBy} shape="minute" />
            </span>
          )}
        </>
      ),
    },
    {
      label: t("confirmFrom"),
      value: (
        <>
          {fundSource?.name}
          {balanceAfter && (
            <span className="block text-13 text-ink-2">
              {t("confirmBalance", { amount: formatRupees(balanceAfter) })}
            </span>
          )}
        </>
      ),
    },
    { label: t("feeLine"), value: <Money amount={sumOf([fee, tax])} /> },
    mostCharges !== null && { label: t("mostCharges"), value: <Money amount={mostCharges} /> },
  ];
}

function PayeeLine({ payee }: { payee: NonNullable<Preview["payee"]> }) {
  const { name, bankName, accountLast4, ifsc, vpa, phone } = payee;
  const place = accountLast4 ? [bankName, `••••${accountLast4}`, ifsc] : [vpa ?? phone];
  return (
    <>
      <span className="font-semibold">{name}</span>
      <span className="block text-13 text-ink-2">{place.filter(Boolean).join(" · ")}</span>
    </>
  );
}
