import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, test } from "node:test";
import { readApiClient, readMerchant } from "#access";
import { type IfscListing, readBeneficiarySettings, readKnownIfscs } from "#beneficiaries";
import { listBankConnections, readBalance } from "#fund-sources";
import type { Tx } from "#lib/db";
import { newId } from "#lib/ids";
import { readPhoneSettings } from "#phone";
import { explainIfsc } from "#rails";
import { makeMembers } from "#test/make-members";
import { makeWorld } from "#test/world";
import { requestKeyScope } from "#approvals";
import { changeSettings } from "#settings";
import { makeOperator } from "./test/make-operator.ts";

const world = await makeWorld();
const { ctx } = world;
const { run, fail, apart } = makeOperator(world);

// A live merchant, because only an operator can change its settings.
let merchant: string;
let member: string;

before(async () => {
  const made = await world.makeMerchant({ mode: "live" });
  merchant = made.merchantId;
  ({ asha: member } = await makeMembers(ctx, made.organizationId, { asha: "admin" }));
});

const inside = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => ctx.db.inMerchant(merchant, work);

interface Audited {
  readonly actor: string;
  readonly action: string;
  readonly detail: Record<string, unknown>;
}

async function lastAudit(): Promise<Audited> {
  const [record] = await world.look<Audited>(
    "select actor, action, detail from audit.record where merchant_id = $1 order by seq desc limit 1",
    [merchant],
  );
  return record!;
}

test("an operator switches payouts and APIs off, sets the wait and a token requestor, and removes it", async () => {
  const off = { payouts: "off", apis: "off", "sync-wait": "250", "token-requestor": "50110030273" };
  const set = await run<object>("set-merchant", { merchant, member, ...off });
  const { settings } = await inside(readMerchant);
  assert.deepEqual(set, settings);
  const expected = {
    syncWaitMs: 250,
    allowLoopbackWebhooks: false,
    payoutsEnabled: false,
    apisEnabled: false,
    tokenRequestorId: "50110030273",
  };
  assert.deepEqual(settings, expected);
  const { actor, action } = await lastAudit();
  assert.deepEqual([actor, action], [`member:${member}`, "access.merchant_changed"]);

  await run("set-merchant", { merchant, payouts: "on", "token-requestor": "none" });
  const after = (await inside(readMerchant)).settings;
  assert.deepEqual(after, { ...expected, payoutsEnabled: true, tokenRequestorId: null });
  const audited = await lastAudit();
  assert.equal(audited.actor, "system");
  assert.deepEqual(audited.detail, { payoutsEnabled: true, tokenRequestorId: null });
});

test("an operator says who may call with the key pair, how often, and how it is answered", async () => {
  const change = { allow: "203.0.113.7, 198.51.100.0/24", "status-mode": "always-200", rate: "120" };
  await run("set-client", { merchant, ...change });
  const client = await inside(readApiClient);
  const expected = ["203.0.113.7/32", "198.51.100.0/24"];
  assert.deepEqual([client!.ipAllowlist, client!.statusMode], [expected, "always-200"]);
  assert.equal(client!.ratePerMinute, 120);
  await run("set-client", { merchant, allow: "none" });
  const after = await inside(readApiClient);
  assert.deepEqual([after!.ipAllowlist, after!.statusMode], [[], "always-200"]);
  assert.equal((await lastAudit()).action, "access.api_client_changed");
});

test("an operator sets what holds for beneficiaries and for payments to phone numbers", async () => {
  const set = { "account-once": "off", waiting: "30", "verification-fee": "2.50" };
  await run("set-beneficiary-settings", { merchant, ...set });
  const expected = { accountOnce: false, waitingMinutes: 30, verificationFeePaise: 250n };
  assert.deepEqual(await inside(readBeneficiarySettings), expected);
  await run("set-beneficiary-settings", { merchant, "verification-fee": "none" });
  assert.deepEqual(await inside(readBeneficiarySettings), { ...expected, verificationFeePaise: null });
  assert.deepEqual(await run("set-phone-settings", { merchant, "check-name": "off" }), { checkName: false });
  assert.deepEqual(await inside(readPhoneSettings), { checkName: false });
  assert.equal((await lastAudit()).action, "phone.settings_changed");
});

