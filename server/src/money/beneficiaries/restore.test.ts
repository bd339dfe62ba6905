/** One member deletes beneficiaries of a live merchant, and an Owner brings them back. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { verifyAuditChain } from "#audit";
import { removeBeneficiary, setBeneficiarySettings } from "#beneficiaries";
import type { Browser, Json } from "#test/dashboard";
import { makeWorld } from "#test/world";
import { openBooks, vendor } from "./test/make-book.ts";

const world = await makeWorld();
const { ctx } = world;
const { makeBook, setFor, approve } = openBooks(world);

test("an Owner restores what a member deleted, one or all, as they were", async () => {
  const book = await makeBook(25);
  const { merchantId, admin, owner, ids, beneIds } = book;
  const before = await Promise.all(beneIds.map(book.details));
  assert.equal((await book.remove(book.by.admin)).length, 25);
  const listed = async (who: Browser, search: object) =>
    (await who.ask("listBeneficiaries", { merchantId, ...search })).items as Json[];
  assert.equal((await listed(owner, {})).length, 0);
  const gone = await listed(admin, { states: ["removed"], restorable: true });
  assert.equal(gone.length, 25, "who deleted what is shown to everybody who sees payments");
  assert.ok(gone.every((one) => typeof one.removedBy === "string" && one.restorable));
  const { items } = await owner.ask("listBeneficiaryRemovers", { merchantId });
  assert.deepEqual(
    items.map((one: Json) => [one.memberId, one.count]),
    [[admin.memberId, 25]],
  );
  assert.equal(await book.restore(admin, ids[0]!), "not_permitted", "only an Owner restores at once");
  assert.equal(await book.restore(owner, ids[0]!), "restored");
  assert.equal(await book.restore(owner, ids[0]!), "nothing_to_restore");
  assert.deepEqual(await book.details("VENDOR_1"), before[0]);
  const all = await owner.ask("restoreRemovedBy", { merchantId, memberId: admin.memberId });
  assert.deepEqual(all, { restored: 24, awaiting: 0, left: 0 });
  assert.deepEqual(await Promise.all(beneIds.map(book.details)), before);
  const told = await world.look<{ action: string; count: number; subject: string }>(
    `select action, (detail ->> 'count')::integer as count, subject from audit.record
     where merchant_id = $1 and action in ('beneficiaries.many_removed', 'approvals.tightening_undone')
     order by seq`,
    [merchantId],
  );
  const subject = book.by.admin;
  assert.deepEqual(told, [
    { action: "beneficiaries.many_removed", count: 25, subject },
    { action: "approvals.tightening_undone", count: 1, subject },
    { action: "approvals.tightening_undone", count: 24, subject },
  ]);
  await verifyAuditChain(ctx, merchantId);
});

test("a member who is no Owner deletes 200 beneficiaries a week, singly or in sets; programs delete all", async () => {
  const book = await makeBook(203);
  const { merchantId, admin, owner, ids, beneIds } = book;
  const own = await book.add(book.by.admin, [vendor("MISTAKE")]);
  assert.equal(own[0]!.kind, "added");
  assert.deepEqual(await book.remove(book.by.admin, beneIds.slice(0, 201)), [], "201 at once are too many");
  assert.equal((await book.remove(book.by.admin, beneIds.slice(0, 199))).length, 199);
  const both = await Promise.all(
    [199, 200].map((n) => book.on(admin, "removeBeneficiary", { beneficiaryId: ids[n]! })),
  );
  assert.deepEqual(
    both.map(({ status }) => status).toSorted(),
    [200, 409],
    "two at once do not pass the limit",
  );
  const refused = both.find(({ status }) => status === 409)!.body.error;
  assert.equal(refused.code, "too_many_of_member");
  assert.match(refused.message, /200 beneficiaries in the last 7 days\. Ask an Owner/);
  assert.equal(
    (await book.remove(book.by.admin, ["MISTAKE"])).length,
    1,
    "what one has just added does not count",
  );
  const left = (await owner.ask("listBeneficiaries", { merchantId })).items as Json[];
  assert.equal(left.length, 3);
  const [first, ...others] = left;
  await owner.ask("removeBeneficiary", { merchantId, beneficiaryId: first!.beneficiaryId });
  const rest = others.map((one) => String(one.beneId));
  assert.equal((await book.remove(book.program, rest)).length, 2);
  const { restored } = await owner.ask("restoreRemovedBy", { merchantId, memberId: admin.memberId });
  assert.equal(restored, 201, "with the one that the member had added");
  const { items } = await owner.ask("listBeneficiaryRemovers", { merchantId });
  assert.deepEqual(
    items.map(({ memberId, count }: Json) => [memberId, count]),
    [
      [null, 2],
      [owner.memberId, 1],
    ],
  );
});

test("programs delete all, Owners are told of every 20, and an Owner restores what they deleted", async () => {
  const book = await makeBook(45);
  const { merchantId, admin, owner, beneIds } = book;
  await book.add(book.program, [vendor("MISTAKE")]);
  for (const some of [["MISTAKE", ...beneIds.slice(0, 19)], beneIds.slice(19, 25), beneIds.slice(25)])
    assert.equal((await book.remove(book.program, some)).length, some.length);
  const { items } = await owner.ask("listBeneficiaryRemovers", { merchantId });
  assert.deepEqual(items, [{ memberId: null, name: "API", count: 46 }]);
  const rows = await world.look("select count from access.deed_count where merchant_id = $1", [merchantId]);
  assert.deepEqual(rows, [{ count: 45 }], "a day is one row, without what a program added itself");
  assert.equal((await book.on(admin, "restoreRemovedBy", {})).status, 403);
  assert.equal(await book.restore(owner, book.ids[0]!), "restored");
  assert.deepEqual(await owner.ask("restoreRemovedBy", { merchantId }), {
    restored: 45,
    awaiting: 0,
    left: 0,
  });
  const told = await world.look<{ action: string; count: number; subject: string }>(
    `select action, (detail ->> 'count')::integer as count, subject from audit.record
     where merchant_id = $1 and action in ('beneficiaries.many_removed', 'approvals.tightening_undone')
     order by seq`,
    [merchantId],
  );
  const subject = book.program;
  assert.deepEqual(
    told,
    [
      { action: "beneficiaries.many_removed", count: 25, subject },
      { action: "beneficiaries.many_removed", count: 45, subject },
      { action: "approvals.tightening_undone", count: 1, subject },
      { action: "approvals.tightening_undone", count: 45, subject },
    ],
    "what a program has just added and deletes again is not counted",
  );
});

test("an ID is restored to the account for which it stood last, and what waits under it is withdrawn", async () => {
  const book = await makeBook(3);
  const { merchantId, admin, owner, ids } = book;
  await book.remove(book.by.admin);
  const [waiting, others] = await book.add(book.by.admin, [vendor("VENDOR_1"), vendor("VENDOR_2")]);
  assert.ok(waiting!.kind === "added" && waiting!.awaitsApproval === true);
  assert.equal(others!.kind, "added");
  const before = await book.details("VENDOR_1");
  assert.equal(await book.restore(owner, ids[0]!), "restored");
  assert.notEqual((await book.details("VENDOR_1")).accountNumber, before.accountNumber);
  // Two people gave VENDOR_2 to another account: it stands for that one, also when it is deleted.
  assert.equal(await approve(owner, merchantId, "beneficiary"), "approved");
  assert.equal(await book.restore(owner, ids[1]!), "id_given_again");
  await book.remove(book.by.admin, ["VENDOR_2"]);
  assert.equal(await book.restore(owner, ids[1]!), "id_given_again");
  assert.deepEqual(await owner.ask("restoreRemovedBy", { merchantId, memberId: admin.memberId }), {
    restored: 2,
    awaiting: 0,
    left: 1,
  });
});

test("what two people removed, or what was removed before the week, is not restored", async () => {
  const book = await makeBook(4);
  const { merchantId, owner, ids } = book;
  await book.remove(book.by.admin, ["VENDOR_1"]);
  await world.look(
    "update beneficiaries.beneficiary set removed_at = removed_at - interval '8 days' where beneficiary_id = $1",
    [ids[0]],
  );
  await book.remove("system", ["VENDOR_2"]);
  const any = [{ name: "All", levels: [{ approvers: 1 }] }];
  await setFor(book.merchant, "beneficiary", any);
  const by = book.by.admin;
  assert.deepEqual(await removeBeneficiary(ctx, merchantId, { beneId: "VENDOR_3", by }), {
    awaitsApproval: true,
  });
  assert.equal(await approve(owner, merchantId, "beneficiary"), "approved");
  for (const id of ids) assert.equal(await book.restore(owner, id), "nothing_to_restore");
  assert.deepEqual((await owner.ask("listBeneficiaryRemovers", { merchantId })).items, []);
});

test("an account that another beneficiary has by now is not listed twice", async () => {
  const book = await makeBook(1);
  const { accountNumber } = await book.details("VENDOR_1");
  await book.remove(book.by.admin);
  const again = { ...vendor("OTHER"), accountNumber: accountNumber! };
  assert.equal((await book.add(book.by.admin, [again]))[0]!.kind, "added");
  assert.equal(await book.restore(book.owner, book.ids[0]!), "account_registered");
  await book.remove(book.by.admin, ["OTHER"]);
  assert.equal(await book.restore(book.owner, book.ids[0]!), "restored");
});

test("a member who adds a deleted account again under its ID does not keep an Owner from restoring it", async () => {
  const book = await makeBook(3);
  const { merchantId, admin, owner, ids } = book;
  const same = await Promise.all(
    book.beneIds.map(async (beneId) => ({
      ...vendor(beneId),
      accountNumber: (await book.details(beneId)).accountNumber!,
    })),
  );
  for (const beneIds of [book.beneIds, book.beneIds, ["VENDOR_2"]]) {
    await book.remove(book.by.admin, beneIds);
    const again = await book.add(
      book.by.admin,
      same.filter(({ beneId }) => beneIds.includes(beneId)),
    );
    assert.ok(again.every((one) => one.kind === "added" && one.awaitsApproval === undefined));
  }
  assert.equal(await book.restore(owner, ids[0]!), "restored");
  assert.equal(await book.restore(owner, ids[0]!), "nothing_to_restore");
  await book.remove(book.by.admin, ["VENDOR_3"]);
  assert.deepEqual(await owner.ask("restoreRemovedBy", { merchantId, memberId: admin.memberId }), {
    restored: 2,
    awaiting: 0,
    left: 0,
  });
  const { items } = await owner.ask("listBeneficiaries", { merchantId });
  assert.deepEqual(items.map((one: Json) => one.beneficiaryId).toSorted(), ids.toSorted(), "the former rows");
});

test("an account that two people agreed to under the ID again stays listed", async () => {
  const book = await makeBook(1);
  const same = { ...vendor("VENDOR_1"), accountNumber: (await book.details("VENDOR_1")).accountNumber! };
  await book.remove(book.by.admin);
  await setFor(book.merchant, "beneficiary", [{ name: "All", levels: [{ approvers: 1 }] }]);
  assert.equal((await book.add(book.by.admin, [same]))[0]!.kind, "added");
  assert.equal(await approve(book.owner, book.merchantId, "beneficiary"), "approved");
  assert.equal(await book.restore(book.owner, book.ids[0]!), "id_given_again");
});

test("a later account under the ID that two people took off the list keeps no Owner from restoring", async () => {
  const book = await makeBook(1);
  const { merchantId, owner, ids, by, program } = book;
  await book.remove(by.admin);
  assert.equal((await book.add(program, [vendor("VENDOR_1")]))[0]!.kind, "added");
  await setFor(book.merchant, "beneficiary", [{ name: "All", levels: [{ approvers: 1 }] }]);
  await removeBeneficiary(ctx, merchantId, { beneId: "VENDOR_1", by: by.admin });
  assert.equal(await approve(owner, merchantId, "beneficiary"), "approved");
  assert.equal(await book.restore(owner, ids[0]!), "restored");
});

test("deletions of others' beneficiaries count as often as a member adds and deletes them again", async () => {
  const book = await makeBook(200);
  const { accountNumber } = await book.details("VENDOR_1");
  await book.remove(book.by.admin, ["VENDOR_1"]);
  const [again] = await book.add(book.by.admin, [{ ...vendor("VENDOR_1"), accountNumber: accountNumber! }]);
  assert.equal(again!.kind, "added");
  assert.deepEqual(await book.remove(book.by.admin), [], "201 deletions are too many");
});

test("deletions of others' beneficiaries that wait for approval count; a member's own do not", async () => {
  const book = await makeBook(199);
  const { merchantId, admin, owner } = book;
  await book.remove(book.by.admin);
  await setFor(book.merchant, "beneficiary", [{ name: "All", levels: [{ approvers: 1 }] }]);
  const waiting = await book.add(book.program, [vendor("WAITS_1"), vendor("WAITS_2"), vendor("WAITS_3")]);
  assert.ok(waiting.every((one) => one.kind === "added" && one.awaitsApproval === true));
  await book.add(book.by.admin, [vendor("OWN")]);
  assert.deepEqual(
    await book.remove(book.by.admin, ["WAITS_1", "WAITS_2"]),
    [],
    "201 deletions are too many",
  );
  assert.deepEqual(await book.remove(book.by.admin, ["OWN", "WAITS_1"]), ["OWN", "WAITS_1"]);
  const search = { merchantId, states: ["awaiting_approval"] };
  const left = (await owner.ask("listBeneficiaries", search)).items as Json[];
  assert.deepEqual(left.map(({ beneId }) => beneId).toSorted(), ["WAITS_2", "WAITS_3"]);
  const { beneficiaryId } = left[0]!;
  const { status, body } = await book.on(admin, "removeBeneficiary", { beneficiaryId });
  assert.deepEqual([status, body.error.code], [409, "too_many_of_member"]);
  const rest = ["WAITS_2", "WAITS_3"];
  assert.deepEqual((await book.remove(book.by.owner, rest)).toSorted(), rest, "an Owner deletes all");
});

test("the time that a beneficiary is off the list does not count for its cooling-off", async () => {
  const book = await makeBook(2);
  const { merchantId, owner, ids } = book;
  const age = (beneId: string, days: number) =>
    world.look(
      `update beneficiaries.beneficiary
       set added_at = added_at - make_interval(hours => $3), removed_at = removed_at - make_interval(hours => $3)
       where merchant_id = $1 and bene_id = $2`,
      [merchantId, beneId, days * 24],
    );
  await setBeneficiarySettings(ctx, merchantId, { waitingMinutes: 1440, by: "system" });
  await age("VENDOR_1", -30);
  await book.remove(book.by.owner);
  for (const beneId of book.beneIds) await age(beneId, 2);
  for (const id of ids) assert.equal(await book.restore(owner, id), "restored");
  const pay = async (beneId: string): Promise<unknown> => {
    const order = { transferKey: beneId, beneId, amount: "10.00", mode: "imps", remarks: "May" };
    const { status, body } = await owner.call("createTransfer", { merchantId, ...order });
    return status === 200 ? "paid" : body.error.code;
  };
  assert.equal(await pay("VENDOR_1"), "beneficiary_too_new");
  assert.equal(await pay("VENDOR_2"), "paid");
  const [first, second] = await Promise.all(book.beneIds.map(book.details));
  assert.ok(first!.addedAt.getTime() - second!.addedAt.getTime() > 29 * 86_400_000);
});

test("the only Owner undoes an own restoration at once, but not after deleting the replaced account", async () => {
  const book = await makeBook(2);
  const { owner, second, program, ids, by } = book;
  await world.look("update access.member set active = false where member_id = $1", [second.memberId]);
  await book.remove(by.admin);
  const [replaced, deleted] = await book.idsOf(await book.add(program, book.beneIds.map(vendor)));
  await book.remove(by.owner, ["VENDOR_2"]);
  for (const id of ids) assert.equal(await book.restore(owner, id), "restored");
  assert.equal(await book.restore(owner, deleted!), "waits", "the Owner deleted this one by hand");
  assert.equal(await book.restore(owner, replaced!), "restored");
  assert.equal((await book.details("VENDOR_1")).beneficiaryId, replaced);
  await book.remove(by.owner, ["VENDOR_1"]);
  await book.add(program, [vendor("VENDOR_1")]);
  assert.equal(await book.restore(owner, replaced!), "waits", "the program has listed another account since");
});
