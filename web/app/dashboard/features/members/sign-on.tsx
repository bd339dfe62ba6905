// /settings/access/sign-on: Owners connect the organization to its OpenID provider.
import { useState } from "react";
import { useCall, useSend } from "#dashboard/api/use-call.ts";
import type { Outputs } from "#dashboard/api/operations.ts";
import { Badge } from "#dashboard/ui/badge.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { CopyButton } from "#dashboard/ui/copy-button.tsx";
import { ConfirmDialog } from "#dashboard/ui/confirm-dialog.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Card, KeyValues, Note } from "#dashboard/ui/layout.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { Time } from "#dashboard/ui/time.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { AccessHeader } from "./access-header.tsx";
import { ProviderForm } from "./provider-form.tsx";
import { useTexts } from "./texts.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

type Provider = NonNullable<Outputs["getProvider"]["provider"]>;

export default function SignOnScreen() {
  const t = useTexts();
  const { data, error, refetch } = useCall("getProvider", {});
  const [isEditing, setEditing] = useState(false);
  const provider = data?.provider ?? null;
  return (
    <>
      <AccessHeader />
      {error && !data && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={6} />}
      {data && (
        <div className="grid max-w-[56rem] grid-cols-1 gap-4">
          <Card title={t("redirectTitle")} lead={t("redirectLead")}>
            <div className="flex flex-wrap items-center gap-3">
              <code className="min-w-0 rounded-field bg-sunken px-3 py-2 font-mono text-13 break-all">
                {data.redirectUri}
              </code>
              <CopyButton text={data.redirectUri} label={t("copyRedirect")} />
            </div>
          </Card>
          {provider !== null && (
            <Card title={t("logInLinkTitle")} lead={t("logInLinkLead")}>
              <div className="flex flex-wrap items-center gap-3">
                <code className="min-w-0 rounded-field bg-sunken px-3 py-2 font-mono text-13 break-all">
                  {data.logInLink}
                </code>
                <CopyButton text={data.logInLink} label={t("copyLogInLink")} />
              </div>
            </Card>
          )}
          {provider !== null && !isEditing && (
            <Connected provider={provider} onEdit={() => setEditing(true)} />
          )}
          {(provider === null || isEditing) && (
            <ProviderForm provider={provider} onDone={() => setEditing(false)} />
          )}
        </div>
      )}
    </>
  );
}

function Connected({ provider, onEdit }: { provider: Provider; onEdit: () => void }) {
  const t = useTexts();
  const [isEnding, setEnding] = useState(false);
  const ending = useSend("disconnectProvider", {
    refreshes: ["getProvider"],
    onDone: () => {
      setEnding(false);
      toast(t("providerEnded"));
    },
  });
  const { issuer, clientId, domains, required, joins, connectedAt } = provider;
  return (
    <Card
      title={t("signOn")}
      actions={
        <>
          <Button onClick={onEdit}>{t("changeProvider")}</Button>
          <Button look="danger" onClick={() => setEnding(true)}>
            {t("endProvider")}
          </Button>
        </>
      }
    >
      <KeyValues
        facts={[
          {
            label: t("logInRule"),
            value: <Badge tone="ok">{t(required ? "ruleRequired" : "ruleOffered")}</Badge>,
          },
          { label: t("issuer"), value: issuer },
          { label: t("clientId"), value: clientId },
          { label: t("domains"), value: domains.join(", ") },
          {
            label: t("newMembers"),
            value: joins === null ? t("joinsNo") : t("joinsBy", { claim: joins.claim }),
          },
          { label: t("connectedAt"), value: <Time at={connectedAt} shape="minute" /> },
        ]}
      />
      <ConfirmDialog
        open={isEnding}
        danger
        title={t("endProviderTitle")}
        confirmLabel={t("endProvider")}
        busy={ending.isPending}
        error={ending.error}
        onClose={() => setEnding(false)}
        onConfirm={() => ending.send({})}
      >
        <Note tone="warn">{t("endProviderLead")}</Note>
      </ConfirmDialog>
    </Card>
  );
}
