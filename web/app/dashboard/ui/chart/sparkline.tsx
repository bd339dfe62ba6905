// The run of a figure beside it: no axis, no words of its own; the figure and its label say what it is.
import { linearScale, linePath } from "./scale.ts";

interface SparklineProps {
  values: readonly (number | null)[];
  /** The run in words, such as "Balance over 7 days, falling". */
  label: string;
  /** A level to stay above, such as a threshold. */
  level?: number | undefined;
  width?: number;
  height?: number;
}

export function Sparkline({ values, label, level, width = 120, height = 32 }: SparklineProps) {
  const known = values.filter((value) => value !== null);
  const all = level === undefined ? known : [...known, level];
  if (known.length < 2) return null;
  const y = linearScale([Math.min(...all), Math.max(...all)], [height - 2, 2], 2);
  const x = (at: number) => Math.round((2 + (at / (values.length - 1)) * (width - 4)) * 10) / 10;
  return (
    <svg role="img" aria-label={label} width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
      {level !== undefined && (
        <path d={`M0 ${y.at(level)}H${width}`} className="stroke-margin" strokeDasharray="3 2" />
      )}
      <path
        d={linePath(values.map((value, at) => (value === null ? null : [x(at), y.at(value)])))}
        className="fill-none stroke-series-1 stroke-[1.5]"
      />
    </svg>
  );
}
