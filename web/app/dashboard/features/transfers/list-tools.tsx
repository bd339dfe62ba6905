// The tools to the right of the filters: saved views, columns, download.
import type { TransferRow } from "#dashboard/api/operations.ts";
import { Can } from "#dashboard/shell/can.tsx";
import { ColumnPicker } from "#dashboard/ui/table/column-picker.tsx";
import type { Column } from "#dashboard/ui/table/columns.ts";
import { DownloadLink } from "./download-link.tsx";
import { SavedViews } from "./saved-views.tsx";
import { useTexts } from "./texts.ts";
import type { TransferList } from "./use-transfer-list.ts";

interface ListToolsProps {
  list: "transfers" | "reversed";
  columns: readonly Column<TransferRow>[];
  of: TransferList;
}

export function ListTools({ list, columns, of: { filters, fileAddress } }: ListToolsProps) {
  const t = useTexts();
  return (
    <>
      <SavedViews list={list} query={filters.query} />
      <ColumnPicker columns={columns} picked={filters.values.cols} onPick={(cols) => filters.set({ cols })} />
      <Can operation="exportTransfers" brief>
        <DownloadLink address={fileAddress}>{t("export")}</DownloadLink>
      </Can>
    </>
  );
}
