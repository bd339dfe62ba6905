// Asks for the password, the second factor or a log-in at the provider again, before money moves or keys change.
import { useEffect, useRef, useState } from "react";
import { call } from "../api/call.ts";
import type { Inputs } from "../api/operations.ts";
import { signWithPasskey } from "../api/passkeys.ts";
import { useCall } from "../api/use-call.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { useErrorWords } from "../ui/error-box.tsx";
import { TextInput } from "../ui/fields.tsx";
import { proveAtProvider } from "./provider-proof.ts";
import { useTexts } from "./texts.ts";

type Passkey = NonNullable<Inputs["proveAgain"]["passkey"]>;

/** Undefined if the member cancels the browser's dialog. */
async function proveWithPasskey(): Promise<{ passkey: Passkey } | undefined> {
  const { ticket, options } = await call("askForProof", {});
  try {
    return { passkey: { ticket, response: await signWithPasskey(options) } };
  } catch {
    return undefined;
  }
}

function useProof(onProved: () => void) {
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  async function prove(make: () => Promise<Inputs["proveAgain"] | undefined>): Promise<void> {
    if (busy) return;
    setBusy(true);
    setError(undefined);
    try {
      const proof = await make();
      if (proof === undefined) return;
      await call("proveAgain", proof);
      onProved();
    } catch (refused) {
      setError(refused);
    } finally {
      setBusy(false);
    }
  }
  return { error, busy, prove };
}

/** Proves the identity in a window of the provider, until the dialog closes. */
function useProviderProof(onProved: () => void): () => void {
  const ending = useRef(new AbortController());
  useEffect(() => () => ending.current.abort(), []);
  return () =>
    void proveAtProvider(ending.current.signal).then((isProved) => {
      if (isProved) onProved();
    });
}

export default function StepUpDialog({ onAnswer }: { onAnswer: (proved: boolean) => void }) {
  const t = useTexts();
  const words = useErrorWords();
  const ways = useCall("readProofWays", {}).data ?? { factor: false, password: true, provider: false };
  const hasFactor = ways.factor;
  const hasField = hasFactor || ways.password;
  const [secret, setSecret] = useState("");
  const { error, busy, prove } = useProof(() => onAnswer(true));
  const openProvider = useProviderProof(() => onAnswer(true));
  return (
    <Dialog
      open
      keepOpen
      width="sm"
      onClose={() => onAnswer(false)}
      title={t("stepUpTitle")}
      lead={t("stepUpLead")}
      actions={
        <>
          <Button onClick={() => onAnswer(false)}>{t("stepUpNo")}</Button>
          {hasFactor && (
            <Button busy={busy} onClick={() => void prove(proveWithPasskey)}>
              {t("stepUpPasskey")}
            </Button>
          )}
          {ways.provider && (
            <Button look={hasField ? "secondary" : "primary"} onClick={openProvider}>
              {t("stepUpProvider")}
            </Button>
          )}
          {hasField && (
            <Button look="primary" type="submit" form="step-up" busy={busy}>
              {t("stepUpYes")}
            </Button>
          )}
        </>
      }
    >
      <form
        id="step-up"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          void prove(() => Promise.resolve(hasFactor ? { code: secret.trim() } : { password: secret }));
        }}
      >
        {hasField ? (
          <TextInput
            key={String(hasFactor)}
            label={hasFactor ? t("stepUpCode") : t("stepUpPassword")}
            type={hasFactor ? "text" : "password"}
            inputMode={hasFactor ? "numeric" : "text"}
            autoComplete={hasFactor ? "one-time-code" : "current-password"}
            value={secret}
            onChange={setSecret}
            error={error === undefined ? undefined : words(error)}
          />
        ) : (
          <p className="text-14">{t("stepUpAtProvider")}</p>
        )}
      </form>
    </Dialog>
  );
}
