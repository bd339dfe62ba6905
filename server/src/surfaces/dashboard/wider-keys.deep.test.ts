/** Ways in which one person alone could try to widen the rights of a live merchant's keys, and to pay with them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { changeApiClient, resetApiClient } from "#access";
import { requestKeyScope, parsePolicies, setPolicies } from "#approvals";
import { verifyLedger } from "#proof";
import type { Browser, Json } from "#test/dashboard";
import { openFourEyes } from "#test/four-eyes";
import { makeWorld, type TestMerchant } from "#test/world";
import { admitTransfers, dispatchTransfers } from "#transfers";

const world = await makeWorld();
const { makeOffice, payByKey, linkBy, batchBy, queueOf, approve } = openFourEyes(world);

test("a Developer who gives the keys more and pays by them: it waits for another person", async () => {
  const { merchant, merchantId, browsers } = await makeOffice({
    dev: "developer",
    admin: "admin",
    owner: "owner",
  });
  const { dev, admin, owner } = browsers;
  const now = async () => (await dev!.ask("getApiKeys", { merchantId })).keys;
  const change = (by: Browser, terms: object) => by.ask("changeKeyScope", { merchantId, ...terms });
  const less = await change(dev!, { scope: "read", fundSourceIds: ["WALLET_1"], dayLimit: "1000.00" });
  assert.deepEqual([less.scope, less.requestId], ["read", null], "less holds at once");
  const tried = [
    { scope: "draft" },
    { scope: "pay" },
    { scope: "read", fundSourceIds: [] },
    { scope: "read", dayLimit: "1000.01" },
    { scope: "read", dayLimit: "0" },
  ];
  for (const terms of tried) {
    const asked = await change(dev!, terms);
    assert.deepEqual([asked.scope, typeof asked.requestId], ["read", "string"], JSON.stringify(terms));
  }
  assert.equal(
    (await queueOf(owner!, merchantId, "rights")).length,
    1,
    "each takes the place of the one before",
  );
  assert.equal((await queueOf(dev!, merchantId, "rights"))[0].turn, "own");
  const { scope, fundSourceIds, dayLimit } = await now();
  assert.deepEqual([scope, fundSourceIds, dayLimit], ["read", ["WALLET_1"], "1000.00"]);

  const more = { merchantId, scope: "pay", dayLimit: "0" };
  assert.equal((await admin!.call("changeKeyScope", more)).body.error.code, "already_open");
  const [{ requestId, contentHash }] = await queueOf(owner!, merchantId, "rights");
  const verdict = { verdict: "reject", reason: "The Admin asks for it" };
  await owner!.ask("decideApprovals", { merchantId, requests: [{ requestId, contentHash }], ...verdict });
  await change(admin!, more);
  assert.equal(await approve(admin!, merchantId, "rights"), "own_request");
  assert.equal(await approve(owner!, merchantId, "rights"), "approved");
  assert.deepEqual([(await now()).scope, (await now()).dayLimit], ["pay", null]);
  assert.equal(await payByKey(merchant, "450000.00"), "APPROVAL_PENDING");
  assert.equal(await approve(admin!, merchantId, "transfer"), "too_close");
  assert.equal(await approve(owner!, merchantId, "transfer"), "approved");
});

test("what a Developer takes from the keys an Owner gives back at once, and no more than that", async () => {
  const { merchantId, browsers } = await makeOffice({ dev: "developer", admin: "admin", owner: "owner" });
  const { dev, admin, owner } = browsers;
  await requestKeyScope(world.ctx, merchantId, { scope: "pay", dayLimitPaise: 9_000_00n });
  const scopeBy = (by: Browser, terms: object) => by.ask("changeKeyScope", { merchantId, ...terms });
  const listBy = (by: Browser, ipAllowlist: string[]) => by.ask("changeApiKeys", { merchantId, ipAllowlist });
  const seenBy = async (by: Browser) => by.ask("getApiKeys", { merchantId });
  const open = ["127.0.0.1/32", "203.0.113.0/24"];
  await changeApiClient(world.ctx, merchantId, { ipAllowlist: open });
  await scopeBy(dev!, { scope: "read", fundSourceIds: ["WALLET_1"], dayLimit: "1.00" });
  await listBy(dev!, ["203.0.113.7"]);
  await listBy(dev!, []);
  // A request by the Developer does not stop the Owner.
  assert.equal(typeof (await scopeBy(dev!, { scope: "draft" })).requestId, "string");
  assert.equal(typeof (await listBy(dev!, ["127.0.0.1"])).requestId, "string");
  assert.deepEqual((await seenBy(dev!)).formerTerms, null, "only an Owner is offered it");
  assert.equal(
    (await admin!.call("changeKeyScope", { merchantId, scope: "pay" })).body.error.code,
    "already_open",
  );
  const { formerTerms, formerAllowlist } = await seenBy(owner!);
  const { scope, fundSourceIds, dayLimit } = formerTerms;
  assert.deepEqual([scope, fundSourceIds, dayLimit], ["pay", null, "9000.00"]);
  assert.deepEqual(formerAllowlist.ipAllowlist, open);
  const more = await scopeBy(owner!, { scope, fundSourceIds: [], dayLimit: "9000.01" }).catch(String);
  assert.match(String(more), /already_open/, "more than before waits for another person");
  const given = await scopeBy(owner!, { scope, fundSourceIds: [], dayLimit });
  assert.deepEqual([given.scope, given.requestId], ["pay", null]);
  const listed = await listBy(owner!, open);
  assert.deepEqual([listed.ipAllowlist, listed.requestId], [open, null]);
  const { keys, formerTerms: none } = await seenBy(owner!);
  assert.deepEqual([keys.scope, keys.fundSourceIds, keys.dayLimit, none], ["pay", null, "9000.00", null]);
  // The operator has narrowed the keys since then, so the Owner cannot give this back.
  await scopeBy(dev!, { scope: "draft" });
  await requestKeyScope(world.ctx, merchantId, { scope: "read" });
  assert.equal(typeof (await scopeBy(owner!, { scope: "pay" })).requestId, "string");
});

test("an Owner who gave the keys back what another member took still approves their payments", async () => {
  const { merchant, merchantId, browsers } = await makeOffice({ dev: "developer", owner: "owner" });
  const { dev, owner } = browsers;
  const scopeBy = (by: Browser, scope: string) => by.ask("changeKeyScope", { merchantId, scope });
  const listBy = (by: Browser, ipAllowlist: string[]) => by.ask("changeApiKeys", { merchantId, ipAllowlist });
  const payAndApprove = async () => {
    assert.equal(await payByKey(merchant, "450000.00"), "APPROVAL_PENDING");
    return approve(owner!, merchantId, "transfer");
  };
  await scopeBy(dev!, "read");
  assert.equal((await scopeBy(owner!, "pay")).requestId, null);
  assert.equal(await payAndApprove(), "approved");
  await listBy(dev!, []);
  assert.equal((await listBy(owner!, ["127.0.0.1"])).requestId, null);
  assert.equal(await payAndApprove(), "approved");
});

test("a longer allowlist of live keys waits for another person", async () => {
  const { merchantId, browsers } = await makeOffice({ dev: "developer", owner: "owner" });
  const { dev, owner } = browsers;
  const ipAllowlist = ["127.0.0.1", "198.51.100.7"];
  const asked = await dev!.ask("changeApiKeys", { merchantId, ipAllowlist, statusMode: "always-200" });
  assert.deepEqual([asked.ipAllowlist, asked.statusMode], [["127.0.0.1/32"], "always-200"]);
  const { allowlistWaits } = await owner!.ask("getApiKeys", { merchantId });
  assert.equal(allowlistWaits.after, "127.0.0.1/32, 198.51.100.7/32");
  assert.equal(await approve(owner!, merchantId, "limit"), "approved");
  const { keys } = await dev!.ask("getApiKeys", { merchantId });
  assert.deepEqual(keys.ipAllowlist, ["127.0.0.1/32", "198.51.100.7/32"]);
});

test("keys that may only draft order for approval, and not for that of the member who made them", async () => {
  const { merchant, merchantId, browsers } = await makeOffice({ admin: "admin", owner: "owner" });
  const { admin, owner } = browsers;
  await admin!.ask("changeKeyScope", { merchantId, scope: "draft" });
  const asked = await admin!.ask("resetApiKeys", { merchantId, clientId: merchant.clientId });
  assert.equal(await approve(owner!, merchantId, "key_reset"), "approved");
  const keys = await admin!.ask("completeApiKeyReset", { merchantId, requestId: asked.requestId });
  // The amount is far below the policy of the merchant.
  assert.equal(await payByKey(keys, "10.00"), "APPROVAL_PENDING");
  assert.equal(await approve(admin!, merchantId, "transfer"), "shown_secret");
  const [{ policy }] = (await queueOf(owner!, merchantId, "transfer")) as [Json];
  assert.equal(policy, "draft of the API keys");
  assert.equal(await approve(owner!, merchantId, "transfer"), "approved");
});

test("the page of keys says what is left of the limit of a day, as an order counts it", async () => {
  const { merchant, merchantId, browsers } = await makeOffice({ dev: "developer" });
  const left = async () => {
    const { keys } = await browsers.dev!.ask("getApiKeys", { merchantId });
    return [keys.dayLimit, keys.leftToday];
  };
  assert.deepEqual(await left(), [null, null]);
  await requestKeyScope(world.ctx, merchantId, { dayLimitPaise: 2_50_000_00n });
  assert.deepEqual(await left(), ["250000.00", "250000.00"]);
  assert.notEqual(await payByKey(merchant, "150000.50"), "FAILED");
  assert.deepEqual(await left(), ["250000.00", "99999.50"]);
  await requestKeyScope(world.ctx, merchantId, { dayLimitPaise: 1_000_00n });
  assert.deepEqual(await left(), ["1000.00", "0.00"]);
  await world.look("insert into lib.merchant_clock (merchant_id, offset_ms) values ($1, 24 * 3600 * 1000)", [
    merchantId,
  ]);
  assert.deepEqual(await left(), ["1000.00", "1000.00"]);
});

test("more rights of the keys that were agreed to do not undo what was taken from them meanwhile", async () => {
  const { merchantId, browsers } = await makeOffice({ dev: "developer", owner: "owner" });
  const { dev, owner } = browsers;
  await dev!.ask("changeKeyScope", { merchantId, scope: "pay", dayLimit: "1000.00" });
  await dev!.ask("changeKeyScope", { merchantId, scope: "pay", dayLimit: "9000.00" });
  await requestKeyScope(world.ctx, merchantId, { scope: "read" });
  assert.equal(await approve(owner!, merchantId, "rights"), "approved");
  const { keys } = await owner!.ask("getApiKeys", { merchantId });
  assert.deepEqual([keys.scope, keys.dayLimit], ["read", "1000.00"]);
  const wrong = await dev!.call("changeKeyScope", { merchantId, scope: "read", fundSourceIds: ["BANK_77"] });
  assert.deepEqual([wrong.status, wrong.body.error.code], [422, "not_found"]);
});

const LARGE = { name: "Large ones", from: "200000" };

/** Resets the keys as if the member had done so 25 hours ago, and returns them. */
async function holdKeys({ merchantId, organizationId }: TestMerchant, { memberId }: Browser) {
  const keys = await resetApiClient(world.ctx, merchantId, { by: `member:${memberId}` });
  await world.look(
    "update access.influence set at = at - interval '25 hours' where organization_id = $1 and what = 'gave'",
    [organizationId],
  );
  return keys;
}

