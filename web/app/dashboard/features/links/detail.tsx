// One payout link: its progress, and the page that its payee opens.
import { useState } from "react";
import { Link, useParams } from "react-router";
import { useCall, useSend } from "#dashboard/api/use-call.ts";
import { Can } from "#dashboard/shell/can.tsx";
import { useMerchantId, useTo } from "#dashboard/shell/session.tsx";
import { Badge } from "#dashboard/ui/badge.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { CopyButton } from "#dashboard/ui/copy-button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Card, KeyValues, Note } from "#dashboard/ui/layout.tsx";
import { Money, MoneyWords } from "#dashboard/ui/money.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { Time } from "#dashboard/ui/time.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { reasonKey, stateKeys } from "./kinds.ts";
import { useTexts } from "./texts.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

export default function PayoutLinkDetail() {
  const t = useTexts();
  const to = useTo();
  const merchantId = useMerchantId();
  const { linkId = "" } = useParams();
  const { data, error, refetch } = useCall("getLink", { merchantId, linkId });
  const [ending, setEnding] = useState(false);
  const trail = (
    <Link to={to("links")} className="hover:underline">
      {t("title")}
    </Link>
  );
  if (!data) {
    return (
      <>
        <PageHeader title={linkId} trail={trail} />
        {error ? <ErrorBox error={error} onRetry={() => void refetch()} /> : <Skeleton lines={6} />}
      </>
    );
  }
  const { text, tone } = stateKeys[data.status];
  const known = reasonKey(data.reason);
  const isOpen = data.status === "ACTIVE" || data.status === "FAILED";
  return (
    <>
      <PageHeader
        title={data.linkId}
        trail={trail}
        mark={<Badge tone={tone}>{t(text)}</Badge>}
        lead={t(`lead${data.status}`)}
        actions={
          isOpen && (
            <Can operation="deactivateLink">
              <Button look="danger" onClick={() => setEnding(true)}>
                {t("deactivate")}
              </Button>
            </Can>
          )
        }
      />
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <Card>
          <Money amount={data.amount} size="figure" />
          <MoneyWords amount={data.amount} className="mb-3 block text-13 text-ink-2" />
          <KeyValues
            facts={[
              { label: t("payee"), value: data.name },
              { label: t("phone"), value: data.phone },
              data.email !== null && { label: t("email"), value: data.email },
              data.remarks !== "" && { label: t("remarks"), value: data.remarks },
              { label: t("created"), value: <Time at={data.createdAt} /> },
              { label: t("validUntil"), value: <Time at={data.expiresAt} /> },
              data.endedAt !== null && { label: t("ended"), value: <Time at={data.endedAt} /> },
              data.reason !== null && { label: t("reason"), value: known ? t(known) : data.reason },
              data.paidReferenceId !== null && {
                label: t("transfer"),
                value: (
                  <Link to={to(`transfers/all/${data.paidReferenceId}`)} className="text-link underline">
                    {data.paidReferenceId}
                  </Link>
                ),
              },
              data.utr !== null && {
                label: "UTR",
                value: <span className="font-mono text-13">{data.utr}</span>,
              },
              { label: t("checkName"), value: t(data.checksName ? "yes" : "no") },
            ]}
          />
        </Card>
        {isOpen && (
          <Card title={t("payeePage")} lead={t("payeePageLead")}>
            <div className="grid gap-3">
              <Address linkId={linkId} own={data.address} />
              {data.codesRefusedUntil !== null && (
                <RefusedCodes linkId={linkId} until={data.codesRefusedUntil} />
              )}
            </div>
          </Card>
        )}
      </div>
      {ending && <EndDialog linkId={linkId} onClose={() => setEnding(false)} />}
    </>
  );
}

/** The address of the payee's page. For another member's link it is shown on demand, and that is recorded. */
function Address({ linkId, own }: { linkId: string; own: string | null }) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const { send, data, error, isPending } = useSend("revealLinkAddress");
  const address = own ?? data?.address;
  if (address === undefined) {
    return (
      <>
        <Note>{t("addressOfOther")}</Note>
        <Can operation="revealLinkAddress">
          <Button busy={isPending} onClick={() => send({ merchantId, linkId })}>
            {t("showAddress")}
          </Button>
        </Can>
        {error && <ErrorBox error={error} />}
      </>
    );
  }
  return (
    <>
      <p className="font-mono text-13 break-all">{address}</p>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={address} label={t("copyAddress")} />
        <a href={address} target="_blank" rel="noreferrer" className="px-2 text-14 text-link underline">
          {t("openPage")}
        </a>
      </div>
      <Note>{t("payeePageNote")}</Note>
    </>
  );
}

function RefusedCodes({ linkId, until }: { linkId: string; until: string }) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const { send, error, isPending } = useSend("acceptLinkCodes", {
    refreshes: ["getLink", "listLinks"],
    onDone: () => toast(t("codesAccepted")),
  });
  return (
    <>
      <Note tone="warn">
        {t("codesRefused")} <Time at={until} />
      </Note>
      <Can operation="acceptLinkCodes">
        <Button busy={isPending} onClick={() => send({ merchantId, linkId })}>
          {t("acceptCodes")}
        </Button>
      </Can>
      {error && <ErrorBox error={error} />}
    </>
  );
}

function EndDialog({ linkId, onClose }: { linkId: string; onClose: () => void }) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const { send, error, isPending } = useSend("deactivateLink", {
    refreshes: ["getLink", "listLinks"],
    onDone: () => {
      toast(t("deactivated"));
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("deactivateTitle")}
      lead={t("deactivateLead")}
      actions={
        <>
          <Button onClick={onClose}>{t("keep")}</Button>
          <Button look="danger" busy={isPending} onClick={() => send({ merchantId, linkId })}>
            {t("deactivate")}
          </Button>
        </>
      }
    >
      {error && <ErrorBox error={error} />}
    </Dialog>
  );
}
