// Confirms a cancellation with the number and the total amount, in figures and words. The focus is on "keep".
import { useRef } from "react";
import type { Inputs } from "#dashboard/api/operations.ts";
import { useSend } from "#dashboard/api/use-call.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Money, MoneyWords } from "#dashboard/ui/money.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { useTexts } from "./texts.ts";

interface CancelDialogProps {
  /** The IDs of the transfers, or all that a filter matched when they were counted. */
  what: Inputs["cancelTransfers"];
  count: number;
  /** Their total amount. */
  amount: string;
  title?: string;
  onClose: () => void;
  onDone?: () => void;
}

export function CancelDialog({ what, count, amount, title, onClose, onDone }: CancelDialogProps) {
  const t = useTexts();
  const keep = useRef<HTMLButtonElement>(null);
  const cancel = useSend("cancelTransfers", {
    refreshes: ["listTransfers", "countTransfers", "getTransferStory"],
    onDone: (answer) => {
      toast(t("cancelled", { count: answer.count }));
      onDone?.();
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={title ?? t("cancelTitle", { count })}
      lead={t("cancelLead")}
      initialFocus={keep}
      actions={
        <>
          <Button ref={keep} onClick={onClose}>
            {t(count === 1 ? "keepOne" : "keep")}
          </Button>
          <Button look="danger" size="money" busy={cancel.isPending} onClick={() => cancel.send(what)}>
            {t("cancelDo", { count })}
          </Button>
        </>
      }
    >
      <p>
        <Money amount={amount} size="figure" />
      </p>
      <MoneyWords amount={amount} />
      {cancel.error && <ErrorBox error={cancel.error} className="mt-4" />}
    </Dialog>
  );
}