test("who was shown the secret approves nothing that it orders, however long ago, until it is reset", async () => {
  const { merchant, merchantId, browsers } = await makeOffice({
    admin: "admin",
    owner: "owner",
    dev: "developer",
  });
  const { admin, owner, dev } = browsers;
  const keys = await holdKeys(merchant, admin!);
  assert.equal(await payByKey(keys, "450000.00"), "APPROVAL_PENDING");
  assert.equal((await queueOf(admin!, merchantId, "transfer"))[0].turn, "shown_secret");
  const waiting = (await queueOf(owner!, merchantId, "transfer"))[0];
  assert.deepEqual([waiting.turn, waiting.approvers.length], ["now", 1]);
  // This includes orders from before someone else was shown the next secret, but not later ones.
  const next = await holdKeys(merchant, dev!);
  assert.equal(await approve(admin!, merchantId, "transfer"), "shown_secret");
  assert.equal(await approve(owner!, merchantId, "transfer"), "approved");
  assert.equal(await payByKey(next, "450000.00"), "APPROVAL_PENDING");
  assert.equal(await approve(admin!, merchantId, "transfer"), "approved");
});

test("the secret ties no one where no other member approves, and does after others were disabled", async () => {
  const one = await makeOffice({ owner: "owner", dev: "developer" });
  const own = one.browsers["owner"]!;
  const keys = await holdKeys(one.merchant, own);
  assert.equal(await payByKey(keys, "450000.00"), "APPROVAL_PENDING");
  assert.equal(await approve(own, one.merchantId, "transfer"), "approved");

  const { merchant, merchantId, browsers } = await makeOffice({ owner: "owner", asha: "approver" });
  const { owner, asha } = browsers;
  const held = await holdKeys(merchant, owner!);
  await owner!.ask("disableMember", { memberId: asha!.memberId });
  assert.equal(await payByKey(held, "450000.00"), "APPROVAL_PENDING");
  assert.equal(await approve(owner!, merchantId, "transfer"), "shown_secret");
});

