// Draws a flow as a sequence diagram: one column for each party, one line for each message.
import type { Flow, FlowStep } from "#app/facts/flows.ts";
import { Arrow, Drawing, Label, looks, widths } from "./drawing.tsx";
import type { Form, Picture } from "./drawing.tsx";

/** The name of a party takes one line if there is room. */
const sizes = {
  wide: { step: 40, head: 44, nameLines: 1, box: 136, name: "font-semibold" },
  narrow: { step: 46, head: 58, nameLines: 2, box: 77, name: "" },
} as const;

/** Estimates slightly more than the real width of the text, to keep labels inside the drawing. */
const widthOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (/[A-Z_]/.test(letter) ? 8.4 : 6.3), 0);

const centreOf = (lane: number, lanes: number, form: Form): number => (widths[form] / lanes) * (lane + 0.5);

function labelPlace(form: Form, from: number, to: number, says: string): [number, "start" | "middle"] {
  if (form === "wide" && from === to) return [from + 34, "start"];
  const half = widthOf(says) / 2;
  return [Math.min(Math.max((from + to) / 2, half), widths[form] - half), "middle"];
}

/** A party's own work is an arrow from its line back to it. In the narrow form the label is above the arrow. */
function Message({ step, form, lanes, y }: { step: FlowStep; form: Form; lanes: number; y: number }) {
  const [from, to] = [centreOf(step.from, lanes, form), centreOf(step.to, lanes, form)];
  const isOwn = from === to;
  const look = looks[step.tone ?? "neu"];
  const [x, anchor] = labelPlace(form, from, to, step.says);
  const lift = isOwn ? { wide: -10, narrow: 0 }[form] : 0;
  const points = isOwn
    ? ([
        [from, y + lift],
        [from + 26, y + lift],
        [from + 26, y + lift + 14],
        [from + 3, y + lift + 14],
      ] as const)
    : ([
        [from, y],
        [to - 3 * Math.sign(to - from), y],
      ] as const);
  return (
    <g>
      <Arrow points={points} line={look.line} dashed={step.dashed ?? false} />
      <Label
        at={[x, isOwn && form === "wide" ? y + 2 : y - 7]}
        lines={[step.says]}
        anchor={anchor}
        text={step.tone ? `${look.text} font-semibold` : "fill-ink"}
      />
    </g>
  );
}

function Party({ name, form, x, height }: { name: string; form: Form; x: number; height: number }) {
  const { head, nameLines, box, name: weight } = sizes[form];
  const lines = nameLines === 1 ? [name] : name.split(" ");
  const top = (head - 14) / 2 - (lines.length - 1) * 7.5 + 6;
  return (
    <g>
      <path d={`M${x} ${head - 12}V${height}`} className="stroke-line" strokeWidth="1" />
      <rect
        x={x - box / 2}
        y="1"
        width={box}
        height={head - 13}
        rx="2"
        className="fill-sunken stroke-control"
      />
      <text textAnchor="middle" className={`fill-ink text-12 ${weight}`}>
        {lines.map((line, at) => (
          <tspan key={line} x={x} y={top + at * 15}>
            {line}
          </tspan>
        ))}
      </text>
    </g>
  );
}

function draw(flow: Flow, form: Form): Picture {
  const lanes = flow.lanes.length;
  const { head, step: stepHeight } = sizes[form];
  const height = head + stepHeight * (flow.steps.length + 0.6);
  const content = (
    <>
      {flow.lanes.map((name, lane) => (
        <Party key={name} name={name} form={form} x={centreOf(lane, lanes, form)} height={height} />
      ))}
      {flow.steps.map((step, at) => (
        <Message key={step.says} step={step} form={form} lanes={lanes} y={head + stepHeight * (at + 1)} />
      ))}
    </>
  );
  return { height, content };
}

/** Draws a flow of messages between parties. */
export function Sequence({ flow }: { flow: Flow }) {
  const said = flow.steps.map(({ from, to, says }) =>
    from === to ? `${flow.lanes[from]}: ${says}.` : `${flow.lanes[from]} to ${flow.lanes[to]}: ${says}.`,
  );
  return <Drawing caption={flow.title} said={said} wide={draw(flow, "wide")} narrow={draw(flow, "narrow")} />;
}
