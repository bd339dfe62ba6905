// The passkeys of a member, and a button that adds one of this device.
import { useState } from "react";
import { ApiError } from "#dashboard/api/api-error.ts";
import { call } from "#dashboard/api/call.ts";
import { hasPasskeys, makePasskey } from "#dashboard/api/passkeys.ts";
import { useSend } from "#dashboard/api/use-call.ts";
import { useLanguage } from "#dashboard/texts/language.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { TextInput } from "#dashboard/ui/fields.tsx";
import { formatTime } from "#dashboard/ui/time.tsx";
import { securityChanges } from "./security.ts";
import type { Security } from "./security.ts";
import { useTexts } from "./texts.ts";

interface PasskeysProps {
  passkeys: Security["passkeys"];
  /** Called with the recovery codes that come with the first second factor. */
  onCodes: (codes: readonly string[]) => void;
}

export function Passkeys({ passkeys, onCodes }: PasskeysProps) {
  const t = useTexts();
  const language = useLanguage();
  const [name, setName] = useState("");
  const [problem, setProblem] = useState("");
  const removing = useSend("removePasskey", { refreshes: securityChanges });
  const adding = useSend("addPasskey", {
    refreshes: securityChanges,
    onDone: ({ recoveryCodes }) => {
      setName("");
      if (recoveryCodes) onCodes(recoveryCodes);
    },
  });
  async function add(): Promise<void> {
    if (!hasPasskeys()) return setProblem(t("passkeyNeedsHttps"));
    setProblem("");
    try {
      const { ticket, options } = await call("startPasskey", {});
      adding.send({ ticket, name, response: await makePasskey(options) });
    } catch (error) {
      setProblem(error instanceof ApiError ? error.refusal.message : t("passkeyFailed"));
    }
  }
  return (
    <section className="grid gap-3">
      <div className="grid gap-2">
        <h3 className="text-16 font-semibold">{t("passkeys")}</h3>
        <p className="text-14 text-ink-2">{t("passkeysLead")}</p>
      </div>
      {removing.error && <ErrorBox error={removing.error} />}
      {adding.error && <ErrorBox error={adding.error} />}
      <ul className="grid gap-2 empty:hidden">
        {passkeys.map(({ passkeyId, name: label, createdAt }) => (
          <li key={passkeyId} className="flex flex-wrap items-center justify-between gap-2">
            <span>
              <span className="font-semibold">{label}</span>
              <span className="block text-13 text-ink-2">
                {t("added", { at: formatTime(createdAt, "day", language) })}
              </span>
            </span>
            <Button
              size="sm"
              look="quiet"
              aria-label={t("removeNamed", { name: label })}
              onClick={() => removing.send({ passkeyId })}
            >
              {t("remove")}
            </Button>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-end gap-3">
        <TextInput label={t("passkeyName")} value={name} onChange={setName} maxLength={100} />
        <Button busy={adding.isPending} disabled={name.trim() === ""} onClick={() => void add()}>
          {t("addPasskey")}
        </Button>
      </div>
      <p role="status" className="text-13 text-ink-2 empty:hidden">
        {problem}
      </p>
    </section>
  );
}
