// The Summary: every number equals the result of SQL over the tables, is explained, and is updated when something
// changes.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { acceptTransfers, runtimeOf, setQueuingTime } from "../../../server/src/money/transfers/index.ts";
import type { TransferOrder } from "../../../server/src/money/transfers/index.ts";
import { lookAt } from "./looks.ts";
import { browserTest as test, complaintsOf, openDashboard } from "./world.ts";

const dashboard = await openDashboard();
const { world, merchantId, simulator } = dashboard;

let made = 0;
const order = (amountPaise: bigint, vpa = "success@upi"): TransferOrder => {
  made += 1;
  const payee = { inline: { name: "Asha Rao", vpa, accountNumber: "026291800001191", ifsc: "YESB0000262" } };
  const mode = vpa === "success@upi" ? "imps" : "upi";
  return { transferKey: `summary${made}`, payee, amountPaise, mode, remarks: "", fundSourceId: null };
};

async function pay(orders: readonly TransferOrder[]): Promise<void> {
  await acceptTransfers(world.ctx, merchantId, orders);
  await runtimeOf(world.ctx).idle();
}

await pay([
  ...Array.from({ length: 21 }, (_unused, at) => order(BigInt(100_00 + at * 1_23))),
  order(2_500_00n, "declined@upi"),
  order(75_00n, "bad-vpa@upi"),
  { ...order(1_200_50n), processOn: new Date(Date.now() + 2 * 86_400_000) },
]);

const IS_PAID_LATE = "coalesce(reason = 'PAID_AFTER_FAILURE', false)";
await pay([{ ...order(640_00n, "declined@upi"), transferKey: "summary-late" }]);
const [attempt] = await world.look<{ reference: string; bankId: string }>(
  `select attempt.reference, attempt.bank_id as "bankId"
   from transfers.attempt
   join transfers.transfer using (merchant_id, transfer_id)
   where transfer_key = 'summary-late'`,
);
const { reference, bankId } = attempt!;
await simulator.control("POST", `/sim/payments/${reference}/force`, { outcome: "succeed", bankId });
await runtimeOf(world.ctx).idle();

/** Returns the total of the transfers that match a condition, in the format of the screen. */
async function sumOf(where: string): Promise<{ amount: string; transfers: number }> {
  const [row] = await world.look<{ amount: string; transfers: string }>(
    `select (coalesce(sum(amount_paise), 0) / 100.0)::numeric(20, 2)::text as amount, count(*) as transfers
     from transfers.transfer
     where merchant_id = $1
       and coalesce(origin_kind, '') not in ('withdrawal', 'refund')
       and (${where})`,
    [merchantId],
  );
  return { amount: row!.amount, transfers: Number(row!.transfers) };
}

const tile = (page: Page, id: string) => page.locator(`[data-tile="${id}"]`);

async function assertTile(page: Page, id: string, where: string): Promise<void> {
  const { amount, transfers } = await sumOf(where);
  assert.equal(await tile(page, id).locator("data").first().getAttribute("value"), amount, id);
  assert.match((await tile(page, id).textContent()) ?? "", new RegExp(`${transfers} transfers?`), id);
}

const ready = (page: Page) => tile(page, "transferred").waitFor();

