// /invitation#ticket: an invited member chooses a password.
import { useEffect, useRef, useState } from "react";
import { isRefusal } from "#dashboard/api/api-error.ts";
import { useSend } from "#dashboard/api/use-call.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { TextInput } from "#dashboard/ui/fields.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { PasswordInput } from "./password-input.tsx";
import { useTexts } from "./texts.ts";
import { useTicket } from "./ticket.ts";
import { useEntered } from "./use-entered.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

export default function InvitationPage() {
  const t = useTexts();
  const ticket = useTicket();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const reading = useSend("readInvitation", { onDone: (invitation) => setName(invitation.name) });
  const entered = useEntered();
  const accepting = useSend("acceptInvitation", { onDone: () => entered() });
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current || ticket === undefined) return;
    begun.current = true;
    reading.send({ ticket });
  });
  const isDead = [reading.error, accepting.error].some((error) => isRefusal(error, "ticket_invalid"));
  if (ticket === undefined) return <PageHeader title={t("noTicket")} lead={t("noTicketLead")} />;
  if (isDead) return <PageHeader title={t("linkDead")} lead={t("linkDeadInvitation")} />;
  if (reading.error) return <ErrorBox error={reading.error} onRetry={() => reading.send({ ticket })} />;
  if (!reading.data) return null;
  const { organizationName: organization, email } = reading.data;
  return (
    <>
      <PageHeader title={t("invited", { organization })} lead={t("invitedLead", { email })} />
      <Form error={accepting.error} onSubmit={() => accepting.send({ ticket, name, password })}>
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <TextInput
          label={t("yourName")}
          name="name"
          autoComplete="name"
          maxLength={100}
          value={name}
          onChange={setName}
        />
        <PasswordInput
          isNew
          label={t("password")}
          name="password"
          hint={t("passwordHint")}
          value={password}
          onChange={setPassword}
        />
        <Button look="primary" size="money" type="submit" busy={accepting.isPending}>
          {t("join")}
        </Button>
      </Form>
    </>
  );
}
