/** The connection to PostgreSQL breaks around a COMMIT: every caller is told the truth, done or not. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Context } from "#lib/context";
import { CommitUnknownError } from "#lib/db";
import { acceptTransfer, runtimeOf, workTransfers, type Acceptance, type TransferOrder } from "#transfers";
import { startCommitCutter, type Cut } from "../cut-commits.ts";
import { makeDice } from "./dice.ts";
import { makeReady } from "./make-ready.ts";
import { advance, assertSound, makeFaultWorld, settle, tiered, type Payer } from "./fault-world.ts";

const CUTS = tiered({ quick: 50, deep: 250, nightly: 5_000 });
/** The share of commits of each kind of transaction that are cut. */
const CUT_CHANCE = 0.5;

const seed = process.env.FAULT_SEED ?? "vitaran-4";
const dice = makeDice(seed);
const world = await makeFaultWorld();

/** The transactions that move money, recognised by statements that only they have; the first match counts. */
const KINDS = {
  enquire: /status in \('sent', 'succeeded'\)[^;]*skip locked[^]*update transfers\.transfer/,
  accept: /into transfers\.counter|phase\.write_accepted/,
  record: /phase\.write_recorded/,
  dispatch: /into transfers\.attempt/,
} as const;

type Kind = keyof typeof KINDS;

/** The number of cuts of each kind at each moment. */
const cuts = new Map<`${Kind} ${Cut}`, number>();

/**
 * If it is set, chance does not decide: the next transaction that contains the text is cut, and no connection is
 * accepted.
 */
let next: { text: RegExp; cut: Cut; admit: () => Promise<void> } | null = null;

const cutter = await startCommitCutter(world, {
  decide(statements) {
    if (next !== null) return next.text.test(statements.join(";")) ? next.cut : null;
    if (kindOf(statements) === null || dice() >= CUT_CHANCE) return null;
    const at = dice();
    if (at < 0.4) return "before";
    return at < 0.5 ? "during" : "after";
  },
  onCut(cut, statements) {
    if (next !== null) {
      cutter.admit = next.admit;
      next = null;
      return;
    }
    const name = `${kindOf(statements)!} ${cut}` as const;
    cuts.set(name, (cuts.get(name) ?? 0) + 1);
  },
});

function kindOf(statements: readonly string[]): Kind | null {
  const text = statements.join(";");
  return (Object.keys(KINDS) as Kind[]).find((kind) => KINDS[kind].test(text)) ?? null;
}

test(`${CUTS} commits cut: none lost, none doubled, every answer true`, async (context) => {
  const merchants = await Promise.all([
    world.makePayer({ bankIds: ["meghdoot", "himshikhar"] }),
    world.makePayer({ bankIds: ["himshikhar", "meghdoot"] }),
    world.makePayer({ bankIds: ["jugnu", "purvasagar"] }),
    world.makePayer({ bankIds: ["purvasagar", "meghdoot"] }),
  ]);
  // Each merchant has its own engine, so that each of them breaks at its own point.
  const { databaseUrl } = cutter;
  const lanes = merchants.map((merchant) =>
    makeLane(merchant, world.openContext({ databaseUrl, connections: 6 })),
  );
  await Promise.all(lanes.map(pay));
  for (const { merchant } of lanes) await settle(world, world.ctx, merchant);
  for (const lane of lanes) await assertAnswersTrue(lane);
  await assertSound(world, merchants);
  assertCutEverywhere();
  const answers = lanes.reduce((sum, { answers: { length } }) => sum + length, 0);
  const counts = [...cuts].map(([name, count]) => `${name} ${count}`).toSorted();
  context.diagnostic(
    `seed ${seed}: ${countCuts()} cuts (${counts.join(", ")}), ${answers} answers: all true`,
  );
});

test("when no one can look whether a lost commit was done, no one is told that it was not", async () => {
  const merchant = await world.makePayer();
  for (const cut of ["before", "after"] as const) {
    const ctx = world.openContext({ databaseUrl: cutter.databaseUrl, connections: 2 });
    next = { text: KINDS.accept, cut, admit: () => Promise.reject(new Error("the database is down")) };
    const orders = [orderOf((nextKey += 1)), orderOf((nextKey += 1))];
    const accept = (order: TransferOrder): Promise<Acceptance> =>
      acceptTransfer(ctx, merchant.merchantId, order);
    for (const answer of await Promise.allSettled(orders.map(accept))) {
      assert.ok(answer.status === "rejected" && answer.reason instanceof CommitUnknownError);
    }
    cutter.admit = async () => undefined;
    // The same caller repeats the order, and learns what was stored.
    const kinds = (await Promise.all(orders.map(accept))).map(({ kind }) => kind);
    assert.deepEqual(new Set(kinds), new Set([cut === "before" ? "accepted" : "repeated"]));
    await runtimeOf(ctx).idle();
  }
  await settle(world, world.ctx, merchant);
  await assertSound(world, [merchant]);
});

