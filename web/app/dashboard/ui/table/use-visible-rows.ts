// Returns the visible rows of a long table and a few around them.
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useState } from "react";
import type { RefObject } from "react";
import type { Density } from "../density.ts";

/** Up to this many rows are all rendered, so that find-in-page and printing work. */
const drawnMax = 200;

const heights: Record<Density, number> = { regular: 44, compact: 36 };

interface Visible<Row> {
  rows: readonly Row[];
  /** The index of the first one among all rows. */
  first: number;
  /** The height in pixels of the rows before and after. */
  before: number;
  after: number;
  isVirtual: boolean;
}

export function useVisibleRows<Row>(
  all: readonly Row[],
  body: RefObject<HTMLElement | null>,
  density: Density,
): Visible<Row> {
  const isVirtual = all.length > drawnMax;
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (isVirtual && body.current) setTop(body.current.getBoundingClientRect().top + window.scrollY);
  }, [isVirtual, body]);
  const virtual = useWindowVirtualizer({
    count: all.length,
    estimateSize: () => heights[density],
    overscan: 12,
    scrollMargin: top,
    enabled: isVirtual,
  });
  if (!isVirtual) return { rows: all, first: 0, before: 0, after: 0, isVirtual };
  const shown = virtual.getVirtualItems();
  const [head, tail] = [shown[0], shown.at(-1)];
  if (!head || !tail) return { rows: [], first: 0, before: virtual.getTotalSize(), after: 0, isVirtual };
  return {
    rows: all.slice(head.index, tail.index + 1),
    first: head.index,
    before: head.start - top,
    after: virtual.getTotalSize() - (tail.end - top),
    isVirtual,
  };
}
