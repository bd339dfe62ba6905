// The actions that are possible for a transfer now. If its outcome is unknown, it cannot be sent again.
import { useState } from "react";
import { addressOf } from "#dashboard/api/call.ts";
import type { Outputs } from "#dashboard/api/operations.ts";
import { Can } from "#dashboard/shell/can.tsx";
import { useMerchantId, useTo } from "#dashboard/shell/session.tsx";
import { Button, ButtonLink } from "#dashboard/ui/button.tsx";
import { formatRupees } from "#dashboard/ui/rupees.ts";
import { CancelDialog } from "./cancel-dialog.tsx";
import { DownloadLink } from "./download-link.tsx";
import { RecallDialog } from "./recall-dialog.tsx";
import { useTexts } from "./texts.ts";

type Story = Outputs["getTransferStory"];

export function StoryActions({ story }: { story: Story }) {
  const t = useTexts();
  const to = useTo();
  const merchantId = useMerchantId();
  const [asking, setAsking] = useState<"cancel" | "recall">();
  const { transfer, may } = story;
  const { transferId, transferKey, amount, payee } = transfer;
  const isPaid = transfer.status === "SUCCESS" || transfer.status === "REVERSED";
  const close = () => setAsking(undefined);
  if (!isPaid && !may.cancel && !may.recall && !may.sendAgain) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      {isPaid && (
        <DownloadLink size="md" address={addressOf("getTransferReceipt", { merchantId, id: transferKey })}>
          {t("receipt")}
        </DownloadLink>
      )}
      {may.sendAgain && (
        <Can operation="createTransfer">
          <ButtonLink to={to(`transfers/quick?again=${transferId}`)} icon="refresh">
            {t("sendAgain")}
          </ButtonLink>
        </Can>
      )}
      {may.recall && (
        <Can operation="requestTransferRecall">
          <Button onClick={() => setAsking("recall")}>{t("recall")}</Button>
        </Can>
      )}
      {may.cancel && (
        <Can operation="cancelTransfers">
          <Button look="danger" onClick={() => setAsking("cancel")}>
            {t("cancelOne")}
          </Button>
        </Can>
      )}
      {asking === "cancel" && (
        <CancelDialog
          what={{ merchantId, transferIds: [transferId] }}
          count={1}
          amount={amount}
          title={t("cancelOneTitle", { amount: formatRupees(amount), name: payee.name })}
          onClose={close}
        />
      )}
      {asking === "recall" && <RecallDialog transfer={transfer} onClose={close} />}
    </div>
  );
}
