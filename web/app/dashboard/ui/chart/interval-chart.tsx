// Draws shares with their intervals: a dot on a line, one row each, on one scale that ends at 100%.
import type { ReactNode } from "react";
import { Chart, margins, PlaceAxis } from "./chart.tsx";
import type { TableTwin } from "./chart.tsx";
import { linearScale } from "./scale.ts";
import { seriesClass } from "./series.ts";
import type { Series } from "./series.ts";

interface IntervalBar {
  label: string;
  /** Follows the label, such as the rail. */
  detail: string;
  /** A percentage, like the ends of the interval. */
  value: number;
  low: number;
  high: number;
  shown: string;
  series: Series;
}

interface IntervalChartProps {
  bars: readonly IntervalBar[];
  summary: string;
  twin: TableTwin;
  format: (value: number) => string;
  note?: ReactNode;
}

const rowHeight = 40;
const right = 24;

export function IntervalChart({ bars, summary, twin, format, note }: IntervalChartProps) {
  const height = bars.length * rowHeight + margins.bottom + 8;
  // Values are close to 100%, so a full scale would show no differences. It begins below the worst interval.
  const least = Math.max(0, Math.min(90, ...bars.map(({ low }) => low)));
  return (
    <Chart {...{ summary, twin, height, note }}>
      {(width) => {
        const scale = linearScale([least, 100], [16, width - right]);
        return (
          <>
            {scale.ticks.map((tick) => (
              <path
                key={tick}
                d={`M${scale.at(tick)} 4V${height - margins.bottom}`}
                className="stroke-line"
              />
            ))}
            <PlaceAxis
              y={height - 6}
              places={scale.ticks.map((tick) => ({ at: scale.at(tick), label: format(tick) }))}
            />
            {bars.map(({ label, detail, value, low, high, shown, series }, at) => {
              const y = at * rowHeight + 30;
              const { fill, stroke } = seriesClass[series];
              return (
                <g key={`${label} ${detail}`}>
                  <text x={16} y={y - 11} className="chart-text fill-ink">
                    {`${label}, ${detail}: ${shown}`}
                  </text>
                  <path
                    d={`M${scale.at(low)} ${y}H${scale.at(high)}`}
                    className={`stroke-[6] opacity-40 ${stroke}`}
                  />
                  <circle cx={scale.at(value)} cy={y} r="5" className={fill} />
                </g>
              );
            })}
          </>
        );
      }}
    </Chart>
  );
}
