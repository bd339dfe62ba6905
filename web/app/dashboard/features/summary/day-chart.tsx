// A chart of days, drawn by hand: bars for how much, a line or a range for how well. Its table twin says the same.
import { useState } from "react";
import type { ReactNode } from "react";
import { Button } from "#dashboard/ui/button.tsx";
import { Card } from "#dashboard/ui/layout.tsx";
import { useTexts } from "./texts.ts";

export interface ChartDay {
  day: string;
  /** As it is shown under the chart. */
  label: string;
  /** Height of the bar; 0 draws none. */
  bar: number;
  /** The marks of the day, each between 0 and 1 of the height; null: nothing to show. */
  line: number | null;
  /** The range around it. */
  low: number | null;
  high: number | null;
}

interface DayChartProps {
  title: string;
  /** What the drawing shows, for those who cannot see it. */
  about: string;
  days: readonly ChartDay[];
  /** Words at the lines across: their place between 0 and 1, and what they say. */
  ticks: readonly { at: number; label: string }[];
  /** Whether days are joined by a line. */
  joined: boolean;
  table: ReactNode;
}

const [width, height, left, below] = [960, 230, 52, 24];
const top = 10;
const plotHeight = height - top - below;

export function DayChart({ title, about, days, ticks, joined, table }: DayChartProps) {
  const t = useTexts();
  const [asTable, setAsTable] = useState(false);
  return (
    <Card
      title={title}
      flush={asTable}
      actions={
        <Button size="sm" look="quiet" onClick={() => setAsTable(!asTable)} aria-pressed={asTable}>
          {asTable ? t("viewChart") : t("viewTable")}
        </Button>
      }
    >
      {asTable ? (
        table
      ) : (
        <div role="region" aria-label={title} tabIndex={0} className="overflow-x-auto">
          <Drawing {...{ about, days, ticks, joined }} />
        </div>
      )}
    </Card>
  );
}

function Drawing({ about, days, ticks, joined }: Pick<DayChartProps, "about" | "days" | "ticks" | "joined">) {
  const step = (width - left) / days.length;
  const most = Math.max(1, ...days.map(({ bar }) => bar));
  const x = (at: number) => left + step * (at + 0.5);
  const y = (part: number) => top + plotHeight * (1 - part);
  const every = Math.ceil(days.length / 8);
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={about} className="w-full min-w-180">
      {ticks.map(({ at, label }) => (
        <g key={label}>
          <line x1={left} x2={width} y1={y(at)} y2={y(at)} className="stroke-line" strokeWidth="1" />
          <text x={left - 8} y={y(at) + 4} textAnchor="end" className="fill-ink-3 text-12">
            {label}
          </text>
        </g>
      ))}
      {days.map(({ day, bar }, at) => (
        <rect
          key={day}
          x={x(at) - Math.min(14, step * 0.3)}
          width={Math.min(28, step * 0.6)}
          y={y((bar / most) * 0.45)}
          height={(bar / most) * 0.45 * plotHeight}
          className="fill-neu-bg"
        />
      ))}
      {days.map(({ day, low, high }, at) =>
        low === null || high === null ? null : (
          <line
            key={day}
            x1={x(at)}
            x2={x(at)}
            y1={y(low)}
            y2={y(high)}
            className="stroke-primary"
            strokeWidth={joined ? 1.5 : 7}
            strokeOpacity={joined ? 0.45 : 0.35}
            strokeLinecap="round"
          />
        ),
      )}
      {joined && <path d={pathOf(days, x, y)} fill="none" className="stroke-primary" strokeWidth="2" />}
      {days.map(({ day, line }, at) =>
        line === null ? null : <circle key={day} cx={x(at)} cy={y(line)} r="3.5" className="fill-primary" />,
      )}
      {days.map(({ day, label }, at) =>
        at % every === 0 ? (
          <text key={day} x={x(at)} y={height - 6} textAnchor="middle" className="fill-ink-3 text-12">
            {label}
          </text>
        ) : null,
      )}
    </svg>
  );
}

/** A line through the days that have a value; days without one break it. */
function pathOf(days: readonly ChartDay[], x: (at: number) => number, y: (part: number) => number): string {
  return days
    .flatMap(({ line }, at) => {
      if (line === null) return [];
      const joins = at > 0 && days[at - 1]?.line !== null;
      return [`${joins ? "L" : "M"}${x(at).toFixed(1)} ${y(line).toFixed(1)}`];
    })
    .join(" ");
}
