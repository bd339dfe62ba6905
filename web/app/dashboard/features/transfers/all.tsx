// Transfers > All: every transfer, with any filter, and where its money is.
import { Can } from "#dashboard/shell/can.tsx";
import { useTo } from "#dashboard/shell/session.tsx";
import { ButtonLink } from "#dashboard/ui/button.tsx";
import { Card, EmptyState } from "#dashboard/ui/layout.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { FilterBar } from "#dashboard/ui/table/filter-bar.tsx";
import { useColumns } from "./columns.tsx";
import { Counters } from "./counters.tsx";
import { useFilterFields } from "./filter-fields.ts";
import { ListFooter } from "./list-footer.tsx";
import { ListTools } from "./list-tools.tsx";
import { Peek } from "./peek.tsx";
import { useTexts } from "./texts.ts";
import { TransferTable } from "./transfer-table.tsx";
import { useCancelling } from "./use-cancelling.tsx";
import { useTransferList } from "./use-transfer-list.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

export default function AllTransfers() {
  const t = useTexts();
  const to = useTo();
  const transfers = useTransferList();
  const { filters, list, counts, fundSources, sourceName } = transfers;
  const columns = useColumns(sourceName);
  const fields = useFilterFields(fundSources);
  const { selection, cancelAll, dialog } = useCancelling(transfers);
  const quick = to("transfers/quick");
  const empty = (
    <EmptyState
      title={t("emptyTitle")}
      action={
        <Can operation="createTransfer" brief>
          <ButtonLink to={quick} look="primary">
            {t("emptyAction")}
          </ButtonLink>
        </Can>
      }
    >
      {t("emptyLead")}
    </EmptyState>
  );
  return (
    <>
      <PageHeader
        title={t("allTitle")}
        lead={t("allLead")}
        actions={
          <Can operation="createTransfer">
            <ButtonLink to={quick} look="primary" icon="plus">
              {t("newTransfer")}
            </ButtonLink>
          </Can>
        }
      />
      <Counters
        counts={counts}
        chosen={filters.values.status}
        onChoose={(status) => filters.set({ status })}
      />
      <Card flush>
        <FilterBar
          filters={filters}
          search={{ key: "q", label: t("search") }}
          fields={fields}
          tools={<ListTools list="transfers" columns={columns} of={transfers} />}
        />
        <TransferTable
          caption={t("caption")}
          columns={columns}
          of={transfers}
          selection={selection}
          empty={empty}
          footer={<ListFooter total={counts?.total} onCancelAll={cancelAll} />}
        />
      </Card>
      <Peek id={filters.values.open} rows={list.items} onOpen={(open) => filters.set({ open })} />
      {dialog}
    </>
  );
}
