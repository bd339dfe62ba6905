// The share of each fund source in the transfers that name none.
import { useState } from "react";
import { useSend } from "#dashboard/api/use-call.ts";
import { Can } from "#dashboard/shell/can.tsx";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { TextInput } from "#dashboard/ui/fields.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { Card } from "#dashboard/ui/layout.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import type { FundSource } from "./kinds.ts";
import { useTexts } from "./texts.ts";

type Shares = Readonly<Record<string, string>>;

const percentOf = (text: string | undefined): number => (/^\d{1,3}$/.test(text ?? "") ? Number(text) : 0);

const storedShares = (sources: readonly FundSource[]): Shares =>
  Object.fromEntries(sources.map(({ fundSourceId, sharePercent }) => [fundSourceId, String(sharePercent)]));

export function SharesCard({ sources }: { sources: readonly FundSource[] }) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const [typed, setTyped] = useState<Shares>();
  const { send, error, isPending } = useSend("setShares", {
    refreshes: ["listFundSources"],
    onDone: () => {
      setTyped(undefined);
      toast(t("sharesSaved"));
    },
  });
  const shares = typed ?? storedShares(sources);
  const total = sources.reduce((sum, { fundSourceId }) => sum + percentOf(shares[fundSourceId]), 0);
  const isWhole = total === 100 || total === 0;
  const save = () => {
    const wanted = sources.map(({ fundSourceId }) => ({
      fundSourceId,
      percent: percentOf(shares[fundSourceId]),
    }));
    send({ merchantId, shares: total === 0 ? [] : wanted });
  };
  return (
    <Card title={t("shares")} lead={t("sharesLead")}>
      <Form error={error} onSubmit={() => isWhole && typed && save()}>
        {error && <ErrorBox error={error} />}
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          {sources.map(({ fundSourceId, name, active }) => (
            <TextInput
              key={fundSourceId}
              label={name}
              inputMode="numeric"
              suffix={<span className="pr-2.5 text-ink-2">%</span>}
              maxLength={3}
              disabled={!active}
              value={shares[fundSourceId] ?? "0"}
              onChange={(value) => setTyped({ ...shares, [fundSourceId]: value })}
            />
          ))}
        </div>
        <div className="flex flex-wrap items-center gap-4">
          <p role="status" className={isWhole ? "text-ink-2" : "font-semibold text-bad"}>
            {total === 0 ? t("sharesNone") : t("sharesTotal", { total: `${total}%` })}
          </p>
          <Can operation="setShares">
            <Button type="submit" look="primary" busy={isPending} disabled={!isWhole || typed === undefined}>
              {t("save")}
            </Button>
          </Can>
        </div>
      </Form>
    </Card>
  );
}
