// The scope of the keys, the fund sources that they can pay from, and the amount that they can order per day.
import { useState } from "react";
import { useSend } from "#dashboard/api/use-call.ts";
import type { Outputs } from "#dashboard/api/operations.ts";
import { ApprovalLink } from "#dashboard/shell/approval-link.tsx";
import { Can } from "#dashboard/shell/can.tsx";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { SourceChoices } from "#dashboard/shell/source-choices.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { RadioCards } from "#dashboard/ui/choices.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { Card, Note } from "#dashboard/ui/layout.tsx";
import { MoneyInput } from "#dashboard/ui/money.tsx";
import { formatRupees, groupTyped, readAmount } from "#dashboard/ui/rupees.ts";
import { Time } from "#dashboard/ui/time.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import type { Keys } from "./api-keys.tsx";
import { useTexts } from "./texts.ts";

interface KeyScopeProps {
  keys: Keys;
  wider: Outputs["getApiKeys"]["wider"];
}

export function KeyScope({ keys, wider }: KeyScopeProps) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const [scope, setScope] = useState(keys.scope);
  const [fundSourceIds, setFundSourceIds] = useState(keys.fundSourceIds ?? []);
  const [typed, setTyped] = useState(groupTyped(keys.dayLimit ?? ""));
  const change = useSend("changeKeyScope", {
    refreshes: ["getApiKeys"],
    onDone: ({ requestId }) => toast(t(requestId === null ? "saved" : "widerAsked")),
  });
  const dayLimit = typed.trim() === "" ? "0" : readAmount(typed);
  const send = () => dayLimit !== undefined && change.send({ merchantId, scope, fundSourceIds, dayLimit });
  return (
    <Card title={t("scope")} lead={t("scopeLead")}>
      <Form error={change.error} onSubmit={send}>
        {wider && (
          <Note title={t("wider")} actions={<ApprovalLink requestId={wider.requestId} />}>
            {t.rich(wider.aloneUntil === null ? "widerText" : "waitingAlone", {
              at: <Time at={wider.aloneUntil ?? wider.expiresAt} shape="minute" />,
            })}
          </Note>
        )}
        <RadioCards
          label={t("scope")}
          columns={3}
          value={scope}
          cards={[
            { id: "read", label: t("scopeRead"), about: t("scopeReadAbout") },
            { id: "draft", label: t("scopeDraft"), about: t("scopeDraftAbout") },
            { id: "pay", label: t("scopePay"), about: t("scopePayAbout") },
          ]}
          onChange={setScope}
        />
        <SourceChoices
          label={t("keySources")}
          hint={t(fundSourceIds.length === 0 ? "keySourcesAll" : "keySourcesSome")}
          chosen={fundSourceIds}
          onChange={setFundSourceIds}
        />
        <MoneyInput
          label={t("dayLimit")}
          name="dayLimit"
          optional
          value={typed}
          onChange={setTyped}
          hint={t("dayLimitHint")}
        />
        {keys.dayLimit !== null && keys.leftToday !== null && (
          <p>{t("leftToday", { left: formatRupees(keys.leftToday), limit: formatRupees(keys.dayLimit) })}</p>
        )}
        <div>
          <Can operation="changeKeyScope">
            <Button type="submit" look="primary" busy={change.isPending} disabled={dayLimit === undefined}>
              {t("save")}
            </Button>
          </Can>
        </div>
      </Form>
    </Card>
  );
}
