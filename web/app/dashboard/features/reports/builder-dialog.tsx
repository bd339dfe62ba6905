// Requests a report: its days, its columns in order, its format, and for a statement the fund source.
import { useState } from "react";
import type { Inputs } from "#dashboard/api/operations.ts";
import { useCall, useSend } from "#dashboard/api/use-call.ts";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { Select, TextInput } from "#dashboard/ui/fields.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { today } from "#dashboard/ui/time.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { ColumnChoice } from "./column-choice.tsx";
import { typeKeys } from "./kinds.ts";
import type { Shape } from "./kinds.ts";
import { useTexts } from "./texts.ts";

type Format = Inputs["requestReport"]["format"];

interface BuilderDialogProps {
  shape: Shape;
  formats: readonly Format[];
  daysMax: number;
  onClose: () => void;
}

const dayMs = 86_400_000;

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1;

export function BuilderDialog({ shape, formats, daysMax, onClose }: BuilderDialogProps) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const title = t(typeKeys[shape.type].title);
  const [name, setName] = useState<string>(title);
  const [format, setFormat] = useState<Format>("csv");
  const [from, setFrom] = useState(today(6));
  const [to, setTo] = useState(today());
  const [columns, setColumns] = useState<readonly string[]>(shape.columns.map((one) => one.name));
  const [fundSourceId, setFundSourceId] = useState("WALLET_1");
  const isStatement = shape.type === "account_statement";
  const sources = useCall("listFundSources", { merchantId }, { enabled: isStatement }).data?.items ?? [];
  const { send, error, isPending } = useSend("requestReport", {
    refreshes: ["listReports"],
    onDone: () => {
      toast(t("askedFor"));
      onClose();
    },
  });
  const days = daysBetween(from, to);
  const rangeFault = days > daysMax ? t("tooLong", { days: daysMax }) : days < 1 ? t("backwards") : undefined;
  const isReady = rangeFault === undefined && columns.length > 0 && name.trim() !== "";
  const submit = () => {
    if (!isReady) return;
    const wanted = { type: shape.type, format, name: name.trim(), from, to, columns: [...columns] };
    send({ merchantId, ...wanted, ...(isStatement && { fundSourceId }) });
  };
  return (
    <Dialog
      open
      keepOpen
      width="lg"
      onClose={onClose}
      title={title}
      lead={t(typeKeys[shape.type].about)}
      actions={
        <Button look="primary" busy={isPending} disabled={!isReady} onClick={submit}>
          {t("ask")}
        </Button>
      }
    >
      <Form error={error} onSubmit={submit}>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextInput label={t("name")} name="name" maxLength={100} value={name} onChange={setName} />
          <Select
            label={t("format")}
            name="format"
            value={format}
            onChange={setFormat}
            options={formats.map((one) => ({ id: one, label: `.${one}` }))}
          />
          <TextInput
            label={t("firstDay")}
            name="from"
            type="date"
            max={today()}
            value={from}
            onChange={setFrom}
            error={rangeFault}
            hint={t("daysHint", { days: daysMax })}
          />
          <TextInput label={t("lastDay")} name="to" type="date" max={today()} value={to} onChange={setTo} />
          {isStatement && (
            <Select
              label={t("fundSource")}
              name="fundSourceId"
              value={fundSourceId}
              onChange={setFundSourceId}
              options={sources.map((one) => ({
                id: one.fundSourceId,
                label: `${one.name} (${one.fundSourceId})`,
              }))}
            />
          )}
        </div>
        <ColumnChoice columns={shape.columns} chosen={columns} onChange={setColumns} />
      </Form>
    </Dialog>
  );
}
