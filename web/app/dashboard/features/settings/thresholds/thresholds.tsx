// Set Threshold: fund source, minimum balance, toggle, Confirm.
import { useState } from "react";
import { Link } from "react-router";
import { useCall, useSend } from "#dashboard/api/use-call.ts";
import type { Outputs } from "#dashboard/api/operations.ts";
import { Can } from "#dashboard/shell/can.tsx";
import { useMerchantId, useTo } from "#dashboard/shell/session.tsx";
import { Badge } from "#dashboard/ui/badge.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Switch } from "#dashboard/ui/choices.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Select } from "#dashboard/ui/fields.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { Card } from "#dashboard/ui/layout.tsx";
import { Money, MoneyInput } from "#dashboard/ui/money.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { formatRupees, groupTyped, readAmount } from "#dashboard/ui/rupees.ts";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import type { Column } from "#dashboard/ui/table/columns.ts";
import { DataTable, listOf } from "#dashboard/ui/table/data-table.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { useTexts } from "./texts.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

type Source = Outputs["getThresholds"]["items"][number];

export default function Thresholds() {
  const t = useTexts();
  const merchantId = useMerchantId();
  const { data, error, refetch } = useCall("getThresholds", { merchantId });
  const [chosen, setChosen] = useState<string | null>(null);
  const columns = useColumns();
  const source = data?.items.find(({ fundSourceId }) => fundSourceId === chosen) ?? data?.items[0];
  return (
    <>
      <PageHeader title={t("title")} lead={t("lead")} />
      {error && !data && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={6} />}
      {data && source && (
        <div className="grid gap-5 xl:grid-cols-2">
          <ThresholdForm
            key={source.fundSourceId}
            sources={data.items}
            source={source}
            onChoose={setChosen}
          />
          <Card title={t("all")} flush>
            <DataTable
              caption={t("all")}
              columns={columns}
              list={listOf(data.items)}
              rowKey={({ fundSourceId }) => fundSourceId}
              empty={null}
            />
          </Card>
        </div>
      )}
    </>
  );
}

interface ThresholdFormProps {
  sources: readonly Source[];
  source: Source;
  onChoose: (fundSourceId: string) => void;
}

function ThresholdForm({ sources, source, onChoose }: ThresholdFormProps) {
  const t = useTexts();
  const to = useTo();
  const merchantId = useMerchantId();
  const [typed, setTyped] = useState(groupTyped(source.minimumBalance));
  const [notify, setNotify] = useState(source.notify);
  const set = useSend("setThreshold", { refreshes: ["getThresholds"], onDone: () => toast(t("saved")) });
  const minimumBalance = readAmount(typed);
  const { fundSourceId } = source;
  const send = () =>
    minimumBalance !== undefined && set.send({ merchantId, fundSourceId, minimumBalance, notify });
  return (
    <Card>
      <Form error={set.error} onSubmit={send}>
        <Switch
          label={t("notify")}
          hint={t("notifyHint")}
          name="notify"
          checked={notify}
          onChange={setNotify}
        />
        <Select
          label={t("source")}
          name="fundSourceId"
          value={fundSourceId}
          options={sources.map((one) => ({ id: one.fundSourceId, label: nameOf(one) }))}
          onChange={onChoose}
          hint={t("available", { amount: formatRupees(source.available) })}
        />
        <MoneyInput label={t("minimum")} name="minimumBalance" value={typed} onChange={setTyped} />
        <div className="flex flex-wrap items-center gap-4">
          <Can operation="setThreshold">
            <Button type="submit" look="primary" busy={set.isPending} disabled={minimumBalance === undefined}>
              {t("confirm")}
            </Button>
          </Can>
          <Link to={to("settings/email-notifications")} className="text-14 text-link underline">
            {t("recipients")}
          </Link>
        </div>
      </Form>
    </Card>
  );
}

const nameOf = ({ name, accountLast4 }: Source): string =>
  accountLast4 === null ? name : `${name} ••••${accountLast4}`;

function useColumns(): Column<Source>[] {
  const t = useTexts();
  return [
    { id: "source", header: t("source"), fixed: true, cell: nameOf },
    {
      id: "balance",
      header: t("balance"),
      align: "end",
      cell: ({ available, isBelow }) => (
        <span className="grid justify-items-end gap-0.5">
          <Money amount={available} />
          {isBelow && <Badge tone="warn">{t("below")}</Badge>}
        </span>
      ),
    },
    {
      id: "minimum",
      header: t("minimum"),
      align: "end",
      cell: ({ minimumBalance }) => <Money amount={minimumBalance} />,
    },
    { id: "told", header: t("told"), cell: ({ notify }) => t(notify ? "yes" : "no") },
  ];
}
