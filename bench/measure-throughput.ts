/** Measures how much a server carries if its callers never pause. */
import type { Lab } from "./open-lab.ts";
import { readCpu } from "./read-cpu.ts";
import { runLoad } from "./run-load.ts";
import type { LoadResult } from "./send-load.ts";
import type { Payer, Server } from "./start-server.ts";

/** The use of CPU time, per transfer, in milliseconds. */
export type CpuMs = Readonly<Record<"server" | "postgres" | "simulator" | "load", number>>;

interface Throughput extends Omit<LoadResult, "cpuMs"> {
  readonly cpuMs: CpuMs;
}

export interface Callers {
  readonly callers: number;
  /** The merchants of the callers; default: the server's own. */
  readonly payers?: readonly Payer[];
}

const peaks = new WeakMap<Server, number>();

/** Returns the highest throughput of a server so far, in transfers per second; null if it was never measured. */
export function peakOf(server: Server): number | null {
  return peaks.get(server) ?? null;
}

/** Measures synchronous transfers by callers who order again as soon as they know the outcome. */
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
