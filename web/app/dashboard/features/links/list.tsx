// Payout links: the payee decides where the money goes.
import { useState } from "react";
import type { Inputs } from "#dashboard/api/operations.ts";
import { useList } from "#dashboard/api/use-call.ts";
import { Can } from "#dashboard/shell/can.tsx";
import { useMerchantId, useTo } from "#dashboard/shell/session.tsx";
import { Badge } from "#dashboard/ui/badge.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Card, EmptyState } from "#dashboard/ui/layout.tsx";
import { Money } from "#dashboard/ui/money.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import type { Column } from "#dashboard/ui/table/columns.ts";
import { DataTable } from "#dashboard/ui/table/data-table.tsx";
import { FilterBar } from "#dashboard/ui/table/filter-bar.tsx";
import { NoMatch } from "#dashboard/ui/table/no-match.tsx";
import { useFilters } from "#dashboard/ui/table/use-filters.ts";
import { Time } from "#dashboard/ui/time.tsx";
import { CreateDialog } from "./create-dialog.tsx";
import { stateKeys } from "./kinds.ts";
import type { PayoutLink } from "./kinds.ts";
import { useTexts } from "./texts.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

type Statuses = NonNullable<Inputs["listLinks"]["statuses"]>;

export default function PayoutLinks() {
  const t = useTexts();
  const to = useTo();
  const merchantId = useMerchantId();
  const [creating, setCreating] = useState(false);
  const filters = useFilters({ q: "text", status: "list" });
  const { q, status } = filters.values;
  const list = useList("listLinks", {
    merchantId,
    ...(q !== "" && { search: q }),
    ...(status.length > 0 && { statuses: status as Statuses }),
  });
  const create = (
    <Can operation="createLink">
      <Button look="primary" icon="plus" onClick={() => setCreating(true)}>
        {t("create")}
      </Button>
    </Can>
  );
  return (
    <>
      <PageHeader title={t("title")} lead={t("lead")} actions={create} />
      <Card flush>
        <FilterBar
          filters={filters}
          search={{ key: "q", label: t("search") }}
          fields={[
            {
              key: "status",
              label: t("status"),
              kind: "choices",
              options: Object.entries(stateKeys).map(([id, { text }]) => ({ id, label: t(text) })),
            },
          ]}
        />
        <DataTable
          caption={t("title")}
          columns={useColumns()}
          list={list}
          rowKey={({ linkId }) => linkId}
          rowTo={({ linkId }) => to(`links/${linkId}`)}
          copyOf={({ linkId }) => linkId}
          empty={
            filters.active.length > 0 ? (
              <NoMatch onClear={() => filters.clear()} />
            ) : (
              <div className="p-4">
                <EmptyState title={t("noneTitle")}>{t("noneLead")}</EmptyState>
              </div>
            )
          }
        />
      </Card>
      {creating && <CreateDialog onClose={() => setCreating(false)} />}
    </>
  );
}

function useColumns(): Column<PayoutLink>[] {
  const t = useTexts();
  return [
    {
      id: "id",
      header: t("id"),
      fixed: true,
      width: "min-w-40",
      cell: ({ linkId }) => <span className="font-mono text-13 break-all">{linkId}</span>,
    },
    {
      id: "payee",
      header: t("payee"),
      cell: ({ name, phone }) => (
        <span className="grid">
          {name}
          <span className="text-12 text-ink-2">{phone}</span>
        </span>
      ),
    },
    { id: "amount", header: t("amount"), align: "end", cell: ({ amount }) => <Money amount={amount} /> },
    {
      id: "status",
      header: t("status"),
      cell: ({ status }) => <Badge tone={stateKeys[status].tone}>{t(stateKeys[status].text)}</Badge>,
    },
    { id: "created", header: t("created"), cell: ({ createdAt }) => <Time at={createdAt} shape="minute" /> },
    {
      id: "expires",
      header: t("validUntil"),
      cell: ({ expiresAt }) => <Time at={expiresAt} shape="minute" />,
    },
    { id: "utr", header: "UTR", cell: ({ utr }) => <span className="font-mono text-13">{utr ?? "–"}</span> },
  ];
}
