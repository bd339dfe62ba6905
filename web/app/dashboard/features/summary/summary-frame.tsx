// The frame around both tabs of the Summary.
import type { ReactNode } from "react";
import { useCall } from "#dashboard/api/use-call.ts";
import type { Outputs } from "#dashboard/api/operations.ts";
import { Can } from "#dashboard/shell/can.tsx";
import { useMerchantId, useSession, useTo } from "#dashboard/shell/session.tsx";
import { ButtonLink } from "#dashboard/ui/button.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Widget } from "#dashboard/ui/failures.tsx";
import { Select } from "#dashboard/ui/fields.tsx";
import { EmptyState } from "#dashboard/ui/layout.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { Segments, Tabs } from "#dashboard/ui/tabs.tsx";
import { railName } from "#dashboard/ui/rail-name.ts";
import { Attention } from "./attention.tsx";
import { Forecast } from "./forecast.tsx";
import { Latest } from "./latest.tsx";
import { Reasons } from "./reasons.tsx";
import { useTexts } from "./texts.ts";
import { Tiles } from "./tiles.tsx";
import { VolumePanel } from "./volume-panel.tsx";
import { modes, useRange } from "./use-range.ts";
import type { Range } from "./use-range.ts";

type Figures = Outputs["getFigures"];

export function SummaryFrame({ panel }: { panel: (figures: Figures, range: Range) => ReactNode }) {
  const t = useTexts();
  const to = useTo();
  const range = useRange();
  const summary = useCall("getSummary", range.input);
  const figures = useCall("getFigures", range.input);
  return (
    <>
      <PageHeader
        title={t("title")}
        lead={t("lead")}
        actions={
          <Can operation="createTransfer">
            <ButtonLink look="primary" icon="plus" to={to("transfers/quick")}>
              {t("newTransfer")}
            </ButtonLink>
          </Can>
        }
      />
      {summary.error && !summary.data ? (
        <ErrorBox error={summary.error} onRetry={() => void summary.refetch()} />
      ) : (
        <div className="grid gap-6" aria-busy={summary.isFetching || undefined}>
          {summary.data?.total.all.transfers === 0 && range.mode === "" && <FirstRun />}
          <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
            <Widget>{summary.data ? <Attention now={summary.data.now} /> : <Skeleton lines={4} />}</Widget>
            <Widget>
              <Forecast />
            </Widget>
          </div>
          <div className="grid gap-4">
            <Choices range={range} />
            <Widget>
              {summary.data ? <Tiles summary={summary.data} range={range} /> : <Skeleton lines={4} />}
            </Widget>
            <Widget>{figures.data && <VolumePanel figures={figures.data} range={range} />}</Widget>
          </div>
          <section>
            <Tabs
              label={t("tabs")}
              tabs={[
                { to: `${to("summary")}${range.search}`, label: t("tabRate") },
                { to: `${to("summary/time")}${range.search}`, label: t("tabTime") },
              ]}
            />
            <Widget>
              {figures.data ? (
                panel(figures.data, range)
              ) : figures.error ? (
                <ErrorBox error={figures.error} onRetry={() => void figures.refetch()} />
              ) : (
                <Skeleton lines={8} />
              )}
            </Widget>
          </section>
          <div className="grid items-start gap-4 xl:grid-cols-2">
            <Widget>
              <Latest />
            </Widget>
            <Widget>{summary.data && <Reasons summary={summary.data} range={range} />}</Widget>
          </div>
        </div>
      )}
    </>
  );
}

/** Explains the page and how to begin, if nothing was paid in the range. */
function FirstRun() {
  const t = useTexts();
  const to = useTo();
  const { environment } = useSession();
  const isSandbox = environment === "sandbox";
  return (
    <EmptyState
      title={t("firstTitle")}
      action={
        <Can operation="createTransfer">
          <ButtonLink look="primary" to={to(isSandbox ? "transfers/quick?example=1" : "transfers/quick")}>
            {isSandbox ? t("firstSend") : t("newTransfer")}
          </ButtonLink>
        </Can>
      }
    >
      {isSandbox ? t("firstSandbox") : t("firstLive")}
    </EmptyState>
  );
}

function Choices({ range }: { range: Range }) {
  const t = useTexts();
  const sources = useCall("listFundSources", { merchantId: useMerchantId() });
  const nameOf = (mode: string) => (mode === "banktransfer" ? t("modeBanktransfer") : railName(mode));
  return (
    <div className="flex flex-wrap items-end gap-3 print:hidden">
      <Segments
        label={t("range")}
        value={range.days}
        options={[
          { id: "7", label: t("days7") },
          { id: "30", label: t("days30") },
        ]}
        onChange={(days) => range.change({ days })}
      />
      <div className="w-44">
        <Select
          label={<span className="sr-only">{t("mode")}</span>}
          optional
          value={range.mode}
          options={[{ id: "", label: t("allModes") }, ...modes.map((id) => ({ id, label: nameOf(id) }))]}
          onChange={(mode) => range.change({ mode })}
        />
      </div>
      {(sources.data?.items.length ?? 0) > 1 && (
        <div className="w-52">
          <Select
            label={<span className="sr-only">{t("fundSource")}</span>}
            optional
            value={range.fundSourceId}
            options={[
              { id: "", label: t("allSources") },
              ...sources.data!.items.map(({ fundSourceId, name }) => ({ id: fundSourceId, label: name })),
            ]}
            onChange={(fundSourceId) => range.change({ fundSourceId })}
          />
        </div>
      )}
    </div>
  );
}
