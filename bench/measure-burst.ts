import { awaitEnd } from "./await-end.ts";
import type { Figure, Goal } from "./figure.ts";
import type { Lab } from "./open-lab.ts";
import { runLoad } from "./run-load.ts";
import type { Server } from "./start-server.ts";

const BANK = "meghdoot";
const CONNECTIONS = 128;
const WAIT_MAX_MS = 300_000;

const CASES: readonly { latencyMs: number; goal: Goal }[] = [
  { latencyMs: 0, goal: { of: "value", atMost: 5 } },
  { latencyMs: 50, goal: { of: "value", atMost: 12 } },
];

/**
 * Measures many orders sent as fast as possible by single calls, from the first order until the last transfer has
 * ended.
 */
export async function measureBurst(lab: Lab): Promise<Figure[]> {
  const server = await lab.server();
  const figures: Figure[] = [];
  for (const { latencyMs, goal } of CASES) {
    await server.call("PUT", `/sandbox/banks/${BANK}/manner`, { latency: latencyMs });
    try {
      figures.push(await measureOne(lab, server, { latencyMs, goal }));
    } finally {
      await server.call("PUT", `/sandbox/banks/${BANK}/manner`, {});
    }
  }
  return figures;
}

async function measureOne(
  lab: Lab,
  server: Server,
  { latencyMs, goal }: (typeof CASES)[number],
): Promise<Figure> {
  const { burst } = lab.scale;
  lab.say(`${burst} orders in one go, ${latencyMs} ms bank`);
  await awaitEnd(server);
  const before = await countEnded(server);
  const load = await runLoad(server, {
    operation: "requestAsyncTransfer",
    connections: CONNECTIONS,
    loop: { kind: "closed", callers: CONNECTIONS, warmMs: 0, measuredMs: WAIT_MAX_MS, callsMax: burst },
  });
  const acceptedMs = now() - load.startedAt;
  await awaitEnd(server);
  const tookMs = now() - load.startedAt;
  const ended = (await countEnded(server)) - before;
  if (ended !== burst) throw new Error(`${ended} of ${burst} transfers have ended`);
  return {
    name: `${burst.toLocaleString("en")} single orders in one go, ${latencyMs} ms bank`,
    value: tookMs / 1_000,
    unit: "s",
    goals: [goal],
    details: { allAcceptedS: acceptedMs / 1_000 },
  };
}

const now = (): number => performance.timeOrigin + performance.now();

async function countEnded(server: Server): Promise<number> {
  const [row] = await server.query<{ count: string }>(
    "select count(*) from transfers.transfer where finished_at is not null",
  );
  return Number(row!.count);
}
