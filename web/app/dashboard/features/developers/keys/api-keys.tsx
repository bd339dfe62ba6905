// The API keys: they are generated once, reset with care, and limited in what they can do.
import { useState } from "react";
import { Link } from "react-router";
import { useCall, useSend } from "#dashboard/api/use-call.ts";
import type { Outputs } from "#dashboard/api/operations.ts";
import { Can } from "#dashboard/shell/can.tsx";
import { useMerchantId, useSession, useTo } from "#dashboard/shell/session.tsx";
import { Badge } from "#dashboard/ui/badge.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { CopyButton } from "#dashboard/ui/copy-button.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Card, EmptyState, KeyValues, Note } from "#dashboard/ui/layout.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { Time } from "#dashboard/ui/time.tsx";
import { GiveBack } from "./give-back.tsx";
import { KeyScope } from "./key-scope.tsx";
import { KeySettings } from "./key-settings.tsx";
import { PublicKey } from "./public-key.tsx";
import { ResetDialog } from "./reset-dialog.tsx";
import { ResetNote } from "./reset-note.tsx";
import { SecretDialog } from "./secret-dialog.tsx";
import { useTexts } from "./texts.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

export type Keys = NonNullable<Outputs["getApiKeys"]["keys"]>;
export type Issued = NonNullable<Outputs["generateApiKeys"]["keys"]>;

/** The React key of the forms. It changes with the rights of the API keys, so that the forms start again. */
const keyOf = ({ version, scope, fundSourceIds, dayLimit, ipAllowlist }: Keys): string =>
  JSON.stringify([version, scope, fundSourceIds, dayLimit, ipAllowlist]);

export default function ApiKeys() {
  const t = useTexts();
  const merchantId = useMerchantId();
  const [issued, setIssued] = useState<Issued | null>(null);
  const { data, error, refetch } = useCall("getApiKeys", { merchantId });
  const generate = useSend("generateApiKeys", {
    refreshes: ["getApiKeys"],
    onDone: ({ keys }) => setIssued(keys),
  });
  return (
    <>
      <PageHeader title={t("title")} lead={t("lead")} />
      {error && !data && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={8} />}
      {generate.error && <ErrorBox error={generate.error} className="mb-5" />}
      {data && data.keys === null && data.reset !== null && (
        <ResetNote reset={data.reset} onIssued={setIssued} isFirst />
      )}
      {data && data.keys === null && data.reset === null && (
        <EmptyState
          title={t("noneTitle")}
          action={
            <Can operation="generateApiKeys">
              <Button look="primary" busy={generate.isPending} onClick={() => generate.send({ merchantId })}>
                {t("generate")}
              </Button>
            </Can>
          }
          docs={<a href="/payout/integrations/integrations">{t("docs")}</a>}
        >
          {t("noneLead")}
        </EmptyState>
      )}
      {data && data.keys !== null && (
        <div className="grid gap-5">
          {data.reset !== null && <ResetNote reset={data.reset} onIssued={setIssued} />}
          {data.keys.holderUnknown && (
            <Note tone="warn" title={t("holderUnknown")}>
              {t("holderUnknownText")}
            </Note>
          )}
          {!data.apisEnabled && <Note tone="warn">{t("apisOff")}</Note>}
          <KeyCard keys={data.keys} apisEnabled={data.apisEnabled} onIssued={setIssued} />
          <GiveBack {...data} />
          <KeyScope key={`scope ${keyOf(data.keys)}`} keys={data.keys} wider={data.wider} />
          <KeySettings key={`settings ${keyOf(data.keys)}`} keys={data.keys} waits={data.allowlistWaits} />
          <PublicKey pem={data.keys.publicKeyPem} />
        </div>
      )}
      {issued && <SecretDialog issued={issued} onClose={() => setIssued(null)} />}
    </>
  );
}

interface KeyCardProps {
  keys: Keys;
  apisEnabled: boolean;
  onIssued: (issued: Issued) => void;
}

function KeyCard({ keys, apisEnabled, onIssued }: KeyCardProps) {
  const t = useTexts();
  const to = useTo();
  const { environment } = useSession();
  const [resetting, setResetting] = useState(false);
  const { clientId, createdAt, version, lastUse, usedThisMinute, ratePerMinute } = keys;
  return (
    <Card
      title={<span className="font-mono text-16 break-all">{clientId}</span>}
      actions={
        <>
          <CopyButton bare text={clientId} label={t("copyClientId")} />
          <Can operation="resetApiKeys">
            <Button look="danger" icon="refresh" onClick={() => setResetting(true)}>
              {t("reset")}
            </Button>
          </Can>
        </>
      }
    >
      <div className="grid gap-4">
        <KeyValues
          stacked
          facts={[
            {
              label: t("status"),
              value: apisEnabled ? (
                <Badge tone="ok">{t("active")}</Badge>
              ) : (
                <Badge tone="warn">{t("apisOff")}</Badge>
              ),
            },
            { label: t("environment"), value: t(environment) },
            { label: t("generatedAt"), value: <Time at={createdAt} shape="minute" /> },
            { label: t("version"), value: version },
            {
              label: t("lastUse"),
              value: lastUse
                ? t.rich("lastUseFrom", { at: <Time at={lastUse.at} shape="minute" />, ip: lastUse.ip })
                : t("neverUsed"),
            },
            { label: t("rate"), value: t("rateUsed", { used: usedThisMinute, all: ratePerMinute }) },
          ]}
        />
        <Note>
          {t("webhookNote")}{" "}
          <Link className="text-link underline" to={to("developers/webhooks")}>
            {t("toWebhooks")}
          </Link>{" "}
          ·{" "}
          <Link className="text-link underline" to={to("developers/api-logs")}>
            {t("toLogs")}
          </Link>
        </Note>
      </div>
      {resetting && <ResetDialog keys={keys} onIssued={onIssued} onClose={() => setResetting(false)} />}
    </Card>
  );
}
