// Shows recovery codes, only this once.
import { Button, buttonClass } from "#dashboard/ui/button.tsx";
import { CopyButton } from "#dashboard/ui/copy-button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { useTexts } from "./texts.ts";

export function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useTexts();
  const text = codes.join("\n");
  return (
    <Dialog
      open
      keepOpen
      width="sm"
      onClose={onClose}
      title={t("codesTitle")}
      lead={t("codesLead")}
      actions={
        <>
          <CopyButton text={text} label={t("copyCodes")} />
          <a
            className={buttonClass()}
            download="vitaran-recovery-codes.txt"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          >
            {t("download")}
          </a>
          <Button look="primary" onClick={onClose}>
            {t("kept")}
          </Button>
        </>
      }
    >
      <ul className="grid grid-cols-2 gap-2 font-mono text-14 select-all">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  );
}
