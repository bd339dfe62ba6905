// Logs in with a passkey of this device, without an e-mail address or a password.
import { useState } from "react";
import { call } from "#dashboard/api/call.ts";
import { hasPasskeys, signWithPasskey } from "#dashboard/api/passkeys.ts";
import { ApiError } from "#dashboard/api/api-error.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { useTexts } from "./texts.ts";

export function PasskeyButton({ onEntered }: { onEntered: () => void }) {
  const t = useTexts();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  async function enter(): Promise<void> {
    if (!hasPasskeys()) return setProblem(t("passkeyNeedsHttps"));
    setBusy(true);
    setProblem("");
    try {
      const { ticket, options } = await call("askForPasskey", {});
      const response = await signWithPasskey(options);
      await call("logInWithPasskey", { ticket, response });
      onEntered();
    } catch (error) {
      setProblem(error instanceof ApiError ? error.refusal.message : t("passkeyFailed"));
    } finally {
      setBusy(false);
    }
  }
  return (
    <div className="grid gap-1">
      <Button size="money" busy={isBusy} onClick={() => void enter()}>
        {t("orPasskey")}
      </Button>
      <p role="status" className="text-13 text-ink-2">
        {problem}
      </p>
    </div>
  );
}
