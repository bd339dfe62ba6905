/** Runs TPC-B before and after each measurement: a machine's speed changes all the time, but hardly within a minute. */
import type { Pgbench } from "./find-pgbench.ts";
import { readCpu } from "./read-cpu.ts";
import { preparePgbench, runPgbench } from "./run-pgbench.ts";
import { prepareTpcb, runTpcb } from "./run-tpcb.ts";
import type { Scale } from "./scale.ts";

export interface Yardstick {
  /** Measures TPC-B directly before and after `work`; returns the mean of both and the result of `work`. */
  besideTpcb<T>(work: () => Promise<T>): Promise<{ measured: T; tps: number }>;
  /** Every round of TPC-B so far. */
  readonly tpcbRounds: readonly TpcbRound[];
  /** The program that runs TPC-B; null for our own driver, whose figures are about half of pgbench's. */
  readonly pgbench: Pgbench | null;
}

interface TpcbRound {
  readonly tps: number;
  /** PostgreSQL's CPU time per transaction in microseconds. */
  readonly postgresUs: number;
}

interface YardstickOptions {
  readonly scale: Scale;
  readonly say: (text: string) => void;
  readonly pgbench: Pgbench | null;
  readonly postgresPid: number;
  readonly makeDatabase: (name: string) => Promise<string>;
}

/** A round that ended less than this ago also counts as the round before the next work. */
const ROUND_HOLDS_MS = 1_000;

export function makeYardstick(options: YardstickOptions): Yardstick {
  const { scale, say, pgbench, postgresPid, makeDatabase } = options;
  const rounds: TpcbRound[] = [];
  let lastAt = -Infinity;
  let prepared: Promise<string> | null = null;
  const prepare = async (): Promise<string> => {
    const url = await makeDatabase("tpcb");
    await (pgbench === null
      ? prepareTpcb(url, scale.tpcbScale)
      : preparePgbench(pgbench, url, scale.tpcbScale));
    return url;
  };
  const runOne = (url: string): Promise<{ perSecond: number; calls: number }> =>
    pgbench === null
      ? runTpcb(url, { scale: scale.tpcbScale, span: scale.tpcb })
      : runPgbench(pgbench, url, scale.tpcb);
  const runRound = async (): Promise<number> => {
    if (performance.now() - lastAt < ROUND_HOLDS_MS) return rounds.at(-1)!.tps;
    const url = await (prepared ??= prepare());
    say("TPC-B");
    const before = readCpu(postgresPid);
    const { perSecond, calls } = await runOne(url);
    const postgresMs = readCpu(postgresPid).wholeMs - before.wholeMs;
    rounds.push({ tps: perSecond, postgresUs: (postgresMs * 1_000) / calls });
    lastAt = performance.now();
    return perSecond;
  };
  return {
    tpcbRounds: rounds,
    pgbench,
    async besideTpcb(work) {
      const before = await runRound();
      const measured = await work();
      const after = await runRound();
      return { measured, tps: (before + after) / 2 };
    },
  };
}
