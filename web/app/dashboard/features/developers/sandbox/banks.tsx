// The simulated banks, which can be slow, faulty or closed, for this merchant only.
import { useState } from "react";
import { useCall, useSend } from "#dashboard/api/use-call.ts";
import type { Inputs, Outputs } from "#dashboard/api/operations.ts";
import { Can } from "#dashboard/shell/can.tsx";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Badge } from "#dashboard/ui/badge.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Select, TextInput } from "#dashboard/ui/fields.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { Card } from "#dashboard/ui/layout.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { Time } from "#dashboard/ui/time.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { SandboxTabs } from "./tabs.tsx";
import { useTexts } from "./texts.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

type Bank = Outputs["listSandboxBanks"]["items"][number];
type Mishap = NonNullable<Inputs["setSandboxBank"]["mishap"]>;

const mishaps = [
  "fail",
  "pending",
  "timeout",
  "deemed",
  "late-success",
  "return",
  "cut-answer",
  "http-error",
  "html",
  "callback-missing",
  "callback-duplicate",
] as const satisfies readonly Mishap[];

const closings = ["0", "3600", "86400"] as const;

export default function Banks() {
  const t = useTexts();
  const merchantId = useMerchantId();
  const { data, error, refetch } = useCall("listSandboxBanks", { merchantId });
  return (
    <>
      <PageHeader
        title={t("tabBanks")}
        documentTitle={`${t("tabBanks")} · ${t("title")}`}
        lead={t("banksLead")}
      />
      <SandboxTabs />
      {error && !data && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={8} />}
      <div className="grid gap-5 xl:grid-cols-2">
        {data?.items.map((bank) => (
          <BankCard key={`${bank.bankId} ${JSON.stringify(bank.manner)}`} bank={bank} />
        ))}
      </div>
    </>
  );
}

function BankCard({ bank: { bankId, name, rails, manner } }: { bank: Bank }) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const [latency, setLatency] = useState(String(manner?.latencyMs ?? ""));
  const [mishap, setMishap] = useState<Mishap | "">(manner?.mishap ?? "");
  const [percent, setPercent] = useState(String(manner?.percent ?? 100));
  const [closing, setClosing] = useState<(typeof closings)[number]>("0");
  const clock = useCall("getSandboxClock", { merchantId });
  const change = useSend("setSandboxBank", {
    refreshes: ["listSandboxBanks"],
    onDone: () => toast(t("saved")),
  });
  const until = new Date((Date.parse(clock.data?.now ?? "") || Date.now()) + Number(closing) * 1_000);
  const send = () =>
    change.send({
      ...{ merchantId, bankId },
      ...(latency !== "" && { latencyMs: Number(latency) }),
      ...(mishap !== "" && { mishap, percent: Number(percent) }),
      ...(closing !== "0" && { maintenanceUntil: until.toISOString() }),
    });
  return (
    <Card
      title={name}
      lead={rails.join(", ")}
      actions={manner === null && <Badge tone="ok">{t("itself")}</Badge>}
    >
      <Form error={change.error} onSubmit={send}>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextInput
            label={t("latency")}
            name="latencyMs"
            optional
            inputMode="numeric"
            value={latency}
            onChange={(typed) => setLatency(typed.replaceAll(/\D/g, "").slice(0, 5))}
            hint={t("latencyHint")}
          />
          <Select
            label={t("maintenance")}
            name="maintenanceUntil"
            value={closing}
            options={closings.map((id) => ({ id, label: t(`m${id}`) }))}
            onChange={setClosing}
          />
          <Select
            label={t("mishap")}
            name="mishap"
            value={mishap}
            options={[{ id: "", label: t("nothing") }, ...mishaps.map((id) => ({ id, label: t(`m_${id}`) }))]}
            onChange={(id) => setMishap(id as Mishap | "")}
          />
          <TextInput
            label={t("percent")}
            name="percent"
            inputMode="numeric"
            disabled={mishap === ""}
            value={percent}
            onChange={(typed) => setPercent(typed.replaceAll(/\D/g, "").slice(0, 3))}
          />
        </div>
        {manner?.maintenanceUntil && (
          <p className="text-13 text-warn">
            {t.rich("closedUntil", { at: <Time at={manner.maintenanceUntil} /> })}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Can operation="setSandboxBank">
            <Button type="submit" busy={change.isPending}>
              {t("save")}
            </Button>
          </Can>
          {manner !== null && (
            <Can operation="setSandboxBank" brief>
              <Button
                busy={change.isPending}
                onClick={() => change.send({ merchantId, bankId, percent: 100 })}
              >
                {t("backToItself")}
              </Button>
            </Can>
          )}
        </div>
      </Form>
    </Card>
  );
}
