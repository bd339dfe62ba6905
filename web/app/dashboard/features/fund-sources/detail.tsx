// One fund source: its figures and its history.
import { useState } from "react";
import { Link, useParams } from "react-router";
import { useCall } from "#dashboard/api/use-call.ts";
import { Can } from "#dashboard/shell/can.tsx";
import { useMerchantId, useTo } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Card, EmptyState } from "#dashboard/ui/layout.tsx";
import { Money } from "#dashboard/ui/money.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { RecoveryNote } from "#dashboard/ui/recovery/recovery-note.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { AddFundsDialog, DepositAccount } from "./add-funds-dialog.tsx";
import { kindKeys, paysTransfers, takesDeposits } from "./kinds.ts";
import type { FundSource } from "./kinds.ts";
import { OverdraftDialog } from "./overdraft-dialog.tsx";
import { OverdraftRequests } from "./overdraft-requests.tsx";
import { SourceMarks } from "./source-card.tsx";
import { SourceFacts } from "./source-facts.tsx";
import { Statement } from "./statement.tsx";
import { useTexts } from "./texts.ts";
import { WithdrawDialog } from "./withdraw-dialog.tsx";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

type Open = "funds" | "withdraw" | "overdraft";

export default function FundSourceDetail() {
  const t = useTexts();
  const to = useTo();
  const { fundSourceId = "" } = useParams();
  const merchantId = useMerchantId();
  const { data, error, refetch } = useCall("listFundSources", { merchantId });
  const source = data?.items.find((one) => one.fundSourceId === fundSourceId);
  const trail = (
    <Link to={to("fund-sources")} className="hover:underline">
      {t("title")}
    </Link>
  );
  if (source) return <Shown source={source} />;
  return (
    <>
      <PageHeader title={fundSourceId} trail={trail} />
      {error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={8} />}
      {data && <EmptyState title={t("noSource")}>{t("noSourceLead")}</EmptyState>}
    </>
  );
}

function Shown({ source }: { source: FundSource }) {
  const t = useTexts();
  const to = useTo();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <>
      <PageHeader
        title={source.name}
        trail={
          <Link to={to("fund-sources")} className="hover:underline">
            {t("title")}
          </Link>
        }
        lead={[t(kindKeys[source.kind]), source.fundSourceId, source.bank?.name].filter(Boolean).join(" · ")}
        mark={<SourceMarks source={source} />}
        actions={
          <>
            {paysTransfers(source) && (
              <Can operation="requestOverdraft">
                <Button onClick={() => setOpen("overdraft")}>{t("askOverdraft")}</Button>
              </Can>
            )}
            {source.kind === "wallet" && (
              <Can operation="withdraw">
                <Button onClick={() => setOpen("withdraw")}>{t("withdraw")}</Button>
              </Can>
            )}
            {source.kind !== "intermediate" && (
              <Button look="primary" onClick={() => setOpen("funds")}>
                {t("addFunds")}
              </Button>
            )}
          </>
        }
      />
      <div className="grid gap-5">
        <RecoveryNote held={source.recovering} statements={to("fund-sources/reconciliation/statements")} />
        <div className="grid items-start gap-5 xl:grid-cols-2">
          <Card title={t("details")}>
            <p className="text-13 text-ink-3">{t("available")}</p>
            <Money amount={source.available} size="figure" className="mb-3 block" />
            <SourceFacts source={source} />
          </Card>
          <div className="grid gap-5">
            {takesDeposits(source) && (
              <Card title={t("depositTitle")}>
                <DepositAccount source={source} />
              </Card>
            )}
            <OverdraftRequests fundSourceId={source.fundSourceId} />
          </div>
        </div>
        <Statement source={source} />
      </div>
      {open === "funds" && <AddFundsDialog source={source} onClose={close} />}
      {open === "withdraw" && <WithdrawDialog source={source} onClose={close} />}
      {open === "overdraft" && <OverdraftDialog source={source} onClose={close} />}
    </>
  );
}
