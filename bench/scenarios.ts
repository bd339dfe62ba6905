/** All scenarios, in the order in which they are measured. */
import type { Figure } from "./figure.ts";
import { measureAcceptLatency } from "./measure-accept-latency.ts";
import { measureBatch } from "./measure-batch.ts";
import { measureBurst } from "./measure-burst.ts";
import { measureCost } from "./measure-cost.ts";
import { measureEndToEnd } from "./measure-end-to-end.ts";
import { measureEngine } from "./measure-engine.ts";
import { measureFairness } from "./measure-fairness.ts";
import { measureGrowth } from "./measure-growth.ts";
import { measureHomes } from "./measure-homes.ts";
import { measureImport } from "./measure-import.ts";
import { measureStart } from "./measure-start.ts";
import { measureTpcb } from "./measure-tpcb.ts";
import { measureWal } from "./measure-wal.ts";
import type { Lab } from "./open-lab.ts";

export interface Scenario {
  /** The name of the scenario for `--only`. */
  readonly name: string;
  readonly run: (lab: Lab) => Promise<Figure[]>;
  /** The scenario also measures another checkout, if there is one. */
  readonly compares?: true;
}

export const SCENARIOS: readonly Scenario[] = [
  { name: "start", run: measureStart },
  { name: "end-to-end", run: measureEndToEnd, compares: true },
  { name: "engine", run: measureEngine },
  { name: "accept-latency", run: measureAcceptLatency },
  { name: "fairness", run: measureFairness },
  { name: "burst", run: measureBurst },
  { name: "batch", run: measureBatch },
  { name: "wal", run: measureWal },
  { name: "cost", run: measureCost },
  { name: "homes", run: measureHomes },
  { name: "import", run: measureImport },
  { name: "growth", run: measureGrowth },
  // It is the last one because it reports the rounds that accompanied the others.
  { name: "tpcb", run: measureTpcb },
];

/** Returns the scenarios that `--only` names, or else all; if two checkouts are compared, only those that can do so. */
export function chooseScenarios({
  only,
  isComparison,
}: {
  only: readonly string[] | undefined;
  isComparison: boolean;
}): readonly Scenario[] {
  const possible = SCENARIOS.filter(({ compares, name }) => !isComparison || compares || name === "tpcb");
  const names = possible.map(({ name }) => name);
  const unknown = only?.filter((name) => !names.includes(name)) ?? [];
  if (unknown.length > 0)
    throw new Error(`There is no ${unknown.join(", ")} here; there is ${names.join(", ")}.`);
  return possible.filter(({ name }) => only?.includes(name) ?? true);
}
