/** Compares the help and the answers of every operator's command with those that are stored beside this file. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Command } from "commander";
import { requestRecall } from "#recalls";
import { requestOverdraftLimit } from "#fund-sources";
import { istDate } from "#lib/ist";
import { acceptTransfers, runtimeOf } from "#transfers";
import { clearOfMidnight } from "#test/clear-of-midnight";
import { makeFaultWorld, orderTo } from "#test/faults/fault-world";
import { makeMembers } from "#test/make-members";
import { addAdministration } from "./administer.ts";
import { makeOperator } from "./test/make-operator.ts";
import { helpOf, noteAnswers } from "./test/note-answers.ts";

const program = new Command("vitaran");
addAdministration(program);
const stored = (name: string): string => join(import.meta.dirname, "test", `every-command-${name}.txt`);
const plainly = { serializers: [String] };
const isUpdating = process.execArgv.includes("--test-update-snapshots");
const storedAnswers = isUpdating ? "" : readFileSync(stored("answers"), "utf8");

await clearOfMidnight();
const world = await makeFaultWorld();
const { ctx } = world;
const operator = makeOperator(world, { BANK_API_KEY: "a".repeat(32), BANK_CALLBACK_SECRET: "b".repeat(32) });
const { ask, asked, told } = noteAnswers(operator);

test("every command explains itself as it did", (t) => {
  const pages = program.commands.map((command) => `# ${command.name()}\n\n${helpOf(command)}`);
  t.assert.fileSnapshot(pages.join("\n"), stored("help"), plainly);
});

function write(name: string, content: unknown): string {
  const file = join(operator.dataDir, name);
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
const period = { from: inHours(-1), to: inHours(1) };

async function askAboutMerchants(organization: string): Promise<void> {
  await ask("create-organization", { name: "Kaveri Stores" });
  await ask("create-merchant", { organization, name: "Kaveri", mode: "test" });
  const made = { organization, name: "Kaveri", overdraft: "100.50" };
  const { merchantId: merchant } = await ask("create-merchant", { ...made, mode: "sandbox" });
  await ask("create-client", { merchant: merchant!, name: "Shop", allow: "203.0.113.7", rate: "100" });
  await ask("create-client", { merchant: organization, name: "Shop" });
  const bank = { merchant: merchant!, bank: "meghdoot", "base-url": "http://127.0.0.1:9" };
  for (const adapter of ["json-h2h", "razorpayx"])
    await ask("connect-bank", { ...bank, adapter, "debit-account": "60100000000001", untested: true });
  for (const name of ["set-bank-key", "test-bank"]) await ask(name, { merchant: merchant!, bank: "nobody" });
  const added = {
    bank: "vindhya",
    name: "Vindhya Bank",
    ifsc: "VIND",
    rails: "imps,neft",
    voids: true,
  } as const;
  await ask("add-bank", { ...added, max: "imps=200000.00", statements: "intraday", "reversal-days": "3" });
  await ask("list-banks");
  await ask("add-ifsc", { ifsc: "HDFC0ABCDEF", replaces: "HDFC0ABCDEG" });
  await ask("refresh-ifscs", { file: write("ifscs.csv", "IFSC\nHDFC0000001\n"), date: "2026-11-24" });
  await ask("list-ifscs");
  for (const months of ["1", "0"]) await ask("feedback", { months });
  await ask("sealing");
}

async function askAboutPeople(organization: string, merchant: string): Promise<void> {
  const ravi = { organization, member: "ravi@example.com" };
  await ask("add-member", { organization, email: ravi.member, name: "Ravi", may: "approver" });
  await ask("add-member", { organization, email: ravi.member, name: "Ravi", may: "everything" });
  await ask("list-members", { organization });
  await ask("list-members", { organization: merchant });
  await ask("set-permissions", { ...ravi, may: "none", "may-in-sandbox": "admin" });
  await ask("disable-member", ravi);
  await ask("enable-member", ravi);
  await ask("send-password-link", ravi);
  await ask("send-password-link", { member: "nobody@example.com" });
  await ask("reset-factors", ravi);
  await ask("second-factor-policy", { organization, "for-all": "on" });
  await ask("second-factor-policy", { organization });
  await ask("set-business-type", { organization, type: "partnership" });
  const file = write("policies.json", [{ name: "All", levels: [{ approvers: 1 }] }]);
  await ask("set-policies", { merchant, kind: "batch", file, "expire-after": "2", except: "v1" });
  await ask("set-policies", { merchant, kind: "key_reset", file });
  await ask("list-policies", { merchant });
}

async function askAboutKeys(merchant: string, member: string): Promise<void> {
  await ask("reset-client", { merchant });
  await ask("reset-client", { merchant, emergency: true });
  const { requestId: request } = await ask("reset-client", { merchant, member });
  const [waiting] = await ask("list-approvals", { merchant });
  const content = waiting!.contentHash!;
  const decision = { merchant, request: request!, member: "ravi@example.com", content };
  await ask("reject", { ...decision, content: "zz" });
  await ask("approve", { ...decision, remarks: "by phone" });
  await ask("reject", decision);
  await ask("complete-key-reset", { merchant, request: request!, member });
  await ask("reset-client", { merchant, emergency: true, because: "stolen laptop" });
}

async function askAboutSettings(merchant: string, member: string): Promise<void> {
  await ask("set-merchant", { merchant, member, payouts: "off", "token-requestor": "50110030273" });
  await ask("set-merchant", { merchant, payouts: "on", "sync-wait": "250", "token-requestor": "none" });
  await ask("set-merchant", { merchant });
  await ask("set-client", {
    merchant,
    allow: "203.0.113.7, 198.51.100.0/24",
    "status-mode": "rest",
    rate: "120",
  });
  await ask("set-client", { merchant, member, allow: "none" });
  const limited = { scope: "draft", "fund-sources": "WALLET_1", "day-limit": "500.00" };
  await ask("set-key-scope", { merchant, ...limited });
  await ask("set-key-scope", { merchant, "fund-sources": "WALET_1" });
  await ask("set-key-scope", { merchant, member, scope: "pay", "fund-sources": "all", "day-limit": "none" });
  await ask("set-beneficiary-settings", { merchant, "account-once": "on", waiting: "30" });
  await ask("set-beneficiary-settings", { merchant, member, waiting: "0", "verification-fee": "none" });
  await ask("set-phone-settings", { merchant, "check-name": "on" });
  await ask("set-phone-settings", { merchant, member, "check-name": "off" });
  await ask("switch-bank", { merchant, bank: "meghdoot", to: "on" });
  await ask("switch-bank", { merchant, bank: "nobody", to: "off" });
  await ask("set-modes", { merchant, member, unavailable: "card", disabled: "paytm,upi" });
  await ask("set-modes", { merchant, unavailable: "none", disabled: "none" });
  await ask("list-homes");
  for (const command of ["add-home", "remove-home"]) await ask(command, { name: "west" });
  for (const home of ["west", "first"]) await ask("move-merchant", { merchant, home });
  await ask("set-overdraft", { merchant, "fund-source": "WALLET_1", limit: "1,25,000" });
  await ask("set-queuing-time", { merchant, hours: "off" });
  await ask("set-queuing-time", { merchant });
  await ask("set-stop-limit", { merchant, above: "5000" });
}

type Ruled = Record<"rule", Record<string, string>>;

async function askAboutRisk(merchant: string, people: Record<"asha" | "meera", string>): Promise<void> {
  const kind = { merchant, kind: "transfer_limit", parameters: '{"limitPaise": 5000000}', effect: "block" };
  const member = people.asha;
  const { rule } = (await ask("add-rule", { ...kind, member, place: "3" })) as unknown as Ruled;
  const own = { ...kind, kind: "daily_limit", scope: "fund_source", "scope-id": "WALLET_1" };
  await ask("add-rule", { ...own, member });
  await ask("add-rule", { ...own, member, "scope-id": "WALLET_7" });
  await ask("add-rule", { ...own, member, scope: "beneficiary", "scope-id": "nobody" });
  await ask("add-rule", { ...own, member: people.meera });
  await ask("list-rules", { merchant });
  await ask("try-rule", { ...kind, parameters: '{"limitPaise": 5000}', ...period });
  await ask("try-rule", { ...kind, from: period.to, to: period.from });
  await ask("rule-history", { merchant, rule: rule.ruleId! });
  await ask("remove-rule", { merchant, rule: rule.ruleId!, member });
  await ask("remove-rule", { merchant, rule: rule.ruleId!, member });
  await ask("list-verdicts", { merchant, transfer: "paid" });
  const why = { merchant, because: "asked for", member };
  const { blockId: block } = await ask("block-payee", {
    ...why,
    account: "026291800001999",
    ifsc: "YESB0000262",
  });
  await ask("block-payee", { ...why, vpa: "asha@okbank", until: inHours(24) });
  await ask("block-payee", { ...why, bank: "HDFC", member: people.meera });
  await ask("block-payee", { ...why, beneficiary: "nobody" });
  await ask("block-payee", why);
  await ask("list-blocked", { merchant });
  await ask("unblock-payee", { ...why, block: block! });
}

async function askAboutWebhooks(merchant: string): Promise<void> {
  const hook = { merchant, url: `${world.simulator.url}/hook` };
  const events = "TRANSFER_SUCCESS, TRANSFER_FAILED";
  const { endpointId: endpoint } = await ask("add-webhook", { ...hook, format: "v2", events });
  await ask("add-webhook", { ...hook, format: "v3" });
  await ask("add-webhook", { ...hook, events: "NOTHING" });
  await ask("add-webhook", hook);
  await ask("list-webhooks", { merchant });
  await ask("test-webhook", { merchant, endpoint: endpoint! });
  await ask("test-webhook", hook);
  await ask("test-webhook", { merchant });
  const one = { merchant, endpoint: endpoint! };
  await ask("disable-webhook", one);
  await ask("enable-webhook", one);
  await ask("rotate-webhook-secret", { ...one, overlap: "1" });
  await ask("rotate-webhook-secret", { ...one, overlap: "500" });
  await ask("list-deliveries", { ...one, limit: "10", status: "delivered" });
  await ask("list-deliveries", { merchant, transfer: "nothing" });
  await ask("replay-webhooks", {
    merchant,
    ...period,
    "undelivered-only": true,
    events,
    endpoint: endpoint!,
  });
  await ask("replay-webhooks", { merchant, ...period });
  await ask("replay-webhooks", { merchant, from: period.from });
  await ask("replay-webhooks", { merchant, delivery: merchant, events });
  await ask("replay-webhooks", { merchant, delivery: merchant });
  await ask("remove-webhook", one);
  await ask("remove-webhook", one);
}

async function askAboutMoney(merchant: string): Promise<void> {
  const account = { account: "026291800001191", ifsc: "YESB0000262" };
  await ask("register-account", { merchant, holder: "Kaveri Stores", ...account });
  await ask("open-bank-account", { merchant, bank: "meghdoot", name: "Rent", ...account });
  await ask("set-shares", { merchant, shares: "WALLET_1=30, BANK_1=70" });
  await ask("set-shares", { merchant, shares: "WALLET_1=100" });
  await ask("set-shares", { merchant, shares: "WALLET_1:100" });
  await ask("set-shares", { merchant, shares: "WALLET_1=30" });
  await ask("switch-off-fund-source", { merchant, "fund-source": "BANK_1" });
  await ask("switch-on-fund-source", { merchant, "fund-source": "BANK_1" });
  await ask("retry-refund", { merchant, "top-up": merchant });
  await ask("credit-refund", { merchant, "top-up": merchant, because: "known sender" });
  await ask("list-overdraft-requests", { merchant });
  const lenders = { merchant, lender: "Narmada Capital", "lender-percent": "80" };
  await ask("set-co-lending", { ...lenders, "originator-percent": "30" });
  await ask("set-co-lending", { ...lenders, "originator-percent": "20" });
  const arrived = { merchant, ledger: "lender", bank: "meghdoot", utr: "UTR0000000001", amount: "2,500.00" };
  await ask("fund-co-lending", arrived);
  await ask("end-co-lending", { merchant });
}

async function askAboutOverdrafts(merchant: string): Promise<void> {
  for (const verdict of ["decline-overdraft", "grant-overdraft"]) {
    const wanted = {
      fundSourceId: "WALLET_1",
      limitPaise: 5_000n,
      because: "festival",
      by: "system",
    } as const;
    const { requestId } = await requestOverdraftLimit(ctx, merchant, wanted);
    await ask(verdict, { merchant, request: requestId, because: "after a call" });
  }
  await ask("list-overdraft-requests", { merchant });
}

async function askAboutBanks(merchant: string, member: string): Promise<void> {
  const outage = { mode: "upi", severity: "high", because: "circular 7", member };
  await ask("announce-outage", { ...outage, handle: "okbank" });
  await ask("announce-outage", outage);
  await ask("announce-outage", { ...outage, bank: "HDFC", from: period.to });
  await ask("end-outage", { number: "1", member });
  await ask("list-outages");
  await ask("show-bank-health", { merchant });
  await ask("explain-route", { merchant, transfer: "paid" });
  await ask("show-routing-policy", { merchant });
  const policy = write("routing.json", {
    priorities: [{ rail: "imps", uptoPaise: null, bankIds: ["meghdoot"] }],
    shares: [],
    costs: [],
    health: { demoteFromBp: 500, paisePerPercent: "0" },
  });
  await ask("set-routing-policy", { merchant, policy, because: "costs", member });
  await ask("set-routing-policy", { merchant, policy: "/nowhere.json", because: "costs" });
  await ask("try-routing-policy", { merchant, policy, last: "10" });
  await ask("list-reviews", { merchant });
  const found = { outcome: "unpaid", because: "letter of the bank", member };
  await ask("resolve-review", { merchant, transfer: "paid", ...found });
  await ask("resolve-review", { merchant, transfer: "nothing", ...found });
  await ask("list-overdue", { merchant });
  await ask("claim-letter", { merchant, bank: "meghdoot", file: join(operator.dataDir, "claim.pdf") });
  await ask("set-bank-address", { merchant, bank: "meghdoot", name: "Meghdoot Bank", address: "1 MG Road" });
}

async function askAboutRecalls(merchant: string, recall: string, member: string): Promise<void> {
  await ask("list-recalls", { merchant });
  await ask("recall-letter", { merchant, recall });
  await ask("hand-over-recall", { merchant, recall, member, "bank-reference": "MGD/7" });
  await ask("refuse-recall", { merchant, recall, because: "no consent", member });
  await ask("refuse-recall", { merchant, recall: merchant, because: "no consent", member: recall });
}

async function askAboutStatements(merchant: string, debitAccount: string, member: string): Promise<void> {
  const lines = `D,N,A,B\n${istDate(new Date(Date.now() - 86_400_000))},unknown payment,-20000.00,0.00\n`;
  const columns = { dateOrder: "ymd", date: "D", amount: "A", balance: "B", narration: "N" };
  const files = { file: write("statement.csv", lines), mapping: write("mapping.json", columns) };
  const imported = { merchant, bank: "meghdoot", format: "csv", ...files };
  await ask("import-statement", { ...imported, "debit-account": debitAccount });
  await ask("import-statement", { ...imported, file: "/nowhere.csv" });
  await ask("list-statements", { merchant });
  const breaks = await ask("list-breaks", { merchant });
  const found = { merchant, break: breaks[0]!.breakId! };
  await ask("show-break", found);
  await ask("assign-break", { ...found, owner: member });
  await ask("assign-break", { ...found, owner: "none", member });
  await ask("match-break", { ...found, reference: "123", note: "by the narration" });
  await ask("resolve-break", { ...found, resolution: "sorry", note: "x" });
  await ask("resolve-break", { ...found, resolution: "explained", note: "cheque", member });
  await ask("undo-break", { ...found, note: "it was not" });
  await ask("list-breaks", { merchant, closed: true });
  await ask("recover", { merchant, since: period.from });
  await ask("recover", { merchant, since: period.to });
  await ask("end-recovery", { merchant, bank: "meghdoot", because: "the bank's list" });
}

/** These run for long, write files, change the whole installation, or are tested by what they leave. */
const ELSEWHERE = /^(?:import-b|begin-|audit-|erase-|reveal-|egress|.*-provider|.*-erasures|.*ct-member)/;

