// Routing: how the banks are by what they answered, the policy in force, and why a transfer took another bank.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { listBankConnections } from "../../../server/src/fund-sources/index.ts";
import { listBankHealth, watchBanks } from "../../../server/src/health/index.ts";
import { setRoutingPolicy } from "../../../server/src/routing/index.ts";
import { acceptTransfers, runtimeOf, workTransfers } from "../../../server/src/transfers/index.ts";
import { browserTest as test, lookAt, openDashboard } from "./world.ts";

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

/** For all payees, or for those of the one bank that is paid here. */
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
  await row.getByText("too few to say").waitFor();
  await page.getByText(/^Meghdoot Bank: NEFT, RTGS/).waitFor();
  for (let no = 1; no < 24; no += 1) await pay(`paid_${no}`);
  // 24 good ones: Wilson's interval of all of them, by 95 %.
  await row.getByText(/^8\d(\.\d)?–100 %, at 95 %$/).waitFor();
  assert.match((await row.textContent()) ?? "", /Healthy.*100 %/);
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
  assert.match((await versions.last().textContent()) ?? "", /Version 0.*comes with the product/);
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
  await why.getByText("Made again from what is stored, it is the same.").waitFor();
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
  const why = (page: Page) => page.getByText("Made again from what is stored").first().waitFor();
  const path = "transfers/all/elsewhere";
  await lookAt(dashboard, { person: "viewer", path, name: "why-route", ready: why });
});
