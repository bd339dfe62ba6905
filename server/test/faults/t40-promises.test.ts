/**
 * One small scenario for each promise about money, in which the fault that would break it happens on purpose. The
 * planted bugs break the promises one by one: see planted-bugs/.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setCrashHook } from "#lib/crash-points";
import { acceptTransfer, acceptTransfers, dispatchTransfers, runtimeOf, type Acceptance } from "#transfers";
import { startCommitCutter, type Cut } from "../cut-commits.ts";
import { armCrashPoints, inProcess, makeProcess } from "./crashes.ts";
import { advance, assertSound, makeFaultWorld, orderTo, settle, type Payer } from "./fault-world.ts";
import { holdWrites, untilBlocked } from "./hold-writes.ts";
import { makeReady } from "./make-ready.ts";

/** The cost of an order of 100.00 by IMPS or UPI: 6.00 and 18 % tax on top. */
const TAKEN = 107_08n;

const world = await makeFaultWorld();
armCrashPoints();

test("silence is no refusal: what a bank paid without saying so is found out", async () => {
  const merchant = await world.makePayer({ bankIds: ["meghdoot", "himshikhar"] });
  await pay(merchant, ["cut-paid", "error-paid", "html", "new-code", "duplicate", "wrong-amount"]);
  await settle(world, world.ctx, merchant);
  for (const { transferKey, status, attempt } of await read(merchant)) {
    assert.deepEqual({ status, attempt }, { status: "succeeded", attempt: 1 }, transferKey);
  }
  await assertSound(world, [merchant]);
});

test("a bank that does not know the reference yet may have paid it", async () => {
  const merchant = await world.makePayer({ bankIds: ["meghdoot", "himshikhar"] });
  await loseFirstAnswer(merchant, "meghdoot");
  await settle(world, world.ctx, merchant);
  await assertSound(world, [merchant]);
  assert.deepEqual(await read(merchant), [{ transferKey: "lost", status: "succeeded", attempt: 1 }]);
});

test("a bank that would pay it again never gets the same reference twice", async () => {
  const merchant = await world.makePayer({ bankIds: ["purvasagar", "meghdoot"] });
  await loseFirstAnswer(merchant, "purvasagar");
  await settle(world, world.ctx, merchant);
  await assertSound(world, [merchant]);
  assert.deepEqual(await read(merchant), [{ transferKey: "lost", status: "succeeded", attempt: 1 }]);
});

test("what a bank says late is booked, and only once", async () => {
  const merchant = await world.makePayer({ balancePaise: 10n * TAKEN });
  await pay(merchant, ["late-success", "reversed"]);
  for (const ms of [60_000, 26 * 3_600_000]) await advance(world, merchant, ms);
  await settle(world, world.ctx, merchant);
  await assertSound(world, [merchant]);
  const statuses = (await read(merchant)).map(({ status }) => status);
  assert.deepEqual(statuses, ["failed", "reversed"]);
  assert.equal(await readWallet(merchant), 9n * TAKEN);
});

test("a bank hears of a payment after the intent is committed, not before", async () => {
  const merchant = await world.makePayer({ bankIds: ["purvasagar"] });
  await makeReady(world, merchant, [orderTo("intent")]);
  const ctx = { ...world.ctx };
  const dying = makeProcess("db.transaction.before_commit");
  await assert.rejects(
    inProcess(dying, () => dispatchTransfers(ctx, merchant.merchantId)),
    /crashed/,
  );
  await runtimeOf(ctx).idle();
  assert.equal(await countPayments(merchant), 0, "the bank was told of an intent that was never committed");
  await settle(world, world.ctx, merchant);
  await assertSound(world, [merchant]);
});

