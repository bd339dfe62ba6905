/** An approver sees everything that is approved by a request. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { renameMember, resetApiClient } from "#access";
import { addRule } from "#risk";
import type { Browser, Json } from "#test/dashboard";
import { openFourEyes } from "#test/four-eyes";
import { makeWorld } from "#test/world";

const world = await makeWorld();
const { makeOffice, queueOf, approve, payByKey, stateGap, stateCredit } = openFourEyes(world);

const LOW = [{ name: "From ₹500", from: "500", levels: [{ approvers: 1 }] }];
const VENDOR = {
  name: "Vendor Traders",
  accountNumber: "912345674321",
  ifsc: "HDFC0000001",
  phone: "9876543210",
};

test("of a payee with an account and a UPI ID an approver, and every list, sees the one that is paid", async () => {
  const { merchantId, browsers } = await makeOffice({ meera: "initiator", asha: "approver" }, LOW);
  const { meera, asha } = browsers;
  const upi = "mallory@okhdfc";
  for (const [mode, paidTo, ifsc] of [
    ["imps", "••••4321", "HDFC0000001"],
    ["upi", upi, null],
    ["paytm", "9876543210", null],
  ]) {
    const terms = { transferKey: `by_${mode}`, amount: "900.00", mode, remarks: "Invoice" };
    await meera!.ask("createTransfer", { merchantId, ...terms, ...VENDOR, vpa: upi });
    const [{ transfer }] = (await queueOf(asha!, merchantId)).filter(
      ({ transfer: one }) => one.mode === mode,
    );
    assert.deepEqual([transfer.paidTo, transfer.ifsc], [paidTo, ifsc], mode!);
    const { items } = await asha!.ask("listTransfers", { merchantId });
    const { payee } = items.find(({ transferKey }: Json) => transferKey === terms.transferKey);
    const shown = [payee.accountLast4, payee.vpa].filter((part) => part !== null);
    assert.deepEqual(shown, { imps: ["4321"], upi: [upi], paytm: [] }[mode!]);
  }
});

test("an approver sees the day of a scheduled payment, and when it arrives then", async () => {
  const { merchantId, browsers } = await makeOffice({ meera: "initiator", owner: "owner" }, LOW);
  const processOn = new Date(Date.now() + 300 * 86_400_000).toISOString();
  const terms = { transferKey: "later", amount: "900.00", mode: "imps", remarks: "Invoice", processOn };
  await browsers.meera!.ask("createTransfer", { merchantId, ...terms, ...VENDOR });
  const [{ transfer }] = await queueOf(browsers.owner!, merchantId);
  assert.equal(transfer.processOn, processOn);
  assert.ok(transfer.expectedBy >= processOn, transfer.expectedBy);
});

test("an account is verified where the newest name that the bank gave is the payee's, and no other one", async () => {
  const { merchantId, browsers } = await makeOffice({ admin: "admin", owner: "owner" }, LOW);
  const { admin, owner } = browsers;
  const contact = { email: "v@example.com", address1: "12 MG Road" };
  const { beneficiaryId } = await admin!.ask("addBeneficiary", {
    merchantId,
    beneId: "VENDOR1",
    ...contact,
    ...VENDOR,
    vpa: "vendor@okhdfc",
  });
  await admin!.ask("verifyBeneficiary", { merchantId, beneficiaryId });
  const bankSays = (name: string) =>
    world.look(
      `update beneficiaries.verification
       set status = 'found', failure = null, name_at_bank = $2, score = 100, outcome = 'direct_match'
       where merchant_id = $1 and account_index is not null`,
      [merchantId, name],
    );
  const order = (mode: string) => ({ transferKey: mode, amount: "900.00", mode, beneId: "VENDOR1" });
  for (const mode of ["imps", "upi"]) await admin!.ask("createTransfer", { merchantId, ...order(mode) });
  const shown = async () =>
    (await queueOf(owner!, merchantId)).map(({ transfer: { mode, flags, nameAtBank } }) => [
      mode,
      flags,
      nameAtBank,
    ]);
  await bankSays("MALLORY RAO");
  const upi = ["upi", ["new_payee", "unverified"], null];
  assert.deepEqual(await shown(), [["imps", ["new_payee", "name_differs"], "MALLORY RAO"], upi]);
  await bankSays("MALLORY 009100000077");
  assert.deepEqual((await shown())[0]![2], "MALLORY ••••••••0077", "a number in the bank's words is masked");
  await bankSays("VENDOR TRADERS");
  assert.deepEqual(await shown(), [["imps", ["new_payee"], null], upi]);
});

test("an approver of policies sees every field before and after, with names, expiry and exceptions", async () => {
  const { merchantId, browsers } = await makeOffice({ admin: "admin", owner: "owner" });
  const { admin, owner } = browsers;
  const { items } = await admin!.ask("getPolicies", { merchantId });
  const { policies } = items.find(({ kind }: Json) => kind === "transfer");
  const members = [admin!.memberId];
  const changed = policies.map((one: Json) => ({
    ...one,
    rails: ["rtgs"],
    fundSources: ["WALLET_1"],
    levels: one.levels.map((level: Json) => ({ ...level, members })),
  }));
  const wanted = { policies: changed, expireAfterMinutes: 1, exceptWays: ["v1"] };
  await admin!.ask("setPolicies", { merchantId, kind: "transfer", ...wanted });
  const [{ policies: shown, proposal }] = await queueOf(owner!, merchantId, "policy");
  assert.deepEqual([shown.before, shown.after], [policies, changed]);
  const idsIn = ({ people, sources }: Json) => [
    people.map((one: Json) => one.memberId),
    Object.keys(sources),
  ];
  assert.deepEqual(idsIn(shown), [members, ["WALLET_1"]]);
  const { beforeExpireAfterMinutes, expireAfterMinutes, beforeExceptWays, exceptWays } = proposal;
  assert.deepEqual([beforeExpireAfterMinutes, expireAfterMinutes], ["10080", "1"]);
  assert.deepEqual([beforeExceptWays, exceptWays], ["", "v1"]);
  assert.equal(await approve(owner!, merchantId, "policy"), "approved");
  const after = await admin!.ask("getPolicies", { merchantId });
  assert.deepEqual(idsIn(after), [members, ["WALLET_1"]]);
});

test("the card of a release says what waits when it is read, also if it came after the request", async () => {
  const { merchant, merchantId, browsers } = await makeOffice({ admin: "admin", owner: "owner" });
  const { admin, owner } = browsers;
  await stateGap(merchant, ["BEFORE", "GAP"]);
  const [{ breakId }] = (await admin!.ask("listBreaks", { merchantId, open: true })).items;
  const said = { merchantId, breakId, resolution: "explained", note: "asked the branch" };
  await admin!.ask("resolveBreak", said);
  await stateCredit(merchant, { utr: "LATER", daysAgo: 1, openingPaise: 1_00_070_00n });
  const [{ proposal }] = await queueOf(owner!, merchantId, "credit");
  assert.equal(proposal.waiting, "140.00");
  assert.equal(await approve(owner!, merchantId, "credit"), "approved");
  assert.equal((await admin!.ask("getBreak", { merchantId, breakId })).resolution, "explained");
});

/** Renames members directly in the database, so that no earlier name is recorded. */
const nameThem = (names: readonly (readonly [Browser, string])[]) =>
  Promise.all(
    names.map(([{ memberId }, name]) =>
      world.look("update access.member set name = $2 where member_id = $1", [memberId, name]),
    ),
  );

