// The first steps of a new user. Each one is ticked when it has happened.
import { useCall } from "#dashboard/api/use-call.ts";
import type { Outputs } from "#dashboard/api/operations.ts";
import { useMerchantId, useTo } from "#dashboard/shell/session.tsx";
import { ButtonLink } from "#dashboard/ui/button.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Icon } from "#dashboard/ui/icon.tsx";
import { Note } from "#dashboard/ui/layout.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { Progress } from "#dashboard/ui/progress.tsx";
import { ScreenSkeleton } from "#dashboard/ui/skeleton.tsx";
import { useTexts } from "./texts.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

type Step = Outputs["readOnboarding"]["steps"][number]["step"];

const places: Record<Step, string> = {
  paid: "transfers/quick",
  failed: "developers/sandbox/values",
  webhook: "developers/webhooks",
  called: "developers/api-keys",
  approved: "settings/access",
  second_factor: "me",
};

export default function GetStarted() {
  const t = useTexts();
  const to = useTo();
  const onboarding = useCall("readOnboarding", { merchantId: useMerchantId() });
  const steps = onboarding.data?.steps ?? [];
  const done = steps.filter((step) => step.done).length;
  return (
    <>
      <PageHeader title={t("title")} lead={t("lead")} />
      {onboarding.error && <ErrorBox error={onboarding.error} onRetry={() => void onboarding.refetch()} />}
      {onboarding.isPending && <ScreenSkeleton />}
      {onboarding.data && (
        <div className="grid max-w-[48rem] gap-4">
          <div role="status">
            <Progress label={t("progress")} done={done} of={steps.length} />
          </div>
          {done === steps.length && <Note tone="ok">{t("allDone")}</Note>}
          <ol className="divide-y divide-line rounded-card border border-line bg-surface">
            {steps.map(({ step, done: isDone }) => (
              <li key={step} className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
                <span
                  className={`grid size-6 shrink-0 place-items-center rounded-full ${isDone ? "bg-ok-bg text-ok" : "border border-control"}`}
                >
                  {isDone && <Icon name="check" size={16} />}
                  <span className="sr-only">{t(isDone ? "done" : "open")}</span>
                </span>
                <div className="min-w-0 flex-1 basis-56">
                  <h2 className={`text-16 font-semibold ${isDone ? "text-ink-2" : ""}`}>{t(step)}</h2>
                  <p className="text-14 text-ink-2">{t(`${step}Lead`)}</p>
                </div>
                {!isDone && <ButtonLink to={to(places[step])}>{t(`${step}Go`)}</ButtonLink>}
              </li>
            ))}
          </ol>
        </div>
      )}
    </>
  );
}
