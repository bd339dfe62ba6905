// Events of a time again: counted first, sent after.
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
import { dayOf, today } from "#dashboard/ui/time.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { dayEnds } from "./day-ends.ts";
import { type Endpoint, shortUrl } from "./kinds.ts";
import { useTexts } from "./texts.ts";

interface ReplayDialogProps {
  endpoints: readonly Endpoint[];
  onClose: () => void;
}

export function ReplayDialog({ endpoints, onClose }: ReplayDialogProps) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const [query] = useSearchParams();
  const since = query.get("since") ?? "";
  const [from, setFrom] = useState(since === "" ? today(1) : dayOf(since));
  const [to, setTo] = useState(today());
  const [endpointId, setEndpointId] = useState(query.get("replay") ?? "");
  const [undeliveredOnly, setUndelivered] = useState(true);
  const [counting, setCounting] = useState(false);
  const { from: start, to: end } = dayEnds({ from, to });
  const input = {
    merchantId,
    from: start ?? "",
    to: end ?? "",
    undeliveredOnly,
    ...(endpointId !== "" && { endpointId }),
  };
  const count = useCall("countWebhookReplay", input, { enabled: counting });
  const replay = useSend("replayWebhooks", {
    refreshes: ["listWebhookDeliveries", "listWebhookEndpoints"],
    onDone: ({ replayed }) => {
      toast(t("replayed", { count: replayed }));
      onClose();
    },
  });
  /** What is changed is counted anew. */
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
      onClose={onClose}
      title={t("replayTitle")}
      lead={t("replayLead")}
      actions={
        found && found.deliveries > 0 ? (
          <Button look="primary" busy={replay.isPending} onClick={() => replay.send(input)}>
            {t("replayNow", { count: found.deliveries })}
          </Button>
        ) : (
          <Button look="primary" busy={counting && count.isFetching} onClick={() => setCounting(true)}>
            {t("count")}
          </Button>
        )
      }
    >
      <Form error={replay.error ?? (counting ? count.error : null)} onSubmit={() => setCounting(true)}>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextInput
            label={t("from")}
            name="from"
            type="date"
            max={to}
            value={from}
            onChange={change(setFrom)}
          />
          <TextInput
            label={t("to")}
            name="to"
            type="date"
            min={from}
            value={to}
            onChange={change(setTo)}
            hint={t("toHint")}
          />
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
        <Checkbox label={t("undeliveredOnly")} checked={undeliveredOnly} onChange={change(setUndelivered)} />
        {found && <Counted {...found} />}
      </Form>
    </Dialog>
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
