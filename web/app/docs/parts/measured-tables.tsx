// The tables and the chart of the benchmark results, all from the record of one run.
import {
  callersOf,
  circumstances,
  costs,
  loads,
  others,
  sayMeasured,
  short,
  titleOf,
} from "#app/facts/measured.ts";
import { comparedWork, comparisonCircumstances, comparisons, rateText } from "#app/facts/peers.ts";
import { Drawing, widths } from "./drawing.tsx";
import type { Form, Picture } from "./drawing.tsx";
import { FactTable } from "./fact-tables.tsx";

export function CircumstanceTable() {
  const rows = circumstances.map(([name, value]) => ({ cells: [name, value] }));
  return <FactTable label="What was measured on" head={["What", "Value"]} rows={rows} />;
}

export function LoadTable() {
  const rows = loads.map((load) => ({
    cells: [
      callersOf(load),
      short(load.perSecond.median),
      `${short(load.perSecond.lowest)} to ${short(load.perSecond.highest)}`,
      load.ratio.median.toFixed(2),
      (load.cpuMs.server + load.cpuMs.postgres).toFixed(2),
      short(load.p50Ms.median),
      short(load.p99Ms.median),
    ],
  }));
  return (
    <FactTable
      label="Transfers per second"
      head={["Callers", "Transfers/s", "Lowest to highest", "× pgbench", "CPU ms", "p50 ms", "p99 ms"]}
      rows={rows}
      numbersFrom={1}
    />
  );
}

/** Shows what a set of transfers costs PostgreSQL. */
export function SetCostTable() {
  const rows = costs.map(({ size, rounds, statements, walRecords, walBytes }) => ({
    cells: [size, rounds, statements, short(walRecords), short(walBytes)].map(String),
  }));
  return (
    <FactTable
      label="Cost of a set of transfers"
      head={["Transfers in the set", "Round trips", "Statements", "WAL records each", "WAL bytes each"]}
      rows={rows}
      numbersFrom={0}
    />
  );
}

export function MeasurementTable() {
  const rows = others.map((one) => ({ cells: [titleOf(one), sayMeasured(one)] }));
  return <FactTable label="Other measurements" head={["What", "Measured"]} rows={rows} numbersFrom={1} />;
}

/** Shows how many transfers or ledger transactions a second each of the three did. */
export function PeerTable() {
  const rows = comparisons.map(({ callers, vitaran, blnk, formance, blnkP99Ms }) => ({
    cells: [
      String(callers),
      rateText(vitaran),
      rateText(blnk),
      rateText(formance),
      blnkP99Ms === undefined ? "" : blnkP99Ms.toLocaleString("en-IN"),
    ],
  }));
  const head = ["Callers", "Vitaran", "Blnk", "Formance ledger", "p99 of Blnk, ms"];
  return <FactTable label="Compared with other ledgers" head={head} rows={rows} numbersFrom={1} />;
}

export function PeerCircumstanceTable() {
  const rows = comparisonCircumstances.map(([name, value]) => ({ cells: [name, value] }));
  return <FactTable label="What the comparison was measured on" head={["What", "Value"]} rows={rows} />;
}

/** Shows what each of them does for one transfer. */
export function PeerWorkTable() {
  const rows = comparedWork.map((cells) => ({ cells: [...cells] }));
  const head = ["For each", "Transfer of Vitaran", "Transaction of a ledger"];
  return <FactTable label="Work for each transfer" head={head} rows={rows} />;
}

const BAR = 34;
/** The space before the bars, and the space for the figure after the longest bar. */
const margins = { wide: { left: 150, right: 60 }, narrow: { left: 118, right: 48 } } as const;

function draw(form: Form): Picture {
  const { left, right } = margins[form];
  const most = Math.max(...loads.map(({ perSecond }) => perSecond.median));
  const room = widths[form] - left - right;
  const bars = loads.map((load, at) => {
    const width = Math.max(1, (load.perSecond.median / most) * room);
    return (
      <g key={callersOf(load)}>
        <text x={left - 10} y={at * BAR + 20} textAnchor="end" className="fill-ink-2 text-12">
          {callersOf(load)}
        </text>
        <rect
          x={left}
          y={at * BAR + 6}
          width={width}
          height={BAR - 12}
          rx="3"
          className={load.merchants === 1 ? "fill-info" : "fill-neu"}
        />
        <text x={left + width + 8} y={at * BAR + 20} className="fill-ink-2 text-12">
          {short(load.perSecond.median)}
        </text>
      </g>
    );
  });
  return { height: loads.length * BAR, content: bars };
}

export function LoadChart() {
  const said = loads.map(
    (load) => `Callers ${callersOf(load)}: ${short(load.perSecond.median)} transfers per second`,
  );
  return (
    <Drawing
      caption="Transfers per second, by callers"
      said={said}
      wide={draw("wide")}
      narrow={draw("narrow")}
    />
  );
}
