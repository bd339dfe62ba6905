// Shows the secret this one time, to be copied, saved and tried at once.
import { useSession } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { CopyButton } from "#dashboard/ui/copy-button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { Note } from "#dashboard/ui/layout.tsx";
import { saveText } from "#dashboard/ui/save-file.ts";
import type { Issued } from "./api-keys.tsx";
import { useTexts } from "./texts.ts";

interface SecretDialogProps {
  issued: Issued;
  onClose: () => void;
}

export function SecretDialog({ issued: { clientId, clientSecret }, onClose }: SecretDialogProps) {
  const t = useTexts();
  const { environment } = useSession();
  const { origin } = window.location;
  const env = `PAYOUT_BASE_URL=${origin}\nPAYOUT_CLIENT_ID=${clientId}\nPAYOUT_CLIENT_SECRET=${clientSecret}\n`;
  const curl = [
    `curl -X POST ${origin}/payout/v1/authorize`,
    `  -H 'X-Client-Id: ${clientId}'`,
    `  -H 'X-Client-Secret: ${clientSecret}'`,
  ].join(" \\\n");
  return (
    <Dialog
      open
      keepOpen
      width="lg"
      onClose={onClose}
      title={t("secretTitle")}
      lead={t("secretLead")}
      actions={
        <>
          <Button icon="download" onClick={() => saveText(`vitaran-${environment}.env`, env)}>
            {t("download")}
          </Button>
          <Button look="primary" onClick={onClose}>
            {t("kept")}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Shown label={t("clientId")} text={clientId} copy={t("copyClientId")} />
        <Shown label={t("secret")} text={clientSecret} copy={t("copySecret")} />
        <div>
          <h3 className="text-14 font-semibold">{t("tryIt")}</h3>
          <p className="text-13 text-ink-2">{t("tryItLead")}</p>
          <div className="mt-2 grid justify-items-end gap-1 rounded-control border border-line bg-sunken p-3">
            <pre className="w-full overflow-x-auto font-mono text-13 whitespace-pre-wrap break-all">
              {curl}
            </pre>
            <CopyButton text={curl} label={t("copyCurl")} />
          </div>
        </div>
        {environment === "live" && <Note>{t("publicKeyNote")}</Note>}
      </div>
    </Dialog>
  );
}

function Shown({ label, text, copy }: { label: string; text: string; copy: string }) {
  return (
    <div>
      <p className="text-13 text-ink-2">{label}</p>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-2 rounded-control border border-line bg-sunken p-3">
        <code className="min-w-0 font-mono text-13 break-all">{text}</code>
        <CopyButton text={text} label={copy} />
      </div>
    </div>
  );
}
