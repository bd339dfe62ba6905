// Replaces the form after sending: shows the current state of the transfer, or that it is still unknown.
import { useEffect, useRef, useState } from "react";
import { isRefusal } from "#dashboard/api/api-error.ts";
import type { TransferState } from "#dashboard/api/operations.ts";
import { useCall } from "#dashboard/api/use-call.ts";
import { useMerchantId, useTo } from "#dashboard/shell/session.tsx";
import { StatusBadge } from "#dashboard/ui/badge.tsx";
import { Button, ButtonLink } from "#dashboard/ui/button.tsx";
import { CopyButton } from "#dashboard/ui/copy-button.tsx";
import { Card, KeyValues, Note } from "#dashboard/ui/layout.tsx";
import { Money, MoneyWords } from "#dashboard/ui/money.tsx";
import { formatRupees } from "#dashboard/ui/rupees.ts";
import { useStatus } from "#dashboard/ui/status-facts.ts";
import { Time } from "#dashboard/ui/time.tsx";
import { useReason } from "#dashboard/ui/use-reason.ts";
import { useTexts } from "./texts.ts";

/** The data that was sent, as far as the page knows it. */
export interface Sent {
  transferKey: string;
  amount: string;
  /** Undefined if no answer came. */
  transfer: TransferState | undefined;
  /** The reason why it was rejected or failed at once, if it was. */
  rejection: string | undefined;
  /** The members who can approve it, if it waits for approval. */
  approvers: string;
}

const askEveryMs = 1_500;
/** After this many answers that the transfer does not exist, it was not made: they take longer than any commit. */
const unknownAnswersMax = 28;

interface OutcomeProps {
  sent: Sent;
  onAnother: () => void;
  onBack: () => void;
}

export function Outcome({ sent, onAnother, onBack }: OutcomeProps) {
  const merchantId = useMerchantId();
  const [unknowns, setUnknowns] = useState(0);
  const asked = useCall(
    "getTransferByKey",
    { merchantId, transferKey: sent.transferKey },
    // A failed transfer is watched as well, because its bank may still pay it.
    isOver(sent.transfer) ? {} : { refreshMs: askEveryMs },
  );
  const { errorUpdatedAt } = asked;
  useEffect(() => {
    if (isRefusal(asked.error, "transfer_not_found")) setUnknowns((count) => count + 1);
    // Every answer counts, even if it equals the previous one.
  }, [asked.error, errorUpdatedAt]);
  const transfer = asked.data?.transfer ?? sent.transfer;
  if (transfer) return <Known transfer={transfer} sent={sent} onAnother={onAnother} />;
  return <Unknown sent={sent} isNotMade={unknowns >= unknownAnswersMax} onBack={onBack} />;
}

/** True if nothing more is expected soon. */
function isOver(transfer: TransferState | undefined): boolean {
  return transfer !== undefined && ["FAILED", "REJECTED", "REVERSED"].includes(transfer.status);
}

/** A bank has received the transfer. It may still pay what it refused, so a second payment could be one too many. */
const mayBePaidLate = ({ status, sentAt, reason }: TransferState): boolean =>
  status === "FAILED" && sentAt !== null && reason !== "PAID_AFTER_FAILURE";

function Unknown({ sent, isNotMade, onBack }: { sent: Sent; isNotMade: boolean; onBack: () => void }) {
  const t = useTexts();
  const facts = { amount: formatRupees(sent.amount), reference: sent.transferKey };
  return (
    <Card title={isNotMade ? t("notMade") : t("unknownTitle")}>
      <div role="status" className="grid gap-4">
        {isNotMade ? (
          <>
            <p>{t("notMadeAbout", { reference: sent.transferKey })}</p>
            <div>
              <Button look="primary" onClick={onBack}>
                {t("backToForm")}
              </Button>
            </div>
          </>
        ) : (
          <>
            <p>{t("unknownAbout", facts)}</p>
            <Note tone="warn" title={t("doNotResend")} />
          </>
        )}
      </div>
    </Card>
  );
}

function Known({
  transfer,
  sent,
  onAnother,
}: {
  transfer: TransferState;
  sent: Sent;
  onAnother: () => void;
}) {
  const t = useTexts();
  const to = useTo();
  const say = useReason();
  const heading = useRef<HTMLDivElement>(null);
  const of = { status: transfer.stage, acknowledged: transfer.acknowledged, reason: transfer.reason };
  const status = useStatus(of);
  const { why, remedy } = transfer;
  const next = remedy === null ? status.next : say(remedy);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card title={t("doneTitle")} actions={<StatusBadge {...of} />}>
      <div ref={heading} tabIndex={-1} className="grid gap-5 outline-none" data-stage={transfer.stage}>
        <div>
          <Money amount={transfer.amount} size="figure" />
          <MoneyWords amount={transfer.amount} className="block text-13 text-ink-2" />
        </div>
        <p role="status">{t("outcome", { status: status.badge, money: status.money, next })}</p>
        {mayBePaidLate(transfer) && (
          <Note tone="warn" title={t("waitTitle")}>
            {t("waitAbout")}
          </Note>
        )}
        <KeyValues
          facts={[
            {
              label: t("referenceLine"),
              value: <code className="font-mono text-13">{transfer.transferKey}</code>,
            },
            { label: t("acceptedAt"), value: <Time at={transfer.acceptedAt} /> },
            transfer.finishedAt !== null && {
              label: t("finishedAt"),
              value: <Time at={transfer.finishedAt} />,
            },
            transfer.utr !== null && {
              label: t("utr"),
              value: (
                <span className="inline-flex items-center gap-1">
                  <code className="font-mono">{transfer.utr}</code>
                  <CopyButton bare text={transfer.utr} label={t("copyUtr")} />
                </span>
              ),
            },
            why !== null && { label: t("reason"), value: say(why) },
            why === null && sent.rejection !== undefined && { label: t("reason"), value: sent.rejection },
            transfer.stage === "awaiting_approval" &&
              sent.approvers !== "" && { label: t("waitsFor"), value: sent.approvers },
          ]}
        />
        <div className="flex flex-wrap gap-2">
          <Button look="primary" onClick={onAnother}>
            {t("sendAnother")}
          </Button>
          <ButtonLink to={to(`transfers/all/${transfer.transferId}`)}>{t("seeTransfer")}</ButtonLink>
        </div>
      </div>
    </Card>
  );
}
