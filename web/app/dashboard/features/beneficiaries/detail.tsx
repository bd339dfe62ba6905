// One beneficiary: their destination, what the bank says about it, and every payment.
import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { useCall, useSend } from "#dashboard/api/use-call.ts";
import { Can } from "#dashboard/shell/can.tsx";
import { useMerchantId, useTo } from "#dashboard/shell/session.tsx";
import { Badge } from "#dashboard/ui/badge.tsx";
import { Button, ButtonLink } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Card, KeyValues, Note } from "#dashboard/ui/layout.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { AccountNumber } from "./account-number.tsx";
import { paidToKeys, stateKeys } from "./kinds.ts";
import type { Beneficiary } from "./kinds.ts";
import { Payments } from "./payments.tsx";
import { RestoreButton } from "./removed.tsx";
import { useTexts } from "./texts.ts";
import { Verification } from "./verification.tsx";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

export default function BeneficiaryDetail() {
  const t = useTexts();
  const to = useTo();
  const merchantId = useMerchantId();
  const { beneficiaryId = "" } = useParams();
  const { data, error, refetch } = useCall("getBeneficiary", { merchantId, beneficiaryId });
  const [removing, setRemoving] = useState<"delete" | "replace">();
  const trail = (
    <Link to={to("beneficiaries")} className="hover:underline">
      {t("title")}
    </Link>
  );
  if (!data) {
    return (
      <>
        <PageHeader title={t("beneficiary")} trail={trail} />
        {error ? <ErrorBox error={error} onRetry={() => void refetch()} /> : <Skeleton lines={8} />}
      </>
    );
  }
  const isThere = data.status !== "removed";
  return (
    <>
      <PageHeader
        title={data.name}
        trail={trail}
        lead={<span className="font-mono">{data.beneId}</span>}
        mark={<Badge tone={stateKeys[data.status].tone}>{t(stateKeys[data.status].text)}</Badge>}
        actions={
          isThere ? (
            <>
              <Can operation="removeBeneficiary">
                <Button look="danger" onClick={() => setRemoving("delete")}>
                  {t("delete")}
                </Button>
              </Can>
              <Can operation="removeBeneficiary">
                <Button onClick={() => setRemoving("replace")}>{t("replace")}</Button>
              </Can>
              {data.status === "active" && (
                <Can operation="createTransfer">
                  <ButtonLink to={to(`transfers/quick?beneficiary=${beneficiaryId}`)} look="primary">
                    {t("pay")}
                  </ButtonLink>
                </Can>
              )}
            </>
          ) : (
            data.restorable && <RestoreButton of={data} />
          )
        }
      />
      <div className="grid gap-5">
        {data.status === "awaiting_approval" && <Note>{t("awaitsLead")}</Note>}
        <div className="grid items-start gap-5 xl:grid-cols-2">
          <Card title={t("how")}>
            <Destinations data={data} />
          </Card>
          <Verification of={data} />
        </div>
        <Payments beneficiaryId={beneficiaryId} />
      </div>
      {removing && (
        <RemoveDialog of={data} replaces={removing === "replace"} onClose={() => setRemoving(undefined)} />
      )}
    </>
  );
}

function Destinations({ data }: { data: Beneficiary }) {
  const t = useTexts();
  return (
    <KeyValues
      facts={[
        { label: t("kind"), value: data.paidTo.map((kind) => t(paidToKeys[kind])).join(" · ") },
        data.accountLast4 !== null && { label: t("accountNumber"), value: <AccountNumber of={data} /> },
        data.ifsc !== null && {
          label: "IFSC",
          value: (
            <span className="grid justify-items-end">
              <span className="font-mono text-13">{data.ifsc}</span>
              <span className="text-13 text-ink-2">{data.bankName}</span>
            </span>
          ),
        },
        data.vpa !== null && {
          label: t("vpa"),
          value: <span className="font-mono text-13">{data.vpa}</span>,
        },
        data.cardLast4 !== null && {
          label: t("card"),
          value: (
            <span className="font-mono text-13">
              {data.cardNetwork} ••••{data.cardLast4}
            </span>
          ),
        },
        data.phone !== null && { label: t("phone"), value: data.phone },
        data.email !== null && { label: t("email"), value: data.email },
        data.address1 !== null && {
          label: t("address"),
          value: [data.address1, data.address2, data.city, data.state, data.pincode]
            .filter(Boolean)
            .join(", "),
        },
        data.purpose !== null && { label: t("purpose"), value: data.purpose },
      ]}
    />
  );
}

interface RemoveDialogProps {
  of: Beneficiary;
  /** True if the form to add the beneficiary again opens afterwards, with the former values. */
  replaces: boolean;
  onClose: () => void;
}

function RemoveDialog({ of, replaces, onClose }: RemoveDialogProps) {
  const t = useTexts();
  const to = useTo();
  const navigate = useNavigate();
  const merchantId = useMerchantId();
  const { beneficiaryId, name } = of;
  const { send, error, isPending } = useSend("removeBeneficiary", {
    refreshes: ["listBeneficiaries", "listBeneficiaryRemovers", "getBeneficiary"],
    onDone: ({ awaitsApproval }) => {
      toast(t(awaitsApproval ? "removalAwaits" : "removed", { name }));
      onClose();
      if (!awaitsApproval)
        void navigate(to(replaces ? `beneficiaries/new?like=${beneficiaryId}` : "beneficiaries"));
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(replaces ? "replaceTitle" : "deleteTitle", { name })}
      lead={t(replaces ? "replaceLead" : "deleteLead")}
      actions={
        <>
          <Button onClick={onClose}>{t("keep")}</Button>
          <Button look="danger" busy={isPending} onClick={() => send({ merchantId, beneficiaryId })}>
            {t(replaces ? "replaceSend" : "delete")}
          </Button>
        </>
      }
    >
      {error ? <ErrorBox error={error} /> : <p className="text-14">{t("deleteQueued")}</p>}
    </Dialog>
  );
}
