import type { Figure } from "./figure.ts";
import { median } from "./latencies.ts";
import type { Lab } from "./open-lab.ts";

/** TPC-B on the same PostgreSQL, 16 clients, simple protocol: the median of all rounds of this run. */
export async function measureTpcb(lab: Lab): Promise<Figure[]> {
  if (lab.tpcbRounds.length === 0) await lab.besideTpcb(async () => undefined);
  const tps = lab.tpcbRounds.map((round) => round.tps);
  const of = (name: "postgresUs" | "driverUs"): number => median(lab.tpcbRounds.map((round) => round[name]));
  return [
    {
      name: "TPC-B, 16 clients, simple protocol",
      value: median(tps),
      unit: "tps",
      ratio: 1,
      details: {
        rounds: tps.length,
        lowest: Math.min(...tps),
        highest: Math.max(...tps),
        cpuUsPerTransaction: { postgres: Math.round(of("postgresUs")), driver: Math.round(of("driverUs")) },
      },
    },
  ];
}
