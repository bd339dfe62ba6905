import type { Figure } from "./figure.ts";
import { median } from "./latencies.ts";
import { measureThroughput } from "./measure-throughput.ts";
import type { Lab } from "./open-lab.ts";
import { measureSearch } from "./measure-search.ts";
import type { Server } from "./start-server.ts";
import { storeTransfers } from "./store-transfers.ts";

const CLIENTS = 64;

/** Throughput of a server with many stored transfers against an empty one beside it, turn by turn; and its filters. */
export async function measureGrowth(lab: Lab): Promise<Figure[]> {
  const [empty, grown] = [await lab.startServer("empty"), await lab.startServer("grown")];
  const stored = lab.scale.storedTransfers;
  lab.say(`storing ${stored.toLocaleString("en")} transfers`);
  const startedAt = performance.now();
  await storeTransfers(grown, stored);
  const storingS = Math.round((performance.now() - startedAt) / 1_000);
  const rates = new Map<Server, number[]>([
    [empty, []],
    [grown, []],
  ]);
  for (let round = 0; round < lab.scale.rounds; round += 1) {
    // The one that went last goes first in the next round.
    const order = round % 2 === 0 ? [empty, grown] : [grown, empty];
    for (const server of order)
      rates.get(server)!.push((await measureThroughput(lab, server, { callers: CLIENTS })).perSecond);
  }
  const [before, after] = [median(rates.get(empty)!), median(rates.get(grown)!)];
  return [
    {
      name: `loss with ${stored.toLocaleString("en")} stored transfers`,
      value: (1 - after / before) * 100,
      unit: "%",
      goals: [{ of: "value", atMost: 10 }],
      details: { emptyPerSecond: before, grownPerSecond: after, storingS },
    },
    ...(await measureSearch(grown, { stored, rounds: lab.scale.rounds, pairs: lab.scale.name !== "tiny" })),
  ];
}
