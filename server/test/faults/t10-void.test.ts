/**
 * A bank never finds a reference: if it can, it is told to refuse it, and the transfer continues. A sender that wakes
 * up afterwards pays nothing; a bank that cannot refuse a reference is asked again and again.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { adapterOf, type Outcome } from "#banks";
import { listBankConnections } from "#fund-sources";
import { acceptTransfers, recordNews, runtimeOf, workTransfers } from "#transfers";
import { armCrashPoints, makeProcess, runAs } from "./crashes.ts";
import { advance, assertSound, makeFaultWorld, orderTo, settle, type Payer } from "./fault-world.ts";

const MINUTE_MS = 60_000;
const BANKS = ["meghdoot", "himshikhar", "purvasagar", "jugnu"];
const VOIDING = ["meghdoot", "himshikhar"];
const LOST = { kind: "cut", posted: false };

const world = await makeFaultWorld();
armCrashPoints();

for (const bankId of BANKS) {
  test(`${bankId} never finds it: ${VOIDING.includes(bankId) ? "void, and paid elsewhere" : "asked on"}`, async () => {
    const merchant = await makeLost(bankId);
    await work(merchant, [2, 6]);
    assert.deepEqual(await read(merchant), { status: "sent", bankId, attempt: 1 }, "too soon to be void");
    await work(merchant, [40]);
    // The next bank may answer pending at first.
    const next = BANKS.find((one) => one !== bankId)!;
    const expected = VOIDING.includes(bankId)
      ? { status: "succeeded", bankId: next, attempt: 2 }
      : { status: "sent", bankId, attempt: 1 };
    await work(merchant, [1, 3]);
    assert.deepEqual(await read(merchant), expected);
    await wakeSender(merchant, bankId);
    await settle(world, world.ctx, merchant);
    assert.equal((await read(merchant)).status, "succeeded");
    assert.equal(await countPaid(merchant), 1);
    await assertSound(world, [merchant]);
  });
}

test("a bank that had paid all the time says so when it is told to refuse", async () => {
  // This bank refuses a repeated reference as a duplicate, which says nothing about the payment.
  const merchant = await world.makePayer({ bankIds: ["himshikhar", "jugnu"] });
  await behave(merchant, "himshikhar", [
    { kind: "cut", posted: true },
    { kind: "not-found-lag", ms: 10 * 60 * MINUTE_MS },
  ]);
  await accept(merchant);
  await work(merchant, [2, 6]);
  assert.equal((await read(merchant)).status, "sent");
  await work(merchant, [40]);
  assert.deepEqual(await read(merchant), { status: "succeeded", bankId: "himshikhar", attempt: 1 });
  assert.equal(await countPaid(merchant), 1);
  await assertSound(world, [merchant]);
});

for (const point of [
  "transfers.enquire.before_void",
  "transfers.enquire.voided",
  "transfers.record.written",
]) {
  test(`a process that dies at ${point} leaves the void to the next one`, async () => {
    const merchant = await makeLost("meghdoot");
    await work(merchant, [2, 6]);
    await advance(world, merchant, 40 * MINUTE_MS);
    const engine = world.openContext();
    const process = makeProcess(point);
    await runAs(process, () => workTransfers(engine, merchant.merchantId));
    assert.ok(process.dead, `nothing passes ${point}`);
    await wakeSender(merchant, "meghdoot", { pays: point === "transfers.enquire.before_void" });
    await settle(world, world.ctx, merchant);
    assert.equal((await read(merchant)).status, "succeeded");
    assert.equal(await countPaid(merchant), 1);
    await assertSound(world, [merchant]);
  });
}

test("a void whose answer is lost is asked for again", async () => {
  const merchant = await makeLost("meghdoot");
  const reference = await referenceOf(merchant);
  await world.simulator.control("POST", "/sim/script", {
    match: { operation: "void", reference },
    mishap: { kind: "cut", posted: false },
  });
  await work(merchant, [2, 6, 40]);
  assert.deepEqual(await read(merchant), { status: "sent", bankId: "meghdoot", attempt: 1 });
  await settle(world, world.ctx, merchant);
  assert.deepEqual(await read(merchant), { status: "succeeded", bankId: "himshikhar", attempt: 2 });
  await assertSound(world, [merchant]);
});

/** Makes a merchant whose transfer was sent to its first bank, which loses every instruction. */
async function makeLost(bankId: string): Promise<Payer> {
  const merchant = await world.makePayer({ bankIds: [bankId, ...BANKS.filter((bank) => bank !== bankId)] });
  await behave(merchant, bankId, LOST);
  await accept(merchant);
  return merchant;
}

