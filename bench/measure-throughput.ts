/** What a server carries when nobody who calls it ever pauses. */
import type { Lab } from "./open-lab.ts";
import { readCpu } from "./read-cpu.ts";
import { runLoad } from "./run-load.ts";
import type { LoadResult } from "./send-load.ts";
import type { Payer, Server } from "./start-server.ts";

/** Where the CPU went, per transfer, in milliseconds. */
export type CpuMs = Readonly<Record<"server" | "postgres" | "simulator" | "load", number>>;

export interface Throughput extends Omit<LoadResult, "cpuMs"> {
  readonly cpuMs: CpuMs;
}

export interface Callers {
  readonly callers: number;
  /** The merchants whose callers these are; default: the server's own. */
  readonly payers?: readonly Payer[];
}

const peaks = new WeakMap<Server, number>();

/** The most that a server has carried so far, in transfers per second; null when that was never measured. */
export function peakOf(server: Server): number | null {
  return peaks.get(server) ?? null;
}

/** Synchronous transfers by callers who order again as soon as they know the outcome. */
export async function measureThroughput(
  lab: Lab,
  server: Server,
  { callers, ...whose }: Callers,
): Promise<Throughput> {
  lab.say(`${callers} callers on server ${server.name}`);
  const [serverBefore, postgresBefore] = [readCpu(server.pid), readCpu(lab.postgresPid)];
  const result = await runLoad(server, {
    operation: "requestTransfer",
    connections: callers,
    loop: { kind: "closed", callers, ...lab.scale.load },
    ...whose,
  });
  peaks.set(server, Math.max(peakOf(server) ?? 0, result.perSecond));
  const [serverAfter, postgresAfter] = [readCpu(server.pid), readCpu(lab.postgresPid)];
  const per = (ms: number): number => ms / result.calls;
  return {
    ...result,
    cpuMs: {
      server: per(serverAfter.ownMs - serverBefore.ownMs),
      postgres: per(postgresAfter.wholeMs - postgresBefore.wholeMs),
      simulator: per(serverAfter.childrenMs - serverBefore.childrenMs),
      load: per(result.cpuMs),
    },
  };
}
