// Reconciliation: its progress, and the differences between statements, banks and the books.
import type { Inputs } from "#dashboard/api/operations.ts";
import { useCall, useList } from "#dashboard/api/use-call.ts";
import { useMerchantId, useTo } from "#dashboard/shell/session.tsx";
import { useBreakKind } from "#dashboard/ui/breaks/use-break-kind.ts";
import { Badge } from "#dashboard/ui/badge.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Card, EmptyState } from "#dashboard/ui/layout.tsx";
import { Money } from "#dashboard/ui/money.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { Segments } from "#dashboard/ui/tabs.tsx";
import type { Column } from "#dashboard/ui/table/columns.ts";
import { DataTable } from "#dashboard/ui/table/data-table.tsx";
import { FilterBar } from "#dashboard/ui/table/filter-bar.tsx";
import { NoMatch } from "#dashboard/ui/table/no-match.tsx";
import { useFilters } from "#dashboard/ui/table/use-filters.ts";
import { Figures } from "./figures.tsx";
import { useTexts } from "./texts.ts";
import { ViewTabs } from "./view-tabs.tsx";
import { kinds, useAge, useDay } from "./words.ts";
import type { BreakRow, Reconciliation } from "./words.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

export default function Breaks() {
  const t = useTexts();
  const merchantId = useMerchantId();
  const { data, error, refetch } = useCall("getReconciliation", { merchantId });
  return (
    <>
      <PageHeader title={t("title")} lead={t("lead")} />
      <ViewTabs open={data?.openBreaks} />
      <div className="grid gap-6">
        {error && !data && <ErrorBox error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton lines={6} />}
        {data && <Figures of={data} />}
        <BreakList banks={data?.banks ?? []} />
      </div>
    </>
  );
}

const standings = ["open", "closed", "all"] as const;
type Standing = (typeof standings)[number];

function BreakList({ banks }: { banks: Reconciliation["banks"] }) {
  const t = useTexts();
  const kindName = useBreakKind();
  const to = useTo();
  const merchantId = useMerchantId();
  const filters = useFilters({ standing: "text", kind: "list", bank: "list" });
  const { kind, bank } = filters.values;
  const standing = standings.find((one) => one === filters.values.standing) ?? "open";
  const isNarrowed = kind.length + bank.length > 0;
  const list = useList("listBreaks", {
    merchantId,
    ...(standing !== "all" && { open: standing === "open" }),
    ...(kind.length > 0 && { kinds: kind as NonNullable<Inputs["listBreaks"]["kinds"]> }),
    ...(bank.length > 0 && { bankIds: bank }),
  });
  return (
    <Card title={t("breaks")} flush>
      <FilterBar
        filters={filters}
        fields={[
          {
            key: "kind",
            label: t("kind"),
            kind: "choices",
            options: kinds.map((id) => ({ id, label: kindName(id) })),
          },
          {
            key: "bank",
            label: t("bank"),
            kind: "choices",
            options: banks.map(({ bankId, bankName }) => ({ id: bankId, label: bankName })),
          },
        ]}
        tools={
          <Segments<Standing>
            label={t("standing")}
            value={standing}
            onChange={(id) => filters.set({ standing: id === "open" ? "" : id })}
            options={standings.map((id) => ({ id, label: t(id) }))}
          />
        }
      />
      <DataTable
        caption={t("breaks")}
        columns={useColumns()}
        list={list}
        rowKey={({ breakId }) => breakId}
        rowTo={({ breakId }) => to(`fund-sources/reconciliation/breaks/${breakId}`)}
        copyOf={({ breakId }) => breakId}
        empty={
          isNarrowed ? (
            <NoMatch onClear={() => filters.clear(["kind", "bank"])} />
          ) : (
            <div className="p-4">
              <EmptyState title={t(standing === "open" ? "noneOpen" : "noneAtAll")}>
                {t("noneLead")}
              </EmptyState>
            </div>
          )
        }
      />
    </Card>
  );
}

function useColumns(): Column<BreakRow>[] {
  const t = useTexts();
  const kindName = useBreakKind();
  const ageOf = useAge();
  const dayOf = useDay();
  return [
    { id: "kind", header: t("kind"), fixed: true, card: "title", cell: ({ kind }) => kindName(kind) },
    {
      id: "bank",
      header: t("bank"),
      cell: ({ bankName, day }) => (
        <span className="grid">
          {bankName ?? "–"}
          {day !== null && <span className="text-12 text-ink-2">{dayOf(day)}</span>}
        </span>
      ),
    },
    {
      id: "amount",
      header: t("amount"),
      align: "end",
      card: "figure",
      cell: ({ amount }) => (amount === null ? "–" : <Money amount={amount} />),
    },
    { id: "age", header: t("age"), cell: ({ ageHours }) => ageOf(ageHours) },
    { id: "owner", header: t("owner"), cell: ({ ownerName }) => ownerName ?? t("noOwner") },
    {
      id: "standing",
      header: t("standing"),
      card: "mark",
      cell: ({ resolution }) => <StandingBadge of={resolution} />,
    },
  ];
}

function StandingBadge({ of }: { of: BreakRow["resolution"] }) {
  const t = useTexts();
  return of === null ? <Badge tone="warn">{t("open")}</Badge> : <Badge tone="neu">{t(`ended_${of}`)}</Badge>;
}
