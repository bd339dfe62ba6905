// One endpoint: its address, its events, its recent results, and its actions.
import { useState } from "react";
import { useSend } from "#dashboard/api/use-call.ts";
import { Can } from "#dashboard/shell/can.tsx";
import { useMerchantId, useTo } from "#dashboard/shell/session.tsx";
import { Badge } from "#dashboard/ui/badge.tsx";
import { Button, ButtonLink } from "#dashboard/ui/button.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Card, KeyValues, Note } from "#dashboard/ui/layout.tsx";
import { Time } from "#dashboard/ui/time.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { EventsDialog, type EventChoice } from "./events-dialog.tsx";
import { type Endpoint, shortUrl } from "./kinds.ts";
import { RemoveDialog } from "./remove-dialog.tsx";
import { RotateDialog } from "./rotate-dialog.tsx";
import { useTexts } from "./texts.ts";
import { TestResult } from "./test-result.tsx";

interface EndpointCardProps {
  endpoint: Endpoint;
  events: readonly EventChoice[];
}

type Asking = "events" | "rotate" | "remove" | null;

export function EndpointCard({ endpoint, events }: EndpointCardProps) {
  const t = useTexts();
  const to = useTo();
  const merchantId = useMerchantId();
  const [asking, setAsking] = useState<Asking>(null);
  const close = () => setAsking(null);
  const { endpointId, failingSince, previousSecretUntil, status } = endpoint;
  const test = useSend("testWebhook");
  return (
    <Card
      title={<span className="font-mono text-16 break-all">{shortUrl(endpoint.url)}</span>}
      actions={<EndpointMark endpoint={endpoint} />}
    >
      <div className="grid gap-4">
        {status === "enabled" && failingSince !== null && (
          <Note tone="warn">
            {t.rich("failingSince", {
              at: <Time at={failingSince} shape="minute" />,
              count: endpoint.consecutiveFailures,
            })}
          </Note>
        )}
        {previousSecretUntil !== null && (
          <Note>{t.rich("oldSecret", { at: <Time at={previousSecretUntil} shape="minute" /> })}</Note>
        )}
        <EndpointFacts endpoint={endpoint} />
        <div className="flex flex-wrap items-center gap-2">
          <ButtonLink size="sm" to={`${to("developers/webhooks/deliveries")}?f=1&endpoint=${endpointId}`}>
            {t("seeDeliveries")}
          </ButtonLink>
          <EndpointActions
            endpoint={endpoint}
            onAsk={setAsking}
            testing={test.isPending}
            onTest={() => test.send({ merchantId, endpointId, format: endpoint.format })}
          />
        </div>
        {test.error && <ErrorBox error={test.error} />}
        {test.data && <TestResult tested={test.data} format={endpoint.format} />}
      </div>
      {asking === "events" && <EventsDialog endpoint={endpoint} events={events} onClose={close} />}
      {asking === "rotate" && <RotateDialog endpointId={endpointId} onClose={close} />}
      {asking === "remove" && <RemoveDialog endpointId={endpointId} onClose={close} />}
    </Card>
  );
}

function EndpointMark({ endpoint: { status, disabledBecause } }: { endpoint: Endpoint }) {
  const t = useTexts();
  if (status === "enabled") return <Badge tone="ok">{t("enabled")}</Badge>;
  const why = { gone: "disabledGone", failing: "disabledFailing", merchant: "disabledMerchant" } as const;
  return (
    <Badge tone={disabledBecause === "merchant" ? "neu" : "bad"}>
      {t(disabledBecause === null ? "disabled" : why[disabledBecause])}
    </Badge>
  );
}

function EndpointFacts({ endpoint }: EndpointCardProps | { endpoint: Endpoint }) {
  const t = useTexts();
  const { format, eventTypes, delivered, failing, p95Ms, lastAt } = endpoint;
  return (
    <KeyValues
      stacked
      facts={[
        { label: t("format"), value: t(format) },
        {
          label: t("events"),
          value: eventTypes === null ? t("allEvents") : t("someEvents", { count: eventTypes.length }),
        },
        {
          label: t("last24"),
          value: delivered + failing === 0 ? t("nothingSent") : t("health", { delivered, failing }),
        },
        p95Ms !== null && { label: t("p95"), value: t("ms", { ms: p95Ms }) },
        lastAt !== null && { label: t("lastDelivery"), value: <Time at={lastAt} shape="minute" /> },
      ]}
    />
  );
}

interface ActionsProps {
  endpoint: Endpoint;
  testing: boolean;
  onTest: () => void;
  onAsk: (asking: Asking) => void;
}

function EndpointActions({
  endpoint: { endpointId, status, disabledAt },
  testing,
  onTest,
  onAsk,
}: ActionsProps) {
  const t = useTexts();
  const to = useTo();
  const merchantId = useMerchantId();
  const change = useSend("changeWebhookEndpoint", {
    refreshes: ["listWebhookEndpoints", "listWebhookDeliveries"],
    onDone: (_answer, { enabled }) => toast(t(enabled === true ? "enabledNow" : "disabledNow")),
  });
  const isOn = status === "enabled";
  const replay = `${to("developers/webhooks/deliveries")}?replay=${endpointId}&since=${disabledAt ?? ""}`;
  return (
    <>
      <Can operation="changeWebhookEndpoint">
        {isOn && (
          <Button size="sm" busy={testing} onClick={onTest}>
            {t("test")}
          </Button>
        )}
        <Button size="sm" onClick={() => onAsk("events")}>
          {t("chooseEvents")}
        </Button>
        <Button
          size="sm"
          busy={change.isPending}
          onClick={() => change.send({ merchantId, endpointId, enabled: !isOn })}
        >
          {t(isOn ? "disable" : "enable")}
        </Button>
        {isOn && (
          <Button size="sm" onClick={() => onAsk("rotate")}>
            {t("rotate")}
          </Button>
        )}
        <Button size="sm" look="danger" onClick={() => onAsk("remove")}>
          {t("remove")}
        </Button>
      </Can>
      {change.data?.disabledAt && (
        <Note
          actions={
            <ButtonLink size="sm" to={replay}>
              {t("replayMissed")}
            </ButtonLink>
          }
        >
          {t.rich("enabledReplay", { at: <Time at={change.data.disabledAt} shape="minute" /> })}
        </Note>
      )}
      {change.error && <ErrorBox error={change.error} />}
    </>
  );
}
