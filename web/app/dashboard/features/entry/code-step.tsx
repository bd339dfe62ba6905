// The second step of a log-in: the code of the authenticator app, or a recovery code.
import { useState } from "react";
import { useSend } from "#dashboard/api/use-call.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { TextInput } from "#dashboard/ui/fields.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { useTexts } from "./texts.ts";

interface CodeStepProps {
  ticket: string;
  /** True if the member also has a passkey. */
  passkey: boolean;
  onEntered: () => void;
  onBack: () => void;
}

export function CodeStep({ ticket, passkey, onEntered, onBack }: CodeStepProps) {
  const t = useTexts();
  const [code, setCode] = useState("");
  const completing = useSend("completeLogIn", { onDone: onEntered });
  return (
    <>
      <PageHeader title={t("codeTitle")} lead={t("codeLead")} />
      <Form error={completing.error} onSubmit={() => completing.send({ ticket, code })}>
        <TextInput
          label={t("code")}
          name="code"
          hint={t("codeHint")}
          value={code}
          onChange={setCode}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          mono
        />
        <Button look="primary" size="money" type="submit" busy={completing.isPending}>
          {t("goOn")}
        </Button>
        {passkey && <PasskeyButton onEntered={onEntered} />}
        <Button look="quiet" onClick={onBack}>
          {t("backToLogIn")}
        </Button>
      </Form>
    </>
  );
}
