// The results of a drill, from attempts, routing decisions and the banks' own books.
import type { Outputs } from "#dashboard/api/operations.ts";
import { Badge } from "#dashboard/ui/badge.tsx";
import { Card, KeyValues } from "#dashboard/ui/layout.tsx";
import { railName } from "#dashboard/ui/rail-name.ts";
import { Time } from "#dashboard/ui/time.tsx";
import { useTexts } from "./texts.ts";

type Report = Outputs["startBankDrill"];

export function DrillReport({ report }: { report: Report }) {
  const t = useTexts();
  const { rail, percent, from, until, running, transfers, succeeded, failed, open, calls, troubled } = report;
  const { rerouted, failedOver, queued, lost, paidTwice } = report;
  return (
    <Card
      title={t("drillReport")}
      lead={t("drillOf", { mode: railName(rail), percent })}
      actions={<Badge tone={running ? "warn" : "ok"}>{t(running ? "drillRuns" : "drillIsOver")}</Badge>}
    >
      <p className="mb-3 text-13 text-ink-2">
        {t.rich("drillSpan", {
          from: <Time at={from} shape="minute" />,
          until: <Time at={until} shape="minute" />,
        })}
      </p>
      <KeyValues
        facts={[
          { label: t("noticed"), value: <Noticed report={report} /> },
          { label: t("rerouted"), value: rerouted },
          { label: t("failedOver"), value: failedOver },
          { label: t("queued"), value: queued },
          { label: t("lost"), value: <Badge tone={lost === 0 ? "ok" : "bad"}>{lost}</Badge> },
          { label: t("paidTwice"), value: <Badge tone={paidTwice === 0 ? "ok" : "bad"}>{paidTwice}</Badge> },
          { label: t("drillCalls"), value: t("ofThemTroubled", { calls, troubled }) },
          { label: t("drillTransfers"), value: transfers },
          { label: t("drillSucceeded"), value: succeeded },
          { label: t("drillFailed"), value: failed },
          { label: t("drillOpen"), value: open },
        ]}
      />
    </Card>
  );
}

function Noticed({ report: { detected, recoveredAfterSeconds } }: { report: Report }) {
  const t = useTexts();
  if (detected === null) return <>{t("notNoticed")}</>;
  const { afterSeconds: seconds, afterCalls: calls, as } = detected;
  return (
    <>
      {t("noticedAfter", { seconds, calls })} <Badge tone={as === "down" ? "bad" : "warn"}>{t(as)}</Badge>
      {recoveredAfterSeconds !== null && (
        <span className="block text-13 text-ink-2">{t("wellAfter", { seconds: recoveredAfterSeconds })}</span>
      )}
    </>
  );
}