test("a worker whose intent was lost does not take another worker's for its own", async () => {
  // This bank pays a reference as often as it is told to.
  const merchant = await world.makePayer({ bankIds: ["purvasagar"] });
  const ctx = world.openContext({ databaseUrl: cutter.databaseUrl, connections: 1 });
  await makeReady(world, merchant, [orderOf((nextKey += 1))]);
  const admit = async (): Promise<void> => {
    await workTransfers(world.ctx, merchant.merchantId);
    await runtimeOf(world.ctx).idle();
  };
  next = { text: KINDS.dispatch, cut: "before", admit };
  await workTransfers(ctx, merchant.merchantId).catch((error: unknown) => {
    if (!(error instanceof CommitUnknownError)) throw error;
  });
  await runtimeOf(ctx).idle();
  cutter.admit = async () => undefined;
  await settle(world, world.ctx, merchant);
  await assertSound(world, [merchant]);
});

interface Lane {
  readonly merchant: Payer;
  readonly ctx: Context;
  readonly answers: { order: TransferOrder; acceptance: Acceptance }[];
}

function makeLane(merchant: Payer, ctx: Context): Lane {
  return { merchant, ctx, answers: [] };
}

/** Pays, dispatches and enquires until there were enough cuts, and some of every kind at every moment. */
async function pay(lane: Lane): Promise<void> {
  const { merchant, ctx } = lane;
  for (let round = 0; countCuts() < CUTS || findUncut().length > 0; round += 1) {
    assert.ok(round < CUTS, `too little is cut: ${JSON.stringify([...cuts])}`);
    const runtime = runtimeOf(ctx);
    // Every other time there is no free place for instructions here, so everything goes through dispatch.
    const taken = round % 2 === 0 ? 0 : runtime.payers.take(merchant.merchantId, 1_000);
    await Promise.all(Array.from({ length: 1 + Math.floor(dice() * 4) }, () => submit(lane)));
    runtime.payers.free(merchant.merchantId, taken);
    await runtime.idle();
    await advance(world, merchant, 70_000);
    await workTransfers(ctx, merchant.merchantId).catch((error: unknown) => {
      // A worker that does not know the result leaves it to the next one.
      if (!(error instanceof CommitUnknownError)) throw error;
    });
    await runtime.idle();
  }
}

let nextKey = 0;

async function submit({ merchant, ctx, answers }: Lane): Promise<void> {
  nextKey += 1;
  const order = orderOf(nextKey);
  answers.push({ order, acceptance: await acceptTransfer(ctx, merchant.merchantId, order) });
}

/** Asserts that every caller was told that its transfer was accepted, and finds it once, under the same ID. */
async function assertAnswersTrue({ merchant, answers }: Lane): Promise<void> {
  const rows = await world.look<{ transferKey: string; transferId: string }>(
    `select transfer_key as "transferKey", transfer_id as "transferId"
     from transfers.transfer
     where merchant_id = $1`,
    [merchant.merchantId],
  );
  const stored = new Map(rows.map(({ transferKey, transferId }) => [transferKey, transferId]));
  assert.equal(rows.length, answers.length, "each order is one transfer");
  for (const { order, acceptance } of answers) {
    // For the caller it was the first time, whatever happened between us and PostgreSQL.
    assert.equal(acceptance.kind, "accepted", order.transferKey);
    assert.ok("transfer" in acceptance);
    assert.equal(acceptance.transfer.transferId, stored.get(order.transferKey), order.transferKey);
  }
}

function findUncut(): string[] {
  const kinds = Object.keys(KINDS) as Kind[];
  const moments = kinds.flatMap((kind) =>
    (["before", "during", "after"] as const).map((cut) => `${kind} ${cut}` as const),
  );
  return moments.filter((moment) => !cuts.has(moment));
}

function assertCutEverywhere(): void {
  assert.deepEqual(findUncut(), []);
  const committed = [...cuts].reduce((sum, [name, count]) => sum + (name.endsWith("after") ? count : 0), 0);
  // About half of them are; the exact share is random.
  assert.ok(committed >= 0.25 * countCuts(), `only ${committed} of ${countCuts()} were committed`);
}

function countCuts(): number {
  return [...cuts.values()].reduce((sum, count) => sum + count, 0);
}

/** Payees whose banks answer, refuse, are silent, or pay later. */
const ACCOUNTS = [
  "026291800001191",
  "909090909033",
  "909090909032",
  "909090909034",
  "909090909020",
  "909090909006",
];

function orderOf(n: number): TransferOrder {
  const accountNumber = ACCOUNTS[Math.floor(dice() * ACCOUNTS.length)]!;
  return {
    transferKey: `cut_${n}`,
    payee: { inline: { name: "Asha Rao", accountNumber, ifsc: "YESB0000262" } },
    amountPaise: 100_00n + BigInt(n % 100),
    mode: "imps",
    remarks: "",
    fundSourceId: null,
  };
}
