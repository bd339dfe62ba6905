// Rows that have come since the list was first shown: they are counted, and wait until they are asked for.
import { useEffect, useState } from "react";
import type { TransferRow } from "#dashboard/api/operations.ts";

interface Shown {
  /** What was asked for. */
  of: string;
  /** The newest row that was there then. */
  newest: bigint;
}

interface HeldRows {
  items: TransferRow[];
  held: number;
  show: () => void;
}

/** `of` names the filter and order; `isSettled`: what it leaves has been read. */
export function useHeldRows(
  rows: TransferRow[],
  { of, isSettled }: { of: string; isSettled: boolean },
): HeldRows {
  const [shown, setShown] = useState<Shown>();
  const newest = rows.reduce(
    (most, row) => (BigInt(row.referenceId) > most ? BigInt(row.referenceId) : most),
    0n,
  );
  useEffect(() => {
    if (isSettled && shown?.of !== of) setShown({ of, newest });
  }, [isSettled, of, newest, shown?.of]);
  const limit = shown?.of === of ? shown.newest : newest;
  // An empty list has nothing that could move under the pointer.
  const items = limit === 0n ? rows : rows.filter((row) => BigInt(row.referenceId) <= limit);
  return { items, held: rows.length - items.length, show: () => setShown({ of, newest }) };
}
