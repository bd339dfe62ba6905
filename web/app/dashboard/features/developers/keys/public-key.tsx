// The public key, for calls from addresses that are not listed.
import { Button } from "#dashboard/ui/button.tsx";
import { CopyButton } from "#dashboard/ui/copy-button.tsx";
import { Card } from "#dashboard/ui/layout.tsx";
import { saveText } from "#dashboard/ui/save-file.ts";
import { useTexts } from "./texts.ts";

export function PublicKey({ pem }: { pem: string }) {
  const t = useTexts();
  return (
    <Card
      title={t("publicKey")}
      lead={t("publicKeyLead")}
      actions={
        <>
          <CopyButton text={pem} label={t("copyPublicKey")} />
          <Button size="sm" icon="download" onClick={() => saveText("vitaran-public-key.pem", pem)}>
            {t("downloadPem")}
          </Button>
        </>
      }
    >
      <pre
        tabIndex={0}
        aria-label={t("publicKey")}
        className="overflow-x-auto rounded-control border border-line bg-sunken p-3 font-mono text-12"
      >
        {pem}
      </pre>
    </Card>
  );
}
