// Maps values to positions in a drawing. The functions are pure, so that charts can be tested without a browser.

interface Scale {
  /** Returns the position of a value, rounded to a tenth of a unit. */
  at: (value: number) => number;
  ticks: number[];
  low: number;
  high: number;
}

const steps = [1, 2, 2.5, 5, 10];

/** Returns a round step that gives at most `most` ticks over a span. */
function niceStep(span: number, most: number): number {
  if (span <= 0) return 1;
  const rough = span / most;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  return (steps.find((step) => step * magnitude >= rough) ?? 10) * magnitude;
}

/** Makes a scale that ends on round numbers. `from` and `to` are the positions of its ends. */
export function linearScale(
  [least, most]: readonly [number, number],
  [from, to]: readonly [number, number],
  tickCount = 4,
): Scale {
  const step = niceStep(most - least, tickCount);
  const low = Math.floor(least / step + 1e-9) * step;
  const high = Math.max(Math.ceil(most / step - 1e-9) * step, low + step);
  const ticks: number[] = [];
  for (let at = 0; low + at * step <= high + step / 1e6; at += 1)
    ticks.push(Number((low + at * step).toPrecision(12)));
  const at = (value: number) => Math.round((from + ((value - low) / (high - low)) * (to - from)) * 10) / 10;
  return { at, ticks, low, high };
}

/** Returns a line through points. A missing value is a gap, never a zero. */
export function linePath(points: readonly (readonly [number, number] | null)[]): string {
  let pen = "M";
  return points
    .map((point) => {
      if (point === null) {
        pen = "M";
        return "";
      }
      const part = `${pen}${point[0]} ${point[1]}`;
      pen = "L";
      return part;
    })
    .join("");
}

/** Returns the area between two lines, in several pieces if there are gaps. */
export function bandPath(points: readonly { x: number; low: number; high: number }[][]): string {
  return points
    .filter((run) => run.length > 0)
    .map((run) => {
      const over = run.map(({ x, high }, at) => `${at === 0 ? "M" : "L"}${x} ${high}`).join("");
      const back = run
        .toReversed()
        .map(({ x, low }) => `L${x} ${low}`)
        .join("");
      return `${over}${back}Z`;
    })
    .join("");
}
