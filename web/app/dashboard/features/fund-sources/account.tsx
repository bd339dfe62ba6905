// The facts of the business, and its account manager.
import { Link } from "react-router";
import { useState } from "react";
import { useCall } from "#dashboard/api/use-call.ts";
import { Can } from "#dashboard/shell/can.tsx";
import { useMerchantId, useSession, useTo } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { CopyButton } from "#dashboard/ui/copy-button.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Card, KeyValues, Note } from "#dashboard/ui/layout.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { Time } from "#dashboard/ui/time.tsx";
import { RegisterDialog } from "./register-dialog.tsx";
import { useTexts } from "./texts.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

const businessKeys: Readonly<
  Record<string, "proprietorship" | "partnership" | "privateLimited" | "publicLimited" | "trust" | "society">
> = {
  proprietorship: "proprietorship",
  partnership: "partnership",
  private_limited: "privateLimited",
  public_limited: "publicLimited",
  trust: "trust",
  society: "society",
};

export default function AccountInformation() {
  const t = useTexts();
  const to = useTo();
  const merchantId = useMerchantId();
  const { environment } = useSession();
  const [registering, setRegistering] = useState(false);
  const { data, error, refetch } = useCall("getAccountInformation", { merchantId });
  const business = businessKeys[data?.businessType ?? ""];
  return (
    <>
      <PageHeader title={t("accountTitle")} lead={t("accountLead")} />
      {error && !data && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={6} />}
      {data && (
        <div className="grid items-start gap-5 xl:grid-cols-2">
          <Card title={t("business")}>
            <KeyValues
              facts={[
                { label: t("name"), value: data.name },
                { label: t("environment"), value: t(environment === "sandbox" ? "sandbox" : "live") },
                { label: t("businessType"), value: business ? t(business) : t("notSaid") },
                {
                  label: t("merchantId"),
                  value: (
                    <span className="inline-flex items-center gap-1 font-mono text-13 break-all">
                      {data.merchantId}
                      <CopyButton text={data.merchantId} label={t("copyId")} bare />
                    </span>
                  ),
                },
                data.wallet !== null && {
                  label: t("kindWallet"),
                  value: (
                    <Link to={to("fund-sources/WALLET_1")} className="font-mono text-13 text-link underline">
                      ••••{data.wallet.accountLast4} · {data.wallet.ifsc}
                    </Link>
                  ),
                },
                {
                  label: t("queuing"),
                  value:
                    data.queuingHours === null
                      ? t("queuingOff")
                      : t("queuingHours", { count: data.queuingHours }),
                },
              ]}
            />
          </Card>
          <div className="grid gap-5">
            <Card
              title={t("registered")}
              lead={t("registeredLead")}
              actions={
                environment === "sandbox" && (
                  <Can operation="registerAccount">
                    <Button size="sm" onClick={() => setRegistering(true)}>
                      {t(data.registeredAccount ? "change" : "register")}
                    </Button>
                  </Can>
                )
              }
            >
              {data.registeredAccount ? (
                <KeyValues
                  facts={[
                    { label: t("holder"), value: data.registeredAccount.holderName },
                    {
                      label: t("account"),
                      value: (
                        <span className="font-mono text-13">
                          ••••{data.registeredAccount.accountLast4} · {data.registeredAccount.ifsc}
                        </span>
                      ),
                    },
                    {
                      label: t("since"),
                      value: <Time at={data.registeredAccount.registeredAt} shape="day" />,
                    },
                  ]}
                />
              ) : (
                <Note tone="warn">{t("notRegistered")}</Note>
              )}
            </Card>
            <Card title={t("support")} lead={t("supportLead")}>
              <a href={`mailto:${data.support.email}`} className="text-link underline">
                {data.support.email}
              </a>
            </Card>
          </div>
        </div>
      )}
      {registering && <RegisterDialog onClose={() => setRegistering(false)} />}
    </>
  );
}
