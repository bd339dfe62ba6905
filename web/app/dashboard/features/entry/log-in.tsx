// /login: the provider of the organization, or password, then a code if one is set up, or a passkey, or the sandbox
// without an account.
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { Button } from "#dashboard/ui/button.tsx";
import { TextInput } from "#dashboard/ui/fields.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { useCall, useSend } from "#dashboard/api/use-call.ts";
import { CodeStep } from "./code-step.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { ProviderButton } from "./provider-button.tsx";
import { PasswordInput } from "./password-input.tsx";
import { useTexts } from "./texts.ts";
import { TryOut, TryOutCard } from "./try-out.tsx";
import { useEntered } from "./use-entered.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

export default function LogIn() {
  const [query] = useSearchParams();
  const [isDone, setDone] = useState(false);
  const entered = useEntered();
  // This tab was opened from a page whose session had ended. The member continues in that page.
  const onEntered = query.get("next") === "close" ? () => setDone(true) : () => entered();
  if (isDone) return <CloseThisTab />;
  return query.has("try") ? <TryOut /> : <WithPassword onEntered={onEntered} />;
}

function WithPassword({ onEntered }: { onEntered: () => void }) {
  const t = useTexts();
  const offers = useCall("readOffers", {});
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const entering = useSend("logIn", { onDone: ({ ticket }) => ticket === null && onEntered() });
  const ticket = entering.data?.ticket;
  if (ticket) {
    const back = () => {
      setPassword("");
      entering.reset();
    };
    return <CodeStep ticket={ticket} passkey={entering.data!.passkey} onEntered={onEntered} onBack={back} />;
  }
  return (
    <>
      <PageHeader title={t("logIn")} lead={t("logInLead")} />
      <Form error={entering.error} onSubmit={() => entering.send({ email, password })}>
        <TextInput
          label={t("email")}
          name="email"
          type="email"
          autoComplete="username"
          value={email}
          onChange={setEmail}
        />
        <ProviderButton email={email} />
        <PasswordInput label={t("password")} name="password" value={password} onChange={setPassword} />
        <Button look="primary" size="money" type="submit" busy={entering.isPending}>
          {t("logIn")}
        </Button>
        <Link to="/reset-password" className="justify-self-start text-14 text-link underline">
          {t("forgotten")}
        </Link>
        <PasskeyButton onEntered={onEntered} />
      </Form>
      {offers.data?.signUp && (
        <div className="mt-8 grid gap-4 border-t border-line pt-6">
          <p className="text-14">
            {t("noAccount")}{" "}
            <Link to="/signup" className="text-link underline">
              {t("createAccount")}
            </Link>
          </p>
          <TryOutCard />
        </div>
      )}
    </>
  );
}

function CloseThisTab() {
  const t = useTexts();
  return <PageHeader title={t("loggedInClose")} lead={t("loggedInCloseLead")} />;
}