test("of two who must both approve, one may know the secret; one whom the policy names alone may not", async () => {
  const two = [{ ...LARGE, levels: [{ approvers: 2 }] }];
  const both = await makeOffice({ owner: "owner", asha: "approver" }, two);
  const [owner, asha] = [both.browsers["owner"]!, both.browsers["asha"]!];
  assert.equal(await payByKey(await holdKeys(both.merchant, owner), "450000.00"), "APPROVAL_PENDING");
  assert.equal(await approve(owner, both.merchantId, "transfer"), "pending");
  assert.equal(await approve(asha, both.merchantId, "transfer"), "approved");

  const { merchant, merchantId, browsers } = await makeOffice({ owner: "owner", asha: "approver" });
  const members = [browsers["owner"]!.memberId];
  const policies = parsePolicies([{ ...LARGE, levels: [{ approvers: 1, members }] }], "transfer");
  await setPolicies(world.ctx, merchantId, { subjectKind: "transfer", policies, by: "system" });
  const held = await holdKeys(merchant, browsers["owner"]!);
  assert.equal(await payByKey(held, "450000.00"), "APPROVAL_PENDING");
  assert.equal(await approve(browsers["owner"]!, merchantId, "transfer"), "shown_secret");
});

test("who knew the secret that a link or batch was made with does not approve it after a reset", async () => {
  const { merchant, merchantId, browsers } = await makeOffice({ admin: "admin", owner: "owner" });
  const { admin, owner } = browsers;
  const reset = async (by: Browser, other: Browser): Promise<void> => {
    const { requestId } = await by.ask("resetApiKeys", { merchantId, clientId: merchant.clientId });
    assert.equal(await approve(other, merchantId, "key_reset"), "approved");
    await by.ask("completeApiKeyReset", { merchantId, requestId });
  };
  await reset(admin!, owner!);
  const claimIt = await linkBy(`api-key:${merchant.clientId}`, merchant, 4_50_000_00n);
  const workOnIt = await batchBy(merchant, "350000.00");
  await reset(owner!, admin!);
  await world.look("update access.influence set at = at - interval '2 days'");
  for (const orderIt of [claimIt, workOnIt]) {
    await orderIt();
    assert.equal(await approve(admin!, merchantId, "transfer"), "shown_secret");
    assert.equal(await approve(owner!, merchantId, "transfer"), "approved");
  }
});

