// Opens the sandbox for a visitor without an account. If someone is logged in, nothing changes.
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { useSend } from "#dashboard/api/use-call.ts";
import { call } from "#dashboard/api/call.ts";
import { isRefusal } from "#dashboard/api/api-error.ts";
import { buttonClass } from "#dashboard/ui/button.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { useTexts } from "./texts.ts";
import { useEntered } from "./use-entered.ts";

/** The address is /login?try. */
export function TryOut() {
  const t = useTexts();
  const entered = useEntered();
  const opening = useSend("startTryOut", { onDone: () => entered() });
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    // A member who follows the link keeps their session.
    call("getSession", {}).then(
      () => entered(),
      (error: unknown) => {
        if (isRefusal(error, "not_logged_in")) opening.send({});
      },
    );
  });
  if (isRefusal(opening.error, "sign_up_closed")) return <Closed />;
  return (
    <>
      <PageHeader title={t("openingSandbox")} lead={t("openingSandboxLead")} />
      {opening.error ? (
        <ErrorBox error={opening.error} onRetry={() => opening.send({})} />
      ) : (
        <div role="progressbar" aria-label={t("openingSandbox")} className="h-1 rounded-full bg-sunken">
          <div className="h-1 w-1/3 animate-pulse rounded-full bg-primary" />
        </div>
      )}
    </>
  );
}

export function Closed() {
  const t = useTexts();
  return <PageHeader title={t("closed")} lead={t("closedLead")} />;
}

/** The offer beside the log-in and sign-up forms. */
export function TryOutCard() {
  const t = useTexts();
  return (
    <div className="grid justify-items-start gap-2 rounded-card border border-line bg-surface p-4">
      <p className="text-13 text-ink-2">{t("tryAbout")}</p>
      <Link to="/login?try" className={buttonClass("secondary")}>
        {t("tryFirst")}
      </Link>
    </div>
  );
}