test("who gains by a role is shown with the address, and marked if a colleague's name looks the same", async () => {
  const people = { admin: "admin", owner: "owner", asha: "approver", puppet: "viewer" } as const;
  const { merchantId, browsers } = await makeOffice(people);
  const { admin, owner, asha, puppet } = browsers;
  const { roleId } = await admin!.ask("makeRole", { name: "Readers", permissions: ["access_transfers"] });
  await admin!.ask("updatePermissions", { memberId: puppet!.memberId, grant: { roleId } });
  await nameThem([
    [admin!, "Vikram Nair"],
    [asha!, "Asha Rao"],
    [puppet!, "ASHА  Ra0"],
  ]);
  const permissions = ["access_transfers", "approve_quick_transfer"];
  await admin!.ask("changeRole", { roleId, name: "Readers", permissions });
  const { items } = await owner!.ask("listMembers");
  const personOf = ({ memberId }: Browser, hasNamesake: boolean) => {
    const { name, email } = items.find((one: Json) => one.memberId === memberId);
    return { memberId, name, email, formerly: null, hasNamesake };
  };
  const marked = items.filter((one: Json) => one.hasNamesake).map((one: Json) => one.memberId);
  assert.deepEqual(marked.toSorted(), [asha!.memberId, puppet!.memberId].toSorted());
  const [request] = await queueOf(owner!, merchantId, "rights");
  assert.deepEqual(request.concerned, [personOf(puppet!, true)]);
  assert.deepEqual(request.maker, personOf(admin!, false));
  assert.deepEqual(request.approvers, [personOf(owner!, false)]);
  assert.equal(await approve(owner!, merchantId, "rights"), "approved");
  const [decided] = (await owner!.ask("listApprovalHistory", { merchantId })).items;
  assert.deepEqual(
    [decided.decisions[0].by, decided.endedBy],
    [personOf(owner!, false), personOf(owner!, false)],
  );
});

