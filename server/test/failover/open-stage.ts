/**
 * The stage of a failover test: the cluster, a world whose database lies in it, simulated banks, merchants with money,
 * and an API and a worker that reach the database only by way of HAProxy.
 */
import assert from "node:assert/strict";
import { basename } from "node:path";
import { after } from "node:test";
import { changeApiClient } from "#access";
import { migrate } from "#lib/migrate";
import { provisionAppRole } from "#lib/provision-app-role";
import { noticeRestore } from "#reconciliation";
import { makeDice } from "../faults/dice.ts";
import { makeFaultWorld, type FaultWorld, type Payer } from "../faults/fault-world.ts";
import { makeParts, type Part } from "../faults/parts.ts";
import { TEMPLATE, withClient } from "../postgres.ts";
import { startCluster, type Cluster } from "./cluster.ts";
import type { DynamicSettings } from "./node-files.ts";
import { makeOrders, type Orders } from "./orders.ts";

export interface Stage {
  readonly seed: string;
  readonly rounds: number;
  readonly dice: () => number;
  readonly cluster: Cluster;
  readonly world: FaultWorld;
  readonly merchants: readonly Payer[];
  readonly orders: Orders;
  /** The words of API and worker about a database that is another one. */
  readonly notices: readonly Notice[];
  /** Resolves when the database in use has this quality in what it remembers of itself; see decision 0110. */
  awaitSeen(timeline: number, synchronous: boolean): Promise<void>;
}

export interface Notice {
  readonly kind: Part["kind"];
  /** True if it said that the standby lacks nothing. */
  readonly isComplete: boolean;
}

interface StageOptions {
  readonly dynamic: DynamicSettings;
  readonly start?: Date;
  /** The banks of each merchant, the preferred one first. */
  readonly banks: readonly (readonly string[])[];
  readonly accounts: readonly string[];
}

const PATIENCE_MS = 120_000;

/** Opens the stage, which closes by itself after the file's tests. */
export async function openStage({ dynamic, start, banks, accounts }: StageOptions): Promise<Stage> {
  const seed = process.env.FAILOVER_SEED ?? String(Date.now() % 1_000_000);
  const rounds = Number(process.env.FAILOVER_ROUNDS ?? 2);
  const dice = makeDice(seed);
  const cluster = await startCluster(dynamic);
  await cluster.awaitReady();
  const world = await makeWorldIn(cluster, start);
  after(() => cluster.close());
  let isOver = false;
  world.onClose(async () => {
    isOver = true;
  });
  const parts = makeParts(world);
  const [api, worker] = [parts.make("api"), parts.make("worker")];
  await Promise.all([parts.start(api), parts.start(worker)]);
  const merchants: Payer[] = [];
  for (const bankIds of banks) merchants.push(await makeMerchant(world, api, bankIds));
  const notices: Notice[] = [];
  for (const part of [api, worker]) void listen(part, notices);
  const orders = makeOrders({ api, merchants, dice, accounts, isOver: () => isOver });
  return {
    ...{ seed, rounds, dice, cluster, world, merchants, orders, notices },
    async awaitSeen(timeline, synchronous) {
      const wanted = timeline.toString(16).toUpperCase().padStart(8, "0");
      const until = Date.now() + PATIENCE_MS;
      for (;;) {
        const [seen] = await readSeen(world).catch(() => []);
        if (seen?.identity.includes(`/${wanted}/`) && seen.synchronous === synchronous) return;
        assert.ok(Date.now() < until, `the database remembers ${JSON.stringify(seen)}`);
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
    },
  };
}

async function makeWorldIn(cluster: Cluster, start: Date | undefined): Promise<FaultWorld> {
  await withClient(cluster.url, (client) => client.query(`create database ${TEMPLATE}`));
  const templateUrl = new URL(`/${TEMPLATE}`, cluster.url).href;
  await migrate(templateUrl);
  const appUrl = await provisionAppRole(templateUrl, "only-for-tests");
  process.env.VITARAN_TEST_DATABASE = JSON.stringify({ ownerUrl: cluster.url, appUrl });
  return makeFaultWorld(start === undefined ? {} : { start });
}

/** Makes a merchant whose banks call back to the API that is under test. */
async function makeMerchant(world: FaultWorld, api: Part, bankIds: readonly string[]): Promise<Payer> {
  const merchant = await world.makePayer({ bankIds });
  const { merchantId, debitAccount } = merchant;
  await changeApiClient(world.ctx, merchantId, { ratePerMinute: 1_000_000 });
  for (const bankId of bankIds) {
    const callbackUrl = `http://127.0.0.1:${api.port}/banks/${merchantId}/${bankId}/callbacks`;
    await world.simulator.control("PUT", `/sim/accounts/${bankId}/${debitAccount}`, { callbackUrl });
  }
  return merchant;
}

const COMPLETE = "a standby took over; commits waited for it, so it lacks none";
const RESTORED = "this database is a restored one, or a standby took over";

async function listen({ kind, child }: Part, notices: Notice[]): Promise<void> {
  for (;;) {
    const isComplete = await child!
      .hear(({ msg }) => {
        if (typeof msg !== "string") return undefined;
        return msg === COMPLETE ? true : msg.startsWith(RESTORED) ? false : undefined;
      })
      .catch(() => null);
    // The process has ended.
    if (isComplete === null) return;
    notices.push({ kind, isComplete });
  }
}

const readSeen = ({ look }: FaultWorld): Promise<{ identity: string; synchronous: boolean }[]> =>
  look("select identity, synchronous from reconciliation.database_seen");

/** Returns the banks that are sent nothing until their statements are in. */
export async function readHeld(world: FaultWorld): Promise<number> {
  const [held] = await world.look<{ count: number }>(
    `select count(*)::int as count
     from fund_sources.bank_connection
     where recovering_since is not null`,
  );
  return held!.count;
}

/** Lets the test's own engine send again, after API and worker have examined the server that took over. */
export async function examine({ ctx }: Pick<FaultWorld, "ctx">): Promise<void> {
  assert.equal(await noticeRestore(ctx), false, "the processes have examined the server already");
}

/** Prints a result at once, because a run takes long, and says which of the two tests it is of. */
export function say(text: string): void {
  console.log(`${basename(process.argv[1] ?? "", ".test.ts")}: ${text}`);
}
