/** An Owner restores the beneficiaries of a moment after a program deleted them and gave their IDs away. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { changeApiClient, resetApiClient } from "#access";
import { readNamedPayees } from "#beneficiaries";
import type { Json } from "#test/dashboard";
import { makeWorld } from "#test/world";
import { openBooks, vendor } from "./test/make-book.ts";

const world = await makeWorld();
const { ctx } = world;
const { makeBook, approve } = openBooks(world);

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
  assert.deepEqual(
    all,
    { restored: 0, awaiting: 0, left: 9 },
    "IDs keep their accounts unless the Owner names a moment",
  );
  assert.equal(await book.restore(owner, ids[0]!), "account_registered");
  assert.deepEqual(await owner.ask("restoreRemovedBy", { merchantId, since }), {
    restored: 4,
    awaiting: 0,
    left: 0,
  });
  const repeated = await owner.ask("restoreRemovedBy", { merchantId, since });
  assert.deepEqual(
    repeated,
    { restored: 0, awaiting: 0, left: 0 },
    "a second call undoes nothing of the first",
  );
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
  assert.deepEqual(await owner.ask("restoreRemovedBy", { merchantId, since }), {
    restored: 1,
    awaiting: 0,
    left: 2,
  });
  await book.remove(program, ["OTHER"]);
  assert.deepEqual(await owner.ask("restoreRemovedBy", { merchantId, since }), {
    restored: 2,
    awaiting: 0,
    left: 1,
  });
  assert.deepEqual(await book.details("VENDOR_1"), one, "not the one that was added last");
});

test("an own account waits for another person where an Owner restores it over that of a program", async () => {
  const book = await makeBook(1);
  const { merchantId, owner, second, program, by } = book;
  const since = new Date(Date.now() - 60_000).toISOString();
  for (const remover of [by.owner, program]) {
    const beneId = `SOON_${remover === program ? 1 : 2}`;
    const [own] = await book.idsOf(await book.add(by.owner, [vendor(beneId)]));
    const [also] = await book.idsOf(await book.add(by.owner, [vendor(`${beneId}_FREE`)]));
    await world.look(
      `update beneficiaries.beneficiary set added_at = added_at - interval '1 day'
       where merchant_id = $1 and bene_id like 'SOON%'`,
      [merchantId],
    );
    await book.remove(remover, [beneId, `${beneId}_FREE`]);
    const [honest] = await book.idsOf(await book.add(program, [vendor(beneId)]));
    const stands = async () => {
      const { beneficiaryId, status } = await book.details(beneId);
      return [beneficiaryId, status];
    };
    const memberId = remover === program ? {} : { memberId: owner.memberId };
    const all = { merchantId, since, ...memberId };
    assert.deepEqual(
      await owner.ask("restoreRemovedBy", all),
      { restored: 1, awaiting: 1, left: 0 },
      "only the one whose ID is free is paid at once",
    );
    assert.equal((await book.details(`${beneId}_FREE`)).beneficiaryId, also);
    const repeated = await owner.ask("restoreRemovedBy", all);
    assert.deepEqual(repeated, { restored: 0, awaiting: 0, left: 0 });
    assert.deepEqual(await stands(), [own, "awaiting_approval"], "a second call withdraws nothing");
    await book.remove(by.owner, [beneId]);
    assert.equal(await book.restore(owner, own!), "waits", "to withdraw the request changes nothing");
    assert.equal(await book.restore(second, honest!), "restored");
    assert.deepEqual(await stands(), [honest, "verified"], "another Owner undoes it");
    assert.equal(await book.restore(second, own!), "restored", "another Owner decides");
    assert.equal(await book.restore(second, honest!), "waits", "who restored does not undo it alone");
    assert.equal(await approve(owner, merchantId, "beneficiary"), "approved");
    assert.deepEqual(await stands(), [honest, "verified"]);
  }
});

test("two people give IDs back that one Owner's key exchanged, also if the other Owner's had listed them", async () => {
  const book = await makeBook(0);
  const { merchantId, admin, owner, second, program, by } = book;
  const beneIds = ["ONE", "TWO", "THREE"];
  await resetApiClient(ctx, merchantId, { by: by.owner });
  const vendors = await book.idsOf(await book.add(program, beneIds.map(vendor)));
  await resetApiClient(ctx, merchantId, { by: `member:${second.memberId}` });
  await book.remove(program, beneIds);
  const exchanged = await book.idsOf(await book.add(program, beneIds.map(vendor)));
  for (const who of [second, owner]) {
    assert.equal(await book.restore(who, vendors[0]!), "waits", "both keys had a part in it");
    assert.equal(await approve(who, merchantId, "beneficiary"), "own_request");
    await book.remove(by.admin, ["ONE"]);
  }
  for (const [n, approver] of [owner, admin].entries()) {
    const asking = approver === owner ? second : owner;
    assert.equal(await book.restore(asking, vendors[n]!), "waits");
    assert.equal(await approve(approver, merchantId, "beneficiary"), "approved");
    const { beneficiaryId, status } = await book.details(beneIds[n]!);
    assert.deepEqual([beneficiaryId, status], [vendors[n], "verified"]);
    for (const one of [owner, second])
      assert.equal(
        await book.restore(one, exchanged[n]!),
        "id_given_again",
        "it stands for what two agreed to",
      );
  }
});

test("another Owner undoes restorations also if the restorer deleted the present accounts first", async () => {
  const book = await makeBook(0);
  const { merchantId, owner, second, program, by } = book;
  const since = new Date(Date.now() - 60_000).toISOString();
  const beneIds = ["ONE", "MANY"];
  const own = await book.idsOf(await book.add(by.owner, beneIds.map(vendor)));
  await book.remove(by.owner, beneIds);
  const honest = await book.idsOf(await book.add(program, beneIds.map(vendor)));
  await book.remove(`member:${second.memberId}`, beneIds);
  for (const id of own) assert.equal(await book.restore(second, id), "restored");
  assert.equal(await book.restore(owner, honest[0]!), "restored");
  const ofSecond = { merchantId, memberId: second.memberId, since };
  assert.deepEqual(await owner.ask("restoreRemovedBy", ofSecond), { restored: 1, awaiting: 0, left: 0 });
  const listed = await Promise.all(beneIds.map(book.details));
  assert.deepEqual(
    listed.map(({ beneficiaryId }) => beneficiaryId),
    honest,
  );
});

test("an Owner undoes another one's restoration of what own keys replaced while able to act as them", async () => {
  const book = await makeBook(3);
  const { merchantId, owner, second, program, by } = book;
  const since = new Date(Date.now() - 60_000).toISOString();
  await resetApiClient(ctx, merchantId, { by: by.owner });
  await book.remove(program);
  const present = await book.idsOf(await book.add(program, book.beneIds.map(vendor)));
  await book.remove(`member:${second.memberId}`, ["VENDOR_1"]);
  assert.deepEqual(await second.ask("restoreRemovedBy", { merchantId, since }), {
    restored: 3,
    awaiting: 0,
    left: 0,
  });
  for (const id of present.slice(0, 2)) assert.equal(await book.restore(owner, id), "restored");
  await resetApiClient(ctx, merchantId, { by: `member:${second.memberId}` });
  assert.equal(await book.restore(owner, present[2]!), "waits");
});

test("what an Owner removes or adds with a key pair counts as own, until a week after it was reset", async () => {
  const book = await makeBook(3);
  const { merchantId, owner, second, program, ids, by } = book;
  await resetApiClient(ctx, merchantId, { by: by.owner });
  await book.remove(program);
  await book.add(program, book.beneIds.map(vendor));
  assert.equal(await book.restore(owner, ids[0]!), "waits");
  assert.equal(await approve(second, merchantId, "beneficiary"), "approved");
  const widened = { ipAllowlist: ["127.0.0.1", "127.0.0.2"], by: `member:${second.memberId}` } as const;
  await changeApiClient(ctx, merchantId, widened);
  await resetApiClient(ctx, merchantId, { by: `member:${second.memberId}` });
  assert.equal(await book.restore(owner, ids[1]!), "waits");
  await world.look(
    "update access.influence set at = at - interval '8 days', ended_at = ended_at - interval '8 days' where over = $1",
    [program],
  );
  await book.remove(by.admin, ["VENDOR_2"]);
  assert.equal(await book.restore(owner, ids[1]!), "restored");
  assert.equal(await book.restore(second, ids[2]!), "waits");
});

test("what a key pair listed for an Owner stays the Owner's own, however often it was restored since", async () => {
  const book = await makeBook(0);
  const { owner, second, program, by } = book;
  await resetApiClient(ctx, book.merchantId, { by: by.owner });
  const [own] = await book.idsOf(await book.add(program, [vendor("SOON")]));
  await resetApiClient(ctx, book.merchantId, { by: `member:${second.memberId}` });
  // Two restorations of a young beneficiary move the time of its addition so far.
  await world.look(
    `update beneficiaries.beneficiary set added_at = added_at + interval '9 days', restored_at = now()
     where beneficiary_id = $1`,
    [own],
  );
  await book.remove(by.admin, ["SOON"]);
  await book.add(program, [vendor("SOON")]);
  assert.equal(await book.restore(owner, own!), "waits");
});

test("the only Owner undoes what a stolen key did to own beneficiaries, but not what the Owner did", async () => {
  const book = await makeBook(0);
  const { owner, second, program, by } = book;
  await world.look("update access.member set active = false where member_id = $1", [second.memberId]);
  const given = [vendor("UPLOADED"), vendor("DELETED")];
  const [uploaded, deleted] = await book.idsOf(await book.add(by.owner, given));
  await book.remove(program, ["UPLOADED"]);
  await book.remove(by.owner, ["DELETED"]);
  await book.add(program, [vendor("UPLOADED"), vendor("DELETED")]);
  await world.look(
    `insert into access.influence (organization_id, member_id, over, what, former, at)
     select organization_id, member_id, 'member:' || member_id, 'took', '{own_organization}', now() - interval '8 days'
     from access.member where member_id = $1`,
    [second.memberId],
  );
  assert.equal(await book.restore(owner, uploaded!), "restored");
  assert.equal(await book.restore(owner, deleted!), "waits");
});

test("a restoration since a moment leaves out what the remover itself had listed alone since then", async () => {
  const book = await makeBook(1);
  const { merchantId, admin, owner, program, ids, by } = book;
  const since = new Date(Date.now() - 60_000).toISOString();
  await book.add(by.admin, [vendor("SOON"), vendor("FREE")]);
  await book.remove(by.admin, ["SOON", "FREE"]);
  const [honest] = await book.idsOf(await book.add(program, [vendor("SOON")]));
  await book.remove(by.admin);
  assert.deepEqual(
    await owner.ask("restoreRemovedBy", { merchantId, memberId: admin.memberId, since }),
    { restored: 1, awaiting: 0, left: 0 },
    "only the beneficiary that was on the list at that moment",
  );
  const { items } = await owner.ask("listBeneficiaries", { merchantId });
  assert.deepEqual(
    items.map((one: Json) => one.beneficiaryId).toSorted(),
    [honest, ids[0]].toSorted(),
    "the program's account keeps its ID",
  );
});

test("an ID that a program gave away is not given back to what the member who deleted it had listed", async () => {
  const book = await makeBook(1);
  const { merchantId, admin, owner, program, by } = book;
  await book.add(by.admin, [vendor("NEXT"), vendor("LATER")]);
  await world.look(
    `update beneficiaries.beneficiary set added_at = added_at - interval '1 day' where merchant_id = $1`,
    [merchantId],
  );
  const since = new Date(Date.now() - 1).toISOString();
  await book.remove(by.admin, ["NEXT", "LATER"]);
  const [honest, removed] = await book.idsOf(await book.add(program, [vendor("NEXT"), vendor("LATER")]));
  await book.remove(by.admin, ["LATER"]);
  const all = { merchantId, memberId: admin.memberId, since };
  assert.deepEqual(await owner.ask("restoreRemovedBy", all), { restored: 1, awaiting: 0, left: 2 });
  const idOf = async (beneId: string) => (await book.details(beneId)).beneficiaryId;
  assert.deepEqual([await idOf("NEXT"), await idOf("LATER")], [honest, removed]);
});

test("people who decide see the account that a restored beneficiary replaced", async () => {
  const book = await makeBook(1);
  const { merchantId, owner, program, ids } = book;
  await book.remove(program);
  const [replaced] = [vendor("VENDOR_1")];
  await book.add(program, [replaced]);
  assert.equal(await book.restore(owner, ids[0]!), "restored");
  const [named] = await ctx.db.inMerchant(merchantId, (tx) => readNamedPayees(tx, ids));
  assert.equal(named!.former?.accountLast4, replaced.accountNumber!.slice(-4));
});
