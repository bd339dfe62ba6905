// Explains how to add money to a fund source. In the sandbox it arrives after a click.
import { useState } from "react";
import { useCall, useSend } from "#dashboard/api/use-call.ts";
import { useMerchantId, useSession } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Checkbox } from "#dashboard/ui/choices.tsx";
import { CopyButton } from "#dashboard/ui/copy-button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { KeyValues, Note } from "#dashboard/ui/layout.tsx";
import { MoneyInput } from "#dashboard/ui/money.tsx";
import { readAmount } from "#dashboard/ui/rupees.ts";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { takesDeposits } from "./kinds.ts";
import type { FundSource } from "./kinds.ts";
import { useTexts } from "./texts.ts";

interface AddFundsDialogProps {
  source: FundSource;
  onClose: () => void;
}

export function AddFundsDialog({ source, onClose }: AddFundsDialogProps) {
  const t = useTexts();
  const { environment } = useSession();
  return (
    <Dialog open onClose={onClose} title={t("addFundsTitle", { name: source.name })}>
      <div className="grid gap-5">
        {takesDeposits(source) && <DepositAccount source={source} />}
        {environment === "sandbox" && <SimulatedTopUp source={source} onDone={onClose} />}
      </div>
    </Dialog>
  );
}

/** The account to send money to, and the account from which it must come to count. */
export function DepositAccount({ source }: { source: FundSource }) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const { data, error, refetch } = useCall("getDepositAccount", {
    merchantId,
    fundSourceId: source.fundSourceId,
  });
  if (error) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={3} />;
  const copied = (text: string, label: string) => (
    <span className="inline-flex items-center gap-1 font-mono">
      {text}
      <CopyButton text={text} label={label} bare />
    </span>
  );
  return (
    <div className="grid gap-3">
      <p className="text-14 text-ink-2">{t("depositLead")}</p>
      <KeyValues
        facts={[
          { label: t("accountNumber"), value: copied(data.accountNumber, t("copyAccount")) },
          { label: "IFSC", value: copied(data.ifsc, t("copyIfsc")) },
        ]}
      />
      {data.registeredLast4 !== null && (
        <Note tone="warn">{t("depositOnlyFrom", { last4: data.registeredLast4 })}</Note>
      )}
    </div>
  );
}

function SimulatedTopUp({ source, onDone }: { source: FundSource; onDone: () => void }) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const [typed, setTyped] = useState("");
  const [fromStranger, setFromStranger] = useState(false);
  const { send, error, isPending } = useSend("simulateTopUp", {
    refreshes: ["listFundSources", "listStatement", "getStatementTotals", "listRefunds", "getLending"],
    onDone: ({ utr }) => {
      toast(t("arrived", { utr }));
      onDone();
    },
  });
  const amount = readAmount(typed);
  return (
    <Form
      error={error}
      className="grid gap-4 rounded-card border border-dashed border-control p-4"
      onSubmit={() => {
        if (amount === undefined) return;
        const sender = fromStranger ? "stranger" : "registered";
        send({ merchantId, fundSourceId: source.fundSourceId, amount, sender });
      }}
    >
      <h3 className="text-14 font-semibold">{t("simulate")}</h3>
      <MoneyInput label={t("amount")} name="amount" value={typed} onChange={setTyped} />
      {source.kind === "wallet" && (
        <Checkbox
          label={t("fromStranger")}
          hint={t("fromStrangerHint")}
          checked={fromStranger}
          onChange={setFromStranger}
        />
      )}
      <div>
        <Button type="submit" look="primary" busy={isPending} disabled={amount === undefined}>
          {t("simulateSend")}
        </Button>
      </div>
    </Form>
  );
}