test("the member whom a request concerns is looked up when it is shown, with a new name too", async () => {
  const people = { admin: "admin", owner: "owner", vik: "viewer" } as const;
  const { merchantId, organizationId, browsers } = await makeOffice(people);
  const { admin, owner, vik } = browsers;
  const grant = { role: "approver" };
  await admin!.ask("updatePermissions", { memberId: vik!.memberId, grant });
  const [{ concerned: before }] = await queueOf(owner!, merchantId, "rights");
  const { memberId } = vik!;
  await renameMember(world.ctx, { organizationId, memberId }, "Owner of it all");
  const [{ concerned, proposal }] = await queueOf(owner!, merchantId, "rights");
  const { name, ...rest } = before[0];
  assert.deepEqual(concerned, [{ ...rest, name: "Owner of it all", formerly: name }]);
  assert.equal(proposal.memberId, memberId);
});

test("the card of a rule that trusts lists the rules that it stands beside, in their order", async () => {
  const { merchantId, browsers } = await makeOffice({ admin: "admin", owner: "owner" });
  const { admin, owner } = browsers;
  const add = (kind: string, place: number, parameters: Json) =>
    addRule(world.ctx, merchantId, { kind, parameters, effect: "review", place, by: "system" });
  await add("transfer_limit", 7, { limitPaise: 900_00 });
  await add("duplicate", 3, { periodMinutes: 60 });
  const trust = { kind: "trusted_amount", parameters: { upTo: "10.00" }, effect: "allow" };
  await admin!.ask("addRule", { merchantId, ...trust });
  const [{ rule }] = await queueOf(owner!, merchantId, "limit");
  assert.deepEqual(
    rule.beside.map(({ kind, place, active }: Json) => [kind, place, active]),
    [
      ["duplicate", 3, true],
      ["transfer_limit", 7, true],
    ],
  );
  assert.deepEqual(rule.beside[1].parameters, { limit: "900.00" });
});

test("what a program ordered was asked for by no member", async () => {
  const { merchant, merchantId, browsers } = await makeOffice({ owner: "owner" }, LOW);
  const keys = await resetApiClient(world.ctx, merchantId, { by: "system" });
  assert.equal(await payByKey(keys, "900.00"), "APPROVAL_PENDING");
  const [{ maker, concerned }] = await queueOf(browsers.owner!, merchant.merchantId, "transfer");
  const program = { memberId: null, name: "API", email: null, formerly: null, hasNamesake: false };
  assert.deepEqual([maker, concerned], [program, []]);
});