test("an operator switches a bank off and on again, and takes modes away", async () => {
  const isEnabled = async () => {
    const [connection] = await inside((tx) => listBankConnections(ctx, tx));
    return connection!.enabled;
  };
  await run("switch-bank", { merchant, bank: "meghdoot", to: "off" });
  assert.equal(await isEnabled(), false);
  await run("switch-bank", { merchant, bank: "meghdoot", to: "on" });
  assert.equal(await isEnabled(), true);
  assert.match(await fail("switch-bank", { merchant, bank: "nobody", to: "off" }), /no connection/);

  await run("set-modes", { merchant, member, unavailable: "card", disabled: "upi,paytm" });
  const { actor, detail } = await lastAudit();
  assert.equal(actor, `member:${member}`);
  assert.deepEqual(detail, { unavailableModes: ["card"], disabledModes: ["upi", "paytm"] });
  await run("set-modes", { merchant, unavailable: "none", disabled: "none" });
  assert.deepEqual((await lastAudit()).detail, { unavailableModes: [], disabledModes: [] });
});

test("an operator sets how far below zero the wallet may go", async () => {
  const limit = { merchant, "fund-source": "WALLET_1", limit: "2500.50" };
  assert.deepEqual(await run("set-overdraft", limit), { overdraftLimitPaise: "250050" });
  const { overdraftLimitPaise } = await inside((tx) => readBalance(tx, "WALLET_1"));
  assert.equal(overdraftLimitPaise, 2_500_50n);
  assert.match(await fail("set-overdraft", { ...limit, "fund-source": "BANK_9" }), /no such fund source/);
});

test("what an operator sets is no longer given back by an Owner, and a member who is named waits", async () => {
  const by = `member:${member}` as const;
  const { organizationId } = await inside(readMerchant);
  await run("set-key-scope", { merchant, scope: "pay", "day-limit": "900" });
  await run("set-client", { merchant, allow: "10.0.0.0/8" });
  await run("set-beneficiary-settings", { merchant, "account-once": "off" });
  await run("set-phone-settings", { merchant, "check-name": "off" });
  await run("set-queuing-time", { merchant, hours: "96" });
  await changeSettings(ctx, merchant, {
    ipAllowlist: "10.0.0.0/16",
    queuingHours: 1,
    stopAbove: "1.00",
    secondFactorForAll: true,
    accountOnce: true,
    checkPhoneName: true,
    by,
  });
  await requestKeyScope(ctx, merchant, { scope: "draft", by });
  const more = await run<{ waits: object[] }>("set-client", { merchant, member, allow: "10.0.0.0/8" });
  assert.equal(more.waits.length, 1);
  const all = await run<{ waits: object[] }>("set-key-scope", { merchant, member, scope: "pay" });
  assert.equal(all.waits.length, 1);
  const kept = () =>
    world.look<{ subject: string }>("select subject from approvals.tightened where merchant_id = $1", [
      merchant,
    ]);
  assert.equal((await kept()).length, 7);
  await run("set-client", { merchant, allow: "10.0.0.0/16" });
  await run("set-queuing-time", { merchant, hours: "1" });
  await run("set-stop-limit", { merchant, above: "1.00" });
  await run("second-factor-policy", { organization: organizationId, "for-all": "on" });
  await run("set-beneficiary-settings", { merchant, "account-once": "on" });
  await run("set-phone-settings", { merchant, "check-name": "on" });
  await run("set-key-scope", { merchant, scope: "draft" });
  assert.deepEqual(await kept(), []);
});

const REFUSED: readonly [command: string, options: Readonly<Record<string, string>>, says: RegExp][] = [
  ["set-merchant", {}, /use at least one of --payouts <on\|off>, --apis/],
  ["set-merchant", { payouts: "yes" }, /--payouts.*Use on or off/],
  ["set-merchant", { "sync-wait": "60001" }, /--sync-wait.*from 0 to 60000/],
  ["set-merchant", { "token-requestor": "12" }, /--token-requestor.*eleven digits/],
  ["set-merchant", { member: "asha", payouts: "on" }, /--member.*not an ID/],
  ["set-client", { allow: "10.0.0.300" }, /--allow.*10\.0\.0\.300 is not an IP address or network/],
  ["set-client", { allow: "" }, /--allow.*Use none/],
  ["set-client", { "status-mode": "soap" }, /--status-mode.*rest, always-200/],
  ["switch-bank", { bank: "meghdoot" }, /'--to <on\|off>' not specified/],
  ["set-modes", { unavailable: "none", disabled: "cheque" }, /--disabled.*cheque is not one of banktransfer/],
  ["create-client", { name: "Keys", "status-mode": "soap" }, /--status-mode.*rest, always-200/],
  ["create-client", { name: "Keys", rate: "many" }, /--rate.*whole number/],
  ["set-queuing-time", { hours: "soon" }, /--hours.*from 1 to 240/],
  ["set-beneficiary-settings", { "verification-fee": "-1" }, /--verification-fee.*Use an amount/],
];

