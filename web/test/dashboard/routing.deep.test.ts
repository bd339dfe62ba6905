// Routing: the health of the banks from their responses, the policy in force, and the reason why a transfer used
// another bank.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { partnerBank } from "../../../server/src/money/banks/index.ts";
import { listRecords } from "../../../server/src/people/audit/index.ts";
import { listBankConnections, setRecovering } from "../../../server/src/money/fund-sources/index.ts";
import { listBankHealth, watchBanks } from "../../../server/src/money/health/index.ts";
import { listRoutingPolicies, setRoutingPolicy } from "../../../server/src/money/routing/index.ts";
import { acceptTransfers, runtimeOf, workTransfers } from "../../../server/src/money/transfers/index.ts";
import { lookAt, turnThrough } from "./looks.ts";
import { browserTest as test, openDashboard } from "./world.ts";

const dashboard = await openDashboard();
const { world, merchantId, simulator } = dashboard;
const { ctx } = world;
const PATH = "fund-sources/routing";

let orders = 0;

async function pay(transferKey: string): Promise<void> {
  const payee = { inline: { name: "Asha Rao", accountNumber: "026291800001191", ifsc: "YESB0000262" } };
  const amountPaise = 100_00n + BigInt((orders += 1));
  const order = { transferKey, payee, amountPaise, mode: "imps" as const, remarks: "", fundSourceId: null };
  const [taken] = await acceptTransfers(ctx, merchantId, [order]);
  assert.equal(taken?.kind, "accepted");
  await runtimeOf(ctx).idle();
  await workTransfers(ctx, merchantId);
  await runtimeOf(ctx).idle();
  await watchBanks(ctx, merchantId);
}

const [first, second] = await ctx.db.inMerchant(merchantId, (tx) => listBankConnections(ctx, tx));
assert.ok(first !== undefined && second !== undefined, "the demo has several banks");
const nameOf = (bankId: string): string => partnerBank(bankId)!.name;
const [FIRST, SECOND] = [nameOf(first.bankId), nameOf(second.bankId)];

/** True if the first bank is down for all payees, or for those of the one bank that is paid here. */
async function isFirstDown(): Promise<boolean> {
  const known = await ctx.db.inMerchant(merchantId, (tx) => listBankHealth(ctx, tx));
  return known.some(
    ({ bankId, rail, state }) => bankId === first!.bankId && rail === "imps" && state === "down",
  );
}

const rowOf = (page: Page, ...words: string[]) =>
  words.reduce(
    (rows, hasText) => rows.filter({ hasText }),
    page.locator("main table").first().locator("tbody tr"),
  );

test("a bank has a share of good calls once there are enough of them, and none before", async () => {
  await pay("paid_0");
  const { page } = await dashboard.open("viewer", PATH);
  const row = rowOf(page, "Meghdoot", "IMPS").first();
  await row.getByText("too few calls").waitFor();
  await page.getByText(/^Meghdoot Bank: NEFT, RTGS/).waitFor();
  for (let no = 1; no < 24; no += 1) await pay(`paid_${no}`);
  // All 24 calls succeeded, and this is Wilson's interval for that at 95%.
  await row.getByText(/^8\d(\.\d)?–100%, at 95%$/).waitFor();
  assert.match((await row.textContent()) ?? "", /Healthy.*100%/);
  await page.context().close();
});

test("the policy in force is said in plain words, with those before it", async () => {
  const policy = {
    priorities: [{ rail: "imps", uptoPaise: "20000000", bankIds: [first!.bankId, second!.bankId] }],
    costs: [{ rail: "imps", bankId: first!.bankId, paise: "250" }],
  };
  await setRoutingPolicy(ctx, merchantId, { policy, because: "Cheaper by day", by: "system" });
  const { page } = await dashboard.open("viewer", PATH);
  await page.getByText(/By IMPS up to ₹2,00,000\.00: Meghdoot.*, in this order/).waitFor();
  await page.getByText(/A payment by IMPS with Meghdoot.* is counted as ₹2\.50\./).waitFor();
  const versions = page.locator("main table").last().locator("tbody tr");
  assert.match((await versions.first().textContent()) ?? "", /Version 1.*In force.*Operator.*Cheaper by day/);
  assert.match((await versions.last().textContent()) ?? "", /Version 0.*The default policy/);
  await page.context().close();
});

test("a transfer that took another bank says which one was down, and by which policy and snapshot", async () => {
  await simulator.control("PUT", `/sim/banks/${first!.bankId}/manner`, {
    mishaps: [{ chance: 1, mishap: { kind: "maintenance" } }],
  });
  for (let no = 0; !(await isFirstDown()); no += 1) {
    assert.ok(no < 30, "so many refusals are an outage");
    await pay(`refused_${no}`);
  }
  await pay("elsewhere");
  const { page } = await dashboard.open("viewer", "transfers/all/elsewhere");
  const why = page.locator("section").filter({ has: page.getByRole("heading", { name: "Why this route" }) });
  await why.getByText(/Policy: version 1 · Health of the banks: snapshot \d+ · Rule: imps:/).waitFor();
  await why.getByText("Replayed from the stored facts, the result is the same.").waitFor();
  const rows = why.locator("tbody tr");
  assert.match(
    (await rows.filter({ hasText: "Meghdoot" }).textContent()) ?? "",
    /The bank was down for this payee.*down/,
  );
  assert.equal(await rows.filter({ hasText: "Chosen" }).count(), 1);
  await page.context().close();
  const health = await dashboard.open("viewer", PATH);
  await rowOf(health.page, "Meghdoot", "IMPS")
    .getByText(/^(Down|Probing)$/)
    .first()
    .waitFor();
  await health.page.context().close();
});

