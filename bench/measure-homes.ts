import { join } from "node:path";
import { createMerchant, createOrganization } from "@vitaran/server/src/people/access/index.ts";
import published from "../web/app/facts/measured.json" with { type: "json" };
import { planCapacity } from "./capacity.ts";
import type { CostRow } from "./cost-row.ts";
import type { Figure } from "./figure.ts";
import { median } from "./latencies.ts";
import { countCosts } from "./measure-cost.ts";
import { measureThroughput } from "./measure-throughput.ts";
import type { Lab } from "./open-lab.ts";
import { makeHomes, openCluster, WEST, type Cluster } from "./open-cluster.ts";
import { openPool } from "./open-pool.ts";
import { proveBooks } from "./prove-books.ts";
import { CPU, RATES, readCosts, ROUND_TRIPS, type OfBoth } from "./read-costs.ts";
import { runLoad } from "./run-load.ts";
import { ROOT, startProgram } from "./start-program.ts";
import { startServer, type Server } from "./start-server.ts";

const CALLERS = 64;
const SIZE = 64;
/** On a busy machine one pair of turns differs from the next by a fifth. */
const PAIRS_OF_ROUND = 3;
/** A payment of a merchant at a second home is to cost hardly more than one in an installation with one home. */
const RATIO_MAX = 1.05;

/**
 * Measures a payment of a merchant in an installation with one home, and of one at the second of two homes, in turns.
 * All databases are of one PostgreSQL.
 */
export async function measureHomes(lab: Lab): Promise<Figure[]> {
  const cluster = await openCluster(lab);
  try {
    const [one, two] = [await countAtOne(lab, cluster), await countAtTwo(lab, cluster)];
    const figures: OfBoth[] = [
      ...(await compareCpu(lab, cluster)),
      ...[
        [ROUND_TRIPS, (cost: CostRow) => cost.rounds] as const,
        ["statements of a set", (cost: CostRow) => cost.statements] as const,
        ["WAL bytes each", (cost: CostRow) => cost.walBytes] as const,
      ].map(([name, of]) => ({ name, one: of(one), two: of(two) })),
    ];
    const costs = readCosts(published, figures);
    const plans = RATES.map((rate) => planCapacity(costs, rate));
    return figures.map((figure, index) => toFigure(figure, index === 0 ? { plans } : {}));
  } finally {
    await cluster.stop();
  }
}

function toFigure({ name, one, two }: OfBoth, rest: Pick<Figure, "plans">): Figure {
  return {
    name: `second home to one home, ${name}`,
    value: two / one,
    unit: "x",
    goals: [{ of: "value", atMost: RATIO_MAX }],
    details: { one, two },
    homes: { name, one, two },
    ...rest,
  };
}

async function countAtOne(lab: Lab, cluster: Cluster): Promise<CostRow> {
  const databaseUrl = await cluster.makeDatabase("counted_one");
  const [row] = await countCosts(lab, { name: "homes-counted-one", databaseUrl, sizes: [SIZE] });
  return row!;
}

/** Counts what goes to both homes: the address leads through the counter, whatever the database. */
async function countAtTwo(lab: Lab, cluster: Cluster): Promise<CostRow> {
  const { directoryUrl, westUrl } = await makeHomes(cluster, "counted_two");
  const [row] = await countCosts(lab, {
    name: "homes-counted-two",
    databaseUrl: westUrl,
    sizes: [SIZE],
    settingsFor: (url) => ({
      DATABASE_URL: new URL(new URL(directoryUrl).pathname, url).href,
      DATABASE_HOMES: `${WEST}=${url}`,
    }),
    // The next merchant lives where the fewest do.
    prepare: async (ctx) => {
      const { organizationId } = await createOrganization(ctx, { name: "At the first home" });
      await createMerchant(ctx, { organizationId, name: "First", mode: "sandbox", home: "first" });
    },
  });
  return row!;
}

/** Measures the CPU time of a transfer on both servers, in turns. */
async function compareCpu(lab: Lab, cluster: Cluster): Promise<OfBoth[]> {
  const sides = [await openOne(lab, cluster), await openTwo(lab, cluster)].map((server) => ({
    server,
    cpuMs: [] as number[],
    copyMs: [] as number[],
  }));
  for (let pair = 0; pair < lab.scale.rounds * PAIRS_OF_ROUND; pair += 1)
    // Each is as often the first of a pair as the other.
    for (const { server, cpuMs, copyMs } of pair % 2 === 0 ? sides : sides.toReversed()) {
      const before = await cluster.copyingMs();
      const measured = await measureThroughput({ ...lab, postgresPid: cluster.pid }, server, {
        callers: CALLERS,
      });
      const copying = ((await cluster.copyingMs()) - before) / measured.calls;
      // The processes that copy the directory read the log of all databases here. A home on a machine of its own has no
      // such work.
      cpuMs.push(measured.cpuMs.server + measured.cpuMs.postgres - copying);
      copyMs.push(copying);
    }
  for (const { server } of sides) {
    const { contradictions } = await proveBooks(server);
    if (contradictions.length > 0) throw new Error(contradictions.join("; "));
  }
  lab.say(`copying the directory: ${median(sides[1]!.copyMs).toFixed(3)} ms of CPU for each transfer`);
  const [one, two] = sides.map(({ cpuMs }) => cpuMs) as [number[], number[]];
  // The machine was as busy with other work in both turns of a pair, but not in all pairs.
  const ratio = median(two.map((ms, index) => ms / one[index]!));
  return [{ name: CPU, one: median(one), two: median(one) * ratio }];
}

async function openOne(lab: Lab, cluster: Cluster): Promise<Server> {
  const server = await start(lab, cluster, {
    name: "one-home",
    databaseUrl: await cluster.makeDatabase("one_home"),
  });
  await warmUp(lab, server);
  return server;
}

/** Starts a server with two homes, and moves its merchant to the second one. */
async function openTwo(lab: Lab, cluster: Cluster): Promise<Server> {
  const { directoryUrl, westUrl } = await makeHomes(cluster, "two_homes");
  const homes = { DATABASE_HOMES: `${WEST}=${westUrl}` };
  const server = await start(lab, cluster, {
    name: "two-homes",
    databaseUrl: directoryUrl,
    environment: homes,
  });
  const { merchantId, environment } = server;
  const args = ["move-merchant", "--merchant", merchantId, "--home", WEST];
  const { ended } = startProgram("server/src/main.ts", args, { environment });
  if ((await ended) !== 0) throw new Error("the merchant could not be moved");
  const west = openPool(westUrl, { max: 2 });
  cluster.onStop(() => west.end());
  await warmUp(lab, server);
  return {
    ...server,
    query: async <R extends object>(text: string, values: readonly unknown[] = []) =>
      (await west.query(text, [...values])).rows as R[],
  };
}

interface ServerToStart {
  readonly name: string;
  readonly databaseUrl: string;
  readonly environment?: Readonly<Record<string, string>>;
}

async function start(lab: Lab, cluster: Cluster, options: ServerToStart): Promise<Server> {
  lab.say(`starting server ${options.name}`);
  const server = await startServer({ ...options, dataDir: join(lab.folder, options.name), root: ROOT });
  cluster.onStop(() => server.stop());
  return server;
}

async function warmUp(lab: Lab, server: Server): Promise<void> {
  const loop = { kind: "closed", callers: CALLERS, ...lab.scale.warmUp } as const;
  await runLoad(server, { operation: "requestTransfer", connections: CALLERS, loop });
}
