// Bars that begin at zero, and ranges: from the middle to the slow end, with a mark where a promise ends.
import type { ReactNode } from "react";
import { Chart, margins, PlaceAxis, ValueAxis } from "./chart.tsx";
import type { TableTwin } from "./chart.tsx";
import { linearScale } from "./scale.ts";
import { seriesClass } from "./series.ts";
import type { Series } from "./series.ts";

interface Shared {
  summary: string;
  twin: TableTwin;
  format: (value: number) => string;
  note?: ReactNode;
}

export interface Bar {
  label: string;
  value: number;
  /** Written at the bar's end. */
  shown: string;
  series?: Series;
  about?: string;
}

const rowHeight = 36;
const labelWidth = 96;

/** One bar a line, with its name before and its figure behind it. */
export function BarChart({ bars, summary, twin, note }: Omit<Shared, "format"> & { bars: readonly Bar[] }) {
  const height = bars.length * rowHeight + 8;
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <Chart {...{ summary, twin, height, note }}>
      {(width) => {
        const room = width - labelWidth - 112;
        return bars.map((bar, at) => {
          const y = at * rowHeight + 4;
          const size = Math.max(bar.value > 0 ? 2 : 0, (bar.value / most) * room);
          return (
            <g key={bar.label}>
              <text x={labelWidth - 10} y={y + 20} textAnchor="end" className="chart-text">
                {bar.label}
              </text>
              <rect
                x={labelWidth}
                y={y + 6}
                width={size}
                height={rowHeight - 16}
                className={seriesClass[bar.series ?? 1].fill}
              />
              <text x={labelWidth + size + 8} y={y + 20} className="chart-text fill-ink">
                {bar.shown}
              </text>
              {bar.about !== undefined && <title>{bar.about}</title>}
            </g>
          );
        });
      }}
    </Chart>
  );
}

export interface Column {
  label: string;
  /** From the foot upwards. */
  parts: readonly { series: Series; value: number }[];
  about: string;
}

interface ColumnChartProps extends Shared {
  columns: readonly Column[];
  height?: number;
}

/** Amounts or counts over days, in stacked parts. */
export function ColumnChart({ columns, summary, twin, format, height = 200, note }: ColumnChartProps) {
  const sums = columns.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0));
  const bottom = height - margins.bottom;
  return (
    <Chart {...{ summary, twin, height, note }}>
      {(width) => {
        const y = linearScale([0, Math.max(1, ...sums)], [bottom, margins.top]);
        const step = (width - margins.left - margins.right) / columns.length;
        const x = (at: number) => margins.left + step * (at + 0.5);
        const wide = Math.max(2, Math.min(step * 0.7, 32));
        return (
          <>
            <ValueAxis
              width={width}
              ticks={y.ticks.map((tick) => ({ at: y.at(tick), label: format(tick) }))}
            />
            {columns.map(({ label, parts, about }, at) => {
              let foot = 0;
              return (
                <g key={label + at}>
                  {parts.map(({ series, value }) => {
                    const top = y.at(foot + value);
                    const size = y.at(foot) - top;
                    foot += value;
                    return (
                      <rect
                        key={series}
                        x={x(at) - wide / 2}
                        y={top}
                        width={wide}
                        height={size}
                        className={seriesClass[series].fill}
                      />
                    );
                  })}
                  <title>{about}</title>
                </g>
              );
            })}
            <PlaceAxis y={height - 6} places={columns.map(({ label }, at) => ({ at: x(at), label }))} />
          </>
        );
      }}
    </Chart>
  );
}

export interface RangeBar {
  label: string;
  /** Half were faster than this. */
  middle: number;
  /** Nineteen of twenty were faster than this. */
  slow: number;
  /** Where the promise ends. */
  mark?: number | undefined;
  shown: string;
  series?: Series;
}

/** Round times in seconds, for the axis. */
const rounds = [0.1, 1, 10, 60, 600, 3_600, 21_600, 86_400, 604_800];

/** From the middle to the slow end, in seconds. Long spans are wide apart, so the scale is logarithmic. */
export function RangeChart({
  ranges,
  summary,
  twin,
  note,
  format,
}: Shared & { ranges: readonly RangeBar[] }) {
  const height = ranges.length * 44 + margins.bottom + 4;
  const ends = ranges.flatMap(({ middle, slow, mark }) => [
    middle,
    slow,
    ...(mark === undefined ? [] : [mark]),
  ]);
  const log = (value: number) => Math.log10(Math.max(value, 0.1));
  const [least, most] = [Math.min(...ends, 1), Math.max(...ends, 10)];
  const after = rounds.findIndex((round) => round >= most);
  const ticks = rounds.slice(
    Math.max(
      0,
      rounds.findLastIndex((round) => round <= least),
    ),
    after === -1 ? rounds.length : after + 1,
  );
  const [low, high] = [log(ticks[0]!), log(Math.max(most, ticks.at(-1)!))];
  return (
    <Chart {...{ summary, twin, height, note }}>
      {(width) => {
        const room = width - labelWidth - 24;
        const x = (value: number) =>
          Math.round((labelWidth + ((log(value) - low) / (high - low)) * room) * 10) / 10;
        return (
          <>
            {ticks.map((tick) => (
              <path key={tick} d={`M${x(tick)} 4V${height - margins.bottom}`} className="stroke-line" />
            ))}
            <PlaceAxis y={height - 6} places={ticks.map((tick) => ({ at: x(tick), label: format(tick) }))} />
            {ranges.map((one, at) => {
              const y = at * 44 + 26;
              const { fill, stroke } = seriesClass[one.series ?? 1];
              return (
                <g key={one.label}>
                  <text x={labelWidth - 10} y={y + 4} textAnchor="end" className="chart-text">
                    {one.label}
                  </text>
                  <text x={x(one.middle)} y={y - 10} className="chart-text fill-ink">
                    {one.shown}
                  </text>
                  <path
                    d={`M${x(one.middle)} ${y}H${x(one.slow)}`}
                    className={`stroke-[6] opacity-40 ${stroke}`}
                  />
                  <circle cx={x(one.middle)} cy={y} r="5" className={fill} />
                  <path d={`M${x(one.slow)} ${y - 6}v12`} className={`stroke-2 ${stroke}`} />
                  {one.mark !== undefined && (
                    <path
                      d={`M${x(one.mark)} ${y - 9}v18`}
                      className="stroke-margin stroke-2"
                      strokeDasharray="3 2"
                    />
                  )}
                </g>
              );
            })}
          </>
        );
      }}
    </Chart>
  );
}
