// The settings that apply to all payouts: the switch, the queue for funds, beneficiaries, phone numbers.
import { useState } from "react";
import type { ReactNode } from "react";
import { useCall, useSend } from "#dashboard/api/use-call.ts";
import type { Outputs } from "#dashboard/api/operations.ts";
import { WaitingBadge } from "#dashboard/shell/approval-link.tsx";
import { UndoNote } from "#dashboard/shell/undo-note.tsx";
import { Can } from "#dashboard/shell/can.tsx";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Checkbox } from "#dashboard/ui/choices.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { TextInput } from "#dashboard/ui/fields.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { Card } from "#dashboard/ui/layout.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { useTexts } from "./texts.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

type Settings = Outputs["getPayoutSettings"];

const usualHours = 96;

export default function Payouts() {
  const t = useTexts();
  const merchantId = useMerchantId();
  const { data, error, refetch } = useCall("getPayoutSettings", { merchantId });
  return (
    <>
      <PageHeader title={t("title")} lead={t("lead")} />
      {error && !data && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={10} />}
      {data && data.undo.length > 0 && <Undo undo={data.undo} />}
      {data && <SettingsForm key={JSON.stringify(data)} settings={data} />}
    </>
  );
}

const LABELS = {
  payoutsEnabled: "payoutsOn",
  queuingHours: "queuingHours",
  accountOnce: "accountOnce",
  waitingMinutes: "waiting",
  checkPhoneName: "checkName",
} as const;

/** Shows the settings that other members tightened, which this Owner can set back at once. */
function Undo({ undo }: Pick<Settings, "undo">) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const change = useSend("changePayoutSettings", {
    refreshes: ["getPayoutSettings"],
    onDone: () => toast(t("undone")),
  });
  const valueOf = (before: string) => (/^[a-z]/.test(before) ? before === "true" : Number(before));
  return (
    <Can operation="changePayoutSettings" brief>
      <div className="mb-5 grid gap-4">
        {undo.map(({ setting, before, people, since }) => (
          <UndoNote
            key={setting}
            title={t(LABELS[setting])}
            {...{ people, since }}
            undo={change}
            onUndo={() => change.send({ merchantId, [setting]: valueOf(before) })}
          >
            {t("before", {
              value: /^[0-9]/.test(before) ? before : t(before === "true" ? "on" : "off"),
            })}{" "}
          </UndoNote>
        ))}
      </div>
    </Can>
  );
}

const digits = (typed: string): string => typed.replaceAll(/\D/g, "").slice(0, 4);

function SettingsForm({ settings }: { settings: Settings }) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const [payoutsEnabled, setPayouts] = useState(settings.payoutsEnabled);
  const [queues, setQueues] = useState(settings.queuingHours !== null);
  const [hours, setHours] = useState(String(settings.queuingHours ?? usualHours));
  const [accountOnce, setOnce] = useState(settings.accountOnce);
  const [waiting, setWaiting] = useState(String(settings.waitingMinutes));
  const [checkPhoneName, setCheck] = useState(settings.checkPhoneName);
  const change = useSend("changePayoutSettings", {
    refreshes: ["getPayoutSettings"],
    onDone: ({ waits }) => toast(t(waits.length === 0 ? "saved" : "savedWaits")),
  });
  const send = () =>
    change.send({
      ...{ merchantId, payoutsEnabled, accountOnce, checkPhoneName },
      queuingHours: queues ? Number(hours) : 0,
      waitingMinutes: Number(waiting),
    });
  return (
    <Form error={change.error} onSubmit={send}>
      <div className="grid gap-5 xl:grid-cols-2">
        <Part title={t("payouts")}>
          <Checkbox
            label={t("payoutsOn")}
            hint={t("payoutsOnHint")}
            checked={payoutsEnabled}
            onChange={setPayouts}
          />
        </Part>
        <Part title={t("queuing")}>
          <Checkbox label={t("queuingOn")} hint={t("queuingOnHint")} checked={queues} onChange={setQueues} />
          <TextInput
            label={t("queuingHours")}
            name="queuingHours"
            inputMode="numeric"
            disabled={!queues}
            value={hours}
            onChange={(typed) => setHours(digits(typed))}
            hint={t("queuingHoursHint")}
          />
          <Waits settings={settings} of="queuingHours" />
        </Part>
        <Part title={t("beneficiaries")}>
          <Checkbox
            label={t("accountOnce")}
            hint={t("accountOnceHint")}
            checked={accountOnce}
            onChange={setOnce}
          />
          <Waits settings={settings} of="accountOnce" />
          <TextInput
            label={t("waiting")}
            name="waitingMinutes"
            inputMode="numeric"
            value={waiting}
            onChange={(typed) => setWaiting(digits(typed))}
            hint={t("waitingHint")}
          />
          <Waits settings={settings} of="waitingMinutes" />
        </Part>
        <Part title={t("phone")}>
          <Checkbox
            label={t("checkName")}
            hint={t("checkNameHint")}
            checked={checkPhoneName}
            onChange={setCheck}
          />
          <Waits settings={settings} of="checkPhoneName" />
          <p className="text-13 text-ink-2">{t("waitAbout", { seconds: settings.syncWaitSeconds })}</p>
        </Part>
      </div>
      <div>
        <Can operation="changePayoutSettings">
          <Button type="submit" look="primary" busy={change.isPending}>
            {t("save")}
          </Button>
        </Can>
      </div>
    </Form>
  );
}

/** Shows that a looser value waits for another person's approval. */
function Waits({ settings, of }: { settings: Settings; of: Settings["waits"][number]["setting"] }) {
  const t = useTexts();
  const waiting = settings.waits.find(({ setting }) => setting === of);
  return waiting && <WaitingBadge {...waiting}>{t("changeWaits")}</WaitingBadge>;
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card title={title}>
      <div className="grid gap-4">{children}</div>
    </Card>
  );
}
