// Holds back rows that arrived since a list was first shown. They are counted and stay hidden until the user asks for
// them, so that nothing moves under the pointer. Rows after the last known one were loaded on purpose, so they are
// shown.
import { useEffect, useState } from "react";
import type { TableList } from "./data-table.tsx";

interface Shown {
  /** Identifies the list: its operation, filter and order. */
  of: string;
  keys: ReadonlySet<string>;
}

interface HeldRows<Row> {
  items: Row[];
  held: number;
  show: () => void;
}

export function useHeldRows<Row>(
  { items, of, isSettled = false }: TableList<Row>,
  rowKey: (row: Row) => string,
): HeldRows<Row> {
  const [shown, setShown] = useState<Shown>();
  const keys = items.map(rowKey);
  const known = of !== undefined && shown?.of === of ? shown.keys : undefined;
  const last = known ? keys.findLastIndex((key) => known.has(key)) : -1;
  const isHeld = (at: number) => at < last && !known!.has(keys[at]!);
  const tail = keys.slice(last + 1);
  const all = keys.join("\n");
  useEffect(() => {
    if (of === undefined || !isSettled) return;
    const isFresh = known === undefined || (last === -1 && all !== "");
    if (isFresh) setShown({ of, keys: new Set(all.split("\n")) });
    else if (tail.length > 0) setShown({ of, keys: new Set([...known, ...tail]) });
  }, [of, isSettled, known, last, all, tail.length]);
  return {
    items: items.filter((_row, at) => !isHeld(at)),
    held: items.filter((_row, at) => isHeld(at)).length,
    show: () => of !== undefined && setShown({ of, keys: new Set(keys) }),
  };
}
