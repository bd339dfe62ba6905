/** Two processes that would place the same withdrawal or refund: it is paid or given back, never both. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setBankEnabled, topUp, TRANSIT_ID, WALLET_ID } from "#fund-sources";
import type { Context } from "#lib/context";
import { setCrashHook } from "#lib/crash-points";
import { assertSound, orderTo, type Payer } from "#test/faults/fault-world";
import { stopAfter } from "#test/stop-after";
import { makeWithdrawalWorld, OWN, TRANSIT, WALLET } from "#test/withdrawal-world";
import { acceptTransfers, runtimeOf, type TransferOrder } from "#transfers";
import { makeWithdrawal, workWithdrawals } from "#withdrawals";

const world = await makeWithdrawalWorld();
const { ctx } = world;

const SENDER = { name: "Asha Rao", accountNumber: "50100000000002", ifsc: "HDFC0000001" } as const;
let utrs = 0;

const arrive = async ({ merchantId }: Payer): Promise<string> => {
  const utr = `STRANGER${(utrs += 1)}`;
  const credit = { bankId: "meghdoot", utr, amountPaise: 250_00n, fundSourceId: WALLET_ID, from: SENDER };
  return (await topUp(ctx, merchantId, credit)).topUpId;
};

const withdraw = (of: Context, { merchantId }: Payer) =>
  makeWithdrawal(of, merchantId, { withdrawalKey: "W1", amountPaise: 100_00n, remarks: "", by: "system" });

const setBank = ({ merchantId, bankId }: Payer, enabled: boolean): Promise<void> =>
  setBankEnabled(ctx, merchantId, { bankId, enabled, by: "system" });

const keysOf = async ({ merchantId }: Payer): Promise<string[]> => {
  const text = "select transfer_key as key from transfers.transfer where merchant_id = $1";
  return (await world.look<{ key: string }>(text, [merchantId])).map(({ key }) => key);
};

const passLeases = async ({ merchantId }: Payer): Promise<void> => {
  for (const table of ["withdrawal", "refund"]) {
    const passed = `update withdrawals.${table} set leased_until = now() - interval '1 s'`;
    await world.look(`${passed} where merchant_id = $1 and leased_until is not null`, [merchantId]);
  }
};

interface Way {
  readonly accepted: string;
  readonly leased: string;
  readonly transferKey: (id: string) => string;
  readonly amountPaise: bigint;
  /** Places the withdrawal or refund in the given process, from the state in the tables. */
  readonly place: (owner: Payer, process: Context) => Promise<unknown>;
  readonly prepare: (owner: Payer) => Promise<unknown>;
  readonly read: (owner: Payer) => Promise<{ status: string; reason: string | null }[]>;
  readonly orderOf: (owner: Payer) => Promise<TransferOrder>;
}

const WAYS: Readonly<Record<string, Way>> = {
  withdrawal: {
    accepted: "withdrawals.place.accepted",
    leased: "withdrawals.place.leased",
    transferKey: (id) => `withdrawal.${id}`,
    amountPaise: 100_00n,
    prepare: async () => undefined,
    place: (owner, process) => withdraw(process, owner),
    read: world.readWithdrawals,
    async orderOf({ merchantId }) {
      const text = "select withdrawal_id as id from withdrawals.withdrawal where merchant_id = $1";
      const [row] = await world.look<{ id: string }>(text, [merchantId]);
      return orderFor("withdrawal", row!.id);
    },
  },
  refund: {
    accepted: "withdrawals.refunds.accepted",
    leased: "withdrawals.refunds.leased",
    transferKey: (id) => `refund.${id}.1`,
    amountPaise: 250_00n,
    prepare: arrive,
    place: (owner, process) => workWithdrawals(process, owner.merchantId),
    read: world.readRefunds,
    async orderOf(owner) {
      const [refund] = await world.readRefunds(owner);
      return orderFor("refund", refund!.topUpId);
    },
  },
};

const orderFor = (kind: "withdrawal" | "refund", id: string): TransferOrder => {
  const { transferKey, amountPaise } = WAYS[kind]!;
  const { holderName: name, accountNumber, ifsc } = OWN;
  const order = {
    transferKey: transferKey(id),
    amountPaise,
    payee: { inline: { name, accountNumber, ifsc } },
  };
  return { ...orderTo("", { mode: "neft" }), ...order, fundSourceId: TRANSIT_ID, origin: { kind, id } };
};

/** An owner whose order the engine refuses to a first process; then others may do something, and it notes that. */
async function race(way: Way, meanwhile: (owner: Payer) => Promise<unknown>): Promise<Payer> {
  const owner = await world.makeOwner();
  await way.prepare(owner);
  await setBank(owner, false);
  let met = false;
  const first = stopAfter(world, way.accepted, async () => {
    met = true;
    assert.deepEqual(await keysOf(owner), [], "the engine refused it");
    await setBank(owner, true);
    await meanwhile(owner);
  });
  await way.place(owner, first);
  assert.ok(met);
  return owner;
}