test("an answer leaves after the commit, not before", async () => {
  const merchant = await world.makePayer();
  const dying = makeProcess("db.transaction.before_commit");
  const answer = await inProcess(dying, () =>
    acceptTransfer({ ...world.ctx }, merchant.merchantId, orderTo("early")),
  ).then(
    (acceptance) => acceptance.kind,
    () => "none",
  );
  const stored = await read(merchant);
  assert.ok(answer === "none" || stored.length === 1, `answered ${answer}, and nothing is there`);
});

test("when the answer to a COMMIT is lost, the caller hears what is true", async () => {
  const merchant = await world.makePayer();
  const cuts: Cut[] = ["after", "before"];
  const { databaseUrl } = await startCommitCutter(world, {
    decide: (statements) => (/phase\.write_accepted/.test(statements.join()) ? (cuts.shift() ?? null) : null),
    onCut: () => undefined,
  });
  const ctx = world.openContext({ databaseUrl, connections: 4 });
  for (const key of ["done", "undone"]) {
    const answer = await acceptTransfer(ctx, merchant.merchantId, orderTo(key));
    assert.equal(answer.kind, "accepted", key);
  }
  assert.equal(cuts.length, 0);
  await runtimeOf(ctx).idle();
  assert.deepEqual(
    (await read(merchant)).map(({ transferKey }) => transferKey),
    ["done", "undone"],
  );
});

test("two processes cannot spend the same money", async () => {
  const merchant = await world.makePayer({ balancePaise: 5n * TAKEN });
  const processes = [world.openContext({ connections: 8 }), world.openContext({ connections: 8 })];
  const accepting: Promise<Acceptance[]>[] = [];
  // More orders than can be paid have read the wallet, or wait for those that did, before the first may take from it.
  await holdWrites(world, "ledger.account", async () => {
    // These are parallel sets of one, so no queue in memory keeps them apart.
    for (let n = 0; n < 40; n += 1)
      accepting.push(acceptTransfers(processes[n % 2]!, merchant.merchantId, [orderTo(`race_${n}`)]));
    await untilBlocked(world, 8);
  });
  const answers = await Promise.all(accepting);
  assert.equal(answers.filter(([answer]) => answer!.kind === "accepted").length, 5);
  for (const ctx of processes) await runtimeOf(ctx).idle();
  await settle(world, world.ctx, merchant);
  await assertSound(world, [merchant]);
  assert.equal(await readWallet(merchant), 0n);
});

test("the same order ten times at once is one transfer, and another one under its id is refused", async () => {
  const merchant = await world.makePayer();
  const processes = [{ ...world.ctx }, { ...world.ctx }];
  const submit = (n: number, amountPaise: bigint): Promise<Acceptance> =>
    acceptTransfer(processes[n % 2]!, merchant.merchantId, { ...orderTo("once"), amountPaise });
  const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => submit(n, 100_00n)));
  assert.equal(answers.filter(({ kind }) => kind === "accepted").length, 1);
  const other = await submit(0, 100_01n);
  assert.ok(other.kind === "repeated" && !other.sameContent, "other content passes for the same");
  for (const ctx of processes) await runtimeOf(ctx).idle();
  assert.equal((await read(merchant)).length, 1);
  await assertSound(world, [merchant]);
});

test("workers woken together take up each due transfer once", async () => {
  const merchant = await world.makePayer();
  await makeReady(
    world,
    merchant,
    Array.from({ length: 30 }, (_, n) => orderTo(`due_${n}`)),
  );
  const workers = [world.openContext({ connections: 4 }), world.openContext({ connections: 4 })] as const;
  const [first, second] = workers;
  const working: Promise<number>[] = [];
  // The first is between its claim and its writes when the second comes, which skips the claimed rows.
  await holdWrites(world, "transfers.transfer", async () => {
    working.push(dispatchTransfers(first, merchant.merchantId));
    await untilBlocked(world, 1);
    let passed = false;
    working.push(dispatchTransfers(second, merchant.merchantId).finally(() => (passed = true)));
    await untilBlocked(world, 2, () => passed);
  });
  assert.deepEqual(await Promise.all(working), [30, 0]);
  for (const ctx of workers) await runtimeOf(ctx).idle();
  assert.equal(await countPayments(merchant), 30);
  await assertSound(world, [merchant]);
});