async function behave({ debitAccount }: Payer, bankId: string, mishap: object | null): Promise<void> {
  const mishaps = mishap === null ? [] : [{ chance: 1, mishap }];
  await world.simulator.control("PUT", `/sim/banks/${bankId}/manner`, {
    debitAccount,
    mishaps,
    callbacks: { missingChance: 1 },
  });
}

async function accept({ merchantId }: Payer): Promise<void> {
  const [answer] = await acceptTransfers(world.ctx, merchantId, [orderTo("lost")]);
  assert.equal(answer?.kind, "accepted");
  await runtimeOf(world.ctx).idle();
}

/** Lets these numbers of minutes pass, and processes everything that is due after each. */
async function work(merchant: Payer, minutes: readonly number[]): Promise<void> {
  for (const passed of minutes) {
    await advance(world, merchant, passed * MINUTE_MS);
    await workTransfers(world.ctx, merchant.merchantId);
    await runtimeOf(world.ctx).idle();
  }
}

/** The first sender wakes up and sends its instruction without checking the time; the bank no longer loses anything. */
async function wakeSender(
  merchant: Payer,
  bankId: string,
  { pays = !VOIDING.includes(bankId) } = {},
): Promise<void> {
  await behave(merchant, bankId, null);
  const { merchantId } = merchant;
  const connections = await world.ctx.db.inMerchant(merchantId, (tx) => listBankConnections(world.ctx, tx));
  const connection = connections.find((one) => one.bankId === bankId)!;
  const { debitAccount } = connection;
  const payee = { name: "Asha Rao", accountNumber: "026291800001191", ifsc: "YESB0000262" };
  const [transfer] = await world.look<{ transferId: string }>(
    `select transfer_id as "transferId" from transfers.transfer where merchant_id = $1`,
    [merchantId],
  );
  const instruction = { rail: "imps", amountPaise: 100_00n, debitAccount, payee, remarks: "" } as const;
  const reference = await referenceOf(merchant);
  const outcome: Outcome = await adapterOf(connection).pay(connection, { ...instruction, reference });
  assert.equal(outcome.kind === "succeeded" || outcome.kind === "pending", pays, JSON.stringify(outcome));
  const { transferId } = transfer!;
  await recordNews(world.ctx, merchantId, [{ transferId, attempt: 1, source: "response", outcome }]);
}

async function referenceOf({ merchantId }: Payer): Promise<string> {
  const [first] = await world.look<{ reference: string }>(
    "select reference from transfers.attempt where merchant_id = $1 and attempt = 1",
    [merchantId],
  );
  return first!.reference;
}

async function read({ merchantId }: Payer) {
  const [row] = await world.look<{ status: string; bankId: string; attempt: number }>(
    `select status, bank_id as "bankId", attempt from transfers.transfer where merchant_id = $1`,
    [merchantId],
  );
  return row!;
}

/** Returns the number of payments in the books of all banks. */
async function countPaid({ debitAccount }: Payer): Promise<number> {
  const path = `/sim/debits?debitAccount=${debitAccount}&form=summary`;
  const { rows } = await world.simulator.control<{ rows: (string | number)[][] }>("GET", path);
  return rows.filter((row) => Number(row[6]) > 0).length;
}
