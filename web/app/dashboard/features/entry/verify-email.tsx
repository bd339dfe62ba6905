// /verify-email#ticket: confirms an address with the link that was sent to it.
import { useEffect, useRef } from "react";
import { isRefusal } from "#dashboard/api/api-error.ts";
import { useSend } from "#dashboard/api/use-call.ts";
import { ButtonLink } from "#dashboard/ui/button.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { useTexts } from "./texts.ts";
import { useTicket } from "./ticket.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

export default function VerifyEmail() {
  const t = useTexts();
  const ticket = useTicket();
  const proving = useSend("proveEmail", { refreshes: ["getSession"] });
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current || ticket === undefined) return;
    begun.current = true;
    proving.send({ ticket });
  });
  if (ticket === undefined) return <PageHeader title={t("noTicket")} lead={t("noTicketLead")} />;
  if (isRefusal(proving.error, "ticket_invalid"))
    return <PageHeader title={t("linkDead")} lead={t("linkDeadVerify")} />;
  if (proving.error) return <ErrorBox error={proving.error} onRetry={() => proving.send({ ticket })} />;
  if (!proving.data) return <PageHeader title={t("verifying")} />;
  return (
    <>
      <PageHeader title={t("verified")} lead={t("verifiedLead", { email: proving.data.email })} />
      <ButtonLink look="primary" size="money" to="/dashboard">
        {t("toDashboard")}
      </ButtonLink>
    </>
  );
}
