/** An Owner gives members of a live merchant back the rights that another member took, without a second person. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createMerchant, saveRole, setPermissions, type Grant, type Grants } from "#access";
import { parsePolicies, setPolicies } from "#approvals";
import type { Browser, Json } from "#test/dashboard";
import { openFourEyes } from "#test/four-eyes";
import { makeWorld } from "#test/world";

const world = await makeWorld();
const { dashboard, makeOffice, order, queueOf, approve } = openFourEyes(world);

const PAYERS = ["access_transfers", "initiate_quick_transfer", "approve_quick_transfer"] as const;

test("an Owner gives back at once what another took, and nothing more", async () => {
  const { merchantId, organizationId, browsers } = await makeOffice({
    rogue: "admin",
    owner: "owner",
    good: "admin",
    asha: "viewer",
    vik: "viewer",
  });
  const { rogue, owner, good, asha, vik } = browsers;
  const role = { name: "Payers", permissions: [...PAYERS] };
  const { roleId } = await saveRole(world.ctx, organizationId, { ...role, by: "system" });
  for (const { memberId } of [asha!, vik!])
    await setPermissions(world.ctx, organizationId, { memberId, grant: { roleId }, by: "system" });
  await rogue!.ask("disableMember", { memberId: good!.memberId });
  await rogue!.ask("changeRole", { roleId, name: "Payers", permissions: ["access_transfers"] });
  await rogue!.ask("updatePermissions", { memberId: vik!.memberId, grant: { role: "viewer" } });
  await owner!.ask("disableMember", { memberId: rogue!.memberId });

  const asked = async (operation: string, input: Json): Promise<number> =>
    (await owner!.ask(operation, input)).asked.length;
  assert.equal(await asked("changeRole", { roleId, ...role, permissions: [...PAYERS, "manage_keys"] }), 1);
  assert.equal(await asked("changeRole", { roleId, ...role }), 0);
  const give = (grant: Json) => asked("updatePermissions", { memberId: vik!.memberId, grant });
  assert.equal(await give({ permissions: [...PAYERS, "approve_bulk_transfer"] }), 1);
  assert.equal(await give({ permissions: PAYERS }), 0);
  assert.equal(await asked("enableMember", { memberId: good!.memberId }), 0);
  // A member who got rights back is independent of the Owner, and can approve the Owner's order.
  const back = await dashboard.logInAs(good!.memberId);
  assert.equal(await order(owner!, merchantId, "450000.00"), "APPROVAL_PENDING");
  assert.equal((await queueOf(back, merchantId, "transfer"))[0].turn, "now");
  assert.equal(await approve(asha!, merchantId, "transfer"), "approved");
  // Rights need approval if the Owner took them, or if others did before live was opened or more than a week ago.
  assert.equal(await asked("enableMember", { memberId: rogue!.memberId }), 1);
  const later = [
    "update access.merchant set created_at = now()",
    "update access.influence set at = at - interval '8 days'",
  ];
  for (const statement of later) {
    await back.ask("disableMember", { memberId: asha!.memberId });
    await world.look(`${statement} where organization_id = $1`, [organizationId]);
    assert.equal(await asked("enableMember", { memberId: asha!.memberId }), 1, statement);
    await setPermissions(world.ctx, organizationId, {
      memberId: asha!.memberId,
      grant: { permissions: [...PAYERS] },
      by: "system",
    });
    await world.look(
      "update access.merchant set created_at = now() - interval '9 days' where organization_id = $1",
      [organizationId],
    );
  }
});

test("an Owner who enables a member can still give back what was taken before, in any order", async () => {
  const office = await makeOffice({
    owner: "owner",
    rogue: "admin",
    asha: "approver",
    vik: "viewer",
    old: "viewer",
  });
  const { organizationId } = office;
  const { owner, rogue, asha, vik, old } = office.browsers;
  const asked = async (operation: string, input: Json): Promise<number> =>
    (await owner!.ask(operation, input)).asked.length;
  const role = { name: "Payers", permissions: [...PAYERS] };
  const { roleId } = await saveRole(world.ctx, organizationId, { ...role, by: "system" });
  const { roleId: otherId } = await saveRole(world.ctx, organizationId, {
    ...role,
    name: "Others",
    by: "system",
  });
  const give = (browser: Browser, id: string) =>
    setPermissions(world.ctx, organizationId, {
      memberId: browser.memberId,
      grant: { roleId: id },
      by: "system",
    });
  await give(vik!, roleId);
  await give(old!, otherId);
  const grant = { permissions: PAYERS.slice(0, 2) };
  await rogue!.ask("updatePermissions", { memberId: asha!.memberId, grant });
  for (const [id, name] of [
    [roleId, "Payers"],
    [otherId, "Others"],
  ])
    await rogue!.ask("changeRole", { roleId: id, name, permissions: PAYERS.slice(0, 2) });
  for (const { memberId } of [asha!, vik!, old!]) await rogue!.ask("disableMember", { memberId });
  await owner!.ask("disableMember", { memberId: rogue!.memberId });

  assert.equal(await asked("enableMember", { memberId: asha!.memberId }), 0);
  const approver = { memberId: asha!.memberId, grant: { role: "approver" } };
  assert.equal(await asked("updatePermissions", approver), 0, "the member's own rights");
  assert.equal(await asked("enableMember", { memberId: vik!.memberId }), 0);
  assert.equal(await asked("changeRole", { roleId, ...role }), 0, "the role after its holder");
  assert.equal(await asked("changeRole", { roleId: otherId, ...role, name: "Others" }), 0, "the role before");
  assert.equal(await asked("enableMember", { memberId: old!.memberId }), 0, "its holder afterwards");
  await owner!.ask("updatePermissions", { memberId: asha!.memberId, grant });
  assert.equal(await asked("updatePermissions", approver), 1, "the Owner took it itself");
});

test("what the operator took since, and what an Owner gave back or took, is not given back by the Owner", async () => {
  const { organizationId, browsers } = await makeOffice({ admin: "admin", owner: "owner", vik: "viewer" });
  const { admin, owner, vik } = browsers;
  const { memberId } = vik!;
  const { roleId } = await saveRole(world.ctx, organizationId, {
    name: "Payers",
    permissions: [...PAYERS],
    by: "system",
  });
  const grants = [{ roleId }, { permissions: [...PAYERS] }, { permissions: ["access_transfers"] }] as const;
  const [byRole, all, none] = grants;
  const say = (grant: Grants) => setPermissions(world.ctx, organizationId, { memberId, grant, by: "system" });
  const take = (by: Browser) => by.ask("updatePermissions", { memberId, grant: none });
  const waits = async (grant: Grants) =>
    (await owner!.ask("updatePermissions", { memberId, grant })).asked.length === 1;
  await say(all);
  await take(admin!);
  assert.equal(await waits(all), false);
  await say(none);
  assert.equal(await waits(all), true, "the operator took it once more");
  await say(all);
  await take(admin!);
  await say(none);
  assert.equal(await waits(all), true, "the operator said the same");
  await say(all);
  await take(admin!);
  assert.equal(await waits({ permissions: PAYERS.slice(0, 2) }), false);
  assert.equal(await waits(all), true, "the Owner gave back a part");
  await say(all);
  await take(admin!);
  assert.equal(await waits(all), false);
  await take(owner!);
  assert.equal(await waits(all), true, "the Owner took it itself");
  await say(byRole);
  const shrink = { roleId, name: "Payers", permissions: ["access_transfers"] } as const;
  await admin!.ask("changeRole", shrink);
  await saveRole(world.ctx, organizationId, { ...shrink, by: "system" });
  const role = { ...shrink, permissions: PAYERS };
  assert.equal(
    (await owner!.ask("changeRole", role)).asked.length,
    1,
    "the operator said the same of the role",
  );
});

test("an Owner gives back beside what another member has asked for, in either environment", async () => {
  const { organizationId, browsers } = await makeOffice({ admin: "admin", owner: "owner", vik: "viewer" });
  const { admin, owner, vik } = browsers;
  const { memberId } = vik!;
  const sandbox = await createMerchant(world.ctx, { organizationId, name: "Practice", mode: "sandbox" });
  await setPolicies(world.ctx, sandbox.merchantId, {
    subjectKind: "rights",
    policies: parsePolicies([{ name: "All", levels: [{ approvers: 1 }] }], "rights"),
    by: "system",
  });
  const all = { permissions: [...PAYERS] };
  const none = { permissions: ["access_transfers"] as const };
  const more = { permissions: ["access_transfers", "manage_keys"] };
  const give = (by: Browser, live: Json, practice: Json = none) =>
    by.call("updatePermissions", { memberId, grant: { live, sandbox: practice } });
  const waiting = async () => {
    const { items } = await owner!.ask("listMembers", {});
    const { waits } = items.find((one: Json) => one.memberId === memberId);
    return waits.map(({ mode }: Json) => mode).toSorted();
  };
  const take = async () => {
    await setPermissions(world.ctx, organizationId, {
      memberId,
      grant: { live: all, sandbox: none },
      by: "system",
    });
    assert.equal((await give(admin!, none)).status, 200);
  };
  await take();
  assert.equal((await give(admin!, more, more)).body.asked.length, 2);
  assert.deepEqual(await waiting(), ["live", "sandbox"]);
  const saved = await give(owner!, none);
  assert.equal(saved.body.error.code, "already_open", "what gives nothing back ends no request");
  const both = await give(owner!, all, all);
  assert.equal(both.body.error.code, "already_open", "two requests about one environment");
  const back = await give(owner!, all);
  assert.deepEqual([back.status, back.body.asked], [200, []]);
  assert.deepEqual(await waiting(), ["sandbox"], "the request in the other environment stays");
  // It is the same with a role.
  const payers = { name: "Payers", permissions: [...PAYERS] };
  const { roleId } = await saveRole(world.ctx, organizationId, { ...payers, by: "system" });
  await setPermissions(world.ctx, organizationId, { memberId, grant: { roleId }, by: "system" });
  const role = (by: Browser, permissions: readonly string[]) =>
    by.call("changeRole", { roleId, name: "Payers", permissions });
  await role(admin!, none.permissions);
  assert.equal((await role(admin!, more.permissions)).body.asked.length, 1);
  const returned = await role(owner!, PAYERS);
  assert.deepEqual([returned.status, returned.body.asked], [200, []]);
});

test("a role is given back past a member who got it afterwards; that member is left out of it", async () => {
  const { organizationId, browsers } = await makeOffice({
    admin: "admin",
    owner: "owner",
    asha: "viewer",
    vik: "viewer",
    late: "viewer",
  });
  const { admin, owner, asha, vik, late } = browsers;
  const role = { name: "Payers", permissions: [...PAYERS] };
  const { roleId } = await saveRole(world.ctx, organizationId, { ...role, by: "system" });
  for (const [browser, sandbox] of [
    [asha!, { roleId }],
    [vik!, { role: "viewer" }],
  ] as const) {
    const change = {
      memberId: browser.memberId,
      grant: { live: { roleId }, sandbox },
      by: "system",
    } as const;
    await setPermissions(world.ctx, organizationId, change);
  }
  const less = ["access_transfers", "manage_beneficiaries"];
  const taken = await admin!.ask("changeRole", { roleId, name: "Payers", permissions: less.slice(0, 1) });
  assert.deepEqual(taken.asked, []);
  for (const { memberId } of [vik!, late!])
    assert.deepEqual((await admin!.ask("updatePermissions", { memberId, grant: { roleId } })).asked, []);
  const back = await owner!.ask("changeRole", { roleId, ...role });
  assert.deepEqual(back.asked, []);
  const { items } = await owner!.ask("listMembers", {});
  const rightsOf = ({ memberId }: Browser) => {
    const { live, sandbox } = items.find((one: Json) => one.memberId === memberId);
    return [live, sandbox].map(({ roleId: id, permissions }) => [id, permissions]);
  };
  const whole = [roleId, PAYERS];
  const rest = [null, ["access_transfers"]];
  assert.deepEqual(rightsOf(asha!), [whole, whole]);
  assert.deepEqual(rightsOf(vik!), [whole, rest], "the role is new to the member in the sandbox alone");
  assert.deepEqual(rightsOf(late!), [rest, rest]);
  const gift = await owner!.ask("updatePermissions", { memberId: late!.memberId, grant: { roleId } });
  assert.equal(gift.asked.length, 1, "the member gets the role with a second person");
});

const codeOf = async (by: Browser, change: Json): Promise<string> =>
  (await by.call("updatePermissions", change)).body.error?.code ?? "done";

test("a request for rights in one environment is not in the way of a change in the other", async () => {
  const { merchantId, organizationId, browsers } = await makeOffice({
    admin: "admin",
    owner: "owner",
    two: "owner",
    vik: "viewer",
  });
  const { admin, owner, two, vik } = browsers;
  const sandbox = await createMerchant(world.ctx, { organizationId, name: "Practice", mode: "sandbox" });
  await setPolicies(world.ctx, sandbox.merchantId, {
    subjectKind: "rights",
    policies: parsePolicies([{ name: "All", levels: [{ approvers: 1 }] }], "rights"),
    by: "system",
  });
  const few = { permissions: ["access_transfers"] as const };
  const more = { permissions: ["access_transfers", "approve_bulk_transfer"] as const };
  const { memberId } = vik!;
  const save = (by: Browser, live: Json, practice: Json) =>
    codeOf(by, { memberId, grant: { live, sandbox: practice } });
  const waiting = async () => {
    const queues = [merchantId, sandbox.merchantId].map((id) => queueOf(two!, id, "rights"));
    return (await Promise.all(queues)).map(({ length }) => length);
  };
  const start = async (live: Grant, practice: Grant) => {
    const grant = { live, sandbox: practice };
    await setPermissions(world.ctx, organizationId, { memberId, grant, by: "system" });
  };
  await start(more, few);
  assert.equal(await save(admin!, more, more), "done");
  assert.deepEqual(await waiting(), [0, 1]);
  assert.equal(await save(owner!, more, few), "already_open", "what changes nothing ends no request");
  assert.equal(await save(owner!, few, few), "done", "powers are taken in live");
  assert.equal(await save(owner!, more, few), "done", "powers are requested in live");
  assert.deepEqual(await waiting(), [1, 1]);
  assert.equal(await save(two!, few, more), "already_open", "powers are requested twice in the sandbox");
  await start(few, more);
  assert.deepEqual(await waiting(), [1, 1]);
  assert.equal(await save(two!, few, few), "done", "powers are taken in the sandbox");
  assert.deepEqual(await waiting(), [1, 0]);
});
