// The common parts of all drawings of the documentation: a wide and a narrow form, the same content as a list, arrows
// and labels.
import type { ReactNode } from "react";
import type { Tone } from "#app/facts/statuses.ts";

/** The colours of a status, the same as in its badge. */
export const looks: Record<Tone, { box: string; line: string; text: string }> = {
  neu: { box: "fill-neu-bg stroke-neu", line: "stroke-ink-2", text: "fill-ink-2" },
  info: { box: "fill-info-bg stroke-info", line: "stroke-info", text: "fill-info" },
  warn: { box: "fill-warn-bg stroke-warn", line: "stroke-warn", text: "fill-warn" },
  ok: { box: "fill-ok-bg stroke-ok", line: "stroke-ok", text: "fill-ok" },
  bad: { box: "fill-bad-bg stroke-bad", line: "stroke-bad", text: "fill-bad" },
  rev: { box: "fill-rev-bg stroke-rev", line: "stroke-rev", text: "fill-rev" },
};

/** The widths in pixels at which each form is drawn at its natural size. */
export const widths = { wide: 686, narrow: 312 } as const;
export type Form = keyof typeof widths;

export interface Picture {
  height: number;
  content: ReactNode;
}

interface Drawn extends Record<Form, Picture> {
  caption: string;
  /** The content in words, for people who cannot see the drawing. */
  said: string[];
}

/** A figure with both forms and its content as a list of sentences. CSS shows the form that fits. */
export function Drawing({ caption, said, ...pictures }: Drawn) {
  return (
    <figure>
      <div className="diagram">
        {(["wide", "narrow"] as const).map((form) => (
          <svg
            key={form}
            className={`${form}-form`}
            viewBox={`0 0 ${widths[form]} ${pictures[form].height}`}
            aria-hidden="true"
          >
            {pictures[form].content}
          </svg>
        ))}
      </div>
      <ol className="sr-only">
        {said.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ol>
      <figcaption>{caption}.</figcaption>
    </figure>
  );
}

export type Point = readonly [x: number, y: number];

/** Returns the base of the head of an arrow that ends at the second point. */
function headOf([fromX, fromY]: Point, [x, y]: Point): string {
  const [alongX, alongY] = [Math.sign(x - fromX), Math.sign(y - fromY)];
  const side = (way: number) =>
    [x - 7 * alongX + 4 * way * alongY, y - 7 * alongY + 4 * way * alongX].join(" ");
  return `M${side(1)}L${x} ${y}L${side(-1)}`;
}

/** A line of straight segments with an arrowhead at its end. */
export function Arrow({
  points,
  line,
  dashed,
}: {
  points: readonly Point[];
  line: string;
  dashed?: boolean;
}) {
  const [last, beforeLast] = [points.at(-1), points.at(-2)];
  if (!last || !beforeLast) return null;
  const path = points.map(([x, y]) => `${x} ${y}`).join("L");
  return (
    <g fill="none" strokeWidth="1.5" strokeLinejoin="round" className={line}>
      <path d={`M${path}`} strokeDasharray={dashed ? "5 4" : undefined} />
      <path d={headOf(beforeLast, last)} />
    </g>
  );
}

interface Labelled {
  at: Point;
  /** One or more lines. The first is at the height of the point. */
  lines: readonly string[];
  anchor?: "start" | "middle" | "end";
  text: string;
}

/** A label on an arrow, which stays legible where lines pass behind it. */
export function Label({ at: [x, y], lines, anchor = "start", text }: Labelled) {
  return (
    <text
      textAnchor={anchor}
      strokeWidth="5"
      strokeLinejoin="round"
      paintOrder="stroke"
      className={`edge-label stroke-surface text-12 ${text}`}
    >
      {lines.map((line, at) => (
        <tspan key={line} x={x} y={y + at * 15}>
          {line}
        </tspan>
      ))}
    </text>
  );
}
