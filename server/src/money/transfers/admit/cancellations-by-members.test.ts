/** One member cancels what others ordered from a live merchant, and no member cancels it all. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Actor } from "#audit";
import { istDate } from "#lib/ist";
import type { Browser } from "#test/dashboard";
import { openFourEyes } from "#test/four-eyes";
import { makeWorld } from "#test/world";
import { acceptTransfers, cancelTransfers, countEnded, TransferError } from "../index.ts";

const world = await makeWorld();
const { makeOffice } = openFourEyes(world);
const DAY_MS = 86_400_000;

const payee = { name: "Asha Rao", accountNumber: "9100000077", ifsc: "HDFC0000001", phone: "9876543210" };
const tomorrow = () => new Date(Date.now() + DAY_MS);

test("a member who is no Owner ends 200 orders and links of others a week, and Owners are told", async () => {
  const { merchantId, browsers } = await makeOffice({ owner: "owner", vik: "initiator" });
  const { owner, vik } = browsers as Record<"owner" | "vik", Browser>;
  const accepted = await acceptTransfers(
    world.ctx,
    merchantId,
    Array.from({ length: 203 }, (_, n) => ({
      ...{ transferKey: `rent_${n}`, payee: { inline: payee }, amountPaise: 100_00n, remarks: "Rent" },
      ...{ mode: "imps" as const, fundSourceId: null, processOn: tomorrow() },
    })),
  );
  const ids = accepted.map((one) =>
    one.kind === "refused" ? assert.fail(one.code) : one.transfer.transferId,
  );
  for (const transferKey of ["own_1", "own_2"]) {
    const order = { transferKey, amount: "100.00", mode: "imps", remarks: "Rent" };
    await vik.ask("createTransfer", { merchantId, ...order, ...payee, processOn: tomorrow().toISOString() });
  }
  const cancel = async (by: Browser, input: object) => {
    const { status, body } = await by.call("cancelTransfers", { merchantId, ...input });
    return status === 200 ? body.count : body.error.code;
  };
  const filter = { status: ["scheduled"] };
  const all = { matches: { filter, count: 205, amount: "20500.00" } };
  assert.equal(await cancel(vik, { transferIds: ids.slice(0, 201) }), "too_many_of_member");
  assert.equal(await cancel(vik, { transferIds: ids.slice(0, 19) }), 19);
  assert.equal(await cancel(vik, { transferIds: ids.slice(19, 199) }), 180);
  const both = await Promise.all([199, 200].map((n) => cancel(vik, { transferIds: [ids[n]] })));
  assert.deepEqual(both.toSorted(), [1, "too_many_of_member"], "two at once do not pass the limit");
  assert.equal(await cancel(vik, all), "too_many_of_member");
  const rows = await world.look("select from access.deed_count where merchant_id = $1", [merchantId]);
  assert.equal(rows.length, 1, "a day of a member is one row");
  const { items } = await vik.ask("listTransfers", { merchantId, q: "own_1" });
  assert.equal(
    await cancel(vik, { transferIds: [items[0].transferId] }),
    1,
    "one's own orders are not counted",
  );
  const end = async (by: Browser, linkId: string): Promise<unknown> => {
    const { status, body } = await by.call("deactivateLink", { merchantId, linkId });
    return status === 200 ? body.status : body.error.code;
  };
  const lastDay = istDate(new Date(Date.now() + 5 * DAY_MS));
  for (const [by, linkId] of [
    [owner, "gift_1"],
    [vik, "gift_2"],
  ] as const) {
    const { name, phone } = payee;
    await by.ask("createLink", {
      merchantId,
      linkId,
      amount: "10.00",
      name,
      phone,
      lastDay,
      remarks: "Gift",
    });
  }
  assert.equal(await end(vik, "gift_1"), "too_many_of_member", "links of others are counted with payments");
  assert.equal(await end(vik, "gift_2"), "EXPIRED");
  await world.look("update access.deed_count set day = day - 7 where merchant_id = $1", [merchantId]);
  assert.equal(await end(vik, "gift_1"), "EXPIRED", "a week later");
  const left = { matches: { filter, count: 4, amount: "400.00" } };
  assert.equal(await cancel(owner, left), 4);
  const told = await world.look<{ count: number; subject: string }>(
    `select (detail ->> 'count')::integer as count, subject from audit.record
     where merchant_id = $1 and action = 'transfers.many_cancelled' order by seq`,
    [merchantId],
  );
  assert.deepEqual(
    told,
    [199, 200].map((count) => ({ count, subject: `member:${vik.memberId}` })),
  );
});

test("to cancel an order of another a second time is refused, also by a program", async () => {
  const { merchantId, merchant, browsers } = await makeOffice({ vik: "initiator" });
  const vik = browsers["vik"]!;
  const orders = ["rent_1", "rent_2"].map((transferKey) => ({
    ...{ transferKey, payee: { inline: payee }, amountPaise: 100_00n, remarks: "Rent" },
    ...{ mode: "imps" as const, fundSourceId: null, processOn: tomorrow() },
  }));
  const accepted = await acceptTransfers(world.ctx, merchantId, orders);
  const [first, second] = accepted.map((one) =>
    one.kind === "refused" ? assert.fail(one.code) : one.transfer.transferId,
  );
  const cancel = async () => {
    const { status, body } = await vik.call("cancelTransfers", { merchantId, transferIds: [first] });
    return [status, body.error?.code];
  };
  assert.deepEqual(await cancel(), [200, undefined]);
  assert.deepEqual(await cancel(), [409, "not_cancellable"]);
  const by: Actor = `api-key:${merchant.clientId}`;
  const end = () =>
    cancelTransfers(world.ctx, merchantId, { transferIds: [second!], because: "withdrawn", by });
  assert.equal((await end()).length, 1);
  await assert.rejects(end(), (error) => TransferError.is(error, "not_cancellable"));
});

test("programs end every order and link, and Owners are told of every 20", async () => {
  const { merchantId, merchant } = await makeOffice({ owner: "owner" });
  const by: Actor = `api-key:${merchant.clientId}`;
  const orders = Array.from({ length: 41 }, (_, n) => ({
    ...{ transferKey: `rent_${n}`, payee: { inline: payee }, amountPaise: 100_00n, remarks: "Rent", by },
    ...{ mode: "imps" as const, fundSourceId: null, processOn: tomorrow() },
  }));
  const accepted = await acceptTransfers(world.ctx, merchantId, orders);
  const ids = accepted.flatMap((one) => (one.kind === "refused" ? [] : [one.transfer.transferId]));
  for (const some of [ids.slice(0, 19), ids.slice(19, 38), ids.slice(38, 40)])
    await cancelTransfers(world.ctx, merchantId, { transferIds: some, because: "withdrawn", by });
  // A payout link.
  await world.ctx.db.inMerchant(merchantId, (tx) => countEnded(tx, by, 1));
  await cancelTransfers(world.ctx, merchantId, { transferIds: ids.slice(40), because: "withdrawn", by });
  const told = await world.look<{ count: number; subject: string }>(
    `select (detail ->> 'count')::integer as count, subject from audit.record
     where merchant_id = $1 and action = 'transfers.many_cancelled' order by seq`,
    [merchantId],
  );
  assert.deepEqual(told, [
    { count: 38, subject: by },
    { count: 40, subject: by },
  ]);
});
