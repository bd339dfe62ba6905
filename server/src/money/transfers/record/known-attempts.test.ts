/** A bank's answer is recorded on what its sender knows of the attempt, unless others have changed it meanwhile. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { adapterOf, type Outcome } from "#banks";
import { acceptTransfers, readHistory, recordNews, runtimeOf } from "#transfers";
import { hearCalls } from "#test/hear-calls";
import { assertSound, makeFaultWorld, orderTo, type Payer } from "#test/faults/fault-world";

const world = await makeFaultWorld({ start: new Date("2026-11-22T05:30:00Z") });
const other = world.openContext();

const { ctx: here, results } = hearCalls(world.ctx, "write_recorded");

const bank = adapterOf({ adapter: "json-h2h" });
const { pay } = bank;
/** Resolves with a function that lets the held payment go to the bank, and its answer come. */
let held: ((go: () => void) => void) | null = null;
bank.pay = async (...given): Promise<Outcome> => {
  const hold = held;
  held = null;
  if (hold !== null) await new Promise<void>((go) => hold(go));
  return pay(...given);
};

/** Makes a merchant whose next payment is decided on known facts. */
async function makeKnown(): Promise<Payer> {
  const merchant = await world.makePayer();
  for (const key of ["one", "two"]) {
    await acceptTransfers(here, merchant.merchantId, [orderTo(key)]);
    await runtimeOf(here).idle();
  }
  assertLast("written");
  return merchant;
}

/** A machine that stands still for a second between the decision and the call makes the time a miss. */
function assertLast(expected: string): void {
  if (results.at(-1) !== "time") assert.equal(results.at(-1), expected);
}

async function stepsOf({ merchantId }: Payer): Promise<string[]> {
  const rows = await world.look<{ move: string }>(
    `select from_status || ' > ' || to_status as move
     from transfers.step
     join transfers.transfer using (merchant_id, transfer_id)
     where step.merchant_id = $1 and transfer_key = 'three'
     order by step`,
    [merchantId],
  );
  return rows.map(({ move }) => move);
}

const PAID = ["received > sent", "sent > succeeded"];

test("an answer that comes alone is written without asking", async () => {
  const merchant = await makeKnown();
  await acceptTransfers(here, merchant.merchantId, [orderTo("three")]);
  await runtimeOf(here).idle();
  assertLast("written");
  assert.deepEqual(await stepsOf(merchant), PAID);
  const [stored] = await world.look<{ transferId: string }>(
    `select transfer_id as "transferId" from transfers.transfer where merchant_id = $1 and transfer_key = 'three'`,
    [merchant.merchantId],
  );
  const { steps } = await here.db.inMerchant(merchant.merchantId, (tx) =>
    readHistory(tx, stored!.transferId),
  );
  const moves = steps.map(({ from, to }) => `${from} > ${to}`);
  assert.deepEqual(
    moves,
    ["received > ready", "ready > sent", "sent > succeeded"],
    "its history shows each move",
  );
  await assertSound(world, [merchant]);
});

const MEANWHILE: Readonly<
  Record<string, { missed: string; happens: (merchant: Payer, transferId: string) => Promise<unknown> }>
> = {
  "another process has recorded the same": {
    missed: "facts",
    happens: ({ merchantId }, transferId) =>
      recordNews(other, merchantId, [
        {
          transferId,
          attempt: 1,
          source: "callback",
          outcome: { kind: "succeeded", code: "00", text: "paid", utr: "MEANWHILE1", credited: true },
        },
      ]),
  },
  "another process has heard that it is pending": {
    missed: "facts",
    happens: ({ merchantId }, transferId) =>
      recordNews(other, merchantId, [
        {
          transferId,
          attempt: 1,
          source: "callback",
          outcome: { kind: "pending", code: "P", text: "wait", deemed: false },
        },
      ]),
  },
  "the row was changed": {
    missed: "transfers.transfer: changes",
    happens: (_, transferId) =>
      world.look("update transfers.transfer set due_at = accepted_at where transfer_id = $1", [transferId]),
  },
};

for (const [what, { missed, happens }] of Object.entries(MEANWHILE))
  test(`an answer asks if ${what} meanwhile`, async () => {
    const merchant = await makeKnown();
    const reached = new Promise<() => void>((resolve) => (held = resolve));
    const [one] = await acceptTransfers(here, merchant.merchantId, [orderTo("three")]);
    const go = await reached;
    assert.ok(one?.kind === "accepted");
    await happens(merchant, one.transfer.transferId);
    go();
    await runtimeOf(here).idle();
    assertLast(missed);
    assert.deepEqual(await stepsOf(merchant), PAID);
    await assertSound(world, [merchant]);
  });
