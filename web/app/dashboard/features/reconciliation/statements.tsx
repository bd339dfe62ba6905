// The banks' statements by day, and the state of fetching them from each bank.
import { Link } from "react-router";
import { useCall } from "#dashboard/api/use-call.ts";
import { useMerchantId, useTo } from "#dashboard/shell/session.tsx";
import { Badge } from "#dashboard/ui/badge.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Card, EmptyState } from "#dashboard/ui/layout.tsx";
import { Money } from "#dashboard/ui/money.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import type { Column } from "#dashboard/ui/table/columns.ts";
import { DataTable, listOf } from "#dashboard/ui/table/data-table.tsx";
import { Time } from "#dashboard/ui/time.tsx";
import { StopLimit } from "./stop-limit.tsx";
import { useTexts } from "./texts.ts";
import { ViewTabs } from "./view-tabs.tsx";
import { useDay } from "./words.ts";
import type { Reconciliation } from "./words.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

type Bank = Reconciliation["banks"][number];
type Statement = Reconciliation["statements"][number];
type Missing = Reconciliation["missing"][number];
type Row = Pick<Statement, "bankId" | "bankName" | "day"> & { statement?: Statement; missing?: Missing };

/** Changes that the server does not announce are found by fetching again. */
export default function Statements() {
  const t = useTexts();
  const merchantId = useMerchantId();
  const { data, error, refetch } = useCall("getReconciliation", { merchantId });
  const banks = useBankColumns();
  const statements = useStatementColumns();
  return (
    <>
      <PageHeader title={t("tabStatements")} lead={t("statementsLead")} />
      <ViewTabs open={data?.openBreaks} />
      {error && !data && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={6} />}
      {data && data.banks.length === 0 && (
        <EmptyState title={t("noStatementsTitle")}>{t("noStatementsLead")}</EmptyState>
      )}
      {data && data.banks.length > 0 && (
        <div className="grid gap-6">
          <Card title={t("asked")} lead={t("askedLead")} flush>
            <DataTable
              caption={t("asked")}
              columns={banks}
              list={listOf(data.banks)}
              rowKey={({ bankId }) => bankId}
              empty={null}
            />
          </Card>
          <StopLimit {...data} />
          <Card title={t("byDay")} flush>
            <DataTable
              caption={t("byDay")}
              columns={statements}
              list={listOf(rowsOf(data))}
              rowKey={({ bankId, day, missing }) => `${bankId} ${day} ${missing?.breakId ?? ""}`}
              empty={
                <div className="p-4">
                  <EmptyState title={t("noStatementsTitle")}>{t("noStatementsLead")}</EmptyState>
                </div>
              }
            />
          </Card>
        </div>
      )}
    </>
  );
}

/** A gap is listed under the day that follows it. */
function rowsOf({ statements, missing }: Reconciliation): Row[] {
  const rows: Row[] = [
    ...statements.map((statement) => ({ ...statement, statement })),
    ...missing.map((gap) => ({ ...gap, missing: gap })),
  ];
  return rows.toSorted((one, two) => two.day.localeCompare(one.day));
}

function useBankColumns(): Column<Bank>[] {
  const t = useTexts();
  const dayOf = useDay();
  return [
    { id: "bank", header: t("bank"), card: "title", cell: ({ bankName }) => bankName },
    { id: "next", header: t("nextDay"), cell: ({ nextDay }) => dayOf(nextDay) },
    { id: "due", header: t("nextAsked"), cell: ({ dueAt }) => <Time at={dueAt} shape="minute" /> },
    { id: "standing", header: t("standing"), cell: (bank) => <BankStanding of={bank} /> },
  ];
}

/** Shows what stops a bank's statements or payments. */
function BankStanding({ of }: { of: Bank }) {
  const t = useTexts();
  const { problem, failingSince, stoppedBecause, stoppedAt, enabled, recoveringSince } = of;
  const isWell = problem === null && enabled && recoveringSince === null;
  if (isWell) return <Badge tone="ok">{t("well")}</Badge>;
  return (
    <span className="grid gap-1">
      {problem !== null && (
        <span>
          <Badge tone="warn">{t("failing")}</Badge> <span className="text-13">{problem}</span>{" "}
          {failingSince !== null && <Time at={failingSince} shape="minute" className="text-12 text-ink-2" />}
        </span>
      )}
      {!enabled && (
        <span>
          <Badge tone="bad">{t("stopped")}</Badge> <span className="text-13">{stoppedBecause}</span>{" "}
          {stoppedAt !== null && <Time at={stoppedAt} shape="minute" className="text-12 text-ink-2" />}
          {stoppedBecause !== null && <span className="block text-13 text-ink-2">{t("stoppedLead")}</span>}
        </span>
      )}
      {recoveringSince !== null && <Badge tone="warn">{t("recovering")}</Badge>}
    </span>
  );
}

function useStatementColumns(): Column<Row>[] {
  const t = useTexts();
  const dayOf = useDay();
  const sum = (amount: string | undefined) => (amount === undefined ? "–" : <Money amount={amount} />);
  return [
    { id: "day", header: t("day"), card: "title", cell: ({ day }) => dayOf(day) },
    { id: "bank", header: t("bank"), cell: ({ bankName }) => bankName },
    { id: "state", header: t("standing"), card: "mark", cell: (row) => <StatementState of={row} /> },
    {
      id: "lines",
      header: t("lines"),
      cell: ({ statement }) => (statement === undefined ? "–" : <Lines of={statement.lines} />),
    },
    {
      id: "opening",
      header: t("opening"),
      align: "end",
      cell: ({ statement }) => sum(statement?.opening),
    },
    {
      id: "closing",
      header: t("closing"),
      align: "end",
      card: "figure",
      cell: ({ statement }) => sum(statement?.closing),
    },
  ];
}

function StatementState({ of: { statement, missing } }: { of: Row }) {
  const t = useTexts();
  const to = useTo();
  if (statement === undefined)
    return (
      <span className="grid gap-1">
        <span>
          <Badge tone="bad">{t("missing")}</Badge>
        </span>
        <Link
          to={to(`fund-sources/reconciliation/breaks/${missing!.breakId}`)}
          className="text-13 text-link underline"
        >
          {missing!.detail}
        </Link>
      </span>
    );
  if (statement.state === "refused")
    return (
      <span className="grid gap-1">
        <span>
          <Badge tone="bad">{t("refused")}</Badge>
        </span>
        <span className="text-13">{statement.because}</span>
      </span>
    );
  if (statement.unproved) return <Badge tone="warn">{t("unproved")}</Badge>;
  return (
    <Badge tone={statement.whole ? "ok" : "info"}>{t(statement.whole ? "imported" : "importedPart")}</Badge>
  );
}

function Lines({ of: { settled, suspense, waiting } }: { of: Statement["lines"] }) {
  const t = useTexts();
  return (
    <span className="grid text-13">
      {t("settled", { count: settled })}
      {suspense > 0 && <span className="text-warn">{t("inSuspense", { count: suspense })}</span>}
      {waiting > 0 && <span className="text-ink-2">{t("waiting", { count: waiting })}</span>}
    </span>
  );
}
