// A downtime drill: a payee's bank is down until the drill is ended.
import { useState } from "react";
import { useCall, useSend } from "#dashboard/api/use-call.ts";
import { Can } from "#dashboard/shell/can.tsx";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Badge } from "#dashboard/ui/badge.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Select, TextInput } from "#dashboard/ui/fields.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { Card } from "#dashboard/ui/layout.tsx";
import { Time } from "#dashboard/ui/time.tsx";
import { railName } from "#dashboard/ui/rail-name.ts";
import { useTexts } from "./texts.ts";

const modes = ["imps", "neft", "rtgs", "upi"] as const;
const severities = ["high", "low"] as const;

export function DrillCard() {
  const t = useTexts();
  const merchantId = useMerchantId();
  const [entityCode, setEntity] = useState("");
  const [mode, setMode] = useState<(typeof modes)[number]>("imps");
  const [severity, setSeverity] = useState<(typeof severities)[number]>("high");
  const start = useSend("startDowntimeDrill", {
    refreshes: ["listDowntimeDrills"],
    onDone: () => setEntity(""),
  });
  const code = mode === "upi" ? entityCode.trim() : entityCode.trim().toUpperCase();
  return (
    <Card title={t("drill")} lead={t("drillLead")} className="xl:col-span-2">
      <div className="grid gap-6 lg:grid-cols-2">
        <Form
          error={start.error}
          onSubmit={() => start.send({ merchantId, entityCode: code, mode, severity })}
        >
          <div className="grid gap-4 sm:grid-cols-2">
            <Select
              label={t("mode")}
              name="mode"
              value={mode}
              options={modes.map((id) => ({ id, label: railName(id) }))}
              onChange={setMode}
            />
            <Select
              label={t("severity")}
              name="severity"
              value={severity}
              options={severities.map((id) => ({ id, label: t(id) }))}
              onChange={setSeverity}
            />
          </div>
          <TextInput
            label={t("entity")}
            name="entityCode"
            mono
            value={entityCode}
            onChange={setEntity}
            hint={t("entityHint")}
          />
          <div>
            <Can operation="startDowntimeDrill">
              <Button type="submit" look="primary" busy={start.isPending} disabled={code === ""}>
                {t("startDrill")}
              </Button>
            </Can>
          </div>
        </Form>
        <GoingOn />
      </div>
    </Card>
  );
}

function GoingOn() {
  const t = useTexts();
  const merchantId = useMerchantId();
  const drills = useCall("listDowntimeDrills", { merchantId });
  const end = useSend("endDowntimeDrill", { refreshes: ["listDowntimeDrills"] });
  return (
    <div className="grid content-start gap-3">
      <h3 className="text-14 font-semibold">{t("drillsNow")}</h3>
      {end.error && <ErrorBox error={end.error} />}
      {drills.data?.items.length === 0 && <p className="text-ink-2">{t("noDrills")}</p>}
      <ul className="grid gap-2">
        {drills.data?.items.map(({ incidentNo, entityName, mode, severity, status, startedAt }) => (
          <li
            key={incidentNo}
            className="flex flex-wrap items-center justify-between gap-2 border-b border-line pb-2"
          >
            <span className="min-w-0">
              <span className="font-semibold">{entityName}</span> · {railName(mode)}{" "}
              <Badge tone={severity === "high" ? "bad" : "warn"}>{t(severity)}</Badge>
              <span className="block text-13 text-ink-2">
                {t.rich(status === "planned" ? "plannedFrom" : "since", {
                  at: <Time at={startedAt} shape="minute" />,
                })}
              </span>
            </span>
            <Can operation="endDowntimeDrill" brief>
              <Button size="sm" busy={end.isPending} onClick={() => end.send({ merchantId, incidentNo })}>
                {t("endDrill")}
              </Button>
            </Can>
          </li>
        ))}
      </ul>
    </div>
  );
}
