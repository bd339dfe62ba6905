// Draws bars for amounts, and ranges from the median to the slow end with a mark at the promised time.
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

interface Bar {
  label: string;
  value: number;
  /** The text when the pointer is on the bar. */
  about: string;
}

/** Draws one bar for each place, from zero. */
export function BarChart({ bars, summary, twin, note, format }: Shared & { bars: readonly Bar[] }) {
  const height = 200;
  const bottom = height - margins.bottom;
  const y = linearScale([0, Math.max(1, ...bars.map(({ value }) => value))], [bottom, margins.top], 3);
  return (
    <Chart {...{ summary, twin, height, note }}>
      {(width) => {
        const step = (width - margins.left - margins.right) / Math.max(1, bars.length);
        const x = (at: number) => Math.round((margins.left + step * (at + 0.5)) * 10) / 10;
        const bar = Math.max(3, Math.min(step * 0.6, 48));
        return (
          <>
            <ValueAxis
              width={width}
              ticks={y.ticks.map((tick) => ({ at: y.at(tick), label: format(tick) }))}
            />
            {bars.map(({ label, value, about }, at) => (
              <g key={label + at}>
                {value > 0 && (
                  <rect
                    x={x(at) - bar / 2}
                    y={Math.min(y.at(value), bottom - 1)}
                    width={bar}
                    height={Math.max(1, bottom - y.at(value))}
                    className="fill-series-1"
                  />
                )}
                <rect
                  x={x(at) - step / 2}
                  y={margins.top}
                  width={step}
                  height={bottom - margins.top}
                  className="chart-hit"
                >
                  <title>{about}</title>
                </rect>
              </g>
            ))}
            <PlaceAxis y={height - 6} places={bars.map(({ label }, at) => ({ at: x(at), label }))} />
          </>
        );
      }}
    </Chart>
  );
}

const labelWidth = 96;

interface RangeBar {
  label: string;
  /** The median. */
  middle: number;
  /** The 95th percentile. */
  slow: number;
  /** The promised time. */
  mark?: number | undefined;
  shown: string;
  series?: Series;
}

/** Round times in seconds, for the axis. */
const rounds = [0.1, 1, 10, 60, 600, 3_600, 21_600, 86_400, 604_800];

/** Draws from the median to the slow end, in seconds. The scale is logarithmic, because the times differ widely. */
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
