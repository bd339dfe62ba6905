// Draws a figure by day: a line with gaps where there is no data, its confidence band, and bars for the counts behind
// it.
import { bandPath, linearScale, linePath } from "./scale.ts";
import { Chart, margins, PlaceAxis, ValueAxis } from "./chart.tsx";
import type { TableTwin } from "./chart.tsx";
import type { ReactNode } from "react";

interface LinePoint {
  /** The label under the drawing, such as "14 Nov". */
  label: string;
  /** Null if there is no value for that day. */
  value: number | null;
  /** The interval that contains the value, if there were few results. */
  band?: readonly [number, number] | undefined;
  /** The number of results behind the value, drawn as a bar behind the line. */
  count?: number | undefined;
  /** The text when the pointer is on the day. */
  about: string;
  /** True if something was down. The day is then shaded. */
  shaded?: boolean;
}

interface LineChartProps {
  points: readonly LinePoint[];
  summary: string;
  twin: TableTwin;
  /** Formats a value, such as 98.2 as "98.2%". */
  format: (value: number) => string;
  /** Fixed ends of the scale. By default they follow from the values. A start above zero is marked as a break. */
  range?: readonly [number, number];
  height?: number;
  note?: ReactNode;
}

/** Returns the runs of consecutive days that have a band. */
function runsOf<Item>(items: readonly (Item | null)[]): Item[][] {
  const runs: Item[][] = [[]];
  for (const item of items) {
    if (item === null) runs.push([]);
    else runs.at(-1)?.push(item);
  }
  return runs;
}

/** Returns the bands of days without a neighbour. As areas they would have no width, so they are lines. */
function loneBands(runs: readonly { x: number; low: number; high: number }[][]): string {
  return runs
    .flatMap((run) => (run.length === 1 ? run : []))
    .map(({ x, low, high }) => `M${x} ${low}V${high}`)
    .join("");
}

export function LineChart({ points, summary, twin, format, range, height = 220, note }: LineChartProps) {
  const values = points.flatMap(({ value, band }) => (value === null ? [] : [value, ...(band ?? [])]));
  const ends = range ?? ([0, Math.max(1, ...values)] as const);
  const bottom = height - margins.bottom;
  const most = Math.max(1, ...points.map(({ count = 0 }) => count));
  return (
    <Chart {...{ summary, twin, height, note }}>
      {(width) => {
        const y = linearScale(ends, [bottom, margins.top]);
        const step = (width - margins.left - margins.right) / points.length;
        const x = (at: number) => Math.round((margins.left + step * (at + 0.5)) * 10) / 10;
        const bar = Math.max(2, Math.min(step * 0.5, 24));
        const bands = runsOf(
          points.map(({ band }, at) => (band ? { x: x(at), low: y.at(band[0]), high: y.at(band[1]) } : null)),
        );
        return (
          <>
            {points.map((point, at) => (
              <g key={point.label + at}>
                {point.shaded && (
                  <rect
                    x={x(at) - step / 2}
                    y={margins.top}
                    width={step}
                    height={bottom - margins.top}
                    className="fill-warn-bg"
                  />
                )}
                {point.count !== undefined && point.count > 0 && (
                  <rect
                    x={x(at) - bar / 2}
                    y={bottom - (point.count / most) * (bottom - margins.top) * 0.35}
                    width={bar}
                    height={(point.count / most) * (bottom - margins.top) * 0.35}
                    className="fill-line"
                  />
                )}
              </g>
            ))}
            <ValueAxis
              width={width}
              ticks={y.ticks.map((tick) => ({ at: y.at(tick), label: format(tick) }))}
            />
            {points.map(({ count = 0, label }, at) =>
              count > 0 && step >= 32 ? (
                <text
                  key={label + at}
                  x={x(at)}
                  y={bottom - (count / most) * (bottom - margins.top) * 0.35 - 4}
                  textAnchor="middle"
                  className="chart-text chart-count"
                >
                  {count}
                </text>
              ) : null,
            )}
            {y.low > 0 && (
              <path
                d={`M${margins.left - 4} ${bottom - 3}l4 -4l4 6l4 -4`}
                className="fill-none stroke-ink-2"
              />
            )}
            <path d={bandPath(bands)} className="fill-series-1 opacity-15" />
            <path d={loneBands(bands)} className="fill-none stroke-series-1 stroke-[6] opacity-15" />
            <path
              d={linePath(points.map(({ value }, at) => (value === null ? null : [x(at), y.at(value)])))}
              className="fill-none stroke-series-1 stroke-2"
            />
            {points.map(({ value, label }, at) =>
              value === null ? null : (
                <circle key={label + at} cx={x(at)} cy={y.at(value)} r="3" className="fill-series-1" />
              ),
            )}
            <PlaceAxis y={height - 6} places={points.map(({ label }, at) => ({ at: x(at), label }))} />
            {points.map((point, at) => (
              <rect
                key={point.label + at}
                x={x(at) - step / 2}
                y={margins.top}
                width={step}
                height={bottom - margins.top}
                className="chart-hit"
              >
                <title>{point.about}</title>
              </rect>
            ))}
          </>
        );
      }}
    </Chart>
  );
}
