// The drawings of the documentation, each from the data the tables use too.
import * as flows from "#app/facts/flows.ts";
import { moves } from "#app/facts/status-moves.ts";
import { statuses } from "#app/facts/statuses.ts";
import type { Tone } from "#app/facts/statuses.ts";
import { Sequence } from "./sequence.tsx";

export const PaymentFlow = () => <Sequence flow={flows.paymentFlow} />;
export const ReversalFlow = () => <Sequence flow={flows.reversalFlow} />;
export const ApprovalFlow = () => <Sequence flow={flows.approvalFlow} />;
export const QueueFlow = () => <Sequence flow={flows.queueFlow} />;
export const LendingFlow = () => <Sequence flow={flows.lendingFlow} />;
export const PhoneFlow = () => <Sequence flow={flows.phoneFlow} />;
export const FlowgramFlow = () => <Sequence flow={flows.flowgramFlow} />;
export const WebhookFlow = () => <Sequence flow={flows.webhookFlow} />;

const places: Record<string, { x: number; y: number }> = {
  REJECTED: { x: 0, y: 0 },
  RECEIVED: { x: 0, y: 1 },
  APPROVAL_PENDING: { x: 0, y: 2 },
  QUEUED: { x: 1, y: 0 },
  PENDING: { x: 1, y: 1 },
  FAILED: { x: 2, y: 0 },
  SUCCESS: { x: 2, y: 1 },
  REVERSED: { x: 3, y: 1 },
};

/** The way of most transfers. The rest of the moves would hide it, and stands in the table below the drawing. */
const usual = [
  "RECEIVED > PENDING",
  "RECEIVED > APPROVAL_PENDING",
  "RECEIVED > QUEUED",
  "RECEIVED > REJECTED",
  "APPROVAL_PENDING > PENDING",
  "QUEUED > PENDING",
  "QUEUED > FAILED",
  "PENDING > SUCCESS",
  "PENDING > FAILED",
  "SUCCESS > REVERSED",
].map((name) => {
  const found = moves.find(({ from, to }) => `${from} > ${to}` === name);
  if (!found) throw new Error(`The engine does not know the move ${name}`);
  return found;
});
const box = { width: 136, height: 40 };
const left = (x: number) => 2 + x * 192;
const middle = (y: number) => 26 + y * 86;
/** The colours of a status are those of its badge; SUCCESS is drawn as it ends, credited. */
const looks: Record<Tone, { box: string; text: string }> = {
  neu: { box: "fill-neu-bg stroke-neu", text: "fill-neu" },
  info: { box: "fill-info-bg stroke-info", text: "fill-info" },
  warn: { box: "fill-warn-bg stroke-warn", text: "fill-warn" },
  ok: { box: "fill-ok-bg stroke-ok", text: "fill-ok" },
  bad: { box: "fill-bad-bg stroke-bad", text: "fill-bad" },
  rev: { box: "fill-rev-bg stroke-rev", text: "fill-rev" },
};
const lookOf = (status: string) =>
  looks[statuses.findLast((fact) => fact.status.split(",")[0] === status)?.tone ?? "neu"];

const final = new Set(["FAILED", "REJECTED", "REVERSED"]);

function Arrow({ from, to, mark }: { from: string; to: string; mark: number }) {
  const start = places[from];
  const end = places[to];
  if (!start || !end) return null;
  const vertical = start.x === end.x;
  const x1 = vertical ? left(start.x) + box.width / 2 : left(start.x) + box.width;
  const down = end.y > start.y ? 1 : -1;
  const y1 = vertical ? middle(start.y) + (down * box.height) / 2 : middle(start.y);
  const x2 = vertical ? x1 : left(end.x);
  const y2 = vertical ? middle(end.y) - (down * box.height) / 2 : middle(end.y);
  const bend = (x1 + x2) / 2;
  const line = vertical
    ? `M${x1} ${y1}V${y2 - 2 * down}`
    : `M${x1} ${y1}C${bend} ${y1} ${bend} ${y2} ${x2 - 2} ${y2}`;
  const tip = vertical
    ? `M${x2 - 4} ${y2 - 8 * down}l4 ${6 * down}l4 ${-6 * down}`
    : `M${x2 - 8} ${y2 - 4}l6 4l-6 4`;
  return (
    <g>
      <path d={line} fill="none" className="stroke-ink-2" strokeWidth="1.5" />
      <path d={tip} fill="none" className="stroke-ink-2" strokeWidth="1.5" />
      <circle cx={(x1 + x2) / 2} cy={(y1 + y2) / 2} r="10" className="fill-surface stroke-line" />
      <text x={(x1 + x2) / 2} y={(y1 + y2) / 2 + 4} textAnchor="middle" className="fill-ink-2 text-12">
        {mark}
      </text>
    </g>
  );
}

/** The statuses a caller sees and the usual moves between them; a double frame marks a final one. */
export function StateMachine() {
  const said = usual.map((move) => `${move.from} to ${move.to}, ${move.label}`).join("; ");
  return (
    <figure>
      <div className="diagram" tabIndex={0} role="group" aria-label="Statuses and moves">
        <svg viewBox="0 0 720 226" role="img" aria-label={`Statuses and transitions: ${said}.`}>
          {usual.map((move, at) => (
            <Arrow key={move.from + move.to} from={move.from} to={move.to} mark={at + 1} />
          ))}
          {Object.entries(places).map(([status, place]) => (
            <g key={status}>
              <rect
                x={left(place.x)}
                y={middle(place.y) - 20}
                width={box.width}
                height={box.height}
                rx="2"
                className={lookOf(status).box}
              />
              {final.has(status) && (
                <rect
                  x={left(place.x) + 3}
                  y={middle(place.y) - 17}
                  width={box.width - 6}
                  height={box.height - 6}
                  rx="1"
                  className={lookOf(status).box}
                />
              )}
              <text
                x={left(place.x) + box.width / 2}
                y={middle(place.y) + 4}
                textAnchor="middle"
                className={`${lookOf(status).text} font-mono text-12 font-semibold`}
              >
                {status}
              </text>
            </g>
          ))}
        </svg>
      </div>
      <figcaption>
        {usual.map((move, at) => (
          <span key={move.from + move.to}>
            {at + 1}&nbsp;{move.label}
            {at < usual.length - 1 ? " · " : ". A double frame is final."}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}
