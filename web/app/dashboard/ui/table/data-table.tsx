// The table of every list: a real table in a wide window, cards in a narrow one. Rows are read page by page, and of
// more than 200 only the visible ones are rendered. Keys: j and k move between rows, x selects, Space opens the drawer,
// c copies the row's ID.
import { useRef } from "react";
import type { ReactNode } from "react";
import type { List } from "../../api/use-call.ts";
import { Button } from "../button.tsx";
import { useDensity } from "../density.ts";
import { ErrorBox } from "../error-box.tsx";
import { useTexts } from "../texts.ts";
import { pickColumns } from "./columns.ts";
import type { Column } from "./columns.ts";
import { NewRows } from "./new-rows.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import type { Selection } from "./selection-bar.tsx";
import { HeadRow, SkeletonRows, TableRow } from "./table-parts.tsx";
import { useHeldRows } from "./use-held-rows.ts";
import { useRowKeys } from "./use-row-keys.ts";
import { useVisibleRows } from "./use-visible-rows.ts";

/** The parts of a list that a table needs. `useList` returns them. */
export type TableList<Row> = Pick<
  List<Row, unknown>,
  "items" | "error" | "isPending" | "isFetching" | "hasMore" | "isFetchingMore" | "loadMore" | "retry"
> &
  Partial<Pick<List<Row, unknown>, "of" | "isSettled">>;

export interface DataTableProps<Row> {
  /** The content of the table in words, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  /** The IDs of the visible columns. Empty means the default columns. */
  picked?: readonly string[];
  list: TableList<Row>;
  /** New rows stay hidden until the user asks for them. Do not use this where members add rows themselves. */
  holdsNew?: boolean;
  rowKey: (row: Row) => string;
  /** Returns the address of a row. The first column is the link. */
  rowTo?: (row: Row) => string;
  /** Opens the row in a drawer. */
  onPeek?: (row: Row) => void;
  /** Returns the text that the key "c" copies. */
  copyOf?: (row: Row) => string;
  sort?: { by: string; onSort: (by: string) => void };
  selection?: Selection<Row>;
  /** True if a row is the last of its group, such as of a day. A double rule follows it. */
  endsGroup?: (row: Row, next: Row | undefined) => boolean;
  /** Replaces the rows if there are none: an EmptyState, or NoMatch if filters are set. */
  empty: ReactNode;
  /** Shown beside the count under the table, such as the total of all that match. */
  footer?: ReactNode;
}

/** Returns a complete list, for tables of figures that are not read page by page. */
export function listOf<Row>(items: readonly Row[]): TableList<Row> {
  const none = () => {};
  return {
    items: [...items],
    error: null,
    isPending: false,
    isFetching: false,
    hasMore: false,
    isFetchingMore: false,
    loadMore: none,
    retry: none,
  };
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, picked = [], list, rowKey, sort, selection, empty, footer } = props;
  const fresh = useHeldRows(list, rowKey);
  const items = props.holdsNew ? fresh.items : list.items;
  const t = useTexts();
  const body = useRef<HTMLTableSectionElement>(null);
  const density = useDensity();
  const shown = pickColumns(columns, picked);
  const { first, rows, before, after, isVirtual } = useVisibleRows(items, body, density);
  useRowKeys(body, { ...props, list: { ...list, items } });
  if (list.error && list.items.length === 0) return <ErrorBox error={list.error} onRetry={list.retry} />;
  if (!list.isPending && list.items.length === 0) return empty;
  const width = shown.length + (selection ? 1 : 0);
  return (
    <div className="data-table" data-density={density} aria-busy={list.isFetching || undefined}>
      {props.holdsNew && <NewRows count={fresh.held} onShow={fresh.show} />}
      <div className="progress-line" data-on={(list.isFetching && !list.isPending) || undefined} />
      <div role="region" aria-label={caption} tabIndex={0} className="data-table-scroller">
        <table role="table" aria-rowcount={isVirtual ? items.length + 1 : undefined}>
          <caption className="sr-only">{caption}</caption>
          <HeadRow {...{ columns: shown, sort, selection, rows: items, rowKey }} />
          <tbody ref={body} role="rowgroup">
            {before > 0 && <Gap height={before} width={width} />}
            {list.isPending && <SkeletonRows columns={width} />}
            {rows.map((row, at) => (
              <TableRow
                key={rowKey(row)}
                {...{ row, columns: shown, rowTo: props.rowTo, onPeek: props.onPeek, selection }}
                id={rowKey(row)}
                index={isVirtual ? first + at + 2 : undefined}
                isLive={props.holdsNew === true}
                endsGroup={props.endsGroup?.(row, items[first + at + 1]) ?? false}
              />
            ))}
            {after > 0 && <Gap height={after} width={width} />}
          </tbody>
        </table>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-2.5 text-13 text-ink-2">
        <p role="status">
          {list.isPending ? t("loading") : t(list.hasMore ? "rowsSoFar" : "rowsAll", { count: items.length })}
        </p>
        {footer}
        {list.hasMore && (
          <Button size="sm" busy={list.isFetchingMore} onClick={list.loadMore}>
            {list.isFetchingMore ? t("loading") : t("loadMore")}
          </Button>
        )}
      </div>
      {list.error !== null && list.items.length > 0 && (
        <ErrorBox error={list.error} onRetry={list.retry} className="m-4" />
      )}
      {selection && <SelectionBar {...{ selection, rows: items, rowKey }} />}
    </div>
  );
}

/** Fills the space of rows that are not rendered. */
function Gap({ height, width }: { height: number; width: number }) {
  return (
    <tr aria-hidden="true" className="data-table-gap">
      <td colSpan={width} style={{ height }} />
    </tr>
  );
}