test("what happened and what the merchant is told of it are committed together", async () => {
  const merchant = await world.makePayer();
  const ctx = { ...world.ctx };
  const dying = makeProcess("transfers.record.committed");
  await inProcess(dying, () => acceptTransfers(ctx, merchant.merchantId, [orderTo("told")]));
  await runtimeOf(ctx).idle();
  assert.ok(dying.dead);
  await settle(world, world.ctx, merchant);
  await assertSound(world, [merchant]);
});

test("who wakes up after the time to send does not send", async (context) => {
  const merchant = await world.makePayer();
  const now = performance.now.bind(performance);
  let sleptMs = 0;
  context.mock.method(performance, "now", () => now() + sleptMs);
  setCrashHook((point) => void (sleptMs += point === "transfers.pay.before_send" ? 60_000 : 0));
  await acceptTransfers(world.ctx, merchant.merchantId, [orderTo("slept")]);
  await runtimeOf(world.ctx).idle();
  armCrashPoints();
  context.mock.reset();
  assert.equal(await countPayments(merchant), 0, "it was sent although others may have taken over");
  await settle(world, world.ctx, merchant);
  assert.deepEqual(await read(merchant), [{ transferKey: "slept", status: "succeeded", attempt: 2 }]);
  await assertSound(world, [merchant]);
});

test("what was accepted is sent, however long it had to wait", async () => {
  const merchant = await world.makePayer();
  await makeReady(world, merchant, [orderTo("patient")]);
  await advance(world, merchant, 4 * 86_400_000);
  await settle(world, world.ctx, merchant);
  assert.deepEqual(await read(merchant), [{ transferKey: "patient", status: "succeeded", attempt: 1 }]);
  await assertSound(world, [merchant]);
});

async function pay(merchant: Payer, fates: readonly string[]): Promise<void> {
  const orders = fates.map((fate) => orderTo(fate, { mode: "upi", vpa: `${fate}@upi` }));
  const answers = await acceptTransfers(world.ctx, merchant.merchantId, orders);
  assert.ok(answers.every((answer) => answer.kind === "accepted"));
  await runtimeOf(world.ctx).idle();
}

/** Makes an order that the bank pays without answering, and does not find for ten minutes. */
async function loseFirstAnswer(merchant: Payer, bankId: string): Promise<void> {
  const mishap = [
    { kind: "cut", posted: true },
    { kind: "not-found-lag", ms: 600_000 },
  ];
  await world.simulator.control("POST", "/sim/script", {
    match: { bankId, debitAccount: merchant.debitAccount },
    mishap,
  });
  await acceptTransfers(world.ctx, merchant.merchantId, [orderTo("lost")]);
  await runtimeOf(world.ctx).idle();
}

interface Row {
  transferKey: string;
  status: string;
  attempt: number;
}

function read({ merchantId }: Payer): Promise<Row[]> {
  return world.look<Row>(
    `select transfer_key as "transferKey", status, attempt
     from transfers.transfer
     where merchant_id = $1
     order by reference_id`,
    [merchantId],
  );
}

async function readWallet({ merchantId }: Payer): Promise<bigint> {
  const [wallet] = await world.look<{ paise: string }>(
    "select balance_paise::text as paise from ledger.account where merchant_id = $1 and account_no = 1000",
    [merchantId],
  );
  return BigInt(wallet!.paise);
}

/** Returns the number of references in the books of its banks. */
async function countPayments({ debitAccount }: Payer): Promise<number> {
  const path = `/sim/debits?debitAccount=${debitAccount}&form=summary`;
  return (await world.simulator.control<{ rows: unknown[] }>("GET", path)).rows.length;
}