test("every number is what SQL says, and follows a transfer that is made meanwhile", async () => {
  const watched = await dashboard.open("viewer", "summary");
  const { page } = watched;
  await ready(page);
  await assertTile(page, "transferred", `status = 'succeeded' or ${IS_PAID_LATE}`);
  const late = tile(page, "transferred").getByRole("link", { name: "1 of them paid after a failure" });
  assert.match((await late.getAttribute("href")) ?? "", /reason=PAID_AFTER_FAILURE/);
  await assertTile(
    page,
    "in-flight",
    "status in ('awaiting_approval', 'waiting', 'ready', 'sent', 'review')",
  );
  await assertTile(page, "not-paid", `status in ('failed', 'reversed') and not ${IS_PAID_LATE}`);
  const results = await sumOf("status in ('succeeded', 'failed', 'reversed')");
  const succeeded = await sumOf("status = 'succeeded'");
  const rate = ((succeeded.transfers / results.transfers) * 100).toFixed(1);
  assert.match(
    (await tile(page, "rate").textContent()) ?? "",
    new RegExp(`${rate}%.*of ${results.transfers} results`),
  );
  const [account] = await world.look<{ rupees: string }>(
    `select (balance_paise / 100.0)::numeric(20, 2)::text as rupees
     from ledger.account where merchant_id = $1 and account_no = 1000`,
    [merchantId],
  );
  await tile(page, "balance").waitFor();
  assert.equal(await tile(page, "balance").locator("data").first().getAttribute("value"), account!.rupees);
  const declined = await sumOf("reason = 'BENE_BANK_DECLINED'");
  assert.match(
    (await page.locator('[data-reason="BENE_BANK_DECLINED"]').textContent()) ?? "",
    new RegExp(`${declined.transfers} transfer`),
  );

  await page.getByRole("button", { name: "View as table" }).last().click();
  const days = await page
    .getByRole("region", { name: /^Success rate of each day/ })
    .locator("tbody tr")
    .evaluateAll((rows) =>
      rows.map((row) => [2, 3].map((at) => Number.parseInt(row.children[at]?.textContent ?? "", 10) || 0)),
    );
  // All results are in today's row, or in yesterday's if midnight has just passed.
  const shown = [0, 1].map((at) => days.slice(0, 2).reduce((sum, day) => sum + day[at]!, 0));
  assert.deepEqual(shown, [results.transfers, succeeded.transfers]);
  const imps = page.getByRole("region", { name: "By rail" }).locator("tr", { hasText: "IMPS" });
  const impsResults = await sumOf("rail = 'imps' and status in ('succeeded', 'failed', 'reversed')");
  assert.equal(await imps.locator("td").nth(1).textContent(), String(impsResults.transfers));

  await pay([order(3_333_33n)]);
  const { amount } = await sumOf(`status = 'succeeded' or ${IS_PAID_LATE}`);
  await tile(page, "transferred").locator(`data[value="${amount}"]`).waitFor();
  assert.deepEqual(complaintsOf(watched), []);
  await page.context().close();
});

test("the work list names the fund source, what is missing and the next step, above the figures", async () => {
  const fundSourceId = "WALLET_1";
  await setQueuingTime(world.ctx, merchantId, { hours: 24, by: "system" });
  // The wallet has ten lakh, so at least one of these has to wait.
  await pay(Array.from({ length: 3 }, () => order(4_90_000_00n)));
  const { page } = await dashboard.open("admin", "summary");
  await ready(page);
  const task = page.locator(`[data-attention="funds ${fundSourceId}"]`);
  await task.waitFor();
  const [needed] = await world.look<{ rupees: string }>(
    `select ((sum(amount_paise + fee_paise + tax_paise) - (
         select balance_paise from ledger.account where merchant_id = $1 and account_no = 1000
       )) / 100.0)::numeric(20, 2)::text as rupees
     from transfers.transfer
     where merchant_id = $1 and waiting_for = 'funds'`,
    [merchantId],
  );
  const [source] = await world.look<{ name: string }>(
    "select name from fund_sources.fund_source where merchant_id = $1 and fund_source_id = $2",
    [merchantId, fundSourceId],
  );
  const words = (await task.textContent()) ?? "";
  assert.ok(words.replaceAll(",", "").includes(`${needed!.rupees} more needed`), words);
  assert.ok(words.includes(`From ${source!.name}`), words);
  const action = task.getByRole("link", { name: "Add funds" });
  assert.ok((await action.getAttribute("href"))?.endsWith(`/fund-sources/${fundSourceId}`));
  // The scheduled transfer goes on by itself.
  const scheduled = page.locator('[data-attention^="schedule "]');
  assert.equal(await scheduled.getByRole("link").count(), 1);
  assert.match((await scheduled.textContent()) ?? "", /1 transfer is scheduled/);
  const [work, figures] = await Promise.all([task.boundingBox(), tile(page, "transferred").boundingBox()]);
  assert.ok(work!.y < figures!.y);
  await page.context().close();
});

