// Reports: the five kinds, the form to request one, and the requested ones.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { addressOf } from "#dashboard/api/call.ts";
import { refresh, useCall, useList } from "#dashboard/api/use-call.ts";
import { Can, useCan } from "#dashboard/shell/can.tsx";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Badge } from "#dashboard/ui/badge.tsx";
import { Button, buttonClass } from "#dashboard/ui/button.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Card, EmptyState, Note } from "#dashboard/ui/layout.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import type { Column } from "#dashboard/ui/table/columns.ts";
import { DataTable } from "#dashboard/ui/table/data-table.tsx";
import { formatTime, Time } from "#dashboard/ui/time.tsx";
import { BuilderDialog } from "./builder-dialog.tsx";
import { isUnderWay, sizeOf, stateKeys, typeKeys } from "./kinds.ts";
import type { Report, Shape } from "./kinds.ts";
import { useTexts } from "./texts.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

export default function Reports() {
  const t = useTexts();
  const merchantId = useMerchantId();
  const may = useCan()("requestReport");
  const types = useCall("listReportTypes", { merchantId });
  const [chosen, setChosen] = useState<Shape>();
  return (
    <>
      <PageHeader title={t("title")} lead={t("lead")} />
      <div className="grid gap-6">
        {!may && <Note tone="warn">{t("mayNot")}</Note>}
        {types.error && !types.data && <ErrorBox error={types.error} onRetry={() => void types.refetch()} />}
        {!types.data && !types.error && <Skeleton lines={6} />}
        {types.data && (
          <Card title={t("library")} flush>
            <ul className="divide-y divide-line border-t border-line">
              {types.data.items.map((shape) => (
                <li key={shape.type} className="flex items-center justify-between gap-4 px-4 py-3 md:px-5">
                  <div className="min-w-0">
                    <h3 className="text-14 font-semibold">{t(typeKeys[shape.type].title)}</h3>
                    <p className="text-13 text-ink-2">{t(typeKeys[shape.type].about)}</p>
                  </div>
                  <Can operation="requestReport" brief>
                    <Button
                      size="sm"
                      onClick={() => setChosen(shape)}
                      aria-label={t("makeOf", { name: t(typeKeys[shape.type].title) })}
                    >
                      {t("make")}
                    </Button>
                  </Can>
                </li>
              ))}
            </ul>
          </Card>
        )}
        {may && <Runs shapes={types.data?.items ?? []} onAgain={setChosen} />}
      </div>
      {chosen && types.data && (
        <BuilderDialog
          shape={chosen}
          formats={types.data.formats}
          daysMax={types.data.rangeDaysMax}
          onClose={() => setChosen(undefined)}
        />
      )}
    </>
  );
}

const refreshMs = 1_500;

interface RunsProps {
  shapes: readonly Shape[];
  onAgain: (shape: Shape) => void;
}

/** The requested reports. While one is being made, the list is fetched repeatedly. */
function Runs({ shapes, onAgain }: RunsProps) {
  const t = useTexts();
  const client = useQueryClient();
  const merchantId = useMerchantId();
  const list = useList("listReports", { merchantId });
  const isWaiting = list.items.some(isUnderWay);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => void refresh(client, ["listReports"]), refreshMs);
    return () => clearInterval(timer);
  }, [client, isWaiting]);
  const again = (report: Report) => {
    const shape = shapes.find(({ type }) => type === report.type);
    if (shape) onAgain(shape);
  };
  return (
    <Card title={t("runs")} lead={t("runsLead")} flush>
      <DataTable
        caption={t("runs")}
        columns={useColumns(again)}
        list={list}
        rowKey={({ reportId }) => reportId}
        empty={
          <div className="p-4">
            <EmptyState title={t("noneTitle")}>{t("noneLead")}</EmptyState>
          </div>
        }
      />
    </Card>
  );
}

function useColumns(onAgain: (report: Report) => void): Column<Report>[] {
  const t = useTexts();
  const merchantId = useMerchantId();
  const day = (of: string) => formatTime(`${of}T12:00:00+05:30`, "day", t.language);
  return [
    {
      id: "name",
      header: t("name"),
      width: "min-w-44",
      cell: ({ name, type, fundSourceId }) => (
        <span className="grid py-1">
          <span className="font-semibold">{name}</span>
          <span className="text-12 text-ink-2">
            {[t(typeKeys[type].title), fundSourceId].filter(Boolean).join(" · ")}
          </span>
        </span>
      ),
    },
    {
      id: "range",
      header: t("range"),
      cell: ({ from, to }) => (
        <span className="tabular-nums">{from === to ? day(from) : `${day(from)} – ${day(to)}`}</span>
      ),
    },
    { id: "rows", header: t("rows"), align: "end", cell: ({ rowCount }) => rowCount },
    {
      id: "asked",
      header: t("asked"),
      cell: ({ requestedAt, requestedBy }) => (
        <span className="grid">
          <Time at={requestedAt} shape="minute" />
          <span className="text-12 text-ink-2">{requestedBy}</span>
        </span>
      ),
    },
    {
      id: "status",
      header: t("status"),
      cell: ({ status, expiresAt }) => (
        <span className="grid justify-items-start gap-0.5">
          <Badge tone={stateKeys[status].tone}>{t(stateKeys[status].text)}</Badge>
          {status === "ready" && expiresAt !== null && (
            <span className="text-12 text-ink-3">
              {t.rich("keptUntil", { at: <Time at={expiresAt} shape="day" /> })}
            </span>
          )}
        </span>
      ),
    },
    {
      id: "file",
      header: t("file"),
      cell: (report) => {
        const { status, reportId, format, sizeBytes, name } = report;
        if (status === "ready") {
          return (
            <a
              href={addressOf("downloadReport", { merchantId, reportId })}
              download
              aria-label={`${t("downloadOf", { name })} .${format} · ${sizeOf(sizeBytes)}`}
              className={buttonClass("secondary", "sm")}
            >
              .{format} · {sizeOf(sizeBytes)}
            </a>
          );
        }
        if (status === "failed" || status === "expired") {
          return (
            <Button size="sm" look="quiet" onClick={() => onAgain(report)}>
              {t("again")}
            </Button>
          );
        }
        return <span className="text-ink-3">.{format}</span>;
      },
    },
  ];
}
