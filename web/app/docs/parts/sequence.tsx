// Draws a flow as a sequence: one column for each party, one line for each message.
import type { Flow } from "#app/facts/flows.ts";

const width = 720;
const headHeight = 44;
const stepHeight = 40;

function centre(lane: number, lanes: number): number {
  return (width / lanes) * (lane + 0.5);
}

function Message({ flow, at }: { flow: Flow; at: number }) {
  const step = flow.steps[at];
  if (!step) return null;
  const y = headHeight + stepHeight * (at + 1);
  const from = centre(step.from, flow.lanes.length);
  const to = centre(step.to, flow.lanes.length);
  const dash = step.dashed ? "5 4" : undefined;
  const self = from === to;
  const tip = self ? from + 6 : to + (to > from ? -4 : 4);
  const line = self ? `M${from} ${y - 10}h26v16h-20` : `M${from} ${y}H${tip}`;
  const tipY = self ? y + 6 : y;
  const turn = self || to < from ? 1 : -1;
  return (
    <g>
      <path d={line} fill="none" className="stroke-ink-2" strokeWidth="1.5" strokeDasharray={dash} />
      <path
        d={`M${tip + 7 * turn} ${tipY - 4}L${tip} ${tipY}L${tip + 7 * turn} ${tipY + 4}`}
        fill="none"
        className="stroke-ink-2"
        strokeWidth="1.5"
      />
      <text
        x={self ? from + 34 : (from + to) / 2}
        y={self ? y + 3 : y - 7}
        textAnchor={self ? "start" : "middle"}
        className="fill-ink stroke-surface text-12"
        strokeWidth="5"
        paintOrder="stroke"
      >
        {step.says}
      </text>
    </g>
  );
}

export function Sequence({ flow }: { flow: Flow }) {
  const height = headHeight + stepHeight * (flow.steps.length + 0.6);
  const said = flow.steps
    .map((step) => `${flow.lanes[step.from]} to ${flow.lanes[step.to]}: ${step.says}`)
    .join("; ");
  return (
    <figure>
      <div className="diagram" tabIndex={0} role="group" aria-label={flow.title}>
        <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`${flow.title}. ${said}.`}>
          {flow.lanes.map((lane, at) => {
            const x = centre(at, flow.lanes.length);
            return (
              <g key={lane}>
                <path d={`M${x} ${headHeight - 12}V${height}`} className="stroke-line" strokeWidth="1" />
                <rect
                  x={x - 68}
                  y="2"
                  width="136"
                  height="30"
                  rx="2"
                  className="fill-sunken stroke-control"
                />
                <text x={x} y="21" textAnchor="middle" className="fill-ink text-13 font-semibold">
                  {lane}
                </text>
              </g>
            );
          })}
          {flow.steps.map((step, at) => (
            <Message key={step.says} flow={flow} at={at} />
          ))}
        </svg>
      </div>
      <figcaption>{flow.title}.</figcaption>
    </figure>
  );
}
