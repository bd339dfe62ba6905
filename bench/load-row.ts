/** A row of the table of loads: it summarizes several rounds of the same load. */
import { median } from "./latencies.ts";
import type { CpuMs } from "./measure-throughput.ts";

export interface Spread {
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
}

export interface LoadRow {
  /** The checkout of the server: `this` or the `other`. */
  readonly checkout: "this" | "other";
  readonly callers: number;
  readonly merchants: number;
  readonly rounds: number;
  readonly perSecond: Spread;
  /** Divided by the TPC-B transactions per second of the same round. */
  readonly ratio: Spread;
  readonly p50Ms: Spread;
  readonly p99Ms: Spread;
  /** The medians of the CPU time per transfer. */
  readonly cpuMs: CpuMs;
}

export interface LoadRound {
  readonly perSecond: number;
  readonly tps: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly cpuMs: CpuMs;
}

/** Summarizes the rounds of one load in a row. */
export function makeLoadRow(
  load: Pick<LoadRow, "checkout" | "callers" | "merchants">,
  rounds: readonly LoadRound[],
): LoadRow {
  const over = (of: (round: LoadRound) => number): Spread => spreadOf(rounds.map(of));
  const cpu = (name: keyof CpuMs): number => median(rounds.map(({ cpuMs }) => cpuMs[name]));
  return {
    ...load,
    rounds: rounds.length,
    perSecond: over(({ perSecond }) => perSecond),
    ratio: over(({ perSecond, tps }) => perSecond / tps),
    p50Ms: over(({ p50Ms }) => p50Ms),
    p99Ms: over(({ p99Ms }) => p99Ms),
    cpuMs: {
      server: cpu("server"),
      postgres: cpu("postgres"),
      simulator: cpu("simulator"),
      load: cpu("load"),
    },
  };
}

/** The CPU time of the product itself: its server and PostgreSQL, without the bank and the callers. */
export const ownCpuMs = ({ cpuMs }: Pick<LoadRow, "cpuMs">): number => cpuMs.server + cpuMs.postgres;

function spreadOf(values: readonly number[]): Spread {
  return { median: median(values), lowest: Math.min(...values), highest: Math.max(...values) };
}
