// Sets the amount of an unknown debit above which nothing more is sent from its bank account.
import { useState } from "react";
import type { Outputs } from "#dashboard/api/operations.ts";
import { useSend } from "#dashboard/api/use-call.ts";
import { WaitingBadge } from "#dashboard/shell/approval-link.tsx";
import { UndoNote } from "#dashboard/shell/undo-note.tsx";
import { useCan } from "#dashboard/shell/can.tsx";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { Card } from "#dashboard/ui/layout.tsx";
import { Money, MoneyInput } from "#dashboard/ui/money.tsx";
import { formatRupees, groupTyped, readAmount } from "#dashboard/ui/rupees.ts";
import { toast } from "#dashboard/ui/toast.tsx";
import { useTexts } from "./texts.ts";
import { REFRESHES } from "./words.ts";

type Limit = Pick<Outputs["getReconciliation"], "stopAbove" | "stopAboveWaits" | "stopAboveUndo">;

export function StopLimit({ stopAbove, stopAboveWaits, stopAboveUndo }: Limit) {
  const t = useTexts();
  const maySet = useCan()("setStopLimit");
  return (
    <Card title={t("stopLimit")} lead={t("stopLimitLead")}>
      {maySet ? (
        <StopLimitForm key={stopAbove} stopAbove={stopAbove} />
      ) : (
        <p>{t.rich("stopsAbove", { amount: <Money amount={stopAbove} /> })}</p>
      )}
      {stopAboveWaits && (
        <WaitingBadge {...stopAboveWaits}>
          {t("stopLimitWaits", { amount: formatRupees(stopAboveWaits.after) })}
        </WaitingBadge>
      )}
      {stopAboveUndo && maySet && <UndoLimit {...stopAboveUndo} />}
    </Card>
  );
}

/** Sets the limit again that other members lowered. */
function UndoLimit({ before, people, since }: NonNullable<Limit["stopAboveUndo"]>) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const set = useSetLimit();
  return (
    <UndoNote
      title={t("stopLimitBefore", { amount: formatRupees(before) })}
      {...{ people, since }}
      undo={set}
      onUndo={() => set.send({ merchantId, stopAbove: before })}
    />
  );
}

function StopLimitForm({ stopAbove }: { stopAbove: string }) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const [typed, setTyped] = useState(groupTyped(stopAbove));
  const set = useSetLimit();
  const amount = readAmount(typed);
  return (
    <Form
      error={set.error}
      onSubmit={() => amount !== undefined && set.send({ merchantId, stopAbove: amount })}
      className="flex flex-wrap items-end gap-4"
    >
      <MoneyInput label={t("stopLimitAmount")} name="stopAbove" value={typed} onChange={setTyped} />
      <Button type="submit" look="primary" busy={set.isPending} disabled={amount === undefined}>
        {t("stopLimitDo")}
      </Button>
    </Form>
  );
}

function useSetLimit() {
  const t = useTexts();
  return useSend("setStopLimit", {
    refreshes: REFRESHES,
    onDone: ({ requestId }) => toast(t(requestId === null ? "stopLimitSaved" : "stopLimitAsked")),
  });
}
