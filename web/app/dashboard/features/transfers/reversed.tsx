// Transfers > Reversed: the transfers whose money left the account and came back.
import { Card, EmptyState } from "#dashboard/ui/layout.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { FilterBar } from "#dashboard/ui/table/filter-bar.tsx";
import { useReversedColumns } from "./columns.tsx";
import { useFilterFields } from "./filter-fields.ts";
import { ListFooter } from "./list-footer.tsx";
import { ListTools } from "./list-tools.tsx";
import { Peek } from "./peek.tsx";
import { useTexts } from "./texts.ts";
import { TransferTable } from "./transfer-table.tsx";
import { useTransferList } from "./use-transfer-list.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

export default function ReversedTransfers() {
  const t = useTexts();
  const transfers = useTransferList({ status: ["reversed"] });
  const { filters, list, counts, fundSources, sourceName } = transfers;
  const columns = useReversedColumns(sourceName);
  const fields = useFilterFields(fundSources, { withStatus: false });
  return (
    <>
      <PageHeader title={t("reversedTitle")} lead={t("reversedLead")} />
      <Card flush>
        <FilterBar
          filters={filters}
          search={{ key: "q", label: t("search") }}
          fields={fields}
          tools={<ListTools list="reversed" columns={columns} of={transfers} />}
        />
        <TransferTable
          caption={t("reversedCaption")}
          columns={columns}
          of={transfers}
          empty={<EmptyState title={t("reversedEmptyTitle")}>{t("reversedEmptyLead")}</EmptyState>}
          footer={<ListFooter total={counts?.total} />}
        />
      </Card>
      <Peek id={filters.values.open} rows={list.items} onOpen={(open) => filters.set({ open })} />
    </>
  );
}
