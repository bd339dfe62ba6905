import type { Figure } from "./figure.ts";
import { median } from "./latencies.ts";
import type { Lab } from "./open-lab.ts";

/** Reports TPC-B on the same PostgreSQL with 16 clients: the median of all rounds of this run. */
export async function measureTpcb(lab: Lab): Promise<Figure[]> {
  if (lab.tpcbRounds.length === 0) await lab.besideTpcb(async () => undefined);
  const tps = lab.tpcbRounds.map((round) => round.tps);
  return [
    {
      name: `TPC-B by ${lab.pgbench === null ? "our own driver, simple protocol" : "pgbench, prepared"}, 16 clients`,
      value: median(tps),
      unit: "tps",
      ratio: 1,
      details: {
        scale: lab.scale.tpcbScale,
        rounds: tps.length,
        lowest: Math.min(...tps),
        highest: Math.max(...tps),
        postgresCpuMs: median(lab.tpcbRounds.map((round) => round.postgresUs)) / 1_000,
      },
    },
  ];
}
