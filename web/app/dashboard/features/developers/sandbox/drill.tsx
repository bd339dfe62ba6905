// A drill and its results: one of the simulated banks fails a share of one mode's payments for a while.
import { useEffect, useState } from "react";
import { useCall, useSend } from "#dashboard/api/use-call.ts";
import type { Inputs, Outputs } from "#dashboard/api/operations.ts";
import { Can } from "#dashboard/shell/can.tsx";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Select, TextInput } from "#dashboard/ui/fields.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { Card } from "#dashboard/ui/layout.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { railName } from "#dashboard/ui/rail-name.ts";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { DrillReport } from "./drill-report.tsx";
import { SandboxTabs } from "./tabs.tsx";
import { useTexts } from "./texts.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

type Bank = Outputs["listSandboxBanks"]["items"][number];
type Report = Outputs["startBankDrill"];
type Rail = NonNullable<Inputs["startBankDrill"]["rail"]>;

const faults = ["refuses", "is_silent"] as const;
const OUT_OF_DATE = ["getBankDrill", "getSandboxClock", "listSandboxBanks"] as const;

export default function Drill() {
  const t = useTexts();
  const merchantId = useMerchantId();
  const { data, error, refetch } = useCall("listSandboxBanks", { merchantId });
  const [chosen, setChosen] = useState<string>();
  const bank = data?.items.find(({ bankId }) => bankId === chosen) ?? data?.items[0];
  return (
    <>
      <PageHeader
        title={t("tabDrill")}
        documentTitle={`${t("tabDrill")} · ${t("title")}`}
        lead={t("bankDrillLead")}
      />
      <SandboxTabs />
      {error && !data && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={8} />}
      {bank && (
        <div className="grid gap-5 xl:grid-cols-2">
          <Card title={t("bankDrill")}>
            <div className="grid gap-4">
              <Select
                label={t("bank")}
                name="bankId"
                value={bank.bankId}
                options={data!.items.map(({ bankId: id, name: label }) => ({ id, label }))}
                onChange={setChosen}
              />
              <BankDrill key={bank.bankId} bank={bank} />
            </div>
          </Card>
          <Outcome bankId={bank.bankId} />
        </div>
      )}
    </>
  );
}

function useReport(bankId: string) {
  const merchantId = useMerchantId();
  return useCall("getBankDrill", { merchantId, bankId });
}

function BankDrill({ bank: { bankId, rails } }: { bank: Bank }) {
  const drill = useReport(bankId);
  if (drill.data === undefined)
    return drill.error ? <ErrorBox error={drill.error} /> : <Skeleton lines={4} />;
  const { report } = drill.data;
  return report?.running ? <GoingOn report={report} /> : <Start bankId={bankId} rails={rails} />;
}

function Start({ bankId, rails }: { bankId: string; rails: readonly string[] }) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const [rail, setRail] = useState<Rail>("imps");
  const [percent, setPercent] = useState("30");
  const [minutes, setMinutes] = useState("20");
  const [fault, setFault] = useState<(typeof faults)[number]>("refuses");
  const start = useSend("startBankDrill", { refreshes: OUT_OF_DATE });
  const input = { merchantId, bankId, rail, fault, percent: Number(percent), minutes: Number(minutes) };
  return (
    <Form error={start.error} onSubmit={() => start.send(input)}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={t("mode")}
          name="rail"
          value={rail}
          options={rails.map((name) => ({
            id: name.toLowerCase() as Rail,
            label: railName(name.toLowerCase()),
          }))}
          onChange={setRail}
        />
        <Select
          label={t("fault")}
          name="fault"
          value={fault}
          options={faults.map((id) => ({ id, label: t(id) }))}
          onChange={setFault}
        />
        <TextInput
          label={t("percent")}
          name="percent"
          inputMode="numeric"
          value={percent}
          onChange={(typed) => setPercent(typed.replaceAll(/\D/g, "").slice(0, 3))}
        />
        <TextInput
          label={t("minutes")}
          name="minutes"
          inputMode="numeric"
          value={minutes}
          onChange={(typed) => setMinutes(typed.replaceAll(/\D/g, "").slice(0, 4))}
        />
      </div>
      <div>
        <Can operation="startBankDrill">
          <Button type="submit" look="primary" busy={start.isPending}>
            {t("startBankDrill")}
          </Button>
        </Can>
      </div>
    </Form>
  );
}

/** One minute with ten payments, or five minutes with fifty, which are repeated until the drill is over. */
const MINUTE = { transfers: 10, seconds: 60 };
const STRETCH = { transfers: 50, seconds: 300 };

function GoingOn({ report: { bankId, rail, percent } }: { report: Report }) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const [toEnd, setToEnd] = useState(false);
  const play = useSend("playBankDrill", { refreshes: OUT_OF_DATE });
  const end = useSend("endBankDrill", { refreshes: OUT_OF_DATE });
  const { data: played, isPending, error, send } = play;
  useEffect(() => {
    if (toEnd && played?.running && !isPending && error === null) send({ merchantId, bankId, ...STRETCH });
  }, [toEnd, played, isPending, error, send, merchantId, bankId]);
  const begin = (piece: typeof MINUTE, goesOn: boolean) => {
    setToEnd(goesOn);
    send({ merchantId, bankId, ...piece });
  };
  return (
    <div className="grid gap-4">
      <p>{t("drillGoesOn", { mode: railName(rail), percent })}</p>
      <p className="text-13 text-ink-2">{t("playLead")}</p>
      {error && <ErrorBox error={error} />}
      {end.error && <ErrorBox error={end.error} />}
      <div className="flex flex-wrap gap-2">
        <Can operation="playBankDrill">
          <Button
            look="primary"
            busy={isPending && toEnd}
            disabled={isPending}
            onClick={() => begin(STRETCH, true)}
          >
            {t("playToEnd")}
          </Button>
          <Button busy={isPending && !toEnd} disabled={isPending} onClick={() => begin(MINUTE, false)}>
            {t("playMinute")}
          </Button>
        </Can>
        <Can operation="endBankDrill" brief>
          <Button busy={end.isPending} disabled={isPending} onClick={() => end.send({ merchantId, bankId })}>
            {t("endBankDrill")}
          </Button>
        </Can>
      </div>
    </div>
  );
}

function Outcome({ bankId }: { bankId: string }) {
  const t = useTexts();
  const report = useReport(bankId).data?.report ?? null;
  if (report !== null) return <DrillReport report={report} />;
  return (
    <Card title={t("drillReport")}>
      <p className="text-ink-2">{t("noReport")}</p>
    </Card>
  );
}
