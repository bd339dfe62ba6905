// The table of a list of transfers. A row links to its page, or opens beside the list.
import type { ReactNode } from "react";
import type { TransferRow } from "#dashboard/api/operations.ts";
import { useTo } from "#dashboard/shell/session.tsx";
import type { Column } from "#dashboard/ui/table/columns.ts";
import { DataTable } from "#dashboard/ui/table/data-table.tsx";
import { NoMatch } from "#dashboard/ui/table/no-match.tsx";
import type { Selection } from "#dashboard/ui/table/selection-bar.tsx";
import type { TransferList } from "./use-transfer-list.ts";

interface TransferTableProps {
  caption: string;
  columns: readonly Column<TransferRow>[];
  of: TransferList;
  selection?: Selection<TransferRow>;
  /** Shown if there has never been a transfer. */
  empty: ReactNode;
  footer: ReactNode;
}

const newest = "-created";

export function TransferTable({ caption, columns, of, selection, empty, footer }: TransferTableProps) {
  const to = useTo();
  const { filters, list, isFiltered, clear } = of;
  const { sort, cols } = filters.values;
  return (
    <DataTable
      holdsNew
      caption={caption}
      columns={columns}
      picked={cols}
      list={list}
      rowKey={(row) => row.transferId}
      rowTo={(row) => to(`transfers/all/${encodeURIComponent(row.transferKey)}`)}
      onPeek={(row) => filters.set({ open: row.transferKey })}
      copyOf={(row) => row.transferKey}
      sort={{
        by: sort === "" ? newest : sort,
        onSort: (by) => filters.set({ sort: by === newest ? "" : by }),
      }}
      {...(selection && { selection })}
      empty={isFiltered ? <NoMatch onClear={clear} /> : empty}
      footer={footer}
    />
  );
}
