// The health of the merchant's banks on each rail, and which bank comes first: the policy in force and the earlier
// ones.
import { useCall } from "#dashboard/api/use-call.ts";
import { useMerchantId, useTo } from "#dashboard/shell/session.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { Can } from "#dashboard/shell/can.tsx";
import { ButtonLink } from "#dashboard/ui/button.tsx";
import { Health } from "./health.tsx";
import { Policies } from "./policies.tsx";
import { useTexts } from "./texts.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

/** The health of banks is not announced, so it is fetched repeatedly. */
export default function Routing() {
  const t = useTexts();
  const merchantId = useMerchantId();
  const health = useCall("getBankHealth", { merchantId });
  const policies = useCall("listRoutingPolicies", { merchantId });
  const to = useTo();
  const { data, error } = health;
  const draft = (
    <Can operation="setRoutingPolicy">
      <ButtonLink to={to("fund-sources/routing/draft")} look="primary">
        {t("draft")}
      </ButtonLink>
    </Can>
  );
  return (
    <>
      <PageHeader
        title={t("title")}
        lead={t("lead")}
        actions={policies.data?.banks.length ? draft : undefined}
      />
      <div className="grid gap-6">
        {error && !data && <ErrorBox error={error} onRetry={() => void health.refetch()} />}
        {!data && !error && <Skeleton lines={6} />}
        {data && <Health items={data.items} />}
        {policies.error && !policies.data && (
          <ErrorBox error={policies.error} onRetry={() => void policies.refetch()} />
        )}
        {policies.data && <Policies items={policies.data.items} />}
      </div>
    </>
  );
}
