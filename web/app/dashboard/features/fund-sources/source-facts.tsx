// The details of a fund source.
import type { ReactNode } from "react";
import { useTo } from "#dashboard/shell/session.tsx";
import { Link } from "react-router";
import { KeyValues } from "#dashboard/ui/layout.tsx";
import { Money } from "#dashboard/ui/money.tsx";
import { railName } from "#dashboard/ui/rail-name.ts";
import { paysTransfers } from "./kinds.ts";
import type { FundSource } from "./kinds.ts";
import { useTexts } from "./texts.ts";

export function SourceFacts({ source }: { source: FundSource }) {
  const t = useTexts();
  const to = useTo();
  const last = (amount: string | null): ReactNode =>
    amount === null ? <span className="text-ink-3">{t("none")}</span> : <Money amount={amount} />;
  const pays = paysTransfers(source);
  return (
    <KeyValues
      stacked
      facts={[
        { label: t("balance"), value: <Money amount={source.balance} /> },
        { label: t("held"), value: <Money amount={source.held} /> },
        pays && { label: t("overdraftLimit"), value: <Money amount={source.overdraftLimit} /> },
        {
          label: t("threshold"),
          value: source.notifiesLowBalance ? (
            <Money amount={source.threshold} />
          ) : (
            <Link to={to("settings/thresholds")} className="text-link underline">
              {t("thresholdOff")}
            </Link>
          ),
        },
        { label: t("lastRecharge"), value: last(source.lastRecharge) },
        source.kind === "wallet" && { label: t("lastWithdrawal"), value: last(source.lastWithdrawal) },
        pays && { label: t("lastInternal"), value: last(source.lastInternalTransfer) },
        pays && {
          label: t("share"),
          value: source.sharePercent === 0 ? t("noShare") : `${source.sharePercent}%`,
        },
        source.accountLast4 !== null && {
          label: t("account"),
          value: (
            <span className="font-mono text-13">
              ••••{source.accountLast4}
              <br />
              {source.ifsc}
            </span>
          ),
        },
        pays && {
          label: t("modes"),
          wide: true,
          value: <span className="text-13">{source.modes.map(railName).join(" · ")}</span>,
        },
      ]}
    />
  );
}
