// The result of a batch with complete account numbers. It requires a permission and a proof of identity, and is
// recorded in the audit log.
import { useState } from "react";
import { useSend } from "#dashboard/api/use-call.ts";
import { Can } from "#dashboard/shell/can.tsx";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { ConfirmDialog } from "#dashboard/ui/confirm-dialog.tsx";
import { saveFile } from "#dashboard/ui/save-file.ts";
import type { Batch } from "./batch-status.tsx";
import { useTexts } from "./texts.ts";

/** Formats whose rows can pay to bank accounts. */
const ofAccounts: ReadonlySet<string> = new Set(["BANK_ACCOUNT", "BENEFICIARIES", "MIXED"]);

export function WholeResult({ batch: { batchId, referenceId, format } }: { batch: Batch }) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const [open, setOpen] = useState(false);
  const { send, isPending, error } = useSend("revealBatchResult", {
    onDone: (file) => {
      setOpen(false);
      saveFile(`batch-${referenceId}-result-whole-numbers.xlsx`, file);
    },
  });
  if (!ofAccounts.has(format)) return null;
  return (
    <>
      <Can operation="revealBatchResult">
        <Button icon="eye" onClick={() => setOpen(true)}>
          {t("wholeResult")}
        </Button>
      </Can>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={() => send({ merchantId, batchId, kind: "xlsx" })}
        title={t("wholeResultTitle")}
        confirmLabel={t("wholeResultConfirm")}
        busy={isPending}
        error={error}
      >
        <p>{t("wholeResultLead")}</p>
      </ConfirmDialog>
    </>
  );
}
