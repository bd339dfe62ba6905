// Sends the events of a period again. They are counted before they are sent.
import { useState } from "react";
import { useSearchParams } from "react-router";
import { useCall, useSend } from "#dashboard/api/use-call.ts";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Checkbox } from "#dashboard/ui/choices.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { Select, TextInput } from "#dashboard/ui/fields.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { Note } from "#dashboard/ui/layout.tsx";
import { today } from "#dashboard/ui/time.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { EventPicker, type EventChoice } from "./event-choice.tsx";
import { type Endpoint, type EventType, shortUrl } from "./kinds.ts";
import { type LocalTime, toLocal, toMoment } from "./local-time.ts";
import { useTexts } from "./texts.ts";

/** The last minute of the period is included completely. */
const minuteMs = 60_000;

interface ReplayDialogProps {
  endpoints: readonly Endpoint[];
  events: readonly EventChoice[];
  onClose: () => void;
}

export function ReplayDialog({ endpoints, events, onClose }: ReplayDialogProps) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const [query] = useSearchParams();
  const since = query.get("since") ?? "";
  const [from, setFrom] = useState<LocalTime>(
    since === "" ? { day: today(1), time: "00:00" } : toLocal(since),
  );
  const [to, setTo] = useState<LocalTime>({ day: today(), time: "23:59" });
  const [endpointId, setEndpointId] = useState(query.get("replay") ?? "");
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const [undeliveredOnly, setUndelivered] = useState(true);
  const [counting, setCounting] = useState(false);
  const range = { from: toMoment(from), to: toMoment(to, minuteMs) };
  const isReady = range.from !== undefined && range.to !== undefined && chosen?.length !== 0;
  const input = {
    ...{ merchantId, undeliveredOnly, from: range.from ?? "", to: range.to ?? "" },
    ...(endpointId !== "" && { endpointId }),
    ...(chosen !== null && { events: chosen as EventType[] }),
  };
  const count = useCall("countWebhookReplay", input, { enabled: counting && isReady });
  const replay = useSend("replayWebhooks", {
    refreshes: ["listWebhookDeliveries", "listWebhookEndpoints"],
    onDone: ({ replayed }) => {
      toast(t("replayed", { count: replayed }));
      onClose();
    },
  });
  /** After each change the events are counted again. */
  const change =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value);
      setCounting(false);
    };
  const found = counting && !count.isFetching ? count.data : undefined;
  return (
    <Dialog
      open
      keepOpen
      width="lg"
      onClose={onClose}
      title={t("replayTitle")}
      lead={t("replayLead")}
      actions={
        found && found.deliveries > 0 ? (
          <Button look="primary" busy={replay.isPending} onClick={() => replay.send(input)}>
            {t("replayNow", { count: found.deliveries })}
          </Button>
        ) : (
          <Button
            look="primary"
            busy={counting && count.isFetching}
            disabled={!isReady}
            onClick={() => setCounting(true)}
          >
            {t("count")}
          </Button>
        )
      }
    >
      <Form error={replay.error ?? (counting ? count.error : null)} onSubmit={() => setCounting(true)}>
        <div className="grid gap-4 sm:grid-cols-2">
          <Moment label={t("from")} name="from" value={from} onChange={change(setFrom)} />
          <Moment label={t("to")} name="to" value={to} onChange={change(setTo)} />
        </div>
        <Select
          label={t("endpoint")}
          name="endpointId"
          value={endpointId}
          options={[
            { id: "", label: t("everyEndpoint") },
            ...endpoints.map((one) => ({
              id: one.endpointId,
              label: shortUrl(one.url),
              disabled: one.status !== "enabled",
            })),
          ]}
          onChange={change(setEndpointId)}
        />
        <EventPicker
          events={events}
          format={endpoints.find((one) => one.endpointId === endpointId)?.format ?? "classic_form"}
          allLabel={t("everyEvent")}
          chosen={chosen}
          onChange={change(setChosen)}
        />
        <Checkbox label={t("undeliveredOnly")} checked={undeliveredOnly} onChange={change(setUndelivered)} />
        {found && <Counted {...found} />}
      </Form>
    </Dialog>
  );
}

interface MomentProps {
  label: string;
  name: string;
  value: LocalTime;
  onChange: (value: LocalTime) => void;
}

/** The fields of a day and a time in India. */
function Moment({ label, name, value, onChange }: MomentProps) {
  const t = useTexts();
  return (
    <div className="grid grid-cols-[1fr_auto] items-end gap-2">
      <TextInput
        label={label}
        name={name}
        type="date"
        max={today()}
        value={value.day}
        onChange={(day) => onChange({ ...value, day })}
      />
      <TextInput
        label={t("timeOf")}
        type="time"
        value={value.time}
        onChange={(time) => onChange({ ...value, time })}
      />
    </div>
  );
}

interface CountedProps {
  deliveries: number;
  byType: readonly { readonly type: string; readonly deliveries: number }[];
}

function Counted({ deliveries, byType }: CountedProps) {
  const t = useTexts();
  if (deliveries === 0) return <Note>{t("countedNone")}</Note>;
  return (
    <Note title={t("counted", { count: deliveries })}>
      <ul className="mt-1 grid gap-0.5">
        {byType.map(({ type, deliveries: some }) => (
          <li key={type} className="font-mono text-13">
            {some} × {type}
          </li>
        ))}
      </ul>
    </Note>
  );
}