test("every command answers as it did", async (t) => {
  const { merchantId, organizationId, debitAccount } = await world.makePayer();
  const people = await makeMembers(ctx, organizationId, { asha: "admin", meera: "initiator" });
  const [accepted] = await acceptTransfers(ctx, merchantId, [orderTo("paid")]);
  assert.ok(accepted?.kind === "accepted");
  await runtimeOf(ctx).idle();
  const recall = { transferId: accepted.transfer.transferId, reason: "fraud", remarks: "" } as const;
  const { recallId } = await requestRecall(ctx, merchantId, { ...recall, by: "system" });
  await askAboutMerchants(organizationId);
  await askAboutPeople(organizationId, merchantId);
  await askAboutKeys(merchantId, people.asha);
  await askAboutSettings(merchantId, people.asha);
  await askAboutRisk(merchantId, people);
  await askAboutWebhooks(merchantId);
  await askAboutMoney(merchantId);
  await askAboutBanks(merchantId, people.asha);
  await askAboutRecalls(merchantId, recallId, people.asha);
  await askAboutStatements(merchantId, debitAccount, people.asha);
  const { merchantId: live, organizationId: owner } = await world.makeMerchant({ mode: "live" });
  await askAboutOverdrafts(live);
  await askInLive(live, (await makeMembers(ctx, owner, { asha: "admin", ravi: "admin" })).asha);
  const names = program.commands.map((command) => command.name());
  assert.equal(names.filter((name) => asked.has(name) === ELSEWHERE.test(name)).join(), "");
  // The first answer alone is easier to read than 2,500 lines of which one differs.
  if (!isUpdating)
    assert.equal(
      told.find((answer) => !storedAnswers.includes(answer)),
      undefined,
    );
  t.assert.fileSnapshot(`${told.join("\n")}\n`, stored("answers"), plainly);
});

/** In live, what a member loosens waits for another one. */
async function askInLive(merchant: string, member: string): Promise<void> {
  await ask("set-client", { merchant, member, allow: "203.0.113.7", rate: "120" });
  await ask("set-phone-settings", { merchant, member, "check-name": "off" });
  await ask("set-beneficiary-settings", {
    merchant,
    member,
    "account-once": "off",
    "verification-fee": "1.00",
  });
  const limits = {
    merchant,
    kind: "daily_limit",
    parameters: '{"limitPaise": 5000}',
    effect: "block",
    member,
  };
  const { rule } = (await ask("add-rule", limits)) as unknown as Ruled;
  await ask("remove-rule", { merchant, rule: rule.ruleId!, member });
  await ask("list-approvals", { merchant });
  await ask("list-rules", { merchant });
}
