// Fund Sources: the balance of each, its actions, and its share of the transfers.
import { useState } from "react";
import { useCall } from "#dashboard/api/use-call.ts";
import { Can } from "#dashboard/shell/can.tsx";
import { useMerchantId, useSession, useTo } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { RecoveryNote } from "#dashboard/ui/recovery/recovery-note.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { Time } from "#dashboard/ui/time.tsx";
import { AddBankDialog } from "./add-bank-dialog.tsx";
import { AddFundsDialog } from "./add-funds-dialog.tsx";
import { ConnectUpstreamDialog } from "./connect-upstream-dialog.tsx";
import { paysTransfers } from "./kinds.ts";
import type { FundSource } from "./kinds.ts";
import { MoveDialog } from "./move-dialog.tsx";
import { SharesCard } from "./shares-card.tsx";
import { SourceCard } from "./source-card.tsx";
import { FundSourceTabs } from "./tabs.tsx";
import { useTexts } from "./texts.ts";
import { WithdrawDialog } from "./withdraw-dialog.tsx";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

export type Action = "funds" | "move" | "withdraw" | "bank" | "upstream";

export default function FundSources() {
  const t = useTexts();
  const merchantId = useMerchantId();
  const { environment } = useSession();
  const { data, error, refetch } = useCall("listFundSources", { merchantId });
  const [open, setOpen] = useState<{ action: Action; source?: FundSource }>();
  const close = () => setOpen(undefined);
  const to = useTo();
  const own = data?.items.filter(paysTransfers) ?? [];
  return (
    <>
      <PageHeader
        title={t("title")}
        lead={t("lead")}
        actions={
          <>
            {own.length > 1 && (
              <Can operation="moveMoney">
                <Button onClick={() => setOpen({ action: "move" })}>{t("move")}</Button>
              </Can>
            )}
            {environment === "live" && (
              <Can operation="connectUpstream">
                <Button onClick={() => setOpen({ action: "upstream" })}>{t("connectUpstream")}</Button>
              </Can>
            )}
            <Can operation="openBankSource">
              <Button icon="plus" onClick={() => setOpen({ action: "bank" })}>
                {t("addBank")}
              </Button>
            </Can>
          </>
        }
      />
      <FundSourceTabs />
      {error && !data && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={6} />}
      {data && (
        <div className="grid gap-5">
          <p className="text-13 text-ink-2">
            {t.rich("asOf", { at: <Time at={data.asOf} shape="clockSeconds" /> })}
          </p>
          <RecoveryNote held={heldOf(data.items)} statements={to("fund-sources/reconciliation/statements")} />
          <div className="grid gap-5 xl:grid-cols-2">
            {data.items.map((source) => (
              <SourceCard
                key={source.fundSourceId}
                source={source}
                onAction={(action) => setOpen({ action, source })}
              />
            ))}
          </div>
          {own.length > 1 && <SharesCard sources={own} />}
        </div>
      )}
      {open?.action === "funds" && open.source && <AddFundsDialog source={open.source} onClose={close} />}
      {open?.action === "move" && <MoveDialog sources={own} onClose={close} />}
      {open?.action === "withdraw" && open.source && <WithdrawDialog source={open.source} onClose={close} />}
      {open?.action === "upstream" && <ConnectUpstreamDialog onClose={close} />}
      {open?.action === "bank" && <AddBankDialog isSandbox={environment === "sandbox"} onClose={close} />}
    </>
  );
}

/** Returns each bank that is held back, once. The wallet uses all of them, so they repeat. */
function heldOf(sources: readonly FundSource[]): FundSource["recovering"] {
  const held = sources.flatMap(({ recovering }) => recovering.map((one) => [one.bankName, one] as const));
  return [...new Map(held).values()];
}
