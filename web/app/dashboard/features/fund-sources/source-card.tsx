// One fund source: its figures from the books, and its actions.
import { Link } from "react-router";
import { Can } from "#dashboard/shell/can.tsx";
import { useSession, useTo } from "#dashboard/shell/session.tsx";
import { Badge } from "#dashboard/ui/badge.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Card } from "#dashboard/ui/layout.tsx";
import { Money } from "#dashboard/ui/money.tsx";
import { paiseOf } from "#dashboard/ui/rupees.ts";
import { kindKeys, takesDeposits } from "./kinds.ts";
import type { FundSource } from "./kinds.ts";
import type { Action } from "./list.tsx";
import { SourceFacts } from "./source-facts.tsx";
import { useTexts } from "./texts.ts";

interface SourceCardProps {
  source: FundSource;
  onAction: (action: Action) => void;
}

export function SourceCard({ source, onAction }: SourceCardProps) {
  const t = useTexts();
  const to = useTo();
  const { environment } = useSession();
  const canRecharge = takesDeposits(source) || (environment === "sandbox" && source.kind === "bank_account");
  return (
    <Card
      title={
        <Link to={to(`fund-sources/${source.fundSourceId}`)} className="hover:underline">
          {source.name}
        </Link>
      }
      lead={[t(kindKeys[source.kind]), source.fundSourceId, source.bank?.name].filter(Boolean).join(" · ")}
      actions={<SourceMarks source={source} />}
    >
      <div className="grid gap-4">
        <div>
          <p className="text-13 text-ink-3">{t("available")}</p>
          <Money amount={source.available} size="figure" />
        </div>
        <SourceFacts source={source} />
        <div className="flex flex-wrap gap-2">
          {canRecharge && (
            <Button
              look={source.kind === "wallet" ? "primary" : "secondary"}
              onClick={() => onAction("funds")}
            >
              {t("addFunds")}
            </Button>
          )}
          {source.kind === "wallet" && (
            <Can operation="withdraw">
              <Button onClick={() => onAction("withdraw")}>{t("withdraw")}</Button>
            </Can>
          )}
          <Link
            to={to(`fund-sources/${source.fundSourceId}`)}
            className="inline-flex min-h-9 items-center px-2 text-14 text-link underline"
          >
            {t("statement")}
          </Link>
        </div>
      </div>
    </Card>
  );
}

/** Shows what needs attention. */
export function SourceMarks({ source }: { source: FundSource }) {
  const t = useTexts();
  const isLow =
    source.notifiesLowBalance && (paiseOf(source.available) ?? 0n) < (paiseOf(source.threshold) ?? 0n);
  return (
    <>
      {!source.active && <Badge tone="neu">{t("switchedOff")}</Badge>}
      {isLow && <Badge tone="warn">{t("belowThreshold")}</Badge>}
      {source.recovering.length > 0 && (
        <Badge tone="warn">{t("heldBanks", { count: source.recovering.length })}</Badge>
      )}
      {source.downtimes > 0 && <Badge tone="warn">{t("downtimesNow", { count: source.downtimes })}</Badge>}
    </>
  );
}
