// From which unknown debit on nothing more is sent from its bank account.
import { useState } from "react";
import { useSend } from "#dashboard/api/use-call.ts";
import { useCan } from "#dashboard/shell/can.tsx";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { Card } from "#dashboard/ui/layout.tsx";
import { Money, MoneyInput } from "#dashboard/ui/money.tsx";
import { groupTyped, readAmount } from "#dashboard/ui/rupees.ts";
import { toast } from "#dashboard/ui/toast.tsx";
import { useTexts } from "./texts.ts";
import { REFRESHES } from "./words.ts";

export function StopLimit({ stopAbove }: { stopAbove: string }) {
  const t = useTexts();
  const maySet = useCan()("setStopLimit");
  return (
    <Card title={t("stopLimit")} lead={t("stopLimitLead")}>
      {maySet ? (
        <StopLimitForm key={stopAbove} stopAbove={stopAbove} />
      ) : (
        <p>{t.rich("stopsAbove", { amount: <Money amount={stopAbove} /> })}</p>
      )}
    </Card>
  );
}

function StopLimitForm({ stopAbove }: { stopAbove: string }) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const [typed, setTyped] = useState(groupTyped(stopAbove));
  const set = useSend("setStopLimit", { refreshes: REFRESHES, onDone: () => toast(t("stopLimitSaved")) });
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
