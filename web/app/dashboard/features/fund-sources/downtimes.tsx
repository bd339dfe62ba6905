// Downtimes of banks: current, announced and past.
import { useState } from "react";
import { useCall } from "#dashboard/api/use-call.ts";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Badge } from "#dashboard/ui/badge.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Card, EmptyState, Note } from "#dashboard/ui/layout.tsx";
import { Money } from "#dashboard/ui/money.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { Segments } from "#dashboard/ui/tabs.tsx";
import type { Column } from "#dashboard/ui/table/columns.ts";
import { DataTable, listOf } from "#dashboard/ui/table/data-table.tsx";
import { Time } from "#dashboard/ui/time.tsx";
import { railName } from "#dashboard/ui/rail-name.ts";
import type { Downtime } from "./kinds.ts";
import { FundSourceTabs } from "./tabs.tsx";
import { useTexts } from "./texts.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

const empties = { now: "noneNow", upcoming: "noneUpcoming", past: "nonePast" } as const;

/** Changes that are not announced to this page are found by fetching again. */
export default function Downtimes() {
  const t = useTexts();
  const merchantId = useMerchantId();
  const { data, error, refetch } = useCall("listDowntimes", { merchantId });
  const [when, setWhen] = useState<Downtime["when"]>("now");
  const columns = useColumns(when);
  const count = (of: Downtime["when"]): number => data?.items.filter((one) => one.when === of).length ?? 0;
  const shown = data?.items.filter((one) => one.when === when) ?? [];
  const isOwn = shown.some(({ fundSources }) => fundSources.length > 0);
  return (
    <>
      <PageHeader title={t("tabDowntimes")} lead={t("downtimesLead")} />
      <FundSourceTabs downtimes={count("now")} />
      {error && !data && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={5} />}
      {data && (
        <div className="grid gap-4">
          <div className="flex">
            <Segments
              label={t("when")}
              value={when}
              onChange={setWhen}
              options={[
                { id: "now", label: t("now", { count: String(count("now")) }) },
                { id: "upcoming", label: t("upcoming", { count: String(count("upcoming")) }) },
                { id: "past", label: t("past", { count: String(count("past")) }) },
              ]}
            />
          </div>
          {when === "now" && isOwn && <Note tone="warn">{t("downtimesWhat")}</Note>}
          {shown.length === 0 ? (
            <EmptyState title={t(empties[when])}>{t("downtimesRule")}</EmptyState>
          ) : (
            <Card flush>
              <DataTable
                caption={t("tabDowntimes")}
                columns={columns}
                list={listOf(shown)}
                rowKey={({ incidentNo }) => String(incidentNo)}
                empty={null}
                footer={<span>{t("downtimesRule")}</span>}
              />
            </Card>
          )}
        </div>
      )}
    </>
  );
}

function useColumns(when: Downtime["when"]): Column<Downtime>[] {
  const t = useTexts();
  const exposed: Column<Downtime> = {
    id: "exposed",
    header: t("exposed"),
    cell: (one) => <Exposed of={one.exposed} />,
  };
  return [
    {
      id: "source",
      header: t("source"),
      cell: ({ fundSources }) =>
        fundSources.length > 0 ? (
          fundSources.map(({ name }) => name).join(", ")
        ) : (
          <span className="text-ink-2">{t("payeesBank")}</span>
        ),
    },
    {
      id: "bank",
      header: t("bankOrHandle"),
      card: "title",
      width: "min-w-28",
      cell: ({ entityName, entityCode }) => (
        <span className="grid">
          {entityName}
          <span className="font-mono text-12 text-ink-3">{entityCode}</span>
        </span>
      ),
    },
    {
      id: "type",
      header: t("incidentType"),
      cell: ({ scheduled }) => t(scheduled ? "scheduled" : "unscheduled"),
    },
    { id: "mode", header: t("mode"), cell: ({ mode }) => railName(mode) },
    {
      id: "severity",
      header: t("severity"),
      room: "wide",
      cell: ({ severity }) => t(severity === "high" ? "severityHigh" : "severityLow"),
    },
    { id: "start", header: t("start"), cell: ({ startedAt }) => <Time at={startedAt} shape="minute" /> },
    {
      id: "end",
      header: t("end"),
      cell: ({ resolvedAt, endsAt }) => {
        const end = resolvedAt ?? endsAt;
        return end === null ? (
          <span className="text-ink-3">{t("stillGoing")}</span>
        ) : (
          <Time at={end} shape="minute" />
        );
      },
    },
    ...(when === "now" ? [exposed] : []),
    { id: "status", header: t("status"), card: "mark", cell: (one) => <State one={one} /> },
  ];
}

/** Shows the transfers that wait for the downtime to end or are in progress there. */
function Exposed({ of }: { of: Downtime["exposed"] }) {
  const t = useTexts();
  if (of === null || of.count === 0) return <span className="text-ink-3">{t("exposedNone")}</span>;
  return (
    <span className="grid">
      <span>{t("exposedCount", { count: of.count })}</span>
      <Money amount={of.amount} />
    </span>
  );
}

const states = {
  now: { text: "stateActive", tone: "bad" },
  upcoming: { text: "stateUpcoming", tone: "info" },
  past: { text: "stateResolved", tone: "ok" },
} as const;

function State({ one }: { one: Downtime }) {
  const t = useTexts();
  const { text, tone } = states[one.when];
  return <Badge tone={tone}>{t(text)}</Badge>;
}
