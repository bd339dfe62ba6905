// Draws the statuses that a caller sees and the usual moves between them, each in the colour of its target status.
import { moves } from "#app/facts/status-moves.ts";
import { statuses } from "#app/facts/statuses.ts";
import { Arrow, Drawing, Label, looks } from "./drawing.tsx";
import type { Form, Picture } from "./drawing.tsx";
import { BOX_HEIGHT, statePictures } from "./state-machine-places.ts";

/** A status has the colours of its badge. SUCCESS has the colours of its final state, which is credited. */
const lookOf = (status: string) =>
  looks[statuses.findLast((fact) => fact.status.split(",")[0] === status)?.tone ?? "neu"];

const isFinal = (status: string): boolean => statuses.some((fact) => fact.status === status && fact.final);

/** The moves of most transfers. The others would clutter the drawing; they are in the table below it. */
const usual = Object.keys(statePictures.wide.moves).map((name) => {
  const found = moves.find(({ from, to }) => `${from} > ${to}` === name);
  if (!found) throw new Error(`The engine does not know the move ${name}`);
  return { name, ...found };
});

function Status({ status, form }: { status: string; form: Form }) {
  const [left, middle, width] = statePictures[form].statuses[status] ?? [0, 0, 0];
  const look = lookOf(status);
  const frames = isFinal(status) ? [0, 3] : [0];
  return (
    <g>
      {frames.map((inset) => (
        <rect
          key={inset}
          x={left + inset}
          y={middle - BOX_HEIGHT / 2 + inset}
          width={width - 2 * inset}
          height={BOX_HEIGHT - 2 * inset}
          rx="2"
          className={look.box}
        />
      ))}
      <text
        x={left + width / 2}
        y={middle + 4}
        textAnchor="middle"
        className={`${look.text} font-mono text-12 font-semibold`}
      >
        {status}
      </text>
    </g>
  );
}

function Move({ name, to, form }: { name: string; to: string; form: Form }) {
  const drawn = statePictures[form].moves[name];
  if (!drawn) throw new Error(`The ${form} form has no place for the move ${name}`);
  const { points, label, anchor, lines } = drawn;
  const look = lookOf(to);
  return (
    <g>
      <Arrow points={points} line={look.line} />
      <Label at={label} lines={lines} anchor={anchor ?? "start"} text={look.text} />
    </g>
  );
}

function draw(form: Form): Picture {
  const { height, statuses: places } = statePictures[form];
  const content = (
    <>
      {usual.map(({ name, to }) => (
        <Move key={name} name={name} to={to} form={form} />
      ))}
      {Object.keys(places).map((status) => (
        <Status key={status} status={status} form={form} />
      ))}
    </>
  );
  return { height, content };
}

/** Shows the statuses and the usual moves between them. A double frame marks a final status. */
export function StateMachine() {
  return (
    <Drawing
      caption="Statuses and the usual transitions; a double frame is final"
      said={usual.map(({ from, to, label }) => `${from} to ${to}: ${label}.`)}
      wide={draw("wide")}
      narrow={draw("narrow")}
    />
  );
}
