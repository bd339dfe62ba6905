// /reset-password asks for a link, and /reset-password#ticket sets the password with it.
import { useState } from "react";
import { isRefusal } from "#dashboard/api/api-error.ts";
import { useCall, useSend } from "#dashboard/api/use-call.ts";
import { Button, ButtonLink } from "#dashboard/ui/button.tsx";
import { TextInput } from "#dashboard/ui/fields.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { Note } from "#dashboard/ui/layout.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { PasswordInput } from "./password-input.tsx";
import { useTexts } from "./texts.ts";
import { useTicket } from "./ticket.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

export default function ResetPassword() {
  const ticket = useTicket();
  return ticket === undefined ? <AskForLink /> : <NewPassword key={ticket} ticket={ticket} />;
}

function AskForLink() {
  const t = useTexts();
  const offers = useCall("readOffers", {});
  const [email, setEmail] = useState("");
  const asking = useSend("askToResetPassword");
  if (asking.isSuccess) {
    return (
      <>
        <PageHeader title={t("linkSent")} lead={t("linkSentLead", { email: email.trim() })} />
        {offers.data?.email === false && <Note>{t("noMail")}</Note>}
      </>
    );
  }
  return (
    <>
      <PageHeader title={t("reset")} lead={t("resetLead")} />
      <Form error={asking.error} onSubmit={() => asking.send({ email })}>
        <TextInput
          label={t("email")}
          name="email"
          type="email"
          autoComplete="username"
          value={email}
          onChange={setEmail}
        />
        <Button look="primary" size="money" type="submit" busy={asking.isPending}>
          {t("sendLink")}
        </Button>
        <ButtonLink look="quiet" to="/login">
          {t("backToLogIn")}
        </ButtonLink>
      </Form>
    </>
  );
}

function NewPassword({ ticket }: { ticket: string }) {
  const t = useTexts();
  const [password, setPassword] = useState("");
  const setting = useSend("resetPassword");
  if (isRefusal(setting.error, "ticket_invalid")) {
    return (
      <>
        <Note tone="warn" title={t("linkDead")}>
          {t("linkDeadReset")}
        </Note>
        <div className="mt-8">
          <AskForLink />
        </div>
      </>
    );
  }
  if (setting.isSuccess) {
    return (
      <>
        <PageHeader title={t("passwordSet")} lead={t("passwordSetLead")} />
        <ButtonLink look="primary" size="money" to="/login">
          {t("logIn")}
        </ButtonLink>
      </>
    );
  }
  return (
    <>
      <PageHeader title={t("reset")} lead={t("newPasswordLead")} />
      <Form error={setting.error} onSubmit={() => setting.send({ ticket, password })}>
        <PasswordInput
          isNew
          label={t("newPassword")}
          name="password"
          hint={t("passwordHint")}
          value={password}
          onChange={setPassword}
        />
        <Button look="primary" size="money" type="submit" busy={setting.isPending}>
          {t("setPassword")}
        </Button>
      </Form>
    </>
  );
}
