// The common parts of charts: a title with the main result, a drawing with a one-sentence summary, and the same figures
// as a table.
import { useId, useLayoutEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { useTexts } from "../texts.ts";

export interface TableTwin {
  head: readonly string[];
  rows: readonly (readonly ReactNode[])[];
}

interface ChartProps {
  /** The drawing in one sentence, for people who cannot see it. */
  summary: string;
  twin: TableTwin;
  height?: number;
  /** A note under the drawing, such as the meaning of the band. */
  note?: ReactNode;
  /** Gets the available width. */
  children: (width: number) => ReactNode;
}

const leastWidth = 240;

function useWidth(): [(element: HTMLElement | null) => void, number] {
  const [width, setWidth] = useState(0);
  const observer = useRef<ResizeObserver>(undefined);
  const [watch] = useState(() => (element: HTMLElement | null) => {
    observer.current?.disconnect();
    if (!element) return;
    observer.current = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)));
    observer.current.observe(element);
  });
  useLayoutEffect(() => () => observer.current?.disconnect(), []);
  return [watch, width];
}

export function Chart({ summary, twin, height = 220, note, children }: ChartProps) {
  const t = useTexts();
  const id = useId();
  const [watch, width] = useWidth();
  const [asTable, setAsTable] = useState(false);
  return (
    <figure className="grid gap-2">
      <div ref={watch} hidden={asTable} className="chart">
        <svg
          role="img"
          aria-label={summary}
          width="100%"
          height={height}
          viewBox={`0 0 ${Math.max(width, leastWidth)} ${height}`}
        >
          {width > 0 && children(Math.max(width, leastWidth))}
        </svg>
      </div>
      {asTable && <Twin id={id} label={summary} twin={twin} />}
      <figcaption className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 text-13 text-ink-2">
        <span className="max-w-[60ch]">{note}</span>
        <button
          type="button"
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
          className="min-h-6 text-link underline print:hidden"
        >
          {asTable ? t("viewAsChart") : t("viewAsTable")}
        </button>
      </figcaption>
    </figure>
  );
}

function Twin({ id, label, twin }: { id: string; label: string; twin: TableTwin }) {
  return (
    <div role="region" aria-labelledby={id} tabIndex={0} className="data-table max-h-80 overflow-auto">
      <table>
        <caption id={id} className="sr-only">
          {label}
        </caption>
        <thead>
          <tr>
            {twin.head.map((title, at) => (
              <th key={title} scope="col" className={at > 0 ? "text-right" : ""}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {twin.rows.map((cells, line) => (
            <tr key={line}>
              {cells.map((cell, at) => (
                <td key={at} data-label={twin.head[at]} className={at > 0 ? "text-right tabular-nums" : ""}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export const margins = { left: 48, right: 12, top: 12, bottom: 24 };

interface AxisProps {
  ticks: readonly { at: number; label: string }[];
  width: number;
}

/** Thin horizontal lines, each with its value at the left. */
export function ValueAxis({ ticks, width }: AxisProps) {
  return ticks.map(({ at, label }) => (
    <g key={label}>
      <path d={`M${margins.left} ${at}H${width - margins.right}`} className="stroke-line" />
      <text x={margins.left - 8} y={at + 4} textAnchor="end" className="chart-text">
        {label}
      </text>
    </g>
  ));
}

/** Labels under the drawing. If there are too many, only as many as fit are shown. */
export function PlaceAxis({ places, y }: { places: readonly { at: number; label: string }[]; y: number }) {
  const room = 56;
  let last = -Infinity;
  return places.map(({ at, label }) => {
    if (at - last < room) return null;
    last = at;
    return (
      <text key={`${at} ${label}`} x={at} y={y} textAnchor="middle" className="chart-text">
        {label}
      </text>
    );
  });
}
