// The beneficiaries of the merchant.
import type { Inputs } from "#dashboard/api/operations.ts";
import { useList } from "#dashboard/api/use-call.ts";
import { Can } from "#dashboard/shell/can.tsx";
import { useMerchantId, useTo } from "#dashboard/shell/session.tsx";
import { Badge } from "#dashboard/ui/badge.tsx";
import { ButtonLink } from "#dashboard/ui/button.tsx";
import { IdText } from "#dashboard/ui/id-text.tsx";
import { Card, EmptyState } from "#dashboard/ui/layout.tsx";
import { Money } from "#dashboard/ui/money.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import type { Column } from "#dashboard/ui/table/columns.ts";
import { DataTable } from "#dashboard/ui/table/data-table.tsx";
import { FilterBar } from "#dashboard/ui/table/filter-bar.tsx";
import { NoMatch } from "#dashboard/ui/table/no-match.tsx";
import { useFilters } from "#dashboard/ui/table/use-filters.ts";
import { Time } from "#dashboard/ui/time.tsx";
import { Destination } from "./destination.tsx";
import { Holder } from "./holder.tsx";
import { stateKeys } from "./kinds.ts";
import type { Beneficiary } from "./kinds.ts";
import { BeneficiaryTabs } from "./tabs.tsx";
import { useTexts } from "./texts.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

type Asked = Inputs["listBeneficiaries"];

export default function Beneficiaries() {
  const t = useTexts();
  const to = useTo();
  const merchantId = useMerchantId();
  const filters = useFilters({ q: "text", kind: "list", state: "list", verified: "list" });
  const { q, kind, state, verified } = filters.values;
  const list = useList("listBeneficiaries", {
    merchantId,
    ...(q !== "" && { search: q }),
    ...(kind.length > 0 && { paidTo: kind as NonNullable<Asked["paidTo"]> }),
    states: state.length > 0 ? (state as NonNullable<Asked["states"]>) : ["active", "awaiting_approval"],
    ...(verified.length > 0 && { holders: verified as NonNullable<Asked["holders"]> }),
  });
  const columns = useColumns();
  const add = (
    <Can operation="addBeneficiary">
      <ButtonLink to={to("beneficiaries/new")} look="primary" icon="plus">
        {t("add")}
      </ButtonLink>
    </Can>
  );
  return (
    <>
      <PageHeader title={t("title")} lead={t("lead")} actions={add} />
      <BeneficiaryTabs />
      <Card flush>
        <FilterBar
          filters={filters}
          search={{ key: "q", label: t("search") }}
          fields={[
            {
              key: "kind",
              label: t("kind"),
              kind: "choices",
              options: [
                { id: "bank", label: t("kindBank") },
                { id: "upi", label: t("kindUpi") },
                { id: "card", label: t("kindCard") },
                { id: "wallet", label: t("kindWallet") },
              ],
            },
            {
              key: "verified",
              label: t("verified"),
              kind: "choices",
              options: [
                { id: "found", label: t("verifiedYes") },
                { id: "not_found", label: t("noAccount") },
                { id: "none", label: t("notVerified") },
              ],
            },
            {
              key: "state",
              label: t("status"),
              kind: "choices",
              options: [
                { id: "active", label: t("stateActive") },
                { id: "awaiting_approval", label: t("stateAwaiting") },
                { id: "removed", label: t("stateRemoved") },
              ],
            },
          ]}
        />
        <DataTable
          caption={t("title")}
          columns={columns}
          list={list}
          rowKey={({ beneficiaryId }) => beneficiaryId}
          rowTo={({ beneficiaryId }) => to(`beneficiaries/${beneficiaryId}`)}
          copyOf={({ beneId }) => beneId}
          empty={
            filters.active.length > 0 ? (
              <NoMatch onClear={() => filters.clear()} />
            ) : (
              <div className="p-4">
                <EmptyState title={t("noneTitle")} action={add}>
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

function useColumns(): Column<Beneficiary>[] {
  const t = useTexts();
  return [
    { id: "name", header: t("name"), fixed: true, card: "title", cell: ({ name }) => name },
    {
      id: "id",
      header: t("id"),
      room: "medium",
      card: "none",
      cell: ({ beneId }) => <IdText>{beneId}</IdText>,
    },
    {
      id: "account",
      header: t("account"),
      card: "note",
      cell: (one) => <Destination of={one} />,
    },
    {
      id: "verified",
      header: t("verified"),
      room: "narrow",
      card: "foot",
      cell: ({ holder }) => (
        <span className="whitespace-nowrap">
          <Holder holder={holder} />
        </span>
      ),
    },
    {
      id: "paid",
      header: t("paid90"),
      align: "end",
      card: "figure",
      cell: ({ paidCount, paidAmount }) => (
        <span className="grid justify-items-end">
          <Money amount={paidAmount} />
          <span className="text-12 text-ink-3">{t("payments", { count: paidCount })}</span>
        </span>
      ),
    },
    {
      id: "last",
      header: t("lastPaid"),
      card: "none",
      cell: ({ lastPaidAt }) =>
        lastPaidAt === null ? (
          <span className="text-ink-3">{t("neverPaid")}</span>
        ) : (
          <Time at={lastPaidAt} shape="day" />
        ),
    },
    {
      id: "by",
      header: t("addedBy"),
      room: "wide",
      card: "none",
      cell: ({ addedBy }) => addedBy ?? t("gone"),
    },
    {
      id: "status",
      header: t("status"),
      card: "mark",
      cell: ({ status }) => <Badge tone={stateKeys[status].tone}>{t(stateKeys[status].text)}</Badge>,
    },
  ];
}
