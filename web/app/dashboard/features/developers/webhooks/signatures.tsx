// The signature debugger: what is signed, if a signature is valid, and the mistake behind an invalid one.
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { useCall, useSend } from "#dashboard/api/use-call.ts";
import type { Inputs, Outputs } from "#dashboard/api/operations.ts";
import { Can } from "#dashboard/shell/can.tsx";
import { useMerchantId, useTo } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Select, TextArea, TextInput } from "#dashboard/ui/fields.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { Card, Note } from "#dashboard/ui/layout.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { Code } from "./exchange.tsx";
import { type Endpoint, type Format, shortUrl } from "./kinds.ts";
import { WebhookTabs } from "./tabs.tsx";
import { useTexts } from "./texts.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

type Scheme = NonNullable<Inputs["checkWebhookSignature"]["scheme"]>;
type Diagnosis = Outputs["checkWebhookSignature"];

/** The signatures in a request of each format. The one that receivers check first comes first. */
const schemesOf: Readonly<Record<Format, readonly Scheme[]>> = {
  classic_form: ["fields", "body", "standard"],
  classic_json: ["fields", "body", "standard"],
  standard: ["standard"],
  v2: ["v2", "standard"],
};

const schemeTexts = {
  fields: "schemeFields",
  body: "schemeBody",
  v2: "schemeV2",
  standard: "schemeStandard",
} as const;

export default function Signatures() {
  const t = useTexts();
  const to = useTo();
  const merchantId = useMerchantId();
  const { data } = useCall("listWebhookEndpoints", { merchantId });
  const endpoints = data?.items;
  return (
    <>
      <PageHeader
        title={t("tabSignatures")}
        documentTitle={`${t("tabSignatures")} · ${t("title")}`}
        lead={t("signaturesLead")}
      />
      <WebhookTabs />
      {endpoints?.length === 0 && (
        <Note>
          {t("noEndpointToCheck")} <Link to={to("developers/webhooks")}>{t("tabEndpoints")}</Link>
        </Note>
      )}
      {endpoints !== undefined && endpoints.length > 0 && <Debugger endpoints={endpoints} />}
    </>
  );
}

function Debugger({ endpoints }: { endpoints: readonly Endpoint[] }) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const [query] = useSearchParams();
  const asked = endpoints.find(({ endpointId }) => endpointId === query.get("endpoint"));
  const [endpointId, setEndpointId] = useState((asked ?? endpoints[0]!).endpointId);
  const schemes = schemesOf[endpoints.find((one) => one.endpointId === endpointId)!.format];
  const [chosen, setScheme] = useState<Scheme | null>(null);
  const scheme = chosen !== null && schemes.includes(chosen) ? chosen : schemes[0]!;
  const [body, setBody] = useState("");
  const [signature, setSignature] = useState("");
  const [timestamp, setTimestamp] = useState("");
  const [webhookId, setWebhookId] = useState("");
  const check = useSend("checkWebhookSignature");
  const send = () =>
    check.send({
      ...{ merchantId, endpointId, scheme, body, signature },
      ...(timestamp !== "" && { timestamp }),
      ...(webhookId !== "" && { webhookId }),
    });
  const hasTime = scheme === "v2" || scheme === "standard";
  return (
    <div className="grid gap-5 xl:grid-cols-2">
      <Card>
        <Form error={check.error} onSubmit={send}>
          <Select
            label={t("endpoint")}
            name="endpointId"
            value={endpointId}
            options={endpoints.map((one) => ({ id: one.endpointId, label: shortUrl(one.url) }))}
            onChange={setEndpointId}
          />
          <Select
            label={t("whichSignature")}
            name="scheme"
            value={scheme}
            options={schemes.map((id) => ({ id, label: t(schemeTexts[id]) }))}
            onChange={setScheme}
          />
          <TextArea label={t("receivedBody")} name="body" mono rows={6} value={body} onChange={setBody} />
          <TextInput
            label={t("receivedSignature")}
            name="signature"
            mono
            value={signature}
            onChange={setSignature}
          />
          {hasTime && (
            <TextInput
              label={t("timestamp")}
              name="timestamp"
              mono
              inputMode="numeric"
              value={timestamp}
              onChange={setTimestamp}
              hint={t("timestampHint")}
            />
          )}
          {scheme === "standard" && (
            <TextInput label="webhook-id" name="webhookId" mono value={webhookId} onChange={setWebhookId} />
          )}
          <div>
            <Can operation="checkWebhookSignature">
              <Button
                type="submit"
                look="primary"
                busy={check.isPending}
                disabled={body === "" || signature === ""}
              >
                {t("check")}
              </Button>
            </Can>
          </div>
        </Form>
      </Card>
      <div role="status">{check.data && <Verdict diagnosis={check.data} />}</div>
    </div>
  );
}

function Verdict({ diagnosis }: { diagnosis: Diagnosis }) {
  const t = useTexts();
  const { verdict, baseString, skewSeconds } = diagnosis;
  const tone =
    verdict === "right" ? "ok" : verdict === "clock_skew" || verdict === "old_secret" ? "warn" : "bad";
  return (
    <Card>
      <div className="grid gap-4">
        <Note tone={tone} title={t(`v_${verdict}`)}>
          {t(`v_${verdict}Fix`)}
        </Note>
        <Code label={t("base")} text={baseString} />
        {skewSeconds !== null && (
          <p className="text-13 text-ink-2">
            {t(skewSeconds < 0 ? "skewAhead" : "skew", { seconds: Math.abs(skewSeconds) })}
          </p>
        )}
      </div>
    </Card>
  );
}
