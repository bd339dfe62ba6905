/** Ways in which one person alone could try to pay above a policy of a live merchant. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { changeApiClient } from "#access";
import { matchLines } from "#reconciliation";
import type { Json } from "#test/dashboard";
import { openFourEyes } from "#test/four-eyes";
import { makeWorld } from "#test/world";

const world = await makeWorld();
const { dashboard, makeOffice, order, payByKey, linkBy, queueOf, approve, invitePuppet, stateGap } =
  openFourEyes(world);

test("an Admin who orders, invites a second address as approver and approves: the puppet may nothing yet", async () => {
  const { merchantId, browsers } = await makeOffice({ admin: "admin", owner: "owner" });
  const { admin, owner } = browsers;
  assert.equal(await order(admin!, merchantId, "450000.00"), "APPROVAL_PENDING");
  const puppet = await invitePuppet(admin!, { role: "approver" }, "puppet.one@example.com");
  const decided = await puppet.call("listApprovals", { merchantId });
  assert.equal(decided.status, 404, "a member without rights in live finds no live merchant");
  // Even if an Owner approved the new member, that member cannot decide about its inviter's order for a day.
  assert.equal(await approve(admin!, merchantId, "rights"), "own_request");
  assert.equal(await approve(owner!, merchantId, "rights"), "approved");
  assert.equal((await queueOf(puppet, merchantId, "transfer"))[0].turn, "too_close");
  assert.equal(await approve(puppet, merchantId, "transfer"), "too_close");
  assert.equal(await approve(owner!, merchantId, "transfer"), "approved");
});

test("two puppets of one Admin, the one to ask and the other to approve, are as close as the Admin", async () => {
  const { merchantId, browsers } = await makeOffice({ admin: "admin", owner: "owner" });
  const { admin, owner } = browsers;
  const maker = await invitePuppet(admin!, { role: "initiator" }, "maker@example.com");
  assert.equal(await approve(owner!, merchantId, "rights"), "approved");
  const checker = await invitePuppet(admin!, { role: "approver" }, "checker@example.com");
  assert.equal(await approve(owner!, merchantId, "rights"), "approved");
  assert.equal(await order(maker, merchantId, "450000.00"), "APPROVAL_PENDING");
  assert.equal(await approve(checker, merchantId, "transfer"), "too_close");
  assert.equal(await approve(admin!, merchantId, "transfer"), "too_close");
  assert.equal(await approve(owner!, merchantId, "transfer"), "approved");
});

test("an Admin who switches the policy off and on again: nothing changes until another person agrees", async () => {
  const { merchantId, browsers } = await makeOffice({ admin: "admin", owner: "owner" });
  const { admin, owner } = browsers;
  for (const kind of ["transfer", "policy", "rights", "key_reset"]) {
    const off = await admin!.ask("setPolicies", { merchantId, kind, policies: [] });
    assert.deepEqual([off.version, typeof off.requestId], [null, "string"], kind);
  }
  assert.equal(await order(admin!, merchantId, "450000.00"), "APPROVAL_PENDING");
  const again = await admin!.call("setPolicies", { merchantId, kind: "transfer", policies: [] });
  assert.equal(again.body.error.code, "already_open");
  const { items } = await admin!.ask("getPolicies", { merchantId });
  const transfers = items.find(({ kind }: Json) => kind === "transfer");
  assert.deepEqual([transfers.policies.length, typeof transfers.waits.requestId], [1, "string"]);
  const ofTransfers = (await queueOf(owner!, merchantId, "policy")).find(
    ({ subjectId }) => subjectId === "transfer",
  );
  const requests = [{ requestId: ofTransfers.requestId, contentHash: ofTransfers.contentHash }];
  await owner!.ask("decideApprovals", { merchantId, requests, verdict: "reject", reason: "No" });
  assert.equal(await order(admin!, merchantId, "450000.00"), "APPROVAL_PENDING");
});

test("who changed the policy does not approve under it for a day", async () => {
  const { merchantId, browsers } = await makeOffice({ admin: "admin", owner: "owner", meera: "initiator" });
  const { admin, owner, meera } = browsers;
  const levels = [{ approvers: 1, permission: "approve_quick_transfer", members: null }];
  const bare = { from: "100000.00", to: null, rails: null, fundSources: null, creators: null };
  const policies = [{ ...bare, name: "Smaller ones too", levels }];
  await admin!.ask("setPolicies", { merchantId, kind: "transfer", policies });
  assert.equal(await approve(owner!, merchantId, "policy"), "approved");
  assert.equal(await order(meera!, merchantId, "150000.00"), "APPROVAL_PENDING");
  assert.equal(await approve(admin!, merchantId, "transfer"), "too_close");
  assert.equal(await approve(owner!, merchantId, "transfer"), "approved");
});

test("an Admin who resets the key, pays by API and approves: both wait for another person", async () => {
  const { merchant, merchantId, browsers } = await makeOffice({ admin: "admin", owner: "owner" });
  const { admin, owner } = browsers;
  const { clientId } = merchant;
  const asked = await admin!.ask("resetApiKeys", { merchantId, clientId });
  assert.equal(asked.keys, null);
  const early = await admin!.call("completeApiKeyReset", { merchantId, requestId: asked.requestId });
  assert.equal(early.body.error.code, "not_approved");
  assert.equal(await approve(owner!, merchantId, "key_reset"), "approved");
  const keys = await admin!.ask("completeApiKeyReset", { merchantId, requestId: asked.requestId });
  assert.equal(await payByKey(keys, "450000.00"), "APPROVAL_PENDING");
  assert.equal(await approve(admin!, merchantId, "transfer"), "shown_secret");
  assert.equal(await approve(owner!, merchantId, "transfer"), "approved");
});

test("a Developer under a policy for members only gets no key without another person", async () => {
  const members = [
    { name: "People", from: "200000", creators: ["member", "batch"], levels: [{ approvers: 1 }] },
  ];
  const { merchant, merchantId, browsers } = await makeOffice({ dev: "developer", owner: "owner" }, members);
  const { dev, owner } = browsers;
  const asked = await dev!.ask("resetApiKeys", { merchantId, clientId: merchant.clientId });
  assert.equal(asked.keys, null);
  const early = await dev!.call("completeApiKeyReset", { merchantId, requestId: asked.requestId });
  assert.equal(early.body.error.code, "not_approved");
  assert.equal((await queueOf(dev!, merchantId, "key_reset"))[0].turn, "own");
  assert.equal((await queueOf(owner!, merchantId, "key_reset"))[0].turn, "now");
  await dev!.ask("withdrawRequest", { merchantId, requestId: asked.requestId });
  assert.equal((await dev!.ask("getApiKeys", { merchantId })).reset, null);
  // The old keys still work.
  assert.equal(await payByKey(merchant, "1000.00"), "PENDING");
});

test("the first keys of a live merchant wait like a reset", async () => {
  const { merchantId, browsers } = await makeOffice({ dev: "developer", owner: "owner" });
  const { dev, owner } = browsers;
  await world.look("delete from access.token where merchant_id = $1", [merchantId]);
  await world.look("delete from access.api_client where merchant_id = $1", [merchantId]);
  const asked = await dev!.ask("generateApiKeys", { merchantId });
  assert.equal(asked.keys, null);
  assert.equal((await dev!.ask("getApiKeys", { merchantId })).reset.status, "pending");
  assert.equal(await approve(owner!, merchantId, "key_reset"), "approved");
  const keys = await dev!.ask("completeApiKeyReset", { merchantId, requestId: asked.requestId });
  assert.match(keys.clientSecret, /^vs_live_/);
});

test("gifts in the sandbox, and an allowlist saved unchanged, stop no approval in live", async () => {
  const { merchant, merchantId, browsers } = await makeOffice({
    admin: "admin",
    meera: "initiator",
    asha: "approver",
    vik: "approver",
  });
  const { admin, meera, asha, vik } = browsers;
  const { items } = await admin!.ask("listMembers");
  for (const { memberId } of [meera!, asha!, vik!]) {
    const { permissions } = items.find((one: Json) => one.memberId === memberId).live;
    const grant = { live: { permissions }, sandbox: { permissions: [...permissions, "manage_settings"] } };
    assert.deepEqual((await admin!.ask("updatePermissions", { memberId, grant })).asked, []);
  }
  await admin!.ask("changeApiKeys", { merchantId, ipAllowlist: ["127.0.0.1"] });
  assert.equal(await order(meera!, merchantId, "450000.00"), "APPROVAL_PENDING");
  assert.equal(await approve(asha!, merchantId, "transfer"), "approved");
  assert.equal(await payByKey(merchant, "450000.00"), "APPROVAL_PENDING");
  assert.equal(await approve(vik!, merchantId, "transfer"), "approved");
  const by = `member:${admin!.memberId}` as const;
  await changeApiClient(world.ctx, merchantId, { ipAllowlist: ["127.0.0.1", "203.0.113.7"], by });
  assert.equal(await payByKey(merchant, "450000.00"), "APPROVAL_PENDING");
  assert.equal(await approve(admin!, merchantId, "transfer"), "too_close");
});

test("what loosens the risk shield waits for another person; what tightens it does not", async () => {
  const { merchantId, browsers } = await makeOffice({ admin: "admin", owner: "owner" });
  const { admin, owner } = browsers;
  const limit = { merchantId, kind: "daily_limit", parameters: { limit: "5000.00" }, effect: "review" };
  const { rule } = await admin!.ask("addRule", limit);
  const { ruleId } = rule;
  const change = { merchantId, ruleId, parameters: { limit: "3000.00" } };
  assert.equal((await admin!.ask("changeRule", change)).rule.version, 2);
  const trust = { merchantId, kind: "trusted_amount", parameters: { upTo: "5000.00" }, effect: "allow" };
  const trusted = await admin!.ask("addRule", trust);
  assert.deepEqual([trusted.rule, typeof trusted.requestId, trusted.aloneUntil], [null, "string", null]);
  const off = await admin!.ask("changeRule", { merchantId, ruleId, active: false });
  assert.equal(typeof off.requestId, "string");
  const again = await admin!.call("removeRule", { merchantId, ruleId });
  assert.equal(again.body.error.code, "already_open");
  const rules = async () => (await admin!.ask("listRules", { merchantId })).items;
  assert.deepEqual(
    (await rules()).map(({ active, version }: Json) => [active, version]),
    [[true, 2]],
  );
  const waiting = await queueOf(owner!, merchantId, "limit");
  assert.deepEqual(
    waiting.map(({ turn }) => turn),
    ["now", "now"],
  );
  const requests = waiting.map(({ requestId, contentHash }) => ({ requestId, contentHash }));
  assert.equal((await queueOf(admin!, merchantId, "limit"))[0].turn, "own");
  await owner!.ask("decideApprovals", { merchantId, requests, verdict: "approve" });
  assert.deepEqual(
    (await rules()).map(({ kind, active }: Json) => [kind, active]),
    [
      ["daily_limit", false],
      ["trusted_amount", true],
    ],
  );
});

test("orders that only wait use up no limit of others; approved, they count and pass none", async () => {
  const people = { admin: "admin", owner: "owner", asker: "initiator", other: "initiator" } as const;
  const { merchant, merchantId, browsers } = await makeOffice(people);
  const { admin, owner, asker, other } = browsers;
  const add = (kind: string, parameters: Json) =>
    admin!.ask("addRule", { merchantId, kind, parameters, effect: "block" });
  await add("daily_limit", { limit: "500000.00" });
  await add("duplicate", { periodMinutes: 600 });
  await add("velocity", { transfers: 4, periodMinutes: 60 });
  const payee = "912345670001";
  for (const amount of ["498000.00", "498000.00", "450000.00", "450000.00", "480000.00"])
    assert.equal(await order(asker!, merchantId, amount, payee), "APPROVAL_PENDING");
  const [first, twin, large, same, late] = (await queueOf(owner!, merchantId, "transfer")) as Json[];
  const decide = async (request: Json, verdict: string): Promise<string> => {
    const { requestId, contentHash } = request;
    const requests = [{ requestId, contentHash }];
    const reason = verdict === "reject" ? { reason: "not ordered" } : {};
    await owner!.ask("decideApprovals", { merchantId, requests, verdict, ...reason });
    const [row] = await world.look<{ status: string }>(
      "select status from transfers.transfer where merchant_id = $1 and transfer_key = $2",
      [merchantId, request.transfer.transferId],
    );
    return row!.status;
  };
  assert.equal(await order(other!, merchantId, "5000.00"), "PENDING");
  assert.equal(await payByKey(merchant, "5000.00"), "PENDING");
  assert.equal(await decide(first, "approve"), "rejected", "it would pass the limit of the day");
  assert.equal(await decide(twin, "reject"), "rejected");
  assert.equal(await decide(large, "approve"), "ready");
  assert.equal(await decide(same, "approve"), "rejected", "the same payment was made while it waited");
  assert.equal(await order(other!, merchantId, "41000.00"), "REJECTED");
  assert.equal(await order(other!, merchantId, "40000.00"), "PENDING");
  assert.equal(await decide(late, "approve"), "rejected");
});

test("orders that only wait make no amount usual, and push none out of what is known", async () => {
  const { merchantId, browsers } = await makeOffice({ admin: "admin", owner: "owner", asker: "initiator" });
  const { admin, owner, asker } = browsers;
  const parameters = { times: 3, leastKnown: 3, direction: "above" };
  await admin!.ask("addRule", { merchantId, kind: "unusual_amount", parameters, effect: "review" });
  const pay = (amount: string) => order(asker!, merchantId, amount, "912345671111");
  for (let n = 0; n < 3; n += 1) assert.equal(await pay("1000.00"), "PENDING");
  for (let n = 0; n < 31; n += 1) assert.equal(await pay("150000.00"), "APPROVAL_PENDING");
  // Once the orders are approved, the amount becomes usual.
  for (let n = 0; n < 4; n += 1) await approve(owner!, merchantId, "transfer");
  assert.equal(await pay("150000.00"), "PENDING");
});

test("the ID of a link's transfer, which the audit log tells, is taken by no member", async () => {
  const { merchant, merchantId, browsers } = await makeOffice({ admin: "admin", asker: "initiator" });
  const { admin, asker } = browsers;
  const claimIt = await linkBy(`member:${asker!.memberId}`, merchant, 50_000_00n);
  const { items } = await admin!.ask("listAuditRecords", { merchantId, actions: ["links."] });
  const transferKey = `fg_${items[0].subject.replace("link:", "").replaceAll("-", "")}_1`;
  const payee = { name: "Asha", accountNumber: "912345674399", ifsc: "HDFC0000001" };
  const taken = await asker!.call("createTransfer", {
    merchantId,
    transferKey,
    amount: "1.00",
    mode: "imps",
    ...payee,
  });
  assert.equal(taken.status, 422);
  await claimIt();
  const transfers = await world.look(
    "select transfer_key as key, origin_kind as origin from transfers.transfer where merchant_id = $1",
    [merchantId],
  );
  assert.deepEqual(transfers, [{ key: transferKey, origin: "link" }]);
});

test("a block ends when another person agrees, and no earlier by being renewed", async () => {
  const { merchantId, browsers } = await makeOffice({ admin: "admin", owner: "owner" });
  const { admin, owner } = browsers;
  const payee = { merchantId, payeeKind: "vpa", value: "asha@upi", because: "a complaint" };
  const { blockId } = await admin!.ask("addBlockedPayee", payee);
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  const shorter = await admin!.call("addBlockedPayee", { ...payee, expiresAt: soon });
  assert.deepEqual([shorter.status, shorter.body.error.code], [409, "block_lasts_longer"]);
  const end = { merchantId, blockId, because: "it was settled" };
  const asked = await admin!.ask("endBlockedPayee", end);
  assert.deepEqual([typeof asked.requestId, asked.aloneUntil], ["string", null]);
  assert.equal((await admin!.call("endBlockedPayee", end)).body.error.code, "already_open");
  const blocked = async () => (await admin!.ask("listBlockedPayees", { merchantId })).items.length;
  assert.equal(await blocked(), 1);
  assert.equal(await approve(admin!, merchantId, "limit"), "own_request");
  const [{ proposal }] = await queueOf(owner!, merchantId, "limit");
  assert.deepEqual([proposal.shown, proposal.because], ["asha@upi", "it was settled"]);
  assert.equal(await approve(owner!, merchantId, "limit"), "approved");
  assert.equal(await blocked(), 0);
});

test("a role with manage_members takes no Owner's second factor away, with a puppet's help or without", async () => {
  const { merchantId, browsers } = await makeOffice({ admin: "admin", owner: "owner" });
  const { admin, owner } = browsers;
  const made = await admin!.ask("makeRole", { name: "Helpers", permissions: ["manage_members"] });
  assert.equal(made.asked.length, 1);
  const grant = { roleId: made.roleId };
  const puppet = await invitePuppet(admin!, grant, "helper@example.com");
  const asked = await admin!.call("askFactorReset", { memberId: owner!.memberId });
  if (asked.status < 300) {
    const agreed = await puppet.call("decideFactorReset", { resetId: asked.body.resetId, agree: true });
    assert.equal(agreed.body.error.code, "not_permitted");
  }
  const { items } = await owner!.ask("listMembers");
  const helper = items.find(({ memberId }: Json) => memberId === puppet.memberId);
  assert.deepEqual(helper.live.permissions, []);
  assert.equal((await queueOf(owner!, merchantId, "rights")).length, 1);
});

test("in a sandbox nothing of this waits, until its merchant asks for it", async () => {
  const merchant = await world.makeMerchant();
  const { merchantId, organizationId, clientId } = merchant;
  const owner = await dashboard.logIn(organizationId, "owner");
  assert.ok((await owner.ask("resetApiKeys", { merchantId, clientId })).keys !== null);
  const grant = { role: "approver" };
  const invite = (email: string) => owner.ask("inviteMember", { name: "Ravi", email, grant });
  assert.deepEqual((await invite("ravi.sandbox@example.com")).asked, []);
  const levels = [{ approvers: 1, permission: "approve_changes", members: null }];
  const bare = { from: null, to: null, rails: null, fundSources: null, creators: null };
  const policies = [{ ...bare, name: "Another person", levels }];
  await owner.ask("setPolicies", { merchantId, kind: "rights", policies });
  const { asked } = await invite("ravi.again@example.com");
  assert.deepEqual(
    asked.map(({ mode }: Json) => mode),
    ["sandbox"],
  );
});

test("an Admin who explains away what does not agree on a statement: its credits wait for another person", async () => {
  const { merchant, merchantId, browsers } = await makeOffice({ admin: "admin", owner: "owner" });
  const { admin, owner } = browsers;
  await stateGap(merchant, ["FIRST", "WRONG"]);
  const [{ breakId }] = (await admin!.ask("listBreaks", { merchantId, open: true })).items;
  const said = { merchantId, breakId, resolution: "explained", note: "asked the branch" };
  const { closedAt, waits } = await admin!.ask("resolveBreak", said);
  assert.deepEqual([closedAt, waits.aloneUntil], [null, null]);
  assert.equal((await admin!.call("resolveBreak", said)).body.error.code, "break_awaits_approval");
  const mayReplace = async (who: typeof owner) => (await who!.ask("getBreak", said)).mayReplace;
  assert.deepEqual([await mayReplace(admin), await mayReplace(owner)], [false, true]);
  await admin!.ask("withdrawRequest", { merchantId, requestId: waits.requestId });
  await admin!.ask("resolveBreak", said);
  const spendable = async (): Promise<number> => {
    await matchLines(world.ctx, merchantId);
    const found = await world.look(
      "select from fund_sources.top_up where merchant_id = $1 and utr in ('FIRST', 'WRONG')",
      [merchantId],
    );
    return found.length;
  };
  assert.equal(await spendable(), 1);
  assert.equal(await approve(admin!, merchantId, "credit"), "own_request");
  const [{ proposal }] = await queueOf(owner!, merchantId, "credit");
  assert.deepEqual([proposal.resolution, proposal.waiting], ["explained", "70.00"]);
  assert.equal(await approve(owner!, merchantId, "credit"), "approved");
  const resolved = await admin!.ask("getBreak", { merchantId, breakId });
  assert.deepEqual([resolved.resolution, resolved.waits], ["explained", null]);
  assert.equal(await spendable(), 2);
});

test("a payment as Automatic waits where the policy names a rail that may carry it later", async () => {
  const policies = [{ name: "By NEFT", from: "100000", rails: ["neft"], levels: [{ approvers: 1 }] }];
  const { merchantId, browsers } = await makeOffice({ meera: "initiator" }, policies);
  const account = { accountNumber: "912345678901", ifsc: "HDFC0000001" };
  const send = (amount: string, mode: string) =>
    order(browsers.meera!, merchantId, amount, { ...account, mode });
  assert.notEqual(await send("110000.00", "imps"), "APPROVAL_PENDING");
  assert.equal(await send("110000.00", "banktransfer"), "APPROVAL_PENDING");
});
