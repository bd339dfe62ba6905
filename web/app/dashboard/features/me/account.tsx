// /me: the member's profile, second factors and sessions.
import { useCall } from "#dashboard/api/use-call.ts";
import { useSession } from "#dashboard/shell/session.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { ScreenSkeleton } from "#dashboard/ui/skeleton.tsx";
import { PasswordCard } from "./password-card.tsx";
import { ProfileCard } from "./profile-card.tsx";
import { SecondFactorCard } from "./second-factor-card.tsx";
import { SessionsCard } from "./sessions-card.tsx";
import { useTexts } from "./texts.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

export default function Account() {
  const t = useTexts();
  const { me, merchant } = useSession();
  const security = useCall("readSecurity", {});
  // A visitor of the try-out has no password, so there is nothing to prove or to protect.
  const isVisitor = me.organization.endsAt !== null;
  const factors = security.data && !isVisitor && <SecondFactorCard security={security.data} />;
  const factorFirst = merchant.secondFactorRequired;
  return (
    <>
      <PageHeader
        title={t("title")}
        lead={t("lead", { email: me.email, organization: me.organization.name })}
      />
      <div className="grid max-w-[56rem] gap-6">
        {factorFirst && factors}
        <ProfileCard />
        {!isVisitor && <PasswordCard />}
        {security.error && <ErrorBox error={security.error} onRetry={() => void security.refetch()} />}
        {security.isPending && <ScreenSkeleton />}
        {security.data && (
          <>
            {!factorFirst && factors}
            <SessionsCard sessions={security.data.sessions} />
          </>
        )}
      </div>
    </>
  );
}
