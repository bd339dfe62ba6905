import assert from "node:assert/strict";
import { test } from "node:test";
import { queueMessages } from "#messages";
import { makeDashboard } from "#test/dashboard";
import { startSimulator } from "#test/simulator";
import { makeWorld } from "#test/world";

const world = await makeWorld();
const simulator = await startSimulator(world);
const dashboard = makeDashboard(world, { simulatorUrl: simulator.url });
const merchant = await world.makeMerchant({ simulator });
const { merchantId, organizationId } = merchant;
const developer = await dashboard.logIn(organizationId, "developer");

test("the clock is moved, and read with what has happened since", async () => {
  const before = await developer.ask("getSandboxClock", { merchantId });
  const moved = await developer.ask("advanceSandboxClock", { merchantId, seconds: 86_400 });
  assert.equal(moved.offsetSeconds - before.offsetSeconds, 86_400);
  assert.equal(moved.arrived, true);
  assert.ok(moved.stops > 0);
  const { movingTo } = await developer.ask("getSandboxClock", { merchantId });
  assert.equal(movingTo, null);
  const { happened } = await developer.ask("getSandboxClock", { merchantId, since: moved.from });
  assert.deepEqual(happened, []);
  assert.equal((await developer.call("advanceSandboxClock", { merchantId, seconds: 0 })).status, 422);
  const tooFar = await developer.call("advanceSandboxClock", { merchantId, seconds: 32 * 86_400 });
  assert.equal(tooFar.status, 422);
});

test("a bank is made slow and faulty for this merchant, and itself again", async () => {
  const manner = { latencyMs: 250, mishap: "fail", percent: 40 };
  await developer.ask("setSandboxBank", { merchantId, bankId: "meghdoot", ...manner });
  const [bank] = (await developer.ask("listSandboxBanks", { merchantId })).items;
  assert.deepEqual([bank.bankId, bank.manner], ["meghdoot", { ...manner, maintenanceUntil: null }]);
  const until = new Date(Date.now() + 3 * 86_400_000).toISOString();
  await developer.ask("setSandboxBank", { merchantId, bankId: "meghdoot", maintenanceUntil: until });
  const [closed] = (await developer.ask("listSandboxBanks", { merchantId })).items;
  assert.equal(closed.manner.maintenanceUntil, until);
  await developer.ask("setSandboxBank", { merchantId, bankId: "meghdoot" });
  assert.equal((await developer.ask("listSandboxBanks", { merchantId })).items[0].manner, null);
  const unknown = await developer.call("setSandboxBank", { merchantId, bankId: "nobank" });
  assert.deepEqual([unknown.status, unknown.body.error.code], [404, "bank_not_found"]);
});

test("a bank is down for a drill until it is ended", async () => {
  const wanted = { merchantId, entityCode: "HDFC", mode: "imps" };
  const { incidentNo, status } = await developer.ask("startDowntimeDrill", wanted);
  assert.equal(status, "active");
  assert.equal((await developer.call("startDowntimeDrill", wanted)).body.error.code, "already_active");
  assert.equal((await developer.ask("listDowntimeDrills", { merchantId })).items.length, 1);
  await developer.ask("endDowntimeDrill", { merchantId, incidentNo });
  assert.equal((await developer.ask("listDowntimeDrills", { merchantId })).items.length, 0);
});

test("a bank's drill is started, played and ended, with a report each time", async () => {
  const bank = { merchantId, bankId: "meghdoot" };
  assert.deepEqual(await developer.ask("getBankDrill", bank), { report: null });
  const started = await developer.ask("startBankDrill", { ...bank, percent: 50, fault: "is_silent" });
  const { rail, percent, fault, running } = started;
  assert.deepEqual(
    { rail, percent, fault, running },
    { rail: "imps", percent: 50, fault: "is_silent", running: true },
  );
  assert.equal((await developer.call("startBankDrill", bank)).body.error.code, "drill_running");
  const poor = await developer.call("playBankDrill", { ...bank, transfers: 60 });
  assert.deepEqual([poor.status, poor.body.error.code], [409, "too_little_money"]);
  assert.match(poor.body.error.message, /needs ₹?1,?260\.00/);
  const ended = await developer.ask("endBankDrill", bank);
  assert.deepEqual([ended.running, ended.transfers, ended.lost, ended.detected], [false, 0, 0, null]);
  assert.equal((await developer.call("endBankDrill", bank)).body.error.code, "drill_not_running");
  assert.deepEqual((await developer.ask("getBankDrill", bank)).report, ended);
});

test("magic values and the inbox are listed; a transfer that no bank knows cannot be forced", async () => {
  const { items } = await developer.ask("listMagicValues", { merchantId });
  assert.ok(items.some(({ vpas }: { vpas: string[] }) => vpas.includes("closed@upi")));
  const message = {
    channel: "email",
    to: "a@example.com",
    purpose: "test",
    subject: "Hello",
    text: "There",
  } as const;
  await world.ctx.db.inMerchant(merchantId, (tx) => queueMessages(tx, [message]));
  const inbox = await developer.ask("listSandboxMessages", { merchantId });
  assert.equal(inbox.items[0].subject, "Hello");
  const forced = await developer.call("forceSandboxOutcome", {
    merchantId,
    transferId: "no",
    outcome: "fail",
  });
  assert.deepEqual([forced.status, forced.body.error.code], [404, "transfer_not_found"]);
});

test("where e-mail is sent, the inbox shows no links of members", async () => {
  const { memberId } = developer;
  const setProved = (proved: boolean) =>
    world.ctx.db.inMerchant(organizationId, (tx) =>
      tx.execute("update access.member set email_proved = $2 where member_id = $1", [memberId, proved]),
    );
  const { email: to } = await developer.ask("getSession");
  const link = { channel: "email", to, purpose: "prove_email", subject: "Prove it", text: "A link" } as const;
  await world.ctx.db.inMerchant(merchantId, (tx) => queueMessages(tx, [link]));
  const ctx = { ...world.ctx, config: { ...world.ctx.config, smtpUrl: "smtp://mail.example" } };
  const mailing = makeDashboard({ ...world, ctx }, { simulatorUrl: simulator.url }).open(
    memberId,
    developer.token,
  );
  const inboxOf = async (browser: typeof developer): Promise<string[]> => {
    const { items } = await browser.ask("listSandboxMessages", { merchantId });
    return items.map(({ purpose }: { purpose: string }) => purpose);
  };
  await setProved(false);
  assert.ok(
    (await inboxOf(developer)).includes("prove_email"),
    "without a mail server there is no other way",
  );
  assert.ok(!(await inboxOf(mailing)).includes("prove_email"));
  await setProved(true);
  assert.ok(!(await inboxOf(mailing)).includes("prove_email"), "the mailbox has it");
});

test("a live merchant has no such controls", async () => {
  const live = await world.makeMerchant({ mode: "live" });
  const admin = await dashboard.logIn(live.organizationId, "admin");
  const { status, body } = await admin.call("getSandboxClock", { merchantId: live.merchantId });
  assert.deepEqual([status, body.error.code], [409, "not_sandbox"]);
});
