// Sets up an authenticator app: shows the secret as a QR code and as text, then asks for a code as a proof.
import { useEffect, useRef, useState } from "react";
import { encode } from "uqr";
import { useSend } from "#dashboard/api/use-call.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { CopyButton } from "#dashboard/ui/copy-button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { TextInput } from "#dashboard/ui/fields.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { securityChanges } from "./security.ts";
import { useTexts } from "./texts.ts";

interface AuthenticatorDialogProps {
  onClose: () => void;
  onDone: (recoveryCodes: readonly string[]) => void;
}

export function AuthenticatorDialog({ onClose, onDone }: AuthenticatorDialogProps) {
  const t = useTexts();
  const [code, setCode] = useState("");
  const starting = useSend("setUpAuthenticator");
  const confirming = useSend("confirmAuthenticator", {
    refreshes: securityChanges,
    onDone: ({ recoveryCodes }) => onDone(recoveryCodes),
  });
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    starting.send({});
  });
  const { secret, uri } = starting.data ?? {};
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      title={t("app")}
      lead={t("appLead")}
      actions={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button
            look="primary"
            type="submit"
            form="authenticator"
            busy={confirming.isPending}
            disabled={secret === undefined}
          >
            {t("switchOn")}
          </Button>
        </>
      }
    >
      {starting.error && <ErrorBox error={starting.error} onRetry={() => starting.send({})} />}
      {secret !== undefined && uri !== undefined && (
        <Form id="authenticator" error={confirming.error} onSubmit={() => confirming.send({ code })}>
          <div className="grid justify-items-center gap-2">
            <p className="text-14">{t("scan")}</p>
            <QrCode text={uri} label={t("qrName")} />
            <p className="text-13 text-ink-2">{t("orType")}</p>
            <p className="flex flex-wrap items-center justify-center gap-2">
              <code className="font-mono text-14 break-all select-all">
                {secret.match(/.{4}/g)?.join(" ")}
              </code>
              <CopyButton bare text={secret} label={t("copySecret")} />
            </p>
          </div>
          <TextInput
            label={t("code")}
            name="code"
            value={code}
            onChange={setCode}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            mono
          />
        </Form>
      )}
    </Dialog>
  );
}

/** The code is dark on white in both themes, because cameras need that. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 bg-white text-black"
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}
