import type { Figure } from "./figure.ts";
import type { Lab } from "./open-lab.ts";
import { runLoad } from "./run-load.ts";

/** One client alone, order after order, against a bank that answers at once. */
export async function measureSyncLatency(lab: Lab): Promise<Figure[]> {
  const server = await lab.server();
  lab.say("one client alone");
  const { latencies } = await runLoad(server, {
    operation: "requestTransfer",
    connections: 1,
    loop: { kind: "closed", callers: 1, warmMs: 0, measuredMs: 60_000, callsMax: lab.scale.idleCalls },
  });
  return [
    {
      name: "sync transfer, idle, 0 ms bank, p50",
      value: latencies.p50Ms,
      unit: "ms",
      goals: [{ of: "value", atMost: 20 }],
      details: { p99Ms: latencies.p99Ms, maxMs: latencies.maxMs, calls: latencies.count },
    },
  ];
}
