// The bank's answer about an account: the holder's name, and how well it matches.
import { Badge } from "#dashboard/ui/badge.tsx";
import { Time } from "#dashboard/ui/time.tsx";
import { matches } from "./kinds.ts";
import type { Beneficiary } from "./kinds.ts";
import { useTexts } from "./texts.ts";

export function Holder({ holder, whole }: { holder: Beneficiary["holder"]; whole?: boolean }) {
  const t = useTexts();
  if (holder === null) return <span className="text-ink-3">{t("notVerified")}</span>;
  if (holder.status === "not_found") return <Badge tone="bad">{t("noAccount")}</Badge>;
  const { score } = holder;
  return (
    <span className="grid justify-items-start gap-0.5">
      {score === null ? (
        <Badge tone="warn">{t("nameNotComparable")}</Badge>
      ) : (
        <Badge tone={matches(score) ? "ok" : "warn"}>{t("nameMatch", { score: `${score}%` })}</Badge>
      )}
      {whole && (
        <span className="text-13 text-ink-2">
          {t.rich("nameAtBank", { name: holder.nameAtBank, at: <Time at={holder.at} shape="day" /> })}
        </span>
      )}
    </span>
  );
}
