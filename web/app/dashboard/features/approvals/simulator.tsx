// Shows who would have to approve, say, "₹12,00,000.00 by API" under the saved policies.
import { useState } from "react";
import type { Inputs } from "#dashboard/api/operations.ts";
import { useCall } from "#dashboard/api/use-call.ts";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Select } from "#dashboard/ui/fields.tsx";
import { Card } from "#dashboard/ui/layout.tsx";
import { MoneyInput } from "#dashboard/ui/money.tsx";
import { readAmount } from "#dashboard/ui/rupees.ts";
import { useTexts } from "./texts.ts";

type Input = Inputs["simulatePolicies"];
type Way = NonNullable<Input["way"]>;

const ways: readonly Way[] = ["v1", "v1.1", "phone", "card", "link", "loan", "batch_call", "batch_file"];

export function Simulator() {
  const t = useTexts();
  const merchantId = useMerchantId();
  const [typed, setTyped] = useState("12,00,000");
  const [subject, setSubject] = useState<"transfer" | "batch">("transfer");
  const [creator, setCreator] = useState<Input["creator"]>("api");
  const [way, setWay] = useState<Way | "">("");
  const [fundSourceId, setFundSourceId] = useState("WALLET_1");
  const sources = useCall("listFundSources", { merchantId }).data?.items ?? [];
  const amount = readAmount(typed);
  const enabled = amount !== undefined && typed !== "";
  const { data } = useCall(
    "simulatePolicies",
    { merchantId, subject, amount: amount ?? "1", creator, fundSourceId, ...(way !== "" && { way }) },
    { enabled },
  );
  return (
    <Card title={t("simulator")} lead={t("simulatorLead")}>
      <div className="grid gap-4">
        <MoneyInput label={t("simAmount")} value={typed} onChange={setTyped} />
        <Select
          label={t("subject")}
          value={subject}
          options={[
            { id: "transfer", label: t("kind_transfer") },
            { id: "batch", label: t("kind_batch") },
          ]}
          onChange={setSubject}
        />
        <Select
          label={t("simCreator")}
          value={creator}
          options={(["api", "member", "batch"] as const).map((id) => ({ id, label: t(`creator_${id}`) }))}
          onChange={setCreator}
        />
        <Select
          label={t("fundSource")}
          value={fundSourceId}
          options={sources.map((one) => ({ id: one.fundSourceId, label: one.name }))}
          onChange={setFundSourceId}
        />
        {subject === "transfer" && (
          <Select
            label={t("simWay")}
            value={way}
            options={[
              { id: "" as Way | "", label: t("simAnyWay") },
              ...ways.map((id) => ({ id: id as Way | "", label: t(`way_${id}`) })),
            ]}
            onChange={setWay}
          />
        )}
        <p role="status" className="rounded-card bg-sunken p-3 font-semibold">
          {enabled && data ? <Result data={data} /> : " "}
        </p>
      </div>
    </Card>
  );
}

function Result({ data }: { data: { policy: string | null; excepted: boolean; levels: readonly Step[] } }) {
  const t = useTexts();
  if (data.excepted) return t("simExcepted");
  if (data.policy === null) return t("simNoOne");
  const steps = data.levels
    .map(({ approvers, names, permission }) =>
      t("simStep", { approvers, names: names.length > 0 ? names.join(", ") : permission }),
    )
    .join(t("then"));
  return t("simResult", { policy: data.policy, steps });
}

interface Step {
  approvers: number;
  permission: string;
  names: readonly string[];
}
