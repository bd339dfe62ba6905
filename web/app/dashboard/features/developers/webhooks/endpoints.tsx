// The endpoints that receive events, their recent results, and Test & Add.
import { useState } from "react";
import { useCall } from "#dashboard/api/use-call.ts";
import { Can } from "#dashboard/shell/can.tsx";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { EmptyState } from "#dashboard/ui/layout.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { AddEndpoint } from "./add-endpoint.tsx";
import { EndpointCard } from "./endpoint-card.tsx";
import { WebhookTabs } from "./tabs.tsx";
import { useTexts } from "./texts.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

export default function Endpoints() {
  const t = useTexts();
  const merchantId = useMerchantId();
  const [adding, setAdding] = useState(false);
  const { data, error, refetch } = useCall("listWebhookEndpoints", { merchantId });
  const add = (
    <Can operation="addWebhookEndpoint">
      <Button look="primary" icon="plus" onClick={() => setAdding(true)}>
        {t("add")}
      </Button>
    </Can>
  );
  return (
    <>
      <PageHeader title={t("title")} lead={t("lead")} actions={data?.items.length ? add : undefined} />
      <WebhookTabs />
      {error && !data && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={6} />}
      {data?.items.length === 0 && (
        <EmptyState
          title={t("noEndpoints")}
          action={add}
          docs={<a href="/payout/make-payouts/webhooks">{t("noEndpointsDocs")}</a>}
        >
          {t("noEndpointsLead")}
        </EmptyState>
      )}
      <div className="grid gap-5">
        {data?.items.map((endpoint) => (
          <EndpointCard key={endpoint.endpointId} endpoint={endpoint} events={data.events} />
        ))}
      </div>
      {adding && data && <AddEndpoint events={data.events} onClose={() => setAdding(false)} />}
    </>
  );
}
