/** Prints the figures as tables for people. */
import { styleText } from "node:util";
import type { CapacityRow, Range } from "./capacity.ts";
import type { CostRow } from "./cost-row.ts";
import { goalText, isMet, type Figure } from "./figure.ts";
import { ownCpuMs, type LoadRow, type Spread } from "./load-row.ts";
import { printTable, shorten } from "./print-table.ts";
import type { Report } from "./run-bench.ts";

/** Prints the measurements, the machine, and the result of proving the books. */
export function printReport(report: Report): void {
  const { machine, scale, figures, proofs, against, failures } = report;
  const { cpu, cores, memoryGb, system, node, postgres, commit, loadBefore } = machine;
  console.log(`\n${cpu}, ${cores} cores, ${memoryGb} GB, ${system}, load before ${loadBefore}`);
  console.log(`Node ${node}, PostgreSQL ${postgres}, commit ${commit}, ${scale} run`);
  if (against !== null) console.log(`this checkout is ${commit}, the other ${against}`);
  console.log(`${explainRatio(report)}\n`);
  printLoads(
    figures.flatMap(({ load }) => load ?? []),
    report,
  );
  printCosts(figures.flatMap(({ cost }) => cost ?? []));
  printPlans(figures.flatMap(({ plans }) => plans ?? []));
  printTable({
    heads: ["what", "figure", "unit", headOfRatio(report), "goal", "", "besides"],
    rows: figures.map(toRow),
    right: new Set([1, 3]),
    colourOf: (row) => {
      const met = isMet(figures[row]!);
      return met === null ? null : met ? "green" : "red";
    },
  });
  console.log();
  for (const { server, transfers, contradictions } of proofs) {
    const verdict = contradictions.length === 0 ? "proved: ledger sound, banks agree" : "NOT PROVED";
    console.log(`books of server ${server}, ${transfers.toLocaleString("en")} transfers paid: ${verdict}`);
    for (const contradiction of contradictions) console.log(styleText("red", contradiction));
  }
  for (const failure of failures) console.log(styleText("red", `FAILED: ${failure}`));
}

const headOfRatio = ({ yardstick }: Report): string =>
  yardstick.program === "pgbench" ? "x pgbench" : "x own TPC-B";

function explainRatio({ yardstick }: Report): string {
  return yardstick.program === "pgbench"
    ? `x pgbench: by the TPC-B of pgbench ${yardstick.version} on the same PostgreSQL, directly before and after`
    : "No pgbench was found (PGBENCH names one): ratios are to TPC-B by our own driver, about half of pgbench's, so " +
        "they flatter and no goal is judged by them";
}

function toRow(figure: Figure): string[] {
  const { name, value, unit, ratio, details = {} } = figure;
  const met = isMet(figure);
  return [
    name,
    shorten(value),
    unit,
    ratio === undefined ? "" : ratio.toFixed(2),
    goalText(figure),
    met === null ? "" : met ? "met" : "NOT MET",
    Object.entries(details)
      .map(
        ([key, detail]) => `${key} ${typeof detail === "number" ? shorten(detail) : JSON.stringify(detail)}`,
      )
      .join(", "),
  ];
}

function printLoads(loads: readonly LoadRow[], report: Report): void {
  if (loads.length === 0) return;
  const hasOther = report.against !== null;
  const columns: [string, (load: LoadRow) => string][] = [
    ["callers", ({ callers }) => String(callers)],
    ["merchants", ({ merchants }) => String(merchants)],
    ["transfers/s", ({ perSecond }) => withRange(perSecond, shorten)],
    [headOfRatio(report), ({ ratio }) => withRange(ratio, (value) => value.toFixed(2))],
    ["CPU ms each", (load) => ownCpuMs(load).toFixed(2)],
    ["server", ({ cpuMs }) => cpuMs.server.toFixed(2)],
    ["PostgreSQL", ({ cpuMs }) => cpuMs.postgres.toFixed(2)],
    ["bank", ({ cpuMs }) => cpuMs.simulator.toFixed(2)],
    ["p50 ms", ({ p50Ms }) => withRange(p50Ms, shorten)],
    ["p99 ms", ({ p99Ms }) => withRange(p99Ms, shorten)],
  ];
  if (hasOther) {
    columns.unshift(["checkout", ({ checkout }) => checkout]);
    columns.push(["this : other", (load) => compare(load, loads)]);
  }
  console.log(`sync transfers, bank at 0 ms, medians (lowest-highest) of rounds: ${loads[0]!.rounds}`);
  printTable({
    heads: columns.map(([head]) => head),
    rows: loads.map((load) => columns.map(([, show]) => show(load))),
    right: new Set(columns.keys().filter((column) => column >= (hasOther ? 1 : 0))),
  });
  console.log();
}