test("the chart by day has no interval on days with few results", async () => {
  const { page } = await dashboard.open("viewer", "summary?mode=upi");
  await ready(page);
  const chart = page.getByRole("img", { name: /^Success rate of each day/ });
  await chart.locator("circle").first().waitFor();
  assert.equal(await chart.locator("path.fill-series-1").getAttribute("d"), "");
  await page.goto(`${dashboard.address}/dashboard/sandbox/summary`);
  await ready(page);
  await chart.locator('path.fill-series-1[d^="M"]').waitFor({ state: "attached" });
  await page.getByRole("img", { name: /^The total that succeeded on each day/ }).waitFor();
  await page.context().close();
});

test("a number says how it is computed and leads to its rows", async () => {
  const { page } = await dashboard.open("admin", "summary");
  await ready(page);
  await page.getByRole("button", { name: "How is “Success rate” computed?" }).click();
  const words = page.getByText(/SUCCESS ÷ \(SUCCESS \+ FAILED \+ REVERSED\) = \d+ ÷ \d+/);
  await words.waitFor();
  const rows = await page.getByRole("link", { name: "See these transfers" }).getAttribute("href");
  assert.match(
    rows ?? "",
    /transfers\/all\?f=1&status=SUCCESS,FAILED,REVERSED&created=\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d$/,
  );
  await page.context().close();
});

test("30 days, a mode and a tab stand in the address, and a link shows the same", async () => {
  const { page } = await dashboard.open("admin", "summary");
  await ready(page);
  await page.getByText("Last 30 days", { exact: true }).click();
  await page.getByLabel("Mode").selectOption("upi");
  await page.waitForURL(/days=30&mode=upi/);
  await page.getByRole("link", { name: "Transfer TAT", exact: true }).click();
  await page.waitForURL(/summary\/time\?days=30&mode=upi/);
  await page.getByRole("heading", { name: "Transfer time by rail" }).waitFor();
  await page.reload();
  await ready(page);
  assert.equal(await page.getByLabel("Mode").inputValue(), "upi");
  const { transfers } = await sumOf(`(status = 'succeeded' or ${IS_PAID_LATE}) and mode = 'upi'`);
  assert.match((await tile(page, "transferred").textContent()) ?? "", new RegExp(`${transfers} transfers?`));
  await page.context().close();
});

test("a fresh sandbox begins with an example: three presses from here to the first payout", async () => {
  const merchant = dashboard.demo.clients[1]!.merchantId;
  const opened = await dashboard.open("admin", "summary");
  await opened.page.evaluate((id) => sessionStorage.setItem("merchant.sandbox", id), merchant);
  await opened.page.reload();
  await opened.page.getByRole("link", { name: "Send a sandbox payout" }).click();
  await opened.page.getByRole("button", { name: "Review ₹100.00" }).click();
  await opened.page.getByRole("button", { name: "Send ₹100.00" }).click();
  await opened.page.locator('[data-stage="succeeded"]').waitFor();
  await opened.page.context().close();
});

test("in Hindi, with the keyboard, and in every width and theme", async () => {
  const { page } = await dashboard.open("admin", "summary", { language: "hi" });
  await ready(page);
  await page.getByRole("heading", { level: 1, name: "सारांश" }).waitFor();
  await page.getByText("लाभार्थी के बैंक ने जमा लेने से मना किया।").waitFor();
  await page.context().close();
  await lookAt(dashboard, { person: "admin", path: "summary", name: "summary", ready });
  await lookAt(dashboard, { person: "admin", path: "summary/time?days=30", name: "summary-time", ready });
});
