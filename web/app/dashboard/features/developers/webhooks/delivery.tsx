// One delivery: every try with its response, and the exact request.
import { useParams } from "react-router";
import { useCall, useSend } from "#dashboard/api/use-call.ts";
import type { Outputs } from "#dashboard/api/operations.ts";
import { Can } from "#dashboard/shell/can.tsx";
import { useMerchantId, useTo } from "#dashboard/shell/session.tsx";
import { Badge } from "#dashboard/ui/badge.tsx";
import { Button, ButtonLink } from "#dashboard/ui/button.tsx";
import { CopyButton } from "#dashboard/ui/copy-button.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Card, KeyValues, Note } from "#dashboard/ui/layout.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { Time } from "#dashboard/ui/time.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { Code, RequestView } from "./exchange.tsx";
import { outcomeTones } from "./kinds.ts";
import { useTexts } from "./texts.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

type Story = Outputs["getWebhookDelivery"];

export default function DeliveryScreen() {
  const t = useTexts();
  const to = useTo();
  const merchantId = useMerchantId();
  const { deliveryId = "" } = useParams();
  const { data, error, refetch } = useCall("getWebhookDelivery", { merchantId, deliveryId });
  const resend = useSend("replayWebhookDelivery", {
    refreshes: ["getWebhookDelivery", "listWebhookDeliveries"],
    onDone: () => toast(t("resent")),
  });
  return (
    <>
      <PageHeader
        title={data?.eventType ?? t("deliveryTitle")}
        documentTitle={t("deliveryTitle")}
        trail={<a href={to("developers/webhooks/deliveries")}>{t("tabDeliveries")}</a>}
        mark={data && <Badge tone={outcomeTones[data.outcome]}>{t(data.outcome)}</Badge>}
        actions={
          data && (
            <>
              {data.transferId !== null && (
                <ButtonLink to={`${to("transfers/all")}?f=1&q=${encodeURIComponent(data.transferId)}`}>
                  {t("openTransfer")}
                </ButtonLink>
              )}
              <Can operation="replayWebhookDelivery">
                <Button
                  look="primary"
                  icon="refresh"
                  busy={resend.isPending}
                  onClick={() => resend.send({ merchantId, deliveryId })}
                >
                  {t("resend")}
                </Button>
              </Can>
            </>
          )
        }
      />
      {resend.error && <ErrorBox error={resend.error} className="mb-5" />}
      {error && !data && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={10} />}
      {data && <Parts story={data} />}
    </>
  );
}

function Parts({ story }: { story: Story }) {
  const t = useTexts();
  const to = useTo();
  const { url, format, eventId, transferId, createdAt, outcome, dueAt, request, masked, endpointId } = story;
  return (
    <div className="grid gap-5 xl:grid-cols-2">
      <div className="grid content-start gap-5">
        <Card>
          <KeyValues
            facts={[
              { label: t("endpoint"), value: <span className="font-mono text-13 break-all">{url}</span> },
              { label: t("format"), value: t(format) },
              {
                label: t("webhookId"),
                value: (
                  <span className="inline-flex items-center gap-1 font-mono text-13 break-all">
                    {eventId}
                    <CopyButton bare text={eventId} label={t("webhookId")} />
                  </span>
                ),
              },
              transferId !== null && {
                label: t("object"),
                value: <span className="font-mono">{transferId}</span>,
              },
              { label: t("when"), value: <Time at={createdAt} /> },
              outcome === "retrying" &&
                dueAt !== null && {
                  label: t("retrying"),
                  value: t.rich("nextTry", { at: <Time at={dueAt} /> }),
                },
            ]}
          />
        </Card>
        <Card title={t("attempts")}>
          <Attempts log={story.log} />
        </Card>
      </div>
      <Card
        title={t("request")}
        actions={
          <ButtonLink size="sm" to={`${to("developers/webhooks/signatures")}?endpoint=${endpointId}`}>
            {t("debug")}
          </ButtonLink>
        }
      >
        {request === null ? (
          <Note>{t("noRequest")}</Note>
        ) : (
          <div className="grid gap-3">
            <p className="text-13 text-ink-2">{t("requestNote")}</p>
            {masked && <Note>{t("requestMasked")}</Note>}
            <RequestView request={request} />
          </div>
        )}
      </Card>
    </div>
  );
}

function Attempts({ log }: Pick<Story, "log">) {
  const t = useTexts();
  if (log.length === 0) return <p className="text-ink-2">{t("noAttempts")}</p>;
  return (
    <ol className="grid gap-4">
      {log.map(({ at, httpStatus, durationMs, excerpt }, index) => (
        <li key={at} className="grid gap-2 border-b border-line pb-4 last:border-b-0 last:pb-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-semibold">{t("attempt", { number: index + 1 })}</span>
            <Badge tone={httpStatus !== null && httpStatus < 300 ? "ok" : "bad"}>
              {httpStatus === null ? t("answerNone") : `HTTP ${httpStatus}`}
            </Badge>
            <span className="text-13 text-ink-2">
              <Time at={at} /> · {t("ms", { ms: durationMs })}
            </span>
          </div>
          <Code label={t("response")} text={excerpt === "" ? t("emptyAnswer") : excerpt} />
        </li>
      ))}
    </ol>
  );
}