test("both screens stand in every width and theme", async () => {
  const health = (page: Page) => rowOf(page, "Meghdoot", "IMPS").first().waitFor();
  await lookAt(dashboard, { person: "viewer", path: PATH, name: "routing", ready: health });
  const why = (page: Page) => page.getByText("Replayed from the stored facts").first().waitFor();
  const path = "transfers/all/elsewhere";
  await lookAt(dashboard, { person: "viewer", path, name: "why-route", ready: why });
});

const inForce = async (): Promise<number> =>
  (await ctx.db.inMerchant(merchantId, listRoutingPolicies))[0]?.version ?? 0;

test("a draft is written, tried on past payments and put in force; the audit log and the versions say so", async () => {
  const before = await inForce();
  const { page } = await dashboard.open("admin", PATH);
  await page.getByRole("link", { name: "Draft a policy" }).click();
  await page.getByText(`Starts from version ${before}`).waitFor();
  const rule = page.getByRole("group", { name: "Rule 1" });
  await rule.getByRole("button", { name: `Move ${FIRST} down` }).press("Enter");
  const order = rule.locator("ol li > span:nth-child(2)");
  await order
    .first()
    .and(page.getByText(SECOND, { exact: true }))
    .waitFor();
  assert.deepEqual(await order.allTextContents(), [SECOND, FIRST]);
  await page.getByRole("button", { name: "Add a cost" }).click();
  const cost = page.getByRole("group", { name: "Cost 2" });
  await page.getByRole("button", { name: "Test on past payments" }).click();
  await cost.getByText("Enter an amount in rupees").waitFor();
  await cost.getByLabel("Bank", { exact: true }).selectOption({ label: SECOND });
  await cost.getByLabel("Cost of a payment").fill("1");
  await page.getByRole("button", { name: "Test on past payments" }).click();
  const result = page.getByRole("status").filter({ hasText: "payments would have gone" });
  await result.getByText(/^[1-9]\d* of [1-9]\d*$/).waitFor();
  await result.getByText(/past decisions gave an identical result when replayed/).waitFor();
  await result.getByText(`${FIRST}, IMPS → ${SECOND}, IMPS`).first().waitFor();
  assert.equal(await inForce(), before, "a trial writes nothing");
  await page.getByRole("button", { name: "Put in force", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Put in force" }).click();
  await dialog.getByText("Enter the reason for this policy.").waitFor();
  await dialog.getByLabel("Reason").fill("The second is cheaper");
  await dialog.getByRole("button", { name: "Put in force" }).click();
  await page.getByText(`By IMPS up to ₹2,00,000.00: ${SECOND}, ${FIRST}, in this order`).waitFor();
  const [set] = await ctx.db.inMerchant(merchantId, (tx) =>
    listRecords(tx, { actions: ["routing.policy_set"], limit: 1 }),
  );
  assert.deepEqual(
    [set!.subject, set!.detail],
    [`routing_policy:${before + 1}`, { because: "The second is cheaper" }],
  );
  await page.context().close();
});

test("a draft does not replace a policy that was set while it was written", async () => {
  const { page } = await dashboard.open("admin", `${PATH}/draft?from=0`);
  await page.getByRole("button", { name: "Add a share" }).click();
  await page.getByRole("group", { name: "Share 1" }).getByLabel("Share", { exact: true }).fill("10");
  await setRoutingPolicy(ctx, merchantId, { policy: {}, because: "At night", by: "system" });
  await page.getByRole("button", { name: "Put in force", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("A tenth to the first");
  await dialog.getByRole("button", { name: "Put in force" }).click();
  await dialog.getByText("Another policy has been set meanwhile").waitFor();
  await page.context().close();
});

test("the draft, its result and the question before it holds stand in every width and theme", async () => {
  const open = () => dashboard.open("admin", `${PATH}/draft?from=1`);
  const tried = await open();
  await tried.page.getByRole("button", { name: "Test on past payments" }).click();
  await tried.page.getByText(/payments would have gone to another bank/).waitFor();
  await tried.page.evaluate(() => window.scrollTo(0, 0));
  await turnThrough(tried, "routing-draft");
  const asked = await open();
  await asked.page.getByRole("button", { name: "Put in force", exact: true }).click();
  await asked.page.getByRole("dialog").getByLabel("Reason").waitFor();
  await turnThrough(asked, "routing-put-in-force");
});

test("a bank that is held after a restore is marked, with why and what to do, on Routing and Fund Sources", async () => {
  const since = new Date(Date.now() - 3_600_000);
  await ctx.db.inMerchant(merchantId, (tx) =>
    setRecovering(tx, { bankIds: [first.bankId], since, by: "system", because: "a restore" }),
  );
  const ready = (page: Page) => page.getByText(`Held after a restore: ${FIRST}`).waitFor();
  const { page } = await dashboard.open("viewer", PATH);
  await rowOf(page, "Meghdoot", "IMPS").first().getByText("Held", { exact: true }).waitFor();
  await page.getByRole("link", { name: "see which are missing" }).click();
  await page.getByText("Held until its statements since the restore are in").waitFor();
  await page.context().close();
  await lookAt(dashboard, { person: "viewer", path: PATH, name: "routing-held", ready });
  await lookAt(dashboard, { person: "viewer", path: "fund-sources", name: "fund-sources-held", ready });
});
