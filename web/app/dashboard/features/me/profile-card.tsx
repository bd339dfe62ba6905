// The member's own name, and an e-mail address that is not confirmed yet.
import { useState } from "react";
import { useSend } from "#dashboard/api/use-call.ts";
import { useSession } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { TextInput } from "#dashboard/ui/fields.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { Card, Note } from "#dashboard/ui/layout.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { useTexts } from "./texts.ts";

export function ProfileCard() {
  const t = useTexts();
  const { me } = useSession();
  const [name, setName] = useState(me.name);
  const saving = useSend("changeName", { refreshes: ["getSession"], onDone: () => toast(t("saved")) });
  const sending = useSend("sendProofAgain", { onDone: () => toast(t("linkSent")) });
  return (
    <Card title={t("profile")}>
      <div className="grid gap-5">
        {!me.emailProved && me.organization.endsAt === null && (
          <Note
            tone="warn"
            title={t("notProved")}
            actions={
              <Button size="sm" busy={sending.isPending} onClick={() => sending.send({})}>
                {t("sendAgain")}
              </Button>
            }
          >
            {t("notProvedLead", { email: me.email })}
          </Note>
        )}
        {me.liveClosed && (
          <Note tone="warn" title={t("liveClosed")}>
            {t("liveClosedLead")}
          </Note>
        )}
        {sending.error && <ErrorBox error={sending.error} />}
        <Form
          className="grid max-w-[28rem] gap-5"
          error={saving.error}
          onSubmit={() => saving.send({ name })}
        >
          <TextInput
            label={t("name")}
            name="name"
            autoComplete="name"
            maxLength={100}
            value={name}
            onChange={setName}
          />
          <Button type="submit" className="justify-self-start" busy={saving.isPending}>
            {t("save")}
          </Button>
        </Form>
      </div>
    </Card>
  );
}
