// /keep-factors#ticket: stops the removal of a member's second factors or of an Owner's rights, by a link that was
// sent. It requires a click, because mail scanners open the links in e-mails, and some of them run the page.
import { isRefusal } from "#dashboard/api/api-error.ts";
import { useSend } from "#dashboard/api/use-call.ts";
import { Button, ButtonLink } from "#dashboard/ui/button.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { useTexts } from "./texts.ts";
import { useTicket } from "./ticket.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

export default function KeepFactors() {
  const t = useTexts();
  const ticket = useTicket();
  const keeping = useSend("keepFactorsByLink", { refreshes: ["readSecurity"] });
  if (ticket === undefined) return <PageHeader title={t("noTicket")} lead={t("noTicketLead")} />;
  if (isRefusal(keeping.error, "ticket_invalid"))
    return <PageHeader title={t("linkDead")} lead={t("linkDeadKeep")} />;
  if (keeping.error) return <ErrorBox error={keeping.error} onRetry={() => keeping.send({ ticket })} />;
  if (!keeping.data)
    return (
      <>
        <PageHeader title={t("keepAsk")} lead={t("keepAskLead")} />
        <Button look="primary" size="money" busy={keeping.isPending} onClick={() => keeping.send({ ticket })}>
          {t("keepFactors")}
        </Button>
      </>
    );
  return (
    <>
      <PageHeader title={t("kept")} lead={t("keptLead")} />
      <ButtonLink look="primary" size="money" to="/dashboard">
        {t("toDashboard")}
      </ButtonLink>
    </>
  );
}
