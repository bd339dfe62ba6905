// The header and the rows of a table.
import { useEffect, useRef, useState } from "react";
import type { MouseEvent, ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import { Icon } from "../icon.tsx";
import { useTexts } from "../texts.ts";
import type { Column } from "./columns.ts";
import type { Selection } from "./selection-bar.tsx";

interface HeadRowProps<Row> {
  columns: readonly Column<Row>[];
  sort: { by: string; onSort: (by: string) => void } | undefined;
  selection: Selection<Row> | undefined;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}

/** A minus means descending, as in "-created". */
function directionOf(by: string | undefined, key: string): "ascending" | "descending" | undefined {
  if (by === key) return "ascending";
  return by === `-${key}` ? "descending" : undefined;
}

function SortButton({
  children,
  direction,
  onPress,
}: {
  children: ReactNode;
  direction: string | undefined;
  onPress: () => void;
}) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="inline-flex min-h-6 items-center gap-1 text-left font-semibold hover:text-ink"
    >
      {children}
      <Icon
        name="down"
        size={12}
        className={direction === undefined ? "opacity-0" : direction === "ascending" ? "rotate-180" : ""}
      />
    </button>
  );
}

function AllBox<Row>({
  selection,
  rows,
  rowKey,
}: {
  selection: Selection<Row>;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}) {
  const t = useTexts();
  const box = useRef<HTMLInputElement>(null);
  const free = rows.filter((row) => !selection.lockOf?.(row));
  const chosen = free.filter((row) => selection.keys.has(rowKey(row))).length;
  const all = chosen > 0 && chosen === free.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = chosen > 0 && !all;
  }, [chosen, all]);
  return (
    <input
      ref={box}
      type="checkbox"
      className="checkbox"
      aria-label={t("selectAll")}
      checked={all}
      onChange={() => selection.onChange(new Set(all ? [] : free.map(rowKey)))}
    />
  );
}

export function HeadRow<Row>({ columns, sort, selection, rows, rowKey }: HeadRowProps<Row>) {
  return (
    <thead role="rowgroup">
      <tr role="row">
        {selection && (
          <th scope="col" role="columnheader" className="w-px">
            <AllBox {...{ selection, rows, rowKey }} />
          </th>
        )}
        {columns.map((column) => {
          const key = column.sort;
          const direction = key === undefined ? undefined : directionOf(sort?.by, key);
          return (
            <th
              key={column.id}
              scope="col"
              role="columnheader"
              aria-sort={key === undefined ? undefined : (direction ?? "none")}
              data-room={column.room}
              className={`${column.align === "end" ? "text-right" : ""} ${column.width ?? ""}`}
            >
              {key === undefined || !sort ? (
                column.header
              ) : (
                <SortButton
                  direction={direction}
                  onPress={() => sort.onSort(direction === "descending" ? key : `-${key}`)}
                >
                  {column.header}
                </SortButton>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

interface TableRowProps<Row> {
  row: Row;
  id: string;
  /** The index among all rows, if only some are rendered. */
  index: number | undefined;
  columns: readonly Column<Row>[];
  rowTo: ((row: Row) => string) | undefined;
  onPeek: ((row: Row) => void) | undefined;
  selection: Selection<Row> | undefined;
  /** True for the last row of its group, such as of a day, which gets a double rule. */
  endsGroup: boolean;
  /** True if the rows come from the server as they are, so that a change can be noticed. */
  isLive: boolean;
}

const flashMs = 150;

/** True for a moment after a row has changed, such as its status. Rows that have not changed are the same object. */
function useChanged(row: unknown): boolean {
  const [shown, setShown] = useState(row);
  useEffect(() => {
    const timer = setTimeout(() => setShown(row), flashMs);
    return () => clearTimeout(timer);
  }, [row]);
  return shown !== row;
}

/** A click anywhere in the row opens it, unless it was on a control or selects text. */
function isForTheRow(event: MouseEvent): boolean {
  const inside = (event.target as Element).closest("a, button, input, label, [role=menu], [role=dialog]");
  return inside === null && event.button === 0 && String(window.getSelection()) === "";
}

function RowBox<Row>({ row, id, selection }: { row: Row; id: string; selection: Selection<Row> }) {
  const t = useTexts();
  const lock = selection.lockOf?.(row);
  return (
    <td role="cell" className="w-px" data-select>
      <input
        type="checkbox"
        className="checkbox"
        aria-label={t("selectRow", { name: selection.nameOf(row) })}
        title={lock}
        disabled={lock !== undefined}
        checked={selection.keys.has(id)}
        onChange={(event) => {
          const next = new Set(selection.keys);
          if (event.target.checked) next.add(id);
          else next.delete(id);
          selection.onChange(next);
        }}
      />
    </td>
  );
}

export function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, id, index, columns, rowTo, onPeek, selection, endsGroup, isLive } = props;
  const navigate = useNavigate();
  const address = rowTo?.(row);
  const open = () => (onPeek ? onPeek(row) : address !== undefined && void navigate(address));
  const opens = onPeek !== undefined || address !== undefined;
  const isChanged = useChanged(isLive ? row : undefined);
  return (
    <tr
      role="row"
      data-row={id}
      aria-rowindex={index}
      data-selected={selection?.keys.has(id) || undefined}
      data-ends-group={endsGroup || undefined}
      data-changed={isChanged || undefined}
      className={opens ? "cursor-pointer hover:bg-sunken" : undefined}
      onClick={opens ? (event) => isForTheRow(event) && open() : undefined}
    >
      {selection && <RowBox {...{ row, id, selection }} />}
      {columns.map((column, at) => (
        <td
          key={column.id}
          role="cell"
          data-label={column.header}
          data-room={column.room}
          data-card={column.card}
          data-tall={column.isTall}
          className={column.align === "end" ? "text-right tabular-nums" : ""}
        >
          {at === 0 && address !== undefined ? (
            <Link to={address} data-row-link className="font-semibold hover:underline">
              {column.cell(row)}
            </Link>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  );
}

/** Placeholders with the height of rows. */
export function SkeletonRows({ columns }: { columns: number }) {
  return Array.from({ length: 8 }, (_row, line) => (
    <tr key={line} aria-hidden="true" className="skeleton-row">
      {Array.from({ length: columns }, (_cell, at) => (
        <td key={at}>
          <span />
        </td>
      ))}
    </tr>
  ));
}
