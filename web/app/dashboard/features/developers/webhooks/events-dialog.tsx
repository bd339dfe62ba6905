// Changes the events that an endpoint receives.
import { useState } from "react";
import { useSend } from "#dashboard/api/use-call.ts";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { EventPicker, type EventChoice } from "./event-choice.tsx";
import type { Endpoint } from "./kinds.ts";
import { useTexts } from "./texts.ts";

export type { EventChoice } from "./event-choice.tsx";

interface EventsDialogProps {
  endpoint: Endpoint;
  events: readonly EventChoice[];
  onClose: () => void;
}

export function EventsDialog({ endpoint, events, onClose }: EventsDialogProps) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const [chosen, setChosen] = useState<readonly string[] | null>(endpoint.eventTypes);
  const change = useSend("changeWebhookEndpoint", {
    refreshes: ["listWebhookEndpoints"],
    onDone: () => {
      toast(t("changed"));
      onClose();
    },
  });
  const { endpointId, format } = endpoint;
  const save = () =>
    change.send({
      ...{ merchantId, endpointId },
      ...(chosen === null ? { allEvents: true } : { eventTypes: [...chosen] }),
    });
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      title={t("eventsTitle")}
      actions={
        <Button look="primary" busy={change.isPending} disabled={chosen?.length === 0} onClick={save}>
          {t("eventsSave")}
        </Button>
      }
    >
      <div className="grid gap-4">
        {change.error && <ErrorBox error={change.error} />}
        <EventPicker events={events} format={format} chosen={chosen} onChange={setChosen} />
      </div>
    </Dialog>
  );
}