test("a link of a member who may not pay any more is paid only if another one approves it", async () => {
  const { merchant, merchantId, browsers } = await makeOffice({ owner: "owner", vik: "initiator" });
  const { owner, vik } = browsers;
  const claimIt = await linkBy(`member:${vik!.memberId}`, merchant, 1_000_00n);
  await owner!.ask("disableMember", { memberId: vik!.memberId });
  await claimIt();
  const [{ policy }] = (await queueOf(owner!, merchantId, "transfer")) as [Json];
  assert.equal(policy, "link of a member who may not pay any more");
  assert.equal(await approve(owner!, merchantId, "transfer"), "approved");
});

/** Orders payments of a member for tomorrow. */
async function scheduleBy(by: Browser, merchantId: string, keys: readonly string[], amount = "1000.00") {
  const processOn = new Date(Date.now() + 24 * 3_600_000).toISOString();
  for (const transferKey of keys) {
    const order = { transferKey, amount, mode: "imps", remarks: "Rent", processOn };
    const payee = { accountNumber: "9100000077", ifsc: "HDFC0000001", name: "Asha Rao", phone: "9876543210" };
    await by.ask("createTransfer", { merchantId, ...order, ...payee });
  }
}

const passTwoDays = (merchantId: string) =>
  world.look("insert into lib.merchant_clock (merchant_id, offset_ms) values ($1, 48 * 3600 * 1000)", [
    merchantId,
  ]);

const statusesOf = async (merchantId: string): Promise<Json> => {
  const rows = await world.look<{ key: string; status: string; held: boolean }>(
    `select transfer_key as key, status, held_in_approval as held
     from transfers.transfer where merchant_id = $1 order by transfer_key`,
    [merchantId],
  );
  return Object.fromEntries(rows.map(({ key, status, held }) => [key, held ? `${status}, held` : status]));
};

const VIK = "Vik, who ordered this, may no longer pay";

