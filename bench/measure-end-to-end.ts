import type { Figure, Goal } from "./figure.ts";
import type { Lab } from "./open-lab.ts";
import { readCpu } from "./read-cpu.ts";
import { runLoad } from "./run-load.ts";
import type { LoadResult } from "./send-load.ts";
import type { Server } from "./start-server.ts";

const GOALS: readonly Goal[] = [{ of: "ratio", atLeast: 1 }];

/**
 * Transfers per second through everything: HTTP, accept, ledger, dispatch, the simulated bank, record, webhook
 * event. One merchant, one hot wallet; every client waits for its transfer's outcome before it orders the next.
 */
export async function measureEndToEnd(lab: Lab): Promise<Figure[]> {
  const server = await lab.server();
  const figures: Figure[] = [];
  for (const clients of lab.scale.clients) {
    const { measured, tps } = await lab.besideTpcb(() => measureThroughput(lab, server, clients));
    const { perSecond, latencies, cpuUsPerTransfer } = measured;
    figures.push({
      name: `end to end over HTTP, ${clients} clients`,
      value: perSecond,
      unit: "transfers/s",
      ratio: perSecond / tps,
      details: { p50Ms: latencies.p50Ms, p99Ms: latencies.p99Ms, cpuUsPerTransfer },
    });
  }
  // The goal is for what the machine can carry, at whatever number of clients that is.
  const best = Math.max(...figures.map(({ ratio }) => ratio!));
  return figures.map((figure) => (figure.ratio === best ? { ...figure, goals: GOALS } : figure));
}

export interface Throughput extends LoadResult {
  /** Where the CPU went, per transfer, in microseconds. */
  readonly cpuUsPerTransfer: Readonly<Record<"server" | "simulator" | "postgres" | "load", number>>;
}

const peaks = new WeakMap<Server, number>();

/** The most that a server has carried so far, in transfers per second; null when that was never measured. */
export function peakOf(server: Server): number | null {
  return peaks.get(server) ?? null;
}

/** Synchronous transfers by `clients` who never pause. */
export async function measureThroughput(lab: Lab, server: Server, clients: number): Promise<Throughput> {
  lab.say(`${clients} clients on server ${server.name}`);
  const [serverBefore, postgresBefore] = [readCpu(server.pid), readCpu(lab.postgresPid)];
  const result = await runLoad(server, {
    operation: "requestTransfer",
    connections: clients,
    loop: { kind: "closed", callers: clients, ...lab.scale.load },
  });
  peaks.set(server, Math.max(peakOf(server) ?? 0, result.perSecond));
  const [serverAfter, postgresAfter] = [readCpu(server.pid), readCpu(lab.postgresPid)];
  const per = (ms: number): number => Math.round((ms * 1_000) / result.calls);
  return {
    ...result,
    cpuUsPerTransfer: {
      server: per(serverAfter.ownMs - serverBefore.ownMs),
      simulator: per(serverAfter.childrenMs - serverBefore.childrenMs),
      postgres: per(postgresAfter.wholeMs - postgresBefore.wholeMs),
      load: per(result.cpuMs),
    },
  };
}
