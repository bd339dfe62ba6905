/** Everything that is measured, in the order in which it is. */
import type { Figure } from "./figure.ts";
import { measureAcceptLatency } from "./measure-accept-latency.ts";
import { measureBatch } from "./measure-batch.ts";
import { measureBurst } from "./measure-burst.ts";
import { measureEndToEnd } from "./measure-end-to-end.ts";
import { measureEngine } from "./measure-engine.ts";
import { measureFairness } from "./measure-fairness.ts";
import { measureGrowth } from "./measure-growth.ts";
import { measureImport } from "./measure-import.ts";
import { measureStart } from "./measure-start.ts";
import { measureSyncLatency } from "./measure-sync-latency.ts";
import { measureTpcb } from "./measure-tpcb.ts";
import { measureWal } from "./measure-wal.ts";
import type { Lab } from "./open-lab.ts";

export interface Scenario {
  /** What `--only` calls it. */
  readonly name: string;
  readonly run: (lab: Lab) => Promise<Figure[]>;
}

export const SCENARIOS: readonly Scenario[] = [
  { name: "start", run: measureStart },
  { name: "sync-latency", run: measureSyncLatency },
  { name: "end-to-end", run: measureEndToEnd },
  { name: "engine", run: measureEngine },
  { name: "accept-latency", run: measureAcceptLatency },
  { name: "fairness", run: measureFairness },
  { name: "burst", run: measureBurst },
  { name: "batch", run: measureBatch },
  { name: "wal", run: measureWal },
  { name: "import", run: measureImport },
  { name: "growth", run: measureGrowth },
  // Last: it tells the rounds that stood beside the others.
  { name: "tpcb", run: measureTpcb },
];
