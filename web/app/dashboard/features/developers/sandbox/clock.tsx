// Time and outcomes: the sandbox can do now what a live merchant has to wait for.
import { useState } from "react";
import { useCall, useSend } from "#dashboard/api/use-call.ts";
import { Can } from "#dashboard/shell/can.tsx";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Card, Note } from "#dashboard/ui/layout.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { Time } from "#dashboard/ui/time.tsx";
import { DrillCard } from "./drill-card.tsx";
import { ForceCard } from "./force-card.tsx";
import { SandboxTabs } from "./tabs.tsx";
import { useTexts } from "./texts.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

const steps = ["3600", "86400", "259200", "604800", "2592000"] as const;

export default function Clock() {
  const t = useTexts();
  return (
    <>
      <PageHeader title={t("title")} lead={t("clockLead")} />
      <SandboxTabs />
      <div className="grid gap-5 xl:grid-cols-2">
        <ClockCard />
        <ForceCard />
        <DrillCard />
      </div>
    </>
  );
}

function ClockCard() {
  const t = useTexts();
  const merchantId = useMerchantId();
  const [since, setSince] = useState<string | undefined>();
  const clock = useCall("getSandboxClock", { merchantId, since });
  const advance = useSend("advanceSandboxClock", {
    refreshes: ["getSandboxClock"],
    onDone: ({ from }) => setSince(from),
  });
  const { data } = clock;
  const hours = Math.round((data?.offsetSeconds ?? 0) / 3_600);
  return (
    <Card title={t("clock")}>
      <div className="grid gap-4">
        {clock.error && <ErrorBox error={clock.error} onRetry={() => void clock.refetch()} />}
        {data && (
          <div>
            <p className="text-13 text-ink-2">{t("clockShows")}</p>
            <p className="font-display text-21 font-semibold">
              <Time at={data.now} />
            </p>
            <p className="text-13 text-ink-2">
              {hours === 0
                ? t("clockReal")
                : t("clockAhead", { days: Math.floor(hours / 24), hours: hours % 24 })}
            </p>
            {data.movingTo !== null && (
              <p className="text-13">
                {t.rich("moving", { to: <Time at={data.movingTo} shape="minute" /> })}
              </p>
            )}
          </div>
        )}
        <div>
          <p className="mb-1 text-14 font-semibold">{t("advance")}</p>
          <div className="flex flex-wrap gap-2">
            <Can operation="advanceSandboxClock">
              {steps.map((seconds) => (
                <Button
                  key={seconds}
                  busy={advance.isPending && advance.variables?.seconds === Number(seconds)}
                  disabled={advance.isPending}
                  onClick={() => advance.send({ merchantId, seconds: Number(seconds) })}
                >
                  {t(`by${seconds}`)}
                </Button>
              ))}
            </Can>
          </div>
          <p className="mt-1 text-13 text-ink-2">{t("cannotGoBack")}</p>
        </div>
        {advance.error && <ErrorBox error={advance.error} />}
        {advance.data && (
          <div role="status">
            <Note
              tone="ok"
              title={t.rich("moved", {
                from: <Time at={advance.data.from} shape="minute" />,
                to: <Time at={advance.data.now} shape="minute" />,
              })}
            >
              {!advance.data.arrived && <p>{t("notArrived")}</p>}
              {advance.data.stops > 0 && <p>{t("stopsMade", { stops: advance.data.stops })}</p>}
              {data?.happened.length ? (
                <>
                  <p>{t("happened")}</p>
                  <ul>
                    {data.happened.map(({ type, events }) => (
                      <li key={type} className="font-mono text-13">
                        {events} × {type}
                      </li>
                    ))}
                  </ul>
                </>
              ) : (
                t("nothingHappened")
              )}
            </Note>
          </div>
        )}
      </div>
    </Card>
  );
}
