// The choice of a mode: each one with its price and time, or the reason why it is not possible.
import { RadioCards } from "#dashboard/ui/choices.tsx";
import { Note } from "#dashboard/ui/layout.tsx";
import { formatRupees, sumOf } from "#dashboard/ui/rupees.ts";
import { formatTime } from "#dashboard/ui/time.tsx";
import { isCardOnly } from "./draft.ts";
import type { Draft, Mode } from "./draft.ts";
import { modeName } from "./mode-names.ts";
import { useTexts } from "./texts.ts";
import type { Preview } from "./use-preview.ts";

const toAccount: readonly Mode[] = ["banktransfer", "imps", "neft", "rtgs"];

/** Returns the modes that the form offers for its payee. */
function modesOf({ payee, paidTo }: Draft, preview: Preview | undefined): readonly Mode[] {
  if (payee === "new") return paidTo === "upi" ? ["upi"] : toAccount;
  const wallets = (["paytm", "amazonpay"] as const).filter((mode) =>
    preview?.modes.some((one) => one.mode === mode && one.refusal === null),
  );
  return [...toAccount, "upi", ...wallets];
}

/** True for problems that another mode might solve. A wrong payee is wrong in all modes. */
const isOfMode = ({ field }: { field: string }): boolean => field === "mode" || field === "amount";

interface ModeFieldProps {
  draft: Draft;
  preview: Preview | undefined;
  onChange: (mode: Mode) => void;
}

export function ModeField({ draft, preview, onChange }: ModeFieldProps) {
  const t = useTexts();
  if (isCardOnly(draft)) return <CardNote />;
  const about = (mode: Mode): string | undefined => {
    const option = preview?.modes.find((one) => one.mode === mode);
    if (option === undefined) return undefined;
    if (option.refusal !== null) return isOfMode(option.refusal) ? option.refusal.message : undefined;
    const fee = formatRupees(sumOf([option.fee, option.tax]));
    const time = option.expectedBy === null ? "" : formatTime(option.expectedBy, "minute", t.language);
    const opens =
      option.opensAt === null
        ? ""
        : ` · ${t("modeOpens", { time: formatTime(option.opensAt, "minute", t.language) })}`;
    return `${t("modeAbout", { fee, time })}${opens}`;
  };
  const isRefused = (mode: Mode): boolean =>
    preview?.modes.some((one) => one.mode === mode && one.refusal !== null && isOfMode(one.refusal)) ?? false;
  return (
    <RadioCards
      label={t("mode")}
      columns={2}
      value={draft.mode as Mode}
      cards={modesOf(draft, preview).map((mode) => ({
        id: mode,
        label: mode === "banktransfer" ? t("modeAutoBest") : modeName(mode, t),
        about: about(mode),
        disabled: mode !== draft.mode && isRefused(mode),
      }))}
      onChange={onChange}
    />
  );
}

/** Explains that only programs can pay cards, because that needs a card token. */
function CardNote() {
  const t = useTexts();
  return (
    <Note tone="warn" title={t("cardOnly")}>
      {t("cardOnlyAbout")}{" "}
      <a href="/payout/make-payouts/cards-and-wallets" className="text-link underline">
        {t("cardDocs")}
      </a>
    </Note>
  );
}
