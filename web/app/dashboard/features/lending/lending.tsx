// Co-lending: the agreed split, the three ledgers, and every loan.
import { useState } from "react";
import { Link } from "react-router";
import type { Outputs } from "#dashboard/api/operations.ts";
import { useCall, useList } from "#dashboard/api/use-call.ts";
import { Can } from "#dashboard/shell/can.tsx";
import { useMerchantId, useSession, useTo } from "#dashboard/shell/session.tsx";
import { Badge } from "#dashboard/ui/badge.tsx";
import type { Tone } from "#dashboard/ui/badge.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Card, EmptyState } from "#dashboard/ui/layout.tsx";
import { Money } from "#dashboard/ui/money.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import type { Column } from "#dashboard/ui/table/columns.ts";
import { DataTable } from "#dashboard/ui/table/data-table.tsx";
import { Time } from "#dashboard/ui/time.tsx";
import { EnrolDialog } from "./enrol-dialog.tsx";
import { LendDialog } from "./lend-dialog.tsx";
import { useTexts } from "./texts.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

type Lending = Outputs["getLending"];
type Loan = Outputs["listLoans"]["items"][number];

const partyKeys = {
  originator: { name: "originator", about: "aboutOriginator" },
  lender: { name: "lender", about: "aboutLender" },
  intermediate: { name: "intermediate", about: "aboutIntermediate" },
} as const;

const stateKeys = {
  disbursing: { text: "stateDisbursing", tone: "info" },
  disbursed: { text: "stateDisbursed", tone: "ok" },
  failed: { text: "stateFailed", tone: "bad" },
  returned: { text: "stateReturned", tone: "rev" },
} as const satisfies Record<string, { text: string; tone: Tone }>;

export default function CoLending() {
  const t = useTexts();
  const merchantId = useMerchantId();
  const { environment } = useSession();
  const { data, error, refetch } = useCall("getLending", { merchantId });
  const [open, setOpen] = useState<"enrol" | "lend">();
  const close = () => setOpen(undefined);
  const isOn = data?.agreement?.enabled ?? false;
  const enrol = environment === "sandbox" && (
    <Can operation="enrolInLending">
      <Button {...(!isOn && { look: "primary" as const })} onClick={() => setOpen("enrol")}>
        {t(isOn ? "changeSplit" : "enrol")}
      </Button>
    </Can>
  );
  return (
    <>
      <PageHeader
        title={t("title")}
        lead={t("lead")}
        mark={data && <Badge tone={isOn ? "ok" : "neu"}>{t(isOn ? "on" : "off")}</Badge>}
        actions={
          isOn && (
            <>
              {enrol}
              <Can operation="lend">
                <Button look="primary" onClick={() => setOpen("lend")}>
                  {t("lend")}
                </Button>
              </Can>
            </>
          )
        }
      />
      {error && !data && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={6} />}
      {data && data.agreement === null && (
        <EmptyState title={t("notEnrolled")} action={enrol}>
          {t(environment === "sandbox" ? "notEnrolledSandbox" : "notEnrolledLive")}
        </EmptyState>
      )}
      {data?.agreement && <Enrolled data={data} />}
      {open === "enrol" && <EnrolDialog agreement={data?.agreement ?? null} onClose={close} />}
      {open === "lend" && data?.agreement && <LendDialog agreement={data.agreement} onClose={close} />}
    </>
  );
}

function Enrolled({ data }: { data: Lending }) {
  const t = useTexts();
  const to = useTo();
  const merchantId = useMerchantId();
  const loans = useList("listLoans", { merchantId });
  const { agreement } = data;
  return (
    <div className="grid gap-5">
      {agreement && (
        <Card title={t("split")} lead={t("splitWith", { lender: agreement.lenderName })}>
          <Split lender={agreement.lenderPercent} originator={agreement.originatorPercent} />
        </Card>
      )}
      <div className="grid gap-4 md:grid-cols-3">
        {data.ledgers.map((ledger) => (
          <Card key={ledger.party} title={t(partyKeys[ledger.party].name)}>
            <Money amount={ledger.available} size="figure" />
            <p className="mt-1 text-13 text-ink-2">{t(partyKeys[ledger.party].about)}</p>
            <Link
              to={to(`fund-sources/${ledger.fundSourceId}`)}
              className="mt-3 inline-flex min-h-7 items-center text-14 text-link underline"
            >
              {t("openLedger", { name: t(partyKeys[ledger.party].name) })}
            </Link>
          </Card>
        ))}
      </div>
      <Card title={t("loans")} lead={t("loansLead")} flush>
        <DataTable
          caption={t("loans")}
          columns={useColumns()}
          list={loans}
          rowKey={({ loanId }) => loanId}
          copyOf={({ loanId }) => loanId}
          empty={
            <div className="p-4">
              <EmptyState title={t("noLoans")}>{t("noLoansLead")}</EmptyState>
            </div>
          }
        />
      </Card>
    </div>
  );
}

/** Shows the shares of both parties, as a bar and in words. */
function Split({ lender, originator }: { lender: number; originator: number }) {
  const t = useTexts();
  return (
    <div className="grid max-w-160 gap-2">
      <svg width="100%" height="12" aria-hidden="true" className="block rounded-full bg-neu-bg">
        <rect width={`${lender}%`} height="12" className="fill-primary" />
      </svg>
      <p className="flex flex-wrap justify-between gap-4 text-14">
        <span>{t("lenderShare", { percent: `${lender}%` })}</span>
        <span>{t("originatorShare", { percent: `${originator}%` })}</span>
      </p>
    </div>
  );
}

function useColumns(): Column<Loan>[] {
  const t = useTexts();
  const money = (id: string, header: string, of: (loan: Loan) => string): Column<Loan> => ({
    id,
    header,
    align: "end",
    cell: (loan) => <Money amount={of(loan)} />,
  });
  return [
    {
      id: "id",
      header: t("loanId"),
      cell: ({ loanId }) => <span className="font-mono text-13 break-all">{loanId}</span>,
    },
    { id: "at", header: t("date"), cell: ({ lentAt }) => <Time at={lentAt} shape="minute" /> },
    money("amount", t("amount"), ({ amount }) => amount),
    money("disbursal", t("disbursal"), ({ disbursal }) => disbursal),
    money("lender", t("lender"), ({ lenderShare }) => lenderShare),
    money("originator", t("originator"), ({ originatorShare }) => originatorShare),
    {
      id: "status",
      header: t("status"),
      cell: ({ status }) => <Badge tone={stateKeys[status].tone}>{t(stateKeys[status].text)}</Badge>,
    },
  ];
}