/**
 * Runs the same race while a second process works. If that one places the order as well, it is stopped until the first
 * one has recorded its result. `before` happens before the second one begins.
 */
async function raceTwo(way: Way, before: (owner: Payer) => Promise<void>): Promise<Payer> {
  const noted = Promise.withResolvers<void>();
  const placed = Promise.withResolvers<void>();
  let working: Promise<void> | undefined;
  const owner = await race(way, async (one) => {
    await before(one);
    const other = stopAfter(world, way.accepted, () => {
      placed.resolve();
      return noted.promise;
    });
    working = workWithdrawals(other, one.merchantId);
    await Promise.race([placed.promise, working]);
  });
  noted.resolve();
  await working;
  setCrashHook(null);
  return owner;
}

const second = world.openContext();

/** One transfer at most, and the money is where its end says. */
async function assertOnce(owner: Payer, { way, isPaid }: { way: Way; isPaid: boolean }): Promise<void> {
  await runtimeOf(second).idle();
  await world.finish(owner);
  const { status } = (await way.read(owner))[0]!;
  assert.equal(status === "paid", isPaid, status);
  const wallet = way === WAYS.withdrawal && isPaid ? 900_00n : 1_000_00n;
  assert.equal(await world.balanceOf(owner, WALLET), wallet);
  assert.equal(await world.balanceOf(owner, TRANSIT), 0n);
  assert.equal((await keysOf(owner)).length, isPaid ? 1 : 0);
  await assertSound(world, [owner]);
}

for (const [name, way] of Object.entries(WAYS)) {
  test(`a ${name} that is refused to one process is not placed by another meanwhile`, async () => {
    const owner = await raceTwo(way, async () => undefined);
    const [{ status, reason }] = (await way.read(owner)) as [{ status: string; reason: string | null }];
    const keys = await keysOf(owner);
    // A refund is tried again on the next working day.
    await assertOnce(owner, { way, isPaid: name === "refund" });
    assert.equal(status, name === "refund" ? "waiting" : "failed");
    assert.equal(reason, "mode_not_enabled");
    assert.deepEqual(keys, []);
  });

  test(`a ${name} whose lease passed is the next process's, whatever the first one heard`, async () => {
    await assertOnce(await raceTwo(way, passLeases), { way, isPaid: true });
  });

  test(`a ${name} that has a transfer after all is not noted as refused`, async () => {
    const owner = await race(way, async (one) => {
      const [acceptance] = await acceptTransfers(second, one.merchantId, [await way.orderOf(one)]);
      assert.equal(acceptance!.kind, "accepted");
    });
    await assertOnce(owner, { way, isPaid: true });
  });

  test(`a ${name} that another process gave up is not placed by one that outlived its lease`, async () => {
    const owner = await world.makeOwner();
    await way.prepare(owner);
    // The delay is in the transaction that accepts the order, where no clock of the process can detect it.
    const first = stopAfter(world, way.leased, async () => {
      await setBank(owner, false);
      await passLeases(owner);
      await workWithdrawals(second, owner.merchantId);
      assert.equal((await way.read(owner))[0]!.reason, "mode_not_enabled");
      await setBank(owner, true);
    });
    const placing = way.place(owner, first);
    await (name === "refund" ? assert.rejects(placing, /lease has passed/) : placing);
    await runtimeOf(first).idle();
    assert.deepEqual(await keysOf(owner), []);
    // A refund is tried again on the next working day, by another transfer.
    await assertOnce(owner, { way, isPaid: name === "refund" });
  });

  test(`a process that was held up after taking a ${name} places nothing`, async (context) => {
    const owner = await world.makeOwner();
    await way.prepare(owner);
    const real = performance.now.bind(performance);
    const slow = stopAfter(world, "no such point", async () => undefined);
    setCrashHook((passed) => {
      if (passed === way.leased) context.mock.method(performance, "now", () => real() + 21_000);
    });
    // The caller who makes a withdrawal gets it as made; the failure goes to the worker's log.
    const placing = way.place(owner, slow);
    await (name === "refund" ? assert.rejects(placing, /lease grew old/) : placing);
    setCrashHook(null);
    context.mock.restoreAll();
    assert.deepEqual(await keysOf(owner), []);
    await passLeases(owner);
    await workWithdrawals(second, owner.merchantId);
    await assertOnce(owner, { way, isPaid: true });
  });
}

test("a step that fails keeps no other from its work, and is told of", async () => {
  const owner = await world.makeOwner();
  await world.advanceTo(owner, "2026-12-01T20:00:00+05:30");
  await withdraw(ctx, owner);
  const order = await WAYS.withdrawal!.orderOf(owner);
  const strange = { ...order, origin: { kind: "link", id: owner.merchantId }, fundSourceId: null } as const;
  await acceptTransfers(ctx, owner.merchantId, [strange]);
  await arrive(owner);
  await world.advanceTo(owner, "2026-12-02T08:00:01+05:30");
  await assert.rejects(workWithdrawals(ctx, owner.merchantId), /is another's transfer/);
  assert.ok((await keysOf(owner)).some((key) => key.startsWith("refund.")));
});
