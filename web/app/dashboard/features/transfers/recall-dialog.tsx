// Requests the return of paid money. No money moves before the payee agrees.
import { useState } from "react";
import type { Inputs, TransferRow } from "#dashboard/api/operations.ts";
import { useSend } from "#dashboard/api/use-call.ts";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Select, TextArea } from "#dashboard/ui/fields.tsx";
import { Money, MoneyWords } from "#dashboard/ui/money.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { useTexts } from "./texts.ts";

type Reason = Inputs["requestTransferRecall"]["reason"];
const reasons: readonly Reason[] = ["wrong_beneficiary", "wrong_amount", "paid_twice", "fraud", "other"];

export function RecallDialog({ transfer, onClose }: { transfer: TransferRow; onClose: () => void }) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const [reason, setReason] = useState<Reason>("wrong_beneficiary");
  const [remarks, setRemarks] = useState("");
  const request = useSend("requestTransferRecall", {
    refreshes: ["getTransferStory"],
    onDone: () => {
      toast(t("recallDone"));
      onClose();
    },
  });
  const { transferId, amount } = transfer;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("recallTitle")}
      lead={t("recallLead")}
      keepOpen
      actions={
        <>
          <Button onClick={onClose}>{t("close")}</Button>
          <Button
            look="primary"
            size="money"
            busy={request.isPending}
            onClick={() => request.send({ merchantId, transferId, reason, remarks })}
          >
            {t("recallDo")}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <div>
          <Money amount={amount} size="lead" /> <MoneyWords amount={amount} />
        </div>
        <Select
          label={t("recallReason")}
          value={reason}
          options={reasons.map((id) => ({ id, label: t(`recall_${id}`) }))}
          onChange={setReason}
        />
        <TextArea label={t("recallRemarks")} value={remarks} onChange={setRemarks} maxLength={250} optional />
        {request.error && <ErrorBox error={request.error} />}
      </div>
    </Dialog>
  );
}
