// The bank's answer about a beneficiary's account, and the total paid to it so far.
import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { useSend } from "#dashboard/api/use-call.ts";
import { Can } from "#dashboard/shell/can.tsx";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Card, KeyValues, Note } from "#dashboard/ui/layout.tsx";
import { Money } from "#dashboard/ui/money.tsx";
import { Time } from "#dashboard/ui/time.tsx";
import { Holder } from "./holder.tsx";
import type { Beneficiary } from "./kinds.ts";
import { useTexts } from "./texts.ts";

/** The navigation state that makes a page verify the beneficiary when it opens. */
export const verifiesAtOnce = { verifies: true };

export function Verification({ of }: { of: Beneficiary }) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const { beneficiaryId } = of;
  const { send, data, error, isPending } = useSend("verifyBeneficiary", {
    refreshes: ["getBeneficiary", "listBeneficiaries"],
  });
  const verify = () => send({ merchantId, beneficiaryId });
  useAtOnce(verify);
  const canVerify = of.status !== "removed" && (of.accountLast4 !== null || of.vpa !== null);
  return (
    <Card
      title={t("verification")}
      actions={
        canVerify && (
          <Can operation="verifyBeneficiary">
            <Button size="sm" busy={isPending} onClick={verify}>
              {t("verifyAgain")}
            </Button>
          </Can>
        )
      }
    >
      <div className="grid gap-4" aria-busy={isPending}>
        {error && <ErrorBox error={error} />}
        {data?.status === "failed" && !isPending && <Note tone="warn">{t("verifyFailed")}</Note>}
        {isPending ? <p className="text-ink-2">{t("verifying")}</p> : <Holder holder={of.holder} whole />}
        <Paid data={of} />
      </div>
    </Card>
  );
}

/** Verifies once if the navigation state says so. Going back does not verify again. */
function useAtOnce(verify: () => void): void {
  const { state } = useLocation();
  const navigate = useNavigate();
  const isAsked = (state as Partial<typeof verifiesAtOnce> | null)?.verifies === true;
  useEffect(() => {
    if (!isAsked) return;
    void navigate(".", { replace: true, state: null });
    verify();
    // Only the navigation state starts the effect.
  }, [isAsked]);
}

function Paid({ data }: { data: Beneficiary }) {
  const t = useTexts();
  return (
    <KeyValues
      facts={[
        {
          label: t("paid90"),
          value: (
            <>
              <Money amount={data.paidAmount} /> · {t("payments", { count: data.paidCount })}
            </>
          ),
        },
        {
          label: t("lastPaid"),
          value: data.lastPaidAt === null ? t("neverPaid") : <Time at={data.lastPaidAt} />,
        },
        { label: t("addedAt"), value: <Time at={data.addedAt} /> },
        { label: t("addedBy"), value: data.addedBy ?? t("gone") },
        data.removedAt !== null && {
          label: t("stateRemoved"),
          value: <Time at={data.removedAt} />,
        },
      ]}
    />
  );
}
