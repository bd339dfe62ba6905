/**
 * PostgreSQL is killed under load, as a whole and one session at a time: nothing acknowledged is lost, no caller that
 * was told "nothing was done" finds a transfer, and the service recovers by itself.
 */
import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "#lib/context";
import { CommitUnknownError, DatabaseUnavailableError } from "#lib/db";
import { startPostgres } from "@vitaran/dev-postgres";
import { migrate } from "#lib/migrate";
import { provisionAppRole } from "#lib/provision-app-role";
import {
  acceptTransfer,
  awaitOutcome,
  startTransfers,
  type Acceptance,
  type TransferOrder,
} from "#transfers";
import { TEMPLATE } from "../postgres.ts";
import { findQuietPort } from "../quiet-port.ts";
import { killSession } from "./kill-session.ts";
import { makeProgress } from "./progress.ts";
import { makeDice } from "./dice.ts";
import { advance, assertSound, makeFaultWorld, settle, tiered, type Payer } from "./fault-world.ts";

const KILLS = tiered({ deep: 5, nightly: 100 });
/** Commits of orders are rare moments, so the killing continues until one was cut off. */
const KILLS_MAX = KILLS + 50;
const CLIENTS = 12;

const seed = process.env.FAULT_SEED ?? "vitaran-20";
const dice = makeDice(seed);

// This is a separate PostgreSQL, because the other tests of the run need theirs alive.
const cluster = {
  dataDir: mkdtempSync(join(tmpdir(), "vitaran-test-")),
  log: { info: () => undefined, warn: () => undefined },
  database: TEMPLATE,
  settings: { shared_buffers: "64MB" },
  temporary: true,
};
let postgres = await startPostgres({ ...cluster, port: await findQuietPort() });
await migrate(postgres.url);
process.env.VITARAN_TEST_DATABASE = JSON.stringify({
  ownerUrl: new URL("/postgres", postgres.url).href,
  appUrl: await provisionAppRole(postgres.url, "only-for-tests"),
});
const world = await makeFaultWorld();
/** True when the test has ended for any reason. */
let isOver = false;
world.onClose(async () => {
  isOver = true;
});
after(() => postgres.stop());

/** The last answer to each caller: a transfer, or that nothing was done. */
const told = new Map<string, { merchant: Payer; acceptance: Acceptance | null }>();
const progress = makeProgress();
const counts = { kills: 0, unknown: 0, unavailable: 0, givenUp: 0, longestMs: 0 };

test(`PostgreSQL killed ${KILLS} times or more under load: nothing acknowledged is lost`, async (context) => {
  const merchants = await Promise.all([
    world.makePayer({ bankIds: ["meghdoot", "himshikhar"] }),
    world.makePayer({ bankIds: ["purvasagar", "jugnu"] }),
  ]);
  const engines = [world.openContext(), world.openContext()];
  const workers = engines.map((ctx) => startTransfers(ctx));
  for (const worker of workers) world.onClose(() => worker.stop());
  const load = { going: true };
  const clients = Array.from({ length: CLIENTS }, (_, n) =>
    keepPaying(engines[n % 2]!, merchants[Math.floor(n / 2) % 2]!, load),
  );
  const paying = Promise.all(clients);
  for (; counts.kills < KILLS || (counts.unknown === 0 && counts.kills < KILLS_MAX); counts.kills += 1) {
    await Promise.race([progress.more(5 + Math.floor(dice() * 40)), paying]);
    await advance(world, merchants[counts.kills % 2]!, 90_000);
    const killedAt = performance.now();
    if (counts.kills % 2 === 0) await killAll();
    else await killSession(world, dice);
    await Promise.race([progress.more(1), paying]);
    counts.longestMs = Math.max(counts.longestMs, performance.now() - killedAt);
  }
  load.going = false;
  await paying;
  await Promise.all(workers.map((worker) => worker.stop()));
  for (const merchant of merchants) await settle(world, world.ctx, merchant);
  await assertToldTrue();
  await assertSound(world, merchants);
  assert.ok(counts.unknown > 0, "no kill cut off an order");
  assert.ok(counts.givenUp > 0, "no caller was told that nothing was done");
  context.diagnostic(
    `seed ${seed}: ${counts.kills} kills; ${progress.count} orders acknowledged, 0 lost, 0 paid twice; ` +
      `${counts.unknown} answers unknown; ${counts.unavailable} times told that nothing was done, ` +
      `${counts.givenUp} orders then given up and not there; ` +
      `longest time to the next answer ${Math.round(counts.longestMs)} ms`,
  );
});

/** Simulates a power cut and a restart. */
async function killAll(): Promise<void> {
  const { port } = postgres;
  await postgres.crash();
  postgres = await startPostgres({ ...cluster, port });
}

let nextKey = 0;

/**
 * Pays as a client, again and again, and repeats each order until there is a definite answer; some clients give up when
 * nothing was done.
 */
async function keepPaying(ctx: Context, merchant: Payer, load: { going: boolean }): Promise<void> {
  while (load.going) {
    nextKey += 1;
    const order = orderOf(nextKey);
    const acceptance = await payForCertain(ctx, merchant, order);
    told.set(order.transferKey, { merchant, acceptance });
    if (acceptance === null) continue;
    progress.add();
    if (acceptance.kind === "accepted") await awaitOutcome(ctx, acceptance.transfer, 50);
  }
}

async function payForCertain(
  ctx: Context,
  merchant: Payer,
  order: TransferOrder,
): Promise<Acceptance | null> {
  for (let isOpen = false; ;) {
    if (isOver) throw new Error("the test is over");
    try {
      return await acceptTransfer(ctx, merchant.merchantId, order);
    } catch (error) {
      if (error instanceof DatabaseUnavailableError) {
        counts.unavailable += 1;
        if (!isOpen && dice() < 0.1) {
          counts.givenUp += 1;
          return null;
        }
      } else {
        // PostgreSQL reported a lost session, or nothing at all: the order may have been stored.
        counts.unknown += 1;
        isOpen ||= error instanceof CommitUnknownError;
      }
      await sleep(20 + dice() * 60);
    }
  }
}

async function assertToldTrue(): Promise<void> {
  const rows = await world.look<{ transferKey: string; transferId: string }>(
    'select transfer_key as "transferKey", transfer_id as "transferId" from transfers.transfer',
  );
  const stored = new Map(rows.map(({ transferKey, transferId }) => [transferKey, transferId]));
  for (const [transferKey, { acceptance }] of told) {
    const promised =
      acceptance === null ? undefined : "transfer" in acceptance && acceptance.transfer.transferId;
    assert.equal(stored.get(transferKey), promised, `${transferKey} is not what its caller was told`);
  }
  assert.equal(rows.length, progress.count, "each order is one transfer");
}

/** Payees whose banks answer, are pending, refuse, are unreachable, or are silent. */
const ACCOUNTS = ["026291800001191", "909090909020", "909090909001", "909090909006", "909090909032"];

function orderOf(n: number): TransferOrder {
  const accountNumber = ACCOUNTS[Math.floor(dice() * ACCOUNTS.length)]!;
  return {
    transferKey: `power_${n}`,
    payee: { inline: { name: "Asha Rao", accountNumber, ifsc: "YESB0000262" } },
    amountPaise: 100_00n + BigInt(n % 100),
    mode: "imps",
    remarks: "",
    fundSourceId: null,
  };
}
