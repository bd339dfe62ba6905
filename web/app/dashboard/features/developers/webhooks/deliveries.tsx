// All deliveries, filtered by their outcome.
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { useCall, useList } from "#dashboard/api/use-call.ts";
import type { List } from "#dashboard/api/use-call.ts";
import { Can } from "#dashboard/shell/can.tsx";
import { useMerchantId, useTo } from "#dashboard/shell/session.tsx";
import { Badge } from "#dashboard/ui/badge.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Card, EmptyState } from "#dashboard/ui/layout.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import type { Column } from "#dashboard/ui/table/columns.ts";
import { DataTable } from "#dashboard/ui/table/data-table.tsx";
import { dayEnds } from "#dashboard/ui/table/day-ends.ts";
import { FilterBar } from "#dashboard/ui/table/filter-bar.tsx";
import { NoMatch } from "#dashboard/ui/table/no-match.tsx";
import { useFilters } from "#dashboard/ui/table/use-filters.ts";
import { Time } from "#dashboard/ui/time.tsx";
import { type Delivery, type EventType, outcomes, outcomeTones, shortUrl } from "./kinds.ts";
import { ReplayDialog } from "./replay-dialog.tsx";
import { WebhookTabs } from "./tabs.tsx";
import { useTexts } from "./texts.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

const answers = ["2xx", "3xx", "4xx", "5xx", "none"] as const;

const kinds = {
  q: "text",
  outcome: "list",
  answer: "list",
  event: "list",
  endpoint: "list",
  day: "range",
  replay: "text",
  since: "text",
} as const;

export default function Deliveries() {
  const t = useTexts();
  const to = useTo();
  const merchantId = useMerchantId();
  const [query] = useSearchParams();
  const [replaying, setReplaying] = useState(query.has("replay"));
  const filters = useFilters(kinds);
  const { q, outcome, answer, event, endpoint, day } = filters.values;
  const { data } = useCall("listWebhookEndpoints", { merchantId });
  const list = useList("listWebhookDeliveries", {
    merchantId,
    object: q === "" ? undefined : q,
    ...(outcome.length > 0 && { outcomes: outcome as Delivery["outcome"][] }),
    ...(answer.length > 0 && { answers: answer as (typeof answers)[number][] }),
    ...(event.length > 0 && { events: event as EventType[] }),
    ...(endpoint.length > 0 && { endpoints: endpoint }),
    ...dayEnds(day),
  });
  useRefreshWhileMoving(list);
  const endpoints = data?.items ?? [];
  const options = (ids: readonly string[], label: (id: string) => string) =>
    ids.map((id) => ({ id, label: label(id) }));
  return (
    <>
      <PageHeader
        title={t("tabDeliveries")}
        documentTitle={`${t("tabDeliveries")} · ${t("title")}`}
        lead={t("deliveriesLead")}
        actions={
          <Can operation="replayWebhooks">
            <Button icon="refresh" onClick={() => setReplaying(true)}>
              {t("replayRange")}
            </Button>
          </Can>
        }
      />
      <WebhookTabs />
      <Card flush>
        <FilterBar
          filters={filters}
          search={{ key: "q", label: t("searchObject") }}
          fields={[
            {
              key: "outcome",
              kind: "choices",
              label: t("outcome"),
              options: options(outcomes, (id) => t(id as "failed")),
            },
            {
              key: "answer",
              kind: "choices",
              label: t("answer"),
              options: options(answers, (id) => (id === "none" ? t("answerNone") : `HTTP ${id}`)),
            },
            {
              key: "event",
              kind: "choices",
              label: t("eventType"),
              options: options(
                (data?.events ?? []).map(({ eventType }) => eventType),
                (id) => id,
              ),
            },
            {
              key: "endpoint",
              kind: "choices",
              label: t("endpoint"),
              options: endpoints.map(({ endpointId, url }) => ({ id: endpointId, label: shortUrl(url) })),
            },
            { key: "day", kind: "days", label: t("when") },
          ]}
        />
        <DataTable
          caption={t("tabDeliveries")}
          columns={useColumns(new Map(endpoints.map(({ endpointId, url }) => [endpointId, shortUrl(url)])))}
          list={list}
          rowKey={({ deliveryId }) => deliveryId}
          rowTo={({ deliveryId }) => to(`developers/webhooks/deliveries/${deliveryId}`)}
          copyOf={({ eventId }) => eventId}
          empty={
            filters.active.length > 0 ? (
              <NoMatch onClear={() => filters.clear()} />
            ) : (
              <div className="p-4">
                <EmptyState title={t("noDeliveries")}>{t("noDeliveriesLead")}</EmptyState>
              </div>
            )
          }
        />
      </Card>
      {replaying && (
        <ReplayDialog endpoints={endpoints} events={data?.events ?? []} onClose={() => setReplaying(false)} />
      )}
    </>
  );
}

const refreshMs = 4_000;

/** Fetches again while a delivery on the first page is in progress. Rows do not move under a reader further down. */
function useRefreshWhileMoving({ items, pages, retry }: List<Delivery, unknown>): void {
  const isMoving =
    pages.length === 1 && items.some(({ outcome }) => outcome === "retrying" || outcome === "waiting");
  const latest = useRef(retry);
  useEffect(() => {
    latest.current = retry;
  });
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => latest.current(), refreshMs);
    return () => clearInterval(timer);
  }, [isMoving]);
}

function useColumns(urls: ReadonlyMap<string, string>): Column<Delivery>[] {
  const t = useTexts();
  return [
    {
      id: "event",
      header: t("eventType"),
      fixed: true,
      cell: ({ eventType }) => <span className="font-mono text-13">{eventType}</span>,
    },
    { id: "at", header: t("when"), cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      id: "object",
      header: t("object"),
      width: "min-w-40",
      cell: ({ transferId }) => <span className="font-mono text-13 break-all">{transferId ?? "–"}</span>,
    },
    {
      id: "outcome",
      header: t("outcome"),
      cell: ({ outcome, dueAt }) => (
        <span className="grid gap-0.5">
          <span>
            <Badge tone={outcomeTones[outcome]}>{t(outcome)}</Badge>
          </span>
          {outcome === "retrying" && dueAt !== null && (
            <span className="text-12 text-ink-2">
              {t.rich("nextTry", { at: <Time at={dueAt} shape="clock" /> })}
            </span>
          )}
        </span>
      ),
    },
    {
      id: "http",
      header: "HTTP",
      cell: ({ httpStatus, tries }) => httpStatus ?? (tries > 0 ? t("answerNone") : "–"),
    },
    { id: "tries", header: t("tries"), align: "end", cell: ({ tries }) => tries },
    {
      id: "took",
      header: t("took"),
      align: "end",
      cell: ({ durationMs }) => (
        <span className="whitespace-nowrap">{durationMs === null ? "–" : t("ms", { ms: durationMs })}</span>
      ),
    },
    {
      id: "endpoint",
      header: t("endpoint"),
      cell: ({ endpointId }) => (
        <span className="block max-w-56 truncate text-13" title={urls.get(endpointId)}>
          {urls.get(endpointId) ?? "–"}
        </span>
      ),
    },
  ];
}
