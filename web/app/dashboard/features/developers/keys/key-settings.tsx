// The settings of how the API answers, and of the addresses from which it can be called.
import { useState } from "react";
import { useSend } from "#dashboard/api/use-call.ts";
import type { Outputs } from "#dashboard/api/operations.ts";
import { ApprovalLink } from "#dashboard/shell/approval-link.tsx";
import { Can } from "#dashboard/shell/can.tsx";
import { useMerchantId, useSession } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { RadioCards } from "#dashboard/ui/choices.tsx";
import { TextArea } from "#dashboard/ui/fields.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { Card, Note } from "#dashboard/ui/layout.tsx";
import { Time } from "#dashboard/ui/time.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import type { Keys } from "./api-keys.tsx";
import { useTexts } from "./texts.ts";

interface KeySettingsProps {
  keys: Keys;
  waits: Outputs["getApiKeys"]["allowlistWaits"];
}

export function KeySettings({ keys, waits }: KeySettingsProps) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const { environment } = useSession();
  const [statusMode, setStatusMode] = useState(keys.statusMode);
  const [list, setList] = useState(keys.ipAllowlist.join("\n"));
  const change = useSend("changeApiKeys", {
    refreshes: ["getApiKeys"],
    onDone: ({ ipAllowlist, requestId }) => {
      setList(ipAllowlist.join("\n"));
      toast(t(requestId === null ? "saved" : "widerAsked"));
    },
  });
  const ipAllowlist = list.split(/[\s,]+/).filter((line) => line !== "");
  const send = () => change.send({ merchantId, statusMode, ipAllowlist });
  return (
    <Card title={t("settings")}>
      <Form error={change.error} onSubmit={send}>
        {waits && (
          <Note title={t("addressesWait")} actions={<ApprovalLink requestId={waits.requestId} />}>
            <span className="font-mono text-13 break-all">{waits.after}</span>{" "}
            {t.rich(waits.aloneUntil === null ? "addressesWaitText" : "waitingAlone", {
              at: <Time at={waits.aloneUntil ?? waits.expiresAt} shape="minute" />,
            })}
          </Note>
        )}
        <RadioCards
          label={t("statusMode")}
          columns={2}
          value={statusMode}
          cards={[
            { id: "rest", label: t("rest"), about: t("restAbout") },
            { id: "always-200", label: t("always200"), about: t("always200About") },
          ]}
          onChange={setStatusMode}
        />
        <TextArea
          label={t("allowlist")}
          name="ipAllowlist"
          optional
          mono
          rows={4}
          value={list}
          onChange={setList}
          hint={`${t("allowlistHint")} ${t(environment === "live" ? "allowlistLive" : "allowlistSandbox")}`}
        />
        <div>
          <Can operation="changeApiKeys">
            <Button type="submit" look="primary" busy={change.isPending}>
              {t("save")}
            </Button>
          </Can>
        </div>
      </Form>
    </Card>
  );
}
