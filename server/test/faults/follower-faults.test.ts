/** The movement of money is recorded even if the module that ordered the transfer cannot process the notification. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { acceptTransfers, followTransfers, runtimeOf, workTransfers, type TransferOrder } from "#transfers";
import { advance, makeFaultWorld, orderTo, settle, type Payer } from "./fault-world.ts";

const world = await makeFaultWorld();
const { ctx } = world;

/** The changes that were notified by transfer, as `before>after`. */
const heard = new Map<string, string[]>();
let refuses: (key: string) => boolean = () => false;

followTransfers("link", async (tx, changes) => {
  for (const { before, after } of changes) {
    const { transferKey } = after;
    heard.set(transferKey, [...(heard.get(transferKey) ?? []), `${before.status}>${after.status}`]);
  }
  const refused = changes.find(({ after }) => refuses(after.transferKey));
  // This fails in the database, so that the transaction itself is in an error state.
  if (refused !== undefined) await tx.execute("select 1 / 0");
});

function linkOrder(key: string, vpa = "success@upi"): TransferOrder {
  return { ...orderTo(key, { mode: "upi", vpa }), origin: { kind: "link", id: crypto.randomUUID() } };
}

async function accept(merchant: Payer, ...orders: TransferOrder[]): Promise<void> {
  const answers = await acceptTransfers(ctx, merchant.merchantId, orders);
  assert.ok(answers.every(({ kind }) => kind === "accepted"));
  await runtimeOf(ctx).idle();
}

function read(merchant: Payer): Promise<{ key: string; status: string }[]> {
  return world.look(
    `select transfer_key as key, status
     from transfers.transfer
     where merchant_id = $1
     order by transfer_key`,
    [merchant.merchantId],
  );
}

async function countUntold({ merchantId }: Payer): Promise<number> {
  const rows = await world.look(
    "select from transfers.untold where merchant_id = $1 and due_at is not null",
    [merchantId],
  );
  return rows.length;
}

test("a payment is booked though no one can be told; the others are told, and it is told later", async () => {
  const merchant = await world.makePayer();
  refuses = (key) => key === "deaf";
  await accept(merchant, linkOrder("deaf"));
  await accept(merchant, linkOrder("hears"));
  assert.deepEqual(await read(merchant), [
    { key: "deaf", status: "succeeded" },
    { key: "hears", status: "succeeded" },
  ]);
  assert.deepEqual(heard.get("hears"), ["sent>succeeded"]);
  assert.equal(await countUntold(merchant), 1);
  await workTransfers(ctx, merchant.merchantId);
  assert.equal(await countUntold(merchant), 1);
  refuses = () => false;
  heard.clear();
  await advance(world, merchant, 3_600_000);
  await workTransfers(ctx, merchant.merchantId);
  assert.deepEqual([...heard], [["deaf", ["sent>succeeded"]]]);
  assert.equal(await countUntold(merchant), 0);
  heard.clear();
  await advance(world, merchant, 3_600_000);
  await workTransfers(ctx, merchant.merchantId);
  assert.equal(heard.size, 0, "it was told again");
});

test("of several changes that could not be told the newest is, from what was heard last", async () => {
  const merchant = await world.makePayer();
  heard.clear();
  refuses = () => true;
  await accept(merchant, linkOrder("returned", "reversed@upi"));
  await advance(world, merchant, 60_000);
  await runtimeOf(ctx).idle();
  assert.deepEqual(await read(merchant), [{ key: "returned", status: "reversed" }]);
  refuses = () => false;
  heard.clear();
  await advance(world, merchant, 2 * 3_600_000);
  await settle(world, ctx, merchant);
  assert.deepEqual([...heard], [["returned", ["sent>reversed"]]]);
});

test("a fault that is not the follower's undoes everything, as before", async () => {
  const merchant = await world.makePayer();
  let losses = 0;
  followTransfers("phone", async (tx) => {
    losses += 1;
    if (losses === 1) await tx.execute("select pg_terminate_backend(pg_backend_pid())");
  });
  await accept(merchant, {
    ...orderTo("cut", { mode: "upi", vpa: "success@upi" }),
    origin: { kind: "phone", id: crypto.randomUUID() },
  });
  assert.deepEqual(await read(merchant), [{ key: "cut", status: "succeeded" }]);
  assert.equal(losses, 2);
  assert.equal(await countUntold(merchant), 0);
});

test("whatever a follower throws, and however it was heard, is its own", async () => {
  const merchant = await world.makePayer();
  const throwings: (() => Promise<void>)[] = [
    () => Promise.reject(new RangeError("too far")),
    () => Promise.reject(new Error("anything")),
  ];
  for (const [n, throwing] of throwings.entries()) {
    followTransfers("batch", throwing);
    const origin = { kind: "batch", id: crypto.randomUUID() } as const;
    await accept(merchant, { ...orderTo(`thrown_${n}`, { mode: "upi", vpa: "success@upi" }), origin });
    assert.equal(await countUntold(merchant), n + 1);
  }
  assert.deepEqual(await read(merchant), [
    { key: "thrown_0", status: "succeeded" },
    { key: "thrown_1", status: "succeeded" },
  ]);
});
