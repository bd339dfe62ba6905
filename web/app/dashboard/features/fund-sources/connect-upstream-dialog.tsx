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
import { ConnectionTest } from "./connection-test.tsx";
import { useTexts } from "./texts.ts";

type Environment = "test" | "live";

type Keys = typeof noKeys;

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
  const test = useSend("testUpstream");
  const isReady = upstreamId !== undefined && Object.values(keys).every((value) => value.trim() !== "");
  const given = { merchantId, upstreamId: upstreamId ?? "", environment, ...keys };
  // A test counts for what was tested, so that a change asks for another.
  const isTested = test.data !== undefined && JSON.stringify(test.variables) === JSON.stringify(given);
  const tested = isTested ? test.data : undefined;
  const works = tested?.fault === null;
  const submit = () => {
    if (!isReady) return;
    if (works) send({ ...given, untested: false });
    else test.send(given);
  };
  const chosen = data?.items.find((one) => one.upstreamId === upstreamId);
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      title={t("connectUpstream")}
      lead={t("connectUpstreamLead")}
      actions={
        <>
          {tested && !works && (
            <Button busy={isPending} onClick={() => send({ ...given, untested: true })}>
              {t("saveUntested")}
            </Button>
          )}
          <Button look="primary" busy={isPending || test.isPending} disabled={!isReady} onClick={submit}>
            {t(works ? "saveKeys" : "testKeysNow")}
          </Button>
        </>
      }
    >
      {failure && <ErrorBox error={failure} onRetry={() => void refetch()} />}
      {!data && !failure && <Skeleton lines={4} />}
      {data && (
        <Form error={error ?? test.error} onSubmit={submit}>
          {(error ?? test.error) && <ErrorBox error={error ?? test.error} />}
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
          <KeyFields environment={environment} onEnvironment={setEnvironment} keys={keys} onKeys={setKeys} />
          {chosen && <WebhookAddress path={chosen.webhookPath} />}
          {tested && <ConnectionTest test={tested} last4={keys.debitAccount.slice(-4)} />}
        </Form>
      )}
    </Dialog>
  );
}

interface KeyFieldsProps {
  environment: Environment;
  onEnvironment: (environment: Environment) => void;
  keys: Keys;
  onKeys: (keys: Keys) => void;
}

function KeyFields({ environment, onEnvironment, keys, onKeys }: KeyFieldsProps) {
  const t = useTexts();
  const field = (name: keyof Keys) => ({
    name,
    autoComplete: "off" as const,
    value: keys[name],
    onChange: (value: string) => onKeys({ ...keys, [name]: value }),
  });
  return (
    <>
      <RadioCards
        label={t("upstreamEnvironment")}
        value={environment}
        onChange={onEnvironment}
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
    </>
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
