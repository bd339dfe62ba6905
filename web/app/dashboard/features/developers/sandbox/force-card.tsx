// Forces a simulated bank's decision about one payment.
import { useState } from "react";
import { Link } from "react-router";
import { useSend } from "#dashboard/api/use-call.ts";
import { Can } from "#dashboard/shell/can.tsx";
import { useMerchantId, useTo } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Select, TextInput } from "#dashboard/ui/fields.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { Card, Note } from "#dashboard/ui/layout.tsx";
import { useTexts } from "./texts.ts";

const outcomes = ["succeed", "fail", "return", "credit"] as const;

export function ForceCard() {
  const t = useTexts();
  const to = useTo();
  const merchantId = useMerchantId();
  const [transferId, setTransferId] = useState("");
  const [outcome, setOutcome] = useState<(typeof outcomes)[number]>("succeed");
  const [code, setCode] = useState("");
  const force = useSend("forceSandboxOutcome");
  const takesCode = outcome === "fail" || outcome === "return";
  const send = () =>
    force.send({
      ...{ merchantId, transferId: transferId.trim(), outcome },
      ...(takesCode && code.trim() !== "" && { code: code.trim() }),
    });
  return (
    <Card title={t("force")} lead={t("forceLead")}>
      <Form error={force.error} onSubmit={send}>
        <TextInput
          label={t("transferId")}
          name="transferId"
          mono
          value={transferId}
          onChange={setTransferId}
        />
        <Select
          label={t("outcome")}
          name="outcome"
          value={outcome}
          options={outcomes.map((id) => ({ id, label: t(id) }))}
          onChange={setOutcome}
        />
        {takesCode && (
          <TextInput
            label={t("code")}
            name="code"
            optional
            mono
            value={code}
            onChange={setCode}
            hint={t("codeHint")}
          />
        )}
        <div>
          <Can operation="forceSandboxOutcome">
            <Button type="submit" look="primary" busy={force.isPending} disabled={transferId.trim() === ""}>
              {t("forceNow")}
            </Button>
          </Can>
        </div>
        {force.data && (
          <div role="status">
            <Note tone={force.data.happened ? "ok" : "warn"}>
              {t(force.data.happened ? "forced" : "notForced")}{" "}
              <Link to={`${to("transfers/all")}?f=1&q=${encodeURIComponent(transferId.trim())}`}>
                {t("openTransfer")}
              </Link>
            </Note>
          </div>
        )}
      </Form>
    </Card>
  );
}
