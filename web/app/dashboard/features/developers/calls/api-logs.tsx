// The log of API calls, searchable by request ID and by subject.
import { Link } from "react-router";
import { useList } from "#dashboard/api/use-call.ts";
import type { Inputs, Outputs } from "#dashboard/api/operations.ts";
import { useMerchantId, useTo } from "#dashboard/shell/session.tsx";
import { Badge } from "#dashboard/ui/badge.tsx";
import { Card, EmptyState, Note } from "#dashboard/ui/layout.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import type { Column } from "#dashboard/ui/table/columns.ts";
import { DataTable } from "#dashboard/ui/table/data-table.tsx";
import { FilterBar } from "#dashboard/ui/table/filter-bar.tsx";
import { NoMatch } from "#dashboard/ui/table/no-match.tsx";
import { useFilters } from "#dashboard/ui/table/use-filters.ts";
import { CopyButton } from "#dashboard/ui/copy-button.tsx";
import { Time } from "#dashboard/ui/time.tsx";
import { useTexts } from "./texts.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

type Call = Outputs["listApiCalls"]["items"][number];
type Outcome = NonNullable<Inputs["listApiCalls"]["outcomes"]>[number];

const outcomes = ["ok", "refused", "failed"] as const satisfies readonly Outcome[];
const dayMs = 86_400_000;

export default function ApiLogs() {
  const t = useTexts();
  const merchantId = useMerchantId();
  const filters = useFilters({ q: "text", outcome: "list", day: "range" });
  const { q, outcome, day } = filters.values;
  const list = useList("listApiCalls", {
    merchantId,
    ...(q !== "" && { search: q }),
    ...(outcome.length > 0 && { outcomes: outcome as Outcome[] }),
    ...(day.from !== undefined && { from: startOf(day.from).toISOString() }),
    ...(day.to !== undefined && { to: new Date(startOf(day.to).getTime() + dayMs).toISOString() }),
  });
  const notLogged = list.pages[0]?.notLogged ?? 0;
  return (
    <>
      <PageHeader title={t("title")} lead={t("lead")} />
      {notLogged > 0 && (
        <div className="mb-4">
          <Note tone="warn">{t("notLogged", { count: notLogged })}</Note>
        </div>
      )}
      <Card flush>
        <FilterBar
          filters={filters}
          search={{ key: "q", label: t("searchRequest") }}
          fields={[
            {
              key: "outcome",
              kind: "choices",
              label: t("outcome"),
              options: outcomes.map((id) => ({ id, label: t(id) })),
            },
            { key: "day", kind: "days", label: t("when") },
          ]}
        />
        <DataTable
          caption={t("title")}
          columns={useColumns()}
          list={list}
          rowKey={({ callId }) => callId}
          copyOf={({ requestId }) => requestId}
          empty={
            filters.active.length > 0 ? (
              <NoMatch onClear={() => filters.clear()} />
            ) : (
              <div className="p-4">
                <EmptyState
                  title={t("none")}
                  docs={<a href="/payout/integrations/integrations">{t("docs")}</a>}
                >
                  {t("noneLead")}
                </EmptyState>
              </div>
            )
          }
        />
      </Card>
    </>
  );
}

const startOf = (day: string): Date => new Date(`${day}T00:00:00+05:30`);

function useColumns(): Column<Call>[] {
  const t = useTexts();
  const to = useTo();
  return [
    {
      id: "call",
      header: t("call"),
      width: "min-w-60",
      fixed: true,
      cell: ({ method, path }) => (
        <span className="font-mono text-13 break-all">
          {method} {path}
        </span>
      ),
    },
    { id: "at", header: t("when"), cell: ({ at }) => <Time at={at} /> },
    {
      id: "outcome",
      header: t("outcome"),
      cell: ({ httpStatus, refusal }) => (
        <span className="grid gap-0.5">
          <span>
            <Badge tone={httpStatus >= 500 ? "bad" : refusal === null ? "ok" : "warn"}>
              {String(httpStatus)}
            </Badge>
          </span>
          {refusal !== null && <span className="text-12 text-ink-2">{refusal.replace(/^\d{3} /, "")}</span>}
        </span>
      ),
    },
    {
      id: "took",
      header: t("took"),
      align: "end",
      cell: ({ durationMs }) => <span className="whitespace-nowrap">{t("ms", { ms: durationMs })}</span>,
    },
    {
      id: "object",
      header: t("object"),
      width: "min-w-36",
      cell: ({ objectKind, objectKey }) =>
        objectKind === "transfer" && objectKey !== null ? (
          <Link
            className="font-mono text-13 break-all"
            to={`${to("transfers/all")}?f=1&q=${encodeURIComponent(objectKey)}`}
          >
            {objectKey}
          </Link>
        ) : (
          <span className="font-mono text-13 break-all">{objectKey ?? "–"}</span>
        ),
    },
    {
      id: "from",
      header: t("from"),
      cell: ({ ip, clientId }) => (
        <span className="grid">
          <span className="font-mono text-13">{ip}</span>
          {clientId === null && <span className="text-12 text-ink-2">{t("unknownClient")}</span>}
        </span>
      ),
    },
    {
      id: "request",
      header: t("requestId"),
      cell: ({ requestId }) => (
        <span className="inline-flex items-center font-mono text-12">
          <span className="break-all">{requestId}</span>
          <CopyButton bare text={requestId} label={t("copyId")} />
        </span>
      ),
    },
  ];
}
