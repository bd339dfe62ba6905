// A secret that is shown only this once.
import { Button } from "#dashboard/ui/button.tsx";
import { CopyButton } from "#dashboard/ui/copy-button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { useTexts } from "./texts.ts";

interface SecretShownProps {
  title: string;
  lead: string;
  secret: string;
  onClose: () => void;
}

export function SecretShown({ title, lead, secret, onClose }: SecretShownProps) {
  const t = useTexts();
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      title={title}
      lead={lead}
      actions={
        <Button look="primary" onClick={onClose}>
          {t("done")}
        </Button>
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-2 rounded-control border border-line bg-sunken p-3">
        <code className="min-w-0 font-mono text-13 break-all">{secret}</code>
        <CopyButton text={secret} label={t("copySecret")} />
      </div>
    </Dialog>
  );
}