test("what cannot be set is told with its option, and nothing is changed", async () => {
  const earlier = await lastAudit();
  for (const [command, options, says] of REFUSED) {
    assert.match(await fail(command, { merchant, ...options }), says, JSON.stringify(options));
  }
  assert.deepEqual(await lastAudit(), earlier);
});

test("a merchant that does not exist is told, whatever is set or listed, and nothing is kept for it", async () => {
  const nobody = newId();
  for (const [command, options] of [
    ["set-phone-settings", { "check-name": "off" }],
    ["set-queuing-time", { hours: "12" }],
    ["list-policies", {}],
  ] as const) {
    assert.match(await fail(command, { merchant: nobody, ...options }), /no such merchant/, command);
  }
  const kept = await world.look("select from audit.record where merchant_id = $1", [nobody]);
  assert.equal(kept.length, 0);
});

test("who decides is a member of the merchant's organization who may, or it is told by --member", async () => {
  const { organizationId } = await inside(readMerchant);
  const other = await world.makeMerchant({ mode: "live" });
  const { ravi } = await makeMembers(ctx, other.organizationId, { ravi: "admin" });
  const { meera } = await makeMembers(ctx, organizationId, { meera: "initiator" });
  const review = { transfer: "t1", outcome: "paid", because: "letter" };
  const earlier = await lastAudit();
  for (const [command, options, says] of [
    ["set-merchant", { member: ravi, apis: "on" }, /--member .* is not an active member/],
    ["set-overdraft", { member: meera, "fund-source": "WALLET_1", limit: "0" }, /--member .*manage_limits/],
    ["resolve-review", { member: ravi, ...review }, /--member .* not an active member/],
    [
      "reset-client",
      { member: ravi, emergency: true, because: "stolen" },
      /--member .* not an active member/,
    ],
  ] as const) {
    assert.match(await fail(command, { merchant, ...options }), says, command);
  }
  assert.deepEqual(await lastAudit(), earlier);
});

test("an operator adds IFSCs, says what replaced old ones, and loads a newer list", async () => {
  const [fresh, old] = ["IDIB000C040", "SBIN0000691"];
  assert.match(explainIfsc(fresh)!, /not on our list/);
  // Other processes must learn of the IFSC, like this one.
  await apart.run("add-ifsc", { ifsc: fresh.toLowerCase(), replaces: old });
  await readKnownIfscs(ctx);
  assert.equal(explainIfsc(fresh), null);
  assert.match(explainIfsc(old)!, /The new IFSC is IDIB000C040/);
  assert.match(await fail("add-ifsc", { ifsc: "IDIBO00C040" }), /four letters, a zero/);
  const folder = mkdtempSync(join(tmpdir(), "vitaran-ifscs-"));
  const file = join(folder, "RTGS.csv");
  writeFileSync(file, "BANK,IFSC,BRANCH\r\nSTATE BANK,SBIN0031816,NEW\r\n");
  assert.match(await fail("refresh-ifscs", { file, date: "2026-11-24" }), /no whole list/);
  const codes = Array.from(
    { length: 100_001 },
    (_, at) => `"BANK","SBIN0${String(at).padStart(6, "0")}","X"`,
  );
  writeFileSync(file, codes.join("\n"));
  assert.match(await fail("refresh-ifscs", { file, date: "2019-01-01" }), /in use is newer/);
  const listed = await apart.run<IfscListing>("refresh-ifscs", { file, date: "2026-11-24" });
  assert.deepEqual([listed.listedOn, listed.codes], ["2026-11-24", 100_001]);
  assert.deepEqual(
    listed.beside.map(({ ifsc, replacedBy, saidBy }) => [ifsc, replacedBy, saidBy]),
    [
      [fresh, null, "operator"],
      [old, fresh, "operator"],
    ],
  );
  await readKnownIfscs(ctx);
  assert.equal(explainIfsc("SBIN0031816"), null);
  assert.match(explainIfsc("HDFC0000001")!, /not on our list of 24 November 2026/);
  rmSync(folder, { recursive: true });
});
