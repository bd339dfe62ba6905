/** IDs of beneficiaries that one person takes for other accounts, by keys, beforehand or afterwards. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Actor } from "#audit";
import { ensurePayees } from "#beneficiaries";
import type { Browser } from "#test/dashboard";
import { makeWorld } from "#test/world";
import { openBooks, vendor } from "./test/make-book.ts";

const world = await makeWorld();
const { makeBook } = openBooks(world);

test("a key of drafts, and a key of the member who deleted the account, wait for a second person", async () => {
  const book = await makeBook(3);
  const { merchantId, admin, by, program } = book;
  const key = (set: string, value: string) =>
    world.look(`update access.api_client set ${set} = $2 where merchant_id = $1`, [merchantId, value]);
  const replace = async (remover: Actor, beneId: string): Promise<boolean> => {
    await book.remove(remover, [beneId]);
    const [added] = await book.add(program, [vendor(beneId)]);
    return added!.kind === "added" && added!.awaitsApproval === true;
  };
  await key("shown_to", admin.memberId);
  assert.equal(await replace(by.admin, "VENDOR_1"), true);
  assert.equal(await replace(by.owner, "VENDOR_2"), false, "someone else deleted it");
  assert.equal(await replace(program, "VENDOR_2"), false, "programs replace accounts without being asked");
  await key("scope", "draft");
  assert.equal(await replace(program, "VENDOR_3"), true);
  const [added] = await book.add(program, [vendor("NEW")]);
  assert.ok(added!.kind === "added" && added!.awaitsApproval === undefined, "a new ID replaces nothing");
});

test("a member who is no Owner adds 50,000 beneficiaries a week, and Owners are told of every 1,000", async () => {
  const { merchantId, admin, by, program, ...book } = await makeBook(0);
  const countOf = (member: string, count: number) =>
    world.look(
      `insert into access.deed_count (merchant_id, actor, deed, day, count)
       values ($1, $2, 'beneficiaries.added', (now() at time zone 'Asia/Kolkata')::date - 1, $3)`,
      [merchantId, member, count],
    );
  await countOf(by.admin, 49_998);
  await countOf(by.owner, 49_999);
  const add = async (actor: Actor, ...beneIds: readonly string[]) =>
    (await book.add(actor, beneIds.map(vendor))).map((one) =>
      one.kind === "added" ? "added" : one.error.code,
    );
  const tooMany = "too_many_added";
  assert.deepEqual(
    await add(by.admin, "A", "B", "C"),
    [tooMany, tooMany, tooMany],
    "one of them is too many",
  );
  const atOnce = await Promise.all(["A", "B", "C", "D"].map((beneId) => add(by.admin, beneId)));
  assert.deepEqual(
    atOnce.flat().toSorted(),
    ["added", "added", tooMany, tooMany],
    "calls at the same time pass no more",
  );
  assert.deepEqual(await add(by.admin, "E"), [tooMany]);
  const given = { ...vendor("F"), address1: undefined };
  const { status, body } = await book.on(admin, "addBeneficiary", given);
  assert.deepEqual([status, body.error.code], [409, tooMany]);
  assert.match(body.error.message, /50,000 beneficiaries in the last 7 days\. Ask an Owner/);
  assert.deepEqual(await add(by.owner, "G"), ["added"]);
  assert.deepEqual(await add(program, "H"), ["added"]);
  const told = await world.look<{ subject: string; count: number }>(
    `select subject, (detail ->> 'count')::integer as count from audit.record
     where merchant_id = $1 and action = 'beneficiaries.many_added' order by seq`,
    [merchantId],
  );
  assert.deepEqual(told, [
    { subject: by.admin, count: 50_000 },
    { subject: by.owner, count: 50_000 },
  ]);
});

test("new payees of a member's payments count like beneficiaries that the member adds", async () => {
  const { merchantId, admin, owner, by, ...book } = await makeBook(0);
  await world.look(
    `insert into access.deed_count (merchant_id, actor, deed, day, count)
     select $1, actor, 'beneficiaries.added', (now() at time zone 'Asia/Kolkata')::date - 1, 49999
     from unnest($2::text[]) as counted (actor)`,
    [merchantId, [by.admin, by.owner]],
  );
  let orders = 0;
  const pay = async (who: Browser, accountNumber: string): Promise<unknown> => {
    orders += 1;
    const payee = { name: "Asha Rao", phone: "9876543210", accountNumber, ifsc: "HDFC0000001" };
    const order = { transferKey: `new_${orders}`, amount: "10.00", mode: "imps", remarks: "May", ...payee };
    const { status, body } = await book.on(who, "createTransfer", order);
    return status === 200 ? "taken" : body.error.code;
  };
  assert.equal(await pay(admin, "910000001001"), "taken");
  assert.equal(await pay(admin, "910000001002"), "account_limit_exceeded");
  assert.equal(await pay(admin, "910000001001"), "taken", "a payee who was paid before is not new");
  assert.equal(await pay(owner, "910000001002"), "taken");
  assert.equal(await pay(owner, "910000001003"), "taken", "an Owner has no limit");
});

test("a member who may add no more payees keeps no one else from paying the same new payee in one set", async () => {
  const { merchantId, by } = await makeBook(0);
  await world.look(
    `insert into access.deed_count (merchant_id, actor, deed, day, count)
     values ($1, $2, 'beneficiaries.added', (now() at time zone 'Asia/Kolkata')::date - 1, 50000)`,
    [merchantId, by.admin],
  );
  const payee = { name: "Asha Rao", accountNumber: "910000001004", ifsc: "HDFC0000001" };
  const { db, vault } = world.ctx;
  const paid = await db.inMerchant(merchantId, (tx) =>
    ensurePayees(tx, vault, [
      { ...payee, by: by.owner },
      { ...payee, by: by.admin },
    ]),
  );
  assert.ok(paid.every((facts) => facts !== undefined));
  const counted = await world.look<{ count: string }>(
    "select sum(count) as count from access.deed_count where merchant_id = $1 and actor = $2",
    [merchantId, by.owner],
  );
  assert.equal(Number(counted[0]!.count), 1);
});
