// Takes the keys of a service that pays for a live merchant. They are sealed and never shown again.
import { useState } from "react";
import { useCall, useSend } from "#dashboard/api/use-call.ts";
import { ApprovalLink } from "#dashboard/shell/approval-link.tsx";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Badge } from "#dashboard/ui/badge.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { RadioCards } from "#dashboard/ui/choices.tsx";
import { CopyButton } from "#dashboard/ui/copy-button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { TextInput } from "#dashboard/ui/fields.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { Note } from "#dashboard/ui/layout.tsx";
import { Person } from "#dashboard/ui/person.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { useTexts } from "./texts.ts";

type Environment = "test" | "live";

const noKeys = { keyId: "", apiKey: "", callbackSecret: "", debitAccount: "" };

export function ConnectUpstreamDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const { data, error: failure, refetch } = useCall("listUpstreams", { merchantId });
  const [upstreamId, setUpstreamId] = useState<string>();
  const [environment, setEnvironment] = useState<Environment>("test");
  const [keys, setKeys] = useState(noKeys);
  const { send, error, isPending } = useSend("connectUpstream", {
    refreshes: ["listUpstreams", "listBanks"],
    onDone: ({ requestId, aloneUntil }) => {
      const waits = aloneUntil === null ? "upstreamWaits" : "upstreamWaitsAlone";
      toast(t(requestId === null ? "upstreamConnected" : waits));
      onClose();
    },
  });
  const isReady = upstreamId !== undefined && Object.values(keys).every((value) => value.trim() !== "");
  const submit = () => isReady && send({ merchantId, upstreamId, environment, ...keys });
  const field = (name: keyof typeof keys) => ({
    name,
    autoComplete: "off" as const,
    value: keys[name],
    onChange: (value: string) => setKeys({ ...keys, [name]: value }),
  });
  const chosen = data?.items.find((one) => one.upstreamId === upstreamId);
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      title={t("connectUpstream")}
      lead={t("connectUpstreamLead")}
      actions={
        <Button look="primary" busy={isPending} disabled={!isReady} onClick={submit}>
          {t("saveKeys")}
        </Button>
      }
    >
      {failure && <ErrorBox error={failure} onRetry={() => void refetch()} />}
      {!data && !failure && <Skeleton lines={4} />}
      {data && (
        <Form error={error} onSubmit={submit}>
          {error && <ErrorBox error={error} />}
          <RadioCards
            label={t("service")}
            value={upstreamId}
            onChange={setUpstreamId}
            cards={data.items.map(({ upstreamId: id, name, connection, waits }) => ({
              id,
              label: name,
              about: (
                <>
                  {connection === null
                    ? t("notConnected")
                    : t("connectedWith", { keyId: connection.keyId, last4: connection.accountLast4 })}
                  {waits && (
                    <span className="mt-1 block">
                      <Badge tone="warn">{t("upstreamWaiting")}</Badge>
                    </span>
                  )}
                </>
              ),
            }))}
          />
          {chosen?.waits && (
            <Note title={t("upstreamWaiting")} actions={<ApprovalLink requestId={chosen.waits.requestId} />}>
              {t.rich("upstreamWaitingText", { name: <Person person={chosen.waits.askedBy} /> })}
            </Note>
          )}
          <RadioCards
            label={t("upstreamEnvironment")}
            value={environment}
            onChange={setEnvironment}
            columns={2}
            cards={[
              { id: "test", label: t("testKeys"), about: t("testKeysAbout") },
              { id: "live", label: t("liveKeys"), about: t("liveKeysAbout") },
            ]}
          />
          <TextInput label={t("keyId")} hint={t("keyIdHint")} mono {...field("keyId")} />
          <TextInput label={t("keySecret")} type="password" {...field("apiKey")} />
          <TextInput
            label={t("upstreamHook")}
            hint={t("upstreamHookHint")}
            type="password"
            {...field("callbackSecret")}
          />
          <TextInput
            label={t("upstreamAccount")}
            hint={t("upstreamAccountHint")}
            mono
            {...field("debitAccount")}
          />
          {chosen && <WebhookAddress path={chosen.webhookPath} />}
        </Form>
      )}
    </Dialog>
  );
}

function WebhookAddress({ path }: { path: string }) {
  const t = useTexts();
  const address = `${location.origin}${path}`;
  return (
    <Note title={t("webhookAddress")} actions={<CopyButton text={address} label={t("copyAddress")} />}>
      <code className="text-13 break-all">{address}</code>
    </Note>
  );
}
