import type { Figure } from "./figure.ts";
import { measureThroughput, peakOf } from "./measure-throughput.ts";
import type { Lab } from "./open-lab.ts";
import { runLoad } from "./run-load.ts";

const CONNECTIONS = 256;

/**
 * Measures how long `requestAsyncTransfer` takes if orders arrive at half the rate that the server can carry, however
 * fast it answers. The peak rate is the best end-to-end figure of this run.
 */
export async function measureAcceptLatency(lab: Lab): Promise<Figure[]> {
  const server = await lab.server();
  const peak =
    peakOf(server) ??
    (await measureThroughput(lab, server, { callers: lab.scale.callers.at(-1)! })).perSecond;
  const perSecond = Math.max(1, Math.round(peak / 2));
  lab.say(`${perSecond} orders per second`);
  const { latencies } = await runLoad(server, {
    operation: "requestAsyncTransfer",
    connections: CONNECTIONS,
    loop: { kind: "open", perSecond, ...lab.scale.load },
  });
  return [
    {
      name: "p99 of accept at half of peak",
      value: latencies.p99Ms,
      unit: "ms",
      goals: [{ of: "value", atMost: 25 }],
      details: { ordersPerSecond: perSecond, p50Ms: latencies.p50Ms, maxMs: latencies.maxMs },
    },
  ];
}
