/** An Owner restores the beneficiaries of a moment after a program deleted them and gave their IDs away. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json } from "#test/dashboard";
import { makeWorld } from "#test/world";
import { openBooks, vendor } from "./test/make-book.ts";

const world = await makeWorld();
const { makeBook } = openBooks(world);

test("an Owner restores at once the IDs that a program gave to other accounts since a moment", async () => {
  const book = await makeBook(4);
  const { merchantId, owner, ids, program } = book;
  // The merchant's own system gave VENDOR_4 another account before.
  await book.remove(program, ["VENDOR_4"]);
  const [honest] = await book.add(program, [vendor("VENDOR_4")]);
  await world.look(
    `update beneficiaries.beneficiary
     set removed_at = removed_at - interval '1 day', added_at = added_at - interval '1 day'
     where merchant_id = $1 and bene_id = 'VENDOR_4'`,
    [merchantId],
  );
  const since = new Date(Date.now() - 60_000).toISOString();
  const before = await Promise.all(book.beneIds.map(book.details));
  const others = before.map(({ accountNumber }) => `9${accountNumber!}`);
  // In the end each former account is listed under another ID.
  const swapped = before.toReversed().map(({ accountNumber }) => accountNumber!);
  for (const accounts of [others, swapped]) {
    await book.remove(program);
    const given = book.beneIds.map((beneId, n) => ({ ...vendor(beneId), accountNumber: accounts[n]! }));
    assert.ok((await book.add(program, given)).every(({ kind }) => kind === "added"));
  }
  const order = { transferKey: "LATER", beneId: "VENDOR_1", amount: "10.00", mode: "imps", remarks: "May" };
  await owner.ask("createTransfer", { merchantId, ...order });
  const all = await owner.ask("restoreRemovedBy", { merchantId });
  assert.deepEqual(all, { restored: 0, left: 9 }, "IDs keep their accounts unless the Owner names a moment");
  assert.equal(await book.restore(owner, ids[0]!), "account_registered");
  assert.deepEqual(await owner.ask("restoreRemovedBy", { merchantId, since }), { restored: 4, left: 0 });
  const { items } = await owner.ask("listBeneficiaries", { merchantId });
  assert.deepEqual(
    items.map((one: Json) => one.beneficiaryId).toSorted(),
    [...ids.slice(0, 3), ...(await book.idsOf([honest!]))].toSorted(),
    "the rows of that moment",
  );
  const { items: ordered } = await owner.ask("listTransfers", { merchantId });
  assert.deepEqual(
    ordered.map(({ transferKey, status }: Json) => [transferKey, status !== "cancelled"]),
    [["LATER", true]],
    "what was ordered stays ordered",
  );
});

test("accounts that are listed under other IDs are left, and do not keep others from being restored", async () => {
  const book = await makeBook(3);
  const { merchantId, owner, program } = book;
  const since = new Date(Date.now() - 60_000).toISOString();
  const [one, two] = await Promise.all(["VENDOR_1", "VENDOR_2"].map(book.details));
  await book.remove(program);
  const given = [
    { ...vendor("OTHER"), accountNumber: one!.accountNumber! },
    { ...vendor("VENDOR_1"), accountNumber: two!.accountNumber! },
    vendor("VENDOR_3"),
  ];
  assert.ok((await book.add(program, given)).every(({ kind }) => kind === "added"));
  assert.deepEqual(await owner.ask("restoreRemovedBy", { merchantId, since }), { restored: 1, left: 2 });
  await book.remove(program, ["OTHER"]);
  assert.deepEqual(await owner.ask("restoreRemovedBy", { merchantId, since }), { restored: 2, left: 1 });
  assert.deepEqual(await book.details("VENDOR_1"), one, "not the one that was added last");
});