test("what a member scheduled who may pay no more waits for another person, unless one approved it", async () => {
  const { merchantId, browsers } = await makeOffice({ owner: "owner", vik: "initiator", asha: "approver" });
  const { owner, vik, asha } = browsers;
  await world.look("update access.member set name = 'Vik' where member_id = $1", [vik!.memberId]);
  await scheduleBy(vik!, merchantId, ["a_agreed"], "450000.00");
  assert.equal(await approve(asha!, merchantId, "transfer"), "approved");
  await scheduleBy(vik!, merchantId, ["b_kept", "c_refused"]);
  await scheduleBy(asha!, merchantId, ["d_of_asha"]);
  await owner!.ask("updatePermissions", { memberId: vik!.memberId, grant: { role: "viewer" } });
  await passTwoDays(merchantId);
  await admitTransfers(world.ctx, merchantId);
  const waiting = { b_kept: "awaiting_approval", c_refused: "awaiting_approval" };
  assert.deepEqual(await statusesOf(merchantId), { a_agreed: "ready", ...waiting, d_of_asha: "ready" });
  const asked = await queueOf(asha!, merchantId, "transfer");
  assert.deepEqual(
    asked.map(({ policy, maker, turn }) => [policy, maker.name, turn]),
    [1, 2].map(() => [VIK, "Vik", "now"]),
  );
  const { requestId, contentHash, subjectId } = asked.find(
    ({ transfer }) => transfer.transferId === "c_refused",
  )!;
  const requests = [{ requestId, contentHash }];
  await asha!.ask("decideApprovals", { merchantId, requests, verdict: "reject", reason: "Not expected" });
  assert.equal(await approve(asha!, merchantId, "transfer"), "approved");
  const ready = { a_agreed: "ready", b_kept: "ready", d_of_asha: "ready" };
  assert.deepEqual(await statusesOf(merchantId), { ...ready, c_refused: "rejected" });
  const story = await owner!.ask("getTransferStory", { merchantId, id: subjectId });
  assert.ok(JSON.stringify(story).includes(`Awaiting approval: ${VIK}`), JSON.stringify(story));
  await dispatchTransfers(world.ctx, merchantId);
  const { b_kept: kept } = await statusesOf(merchantId);
  assert.notEqual(kept, "awaiting_approval", "it is asked about once");
  assert.deepEqual((await verifyLedger(world.ctx, merchantId)).findings, []);
});

test("what is held for a payment stays held while an approver looks at it, and is released by a refusal", async () => {
  const { merchantId, browsers } = await makeOffice({ owner: "owner", vik: "initiator" });
  const { owner, vik } = browsers;
  await scheduleBy(vik!, merchantId, ["a_kept", "b_refused"]);
  await passTwoDays(merchantId);
  await admitTransfers(world.ctx, merchantId);
  assert.deepEqual(await statusesOf(merchantId), { a_kept: "ready", b_refused: "ready" });
  await owner!.ask("disableMember", { memberId: vik!.memberId });
  await dispatchTransfers(world.ctx, merchantId);
  const held = "awaiting_approval, held";
  assert.deepEqual(await statusesOf(merchantId), { a_kept: held, b_refused: held });
  assert.deepEqual((await verifyLedger(world.ctx, merchantId)).findings, []);
  const refused = (await queueOf(owner!, merchantId, "transfer")).find(
    ({ transfer }) => transfer.transferId === "b_refused",
  )!;
  const story = await owner!.ask("getTransferStory", { merchantId, id: refused.subjectId });
  assert.match(JSON.stringify(story), /stays set aside in/);
  const requests = [{ requestId: refused.requestId, contentHash: refused.contentHash }];
  await owner!.ask("decideApprovals", { merchantId, requests, verdict: "reject", reason: "Not expected" });
  assert.equal(await approve(owner!, merchantId, "transfer"), "approved");
  assert.deepEqual(await statusesOf(merchantId), { a_kept: "ready", b_refused: "rejected" });
  assert.deepEqual((await verifyLedger(world.ctx, merchantId)).findings, []);
});

test("rows of a batch whose maker was disabled before workers pay them wait for another person", async () => {
  const { merchant, merchantId, browsers } = await makeOffice({ owner: "owner", vik: "initiator" });
  const { owner, vik } = browsers;
  const workOnIt = await batchBy(merchant, "1000.00", `member:${vik!.memberId}`);
  await owner!.ask("disableMember", { memberId: vik!.memberId });
  await workOnIt();
  assert.deepEqual(Object.values(await statusesOf(merchantId)), ["awaiting_approval"]);
  assert.equal(await approve(owner!, merchantId, "transfer"), "approved");
});
