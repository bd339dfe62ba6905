/** An Owner restores the beneficiaries of a moment whose accounts a member moved to other IDs, or asked to move. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json } from "#test/dashboard";
import { makeWorld } from "#test/world";
import { openBooks, vendor } from "./test/make-book.ts";

const world = await makeWorld();
const { makeBook } = openBooks(world);

test("accounts that a member moved to other IDs come back to their own since a moment", async () => {
  const book = await makeBook(2);
  const { merchantId, admin, owner, by } = book;
  const memberId = admin.memberId;
  const since = new Date(Date.now() - 60_000).toISOString();
  const before = await Promise.all(book.beneIds.map(book.details));
  await book.remove(by.admin);
  const moved = before.map(({ accountNumber }, n) => ({
    ...vendor(`MOVED_${n}`),
    accountNumber: accountNumber!,
  }));
  assert.ok((await book.add(by.admin, moved)).every(({ kind }) => kind === "added"));
  await book.add(by.admin, [vendor("NEW")]);
  assert.deepEqual(await owner.ask("restoreRemovedBy", { merchantId, memberId }), {
    restored: 0,
    awaiting: 0,
    left: 2,
  });
  assert.deepEqual(await owner.ask("restoreRemovedBy", { merchantId, memberId, since }), {
    restored: 2,
    awaiting: 0,
    left: 0,
  });
  const { items } = await owner.ask("listBeneficiaries", { merchantId });
  assert.deepEqual(items.map(({ beneId }: Json) => beneId).toSorted(), ["NEW", "VENDOR_1", "VENDOR_2"]);
});

test("accounts that wait for approval under former IDs of others are withdrawn by a restoration", async () => {
  const book = await makeBook(6);
  const { merchantId, admin, owner, program, ids, by } = book;
  const since = new Date(Date.now() - 60_000).toISOString();
  const moved = await Promise.all(book.beneIds.slice(0, 3).map(book.details));
  await book.remove(program, book.beneIds.slice(3));
  await book.remove(by.admin, book.beneIds.slice(0, 3));
  const added = await book.add(
    by.admin,
    moved.map(({ accountNumber }, n) => ({ ...vendor(`VENDOR_${n + 4}`), accountNumber: accountNumber! })),
  );
  assert.ok(added.every((one) => one.kind === "added" && one.awaitsApproval === true));
  const ofAdmin = { merchantId, memberId: admin.memberId };
  assert.deepEqual(await owner.ask("restoreRemovedBy", ofAdmin), { restored: 0, awaiting: 0, left: 3 });
  assert.equal(await book.restore(owner, ids[0]!), "restored");
  assert.deepEqual(await owner.ask("restoreRemovedBy", { ...ofAdmin, since }), {
    restored: 2,
    awaiting: 0,
    left: 0,
  });
  const { items } = await owner.ask("listBeneficiaries", { merchantId });
  assert.deepEqual(items.map(({ beneId }: Json) => beneId).toSorted(), book.beneIds.slice(0, 3));
});
