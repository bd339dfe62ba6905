/** TPC-B beside what is measured: the machine is never the same twice, but it is nearly the same within a minute. */
import { readCpu } from "./read-cpu.ts";
import { prepareTpcb, runTpcb } from "./run-tpcb.ts";
import type { Scale } from "./scale.ts";

export interface Yardstick {
  /** Measures TPC-B directly before and after `work`; answers the mean of both beside what `work` answers. */
  besideTpcb<T>(work: () => Promise<T>): Promise<{ measured: T; tps: number }>;
  /** Every round of TPC-B so far. */
  readonly tpcbRounds: readonly TpcbRound[];
}

export interface TpcbRound {
  readonly tps: number;
  /** CPU per transaction in microseconds, of PostgreSQL and of the driver. */
  readonly postgresUs: number;
  readonly driverUs: number;
}

export interface YardstickOptions {
  readonly scale: Scale;
  readonly say: (text: string) => void;
  readonly postgresPid: number;
  readonly makeDatabase: (name: string) => Promise<string>;
}

/** A round that ended less than this ago stands before the next work as well. */
const ROUND_HOLDS_MS = 1_000;

export function makeYardstick({ scale, say, postgresPid, makeDatabase }: YardstickOptions): Yardstick {
  const rounds: TpcbRound[] = [];
  let lastAt = -Infinity;
  let prepared: Promise<string> | null = null;
  const prepare = async (): Promise<string> => {
    const url = await makeDatabase("tpcb");
    await prepareTpcb(url, scale.tpcbScale);
    return url;
  };
  const runRound = async (): Promise<number> => {
    if (performance.now() - lastAt < ROUND_HOLDS_MS) return rounds.at(-1)!.tps;
    const url = await (prepared ??= prepare());
    say("TPC-B");
    const [driverBefore, postgresBefore] = [process.cpuUsage(), readCpu(postgresPid)];
    const { perSecond, calls } = await runTpcb(url, { scale: scale.tpcbScale, span: scale.tpcb });
    const [driver, postgres] = [process.cpuUsage(driverBefore), readCpu(postgresPid)];
    const postgresMs =
      postgres.ownMs + postgres.childrenMs - postgresBefore.ownMs - postgresBefore.childrenMs;
    rounds.push({
      tps: perSecond,
      postgresUs: (postgresMs * 1_000) / calls,
      driverUs: (driver.user + driver.system) / calls,
    });
    lastAt = performance.now();
    return perSecond;
  };
  return {
    tpcbRounds: rounds,
    async besideTpcb(work) {
      const before = await runRound();
      const measured = await work();
      const after = await runRound();
      return { measured, tps: (before + after) / 2 };
    },
  };
}