function printCosts(costs: readonly CostRow[]): void {
  if (costs.length === 0) return;
  const columns: [string, (cost: CostRow) => number][] = [
    ["transfers in the set", ({ size }) => size],
    ["round trips", ({ rounds }) => rounds],
    ["statements", ({ statements }) => statements],
    ["round trips each", ({ rounds, size }) => rounds / size],
    ["statements each", ({ statements, size }) => statements / size],
    ["WAL records each", ({ walRecords }) => walRecords],
    ["WAL bytes each", ({ walBytes }) => walBytes],
  ];
  console.log("what a set asks of PostgreSQL, counted");
  printTable({
    heads: columns.map(([head]) => head),
    rows: costs.map((cost) => columns.map(([, of]) => shorten(of(cost)))),
    right: new Set(columns.keys()),
  });
  console.log();
}

function printPlans(plans: readonly CapacityRow[]): void {
  if (plans.length === 0) return;
  const range = ({ together, apart }: Range): string =>
    together === apart ? shorten(together) : `${shorten(together)} - ${shorten(apart)}`;
  const columns: [string, (plan: CapacityRow) => string][] = [
    ["transfers/s", ({ perSecond }) => shorten(perSecond)],
    ["server cores", ({ serverCores }) => range(serverCores)],
    ["PostgreSQL cores", ({ postgresCores }) => range(postgresCores)],
    ["processes", ({ processes }) => range(processes)],
    ["connections of a home", ({ connectionsOfHome }) => range(connectionsOfHome)],
    ["WAL GB a day", ({ walGbPerDay }) => shorten(walGbPerDay)],
    ["round trips/s, at most", ({ roundTripsPerSecond }) => shorten(roundTripsPerSecond)],
    ["homes", ({ homes }) => range(homes)],
    ["merchants, at least", ({ merchants }) => shorten(merchants)],
    ["bank accounts", ({ bankAccounts }) => shorten(bankAccounts)],
    ["open bank calls", ({ openBankCalls }) => shorten(openBankCalls)],
  ];
  console.log("planned, with a third of each machine idle: calls arrive together - each arrives alone");
  printTable({
    heads: columns.map(([head]) => head),
    rows: plans.map((plan) => columns.map(([, of]) => of(plan))),
    right: new Set(columns.keys()),
  });
  console.log();
}

function withRange({ median, lowest, highest }: Spread, show: (value: number) => string): string {
  return lowest === highest ? show(median) : `${show(median)} (${show(lowest)}-${show(highest)})`;
}

/** Divides the medians of this checkout by those of the other, in its row. */
function compare(load: LoadRow, loads: readonly LoadRow[]): string {
  const other = loads.find(
    ({ checkout, callers, merchants }) =>
      checkout === "other" && callers === load.callers && merchants === load.merchants,
  );
  if (other === undefined || load.checkout === "other") return "";
  const rate = load.perSecond.median / other.perSecond.median;
  const cpu = ownCpuMs(load) / ownCpuMs(other);
  const p99 = load.p99Ms.median / other.p99Ms.median;
  return `${rate.toFixed(2)} x transfers, ${cpu.toFixed(2)} x CPU, ${p99.toFixed(2)} x p99`;
}
