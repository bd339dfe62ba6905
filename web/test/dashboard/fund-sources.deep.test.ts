// Fund Sources, their statements, downtimes, withdrawals and account information say the same as the books.
import assert from "node:assert/strict";
import { acceptTransfers, runtimeOf } from "../../../server/src/money/transfers/index.ts";
import { openIncident } from "../../../server/src/money/health/index.ts";
import {
  openBankAccount,
  setRegisteredAccount,
  topUp,
} from "../../../server/src/money/fund-sources/index.ts";
import { makeWithdrawal } from "../../../server/src/features/withdrawals/index.ts";
import type { Page } from "playwright-core";
import { lookAt, turnThrough } from "./looks.ts";
import { breakAfterDoing, browserTest as test, complaintsOf, openDashboard } from "./world.ts";

const dashboard = await openDashboard();
const { world, merchantId } = dashboard;
const { ctx } = world;
const by = "system" as const;

const inline = { name: "Asha Rao", accountNumber: "026291800001191", ifsc: "YESB0000262" };
const order = (transferKey: string, accountNumber = inline.accountNumber) => ({
  transferKey,
  payee: { inline: { ...inline, accountNumber } },
  amountPaise: 1_250_50n,
  mode: "imps" as const,
  remarks: "Invoice 7",
  fundSourceId: null,
});

await acceptTransfers(ctx, merchantId, [order("paid_1"), order("paid_2"), order("refused", "909090909008")]);
await runtimeOf(ctx).idle();
const account = {
  bankId: "meghdoot",
  name: "Current account",
  accountNumber: "11112222333",
  ifsc: "HDFC0000001",
};
await openBankAccount(ctx, merchantId, { ...account, by });
const own = { holderName: "Demo Traders", accountNumber: "50100000000001", ifsc: "HDFC0000001" };
await setRegisteredAccount(ctx, merchantId, { ...own, by });
const stranger = { name: "Vikram Seth", accountNumber: "50100000000002", ifsc: "HDFC0000001" };
const credit = { bankId: "meghdoot", fundSourceId: "WALLET_1", utr: "STRANGER1", amountPaise: 70_00n };
await topUp(ctx, merchantId, { ...credit, from: stranger });
const notice = {
  entity: "bank",
  mode: "imps",
  severity: "high",
  because: "letter",
  planned: null,
  by,
} as const;
await openIncident(ctx, merchantId, { ...notice, entityCode: "MGDT" });

interface Books {
  available: string;
  held: string;
}

/** Reads a fund source's balances directly from the ledger. */
async function booksOf(fundSourceId: string): Promise<Books> {
  const [row] = await world.look<Books>(
    `select to_char(wallet.balance_paise / 100.0, 'FM9999999990.00') as available,
       to_char((held_in.balance_paise + held_out.balance_paise) / 100.0, 'FM9999999990.00') as held
     from fund_sources.fund_source as source
     join ledger.account as wallet
       on wallet.merchant_id = source.merchant_id and wallet.account_no = source.ledger_account_no
     join ledger.account as held_in
       on held_in.merchant_id = source.merchant_id and held_in.account_no = source.held_in_no
     join ledger.account as held_out
       on held_out.merchant_id = source.merchant_id and held_out.account_no = source.held_out_no
     where source.merchant_id = $1 and source.fund_source_id = $2`,
    [merchantId, fundSourceId],
  );
  return row!;
}

/** Returns the amounts in a part of the page, in the server's format, in order. */
const amountsIn = (page: Page, selector: string): Promise<string[]> =>
  page
    .locator(`${selector} data`)
    .evaluateAll((found) => found.map((one) => one.getAttribute("value") ?? ""));

const DETAILS = "main section:has(> div h2:text-is('Details'))";
const TOTALS = "main section dl:has(dt:text-is('Opening balance'))";

test("every screen stands in every width and theme", async () => {
  for (const [path, name] of [
    ["fund-sources", "fund-sources"],
    ["fund-sources/WALLET_1", "fund-source"],
    ["fund-sources/withdrawals", "withdrawals"],
    ["fund-sources/downtimes", "downtimes"],
    ["settings/account", "account"],
  ] as const) {
    const ready = (page: Page) => page.locator("main dl, main table, main [role=status]").first().waitFor();
    await lookAt(dashboard, { person: "admin", path, name, ready });
  }
});

test("Downtimes shows the type of an incident on a laptop", async () => {
  const viewport = { width: 1360, height: 850 };
  const { page } = await dashboard.open("admin", "fund-sources/downtimes", { viewport });
  await page.getByRole("columnheader", { name: "Incident type" }).waitFor();
  await page.getByRole("cell", { name: "Unscheduled" }).first().waitFor();
  const table = page.locator(".data-table-scroller");
  assert.ok(await table.evaluate((one) => one.scrollWidth <= one.clientWidth));
  await page.context().close();
});

test("every figure of a fund source and its statement is the books'", async () => {
  const watched = await dashboard.open("admin", "fund-sources/WALLET_1");
  const { page } = watched;
  await page.getByRole("row").nth(3).waitFor();
  await page.locator(`${TOTALS} data`).nth(3).waitFor();
  const { available, held } = await booksOf("WALLET_1");
  const facts = await amountsIn(page, DETAILS);
  assert.equal(facts[0], available);
  assert.equal(facts[2], held);
  const statement = await world.look<{ change: string; balance: string }>(
    `with line as (
       select at, cause_id, phase, credit_no = 1000 as credit,
         sum(case when credit_no = 1000 then amount_paise else -amount_paise end) as change
       from ledger.posting
       where merchant_id = $1 and 1000 in (credit_no, debit_no)
       group by 1, 2, 3, 4
     )
     select to_char(change / 100.0, 'FM9999999990.00') as change,
       to_char(sum(change) over (order by at, cause_id, phase, credit) / 100.0, 'FM9999999990.00') as balance
     from line
     order by at desc, cause_id desc, phase desc, credit desc`,
    [merchantId],
  );
  const shown = await page
    .locator("tbody tr")
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.querySelectorAll("td")].map((cell) => cell.querySelector("data")?.value ?? ""),
      ),
    );
  const booked = shown.filter((cells) => cells.at(-2) !== "70.00");
  assert.deepEqual(
    booked.map((cells) => ({ change: cells.at(-2), balance: cells.at(-1) })),
    statement,
  );
  // A recharge from an account that is not registered arrived and was returned, or will be. It counts in neither total.
  assert.ok(shown.length > statement.length);
  const totals = await amountsIn(page, TOTALS);
  assert.deepEqual([totals[0], totals[3]], ["0.00", available]);
  assert.deepEqual(complaintsOf(watched), []);
  await page.context().close();
});

test("money that arrives is seen in the statement without a reload", async () => {
  const { page } = await dashboard.open("admin", "fund-sources/WALLET_1");
  await page.getByRole("row").nth(3).waitFor();
  await topUp(ctx, merchantId, { ...credit, utr: "LIVE1", amountPaise: 4_321_00n, from: own });
  await page.getByText("UTR LIVE1").waitFor();
  const { available } = await booksOf("WALLET_1");
  // The details are fetched in parallel to the statement and may arrive after it.
  await page
    .locator(`${DETAILS} data`)
    .first()
    .and(page.locator(`[value="${available}"]`))
    .waitFor();
  await page.context().close();
});

test("the sandbox lets money arrive for each fund source at a press", async () => {
  const { page } = await dashboard.open("admin", "fund-sources/BANK_1");
  const before = Number((await booksOf("BANK_1")).available);
  await page.getByRole("button", { name: "Add funds" }).click();
  await page.getByLabel("Amount").fill("2500");
  await page.getByRole("button", { name: "Add test money" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  assert.equal(Number((await booksOf("BANK_1")).available), before + 2_500);
  await page.getByText("₹2,500.00").first().waitFor();
  await page.context().close();
});

test("a withdrawal is confirmed in figures and words, and made once", async () => {
  const watched = await dashboard.open("admin", "fund-sources");
  const { page } = watched;
  const before = Number((await booksOf("WALLET_1")).available);
  const dialog = page.getByRole("dialog");
  const fill = async (): Promise<void> => {
    await page.getByRole("button", { name: "Withdraw" }).click();
    await page.getByLabel("Amount").fill("1,500");
    await page.getByLabel("Remarks").fill("Savings");
    await page.getByRole("button", { name: "Continue" }).click();
  };
  await fill();
  await dialog.getByText("A withdrawal can't be cancelled or reversed.").waitFor();
  await dialog.getByText("One Thousand Five Hundred").waitFor();
  const repair = await breakAfterDoing(page, "**/withdrawals");
  await dialog.getByRole("button", { name: "Withdraw ₹1,500.00" }).dblclick();
  await dialog.getByText("We don't know yet. Checking…").waitFor();
  // Even if the page is reloaded and the order is sent again, it is the same withdrawal.
  await page.reload();
  repair();
  await fill();
  await dialog.getByRole("button", { name: "Withdraw ₹1,500.00" }).click();
  await dialog.waitFor({ state: "detached" });
  assert.equal(Number((await booksOf("WALLET_1")).available), before - 1_500);
  await page.goto(`${dashboard.address}/dashboard/sandbox/fund-sources/withdrawals`);
  await page.getByRole("cell", { name: "Savings" }).waitFor();
  const made = await world.look("select from withdrawals.withdrawal where merchant_id = $1", [merchantId]);
  assert.equal(made.length, 1);
  assert.deepEqual(complaintsOf(watched), []);
  await page.context().close();
});

const REQUEST_ID = "019aa000-0000-7000-8000-000000000001";

test("a withdrawal that waits for approval says so, that it can be rejected, and where", async () => {
  const small = { withdrawalKey: "WAITS", amountPaise: 100_00n, remarks: "Savings", by };
  assert.equal((await makeWithdrawal(ctx, merchantId, small)).kind, "made");
  for (const [language, status, hint, see] of [
    ["en", "Waits for approval", "It can still be rejected.", "See the request"],
    ["hi", "स्वीकृति चाहिए", "इसे अभी अस्वीकृत किया जा सकता है।", "अनुरोध देखें"],
  ] as const) {
    const watched = await dashboard.open("admin", "fund-sources", { language });
    const { page } = watched;
    // Withdrawals of a sandbox wait for no one.
    await page.route("**/api/merchants/*/withdrawals*", async (route) => {
      const response = await route.fetch();
      const { items, ...rest } = (await response.json()) as { items: object[] };
      const waiting = items.map((one) => ({ ...one, status: "awaiting_approval", requestId: REQUEST_ID }));
      await route.fulfill({ response, json: { ...rest, items: waiting } });
    });
    await page.goto(`${dashboard.address}/dashboard/sandbox/fund-sources/withdrawals`);
    await page.getByText(status).first().waitFor();
    await page.getByText(hint).first().waitFor();
    const link = page.getByRole("link", { name: see }).first();
    assert.match((await link.getAttribute("href"))!, new RegExp(`transfers/approve\\?open=${REQUEST_ID}$`));
    await turnThrough(watched, `withdrawal-waits-${language}`);
  }
});

test("money moves between fund sources, shares make 100%, and a bank that is closed says why", async () => {
  const { page } = await dashboard.open("admin", "fund-sources");
  await page.getByRole("button", { name: "Move money" }).click();
  await page.getByLabel("Amount").fill("100");
  await page.getByRole("button", { name: "Move ₹100.00" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByLabel("Wallet", { exact: true }).fill("70");
  await page.getByText("Total: 70%").waitFor();
  await page.getByLabel("Current account", { exact: true }).fill("30");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Shares saved.").waitFor();
  await page.getByRole("button", { name: "Add bank account" }).click();
  const closed = page.getByRole("radio", { name: /Himshikhar/ });
  await page.getByText("Only for Private Limited and Partnership Limited businesses.").waitFor();
  assert.ok(await closed.isDisabled());
  await page.context().close();
});

test("who may not manage fund sources sees the buttons with the reason", async () => {
  const { page } = await dashboard.open("viewer", "fund-sources");
  const button = page.getByRole("button", { name: "Withdraw" });
  await button.waitFor();
  assert.equal(await button.getAttribute("aria-disabled"), "true");
  await page
    .getByText(/^Requires the permission .* Ask .*Admin/)
    .first()
    .waitFor();
  await page.context().close();
});

test("the screens are complete in Hindi", async () => {
  const watched = await dashboard.open("admin", "fund-sources", { language: "hi" });
  await watched.page.getByRole("heading", { level: 1, name: "फंड स्रोत" }).waitFor();
  await watched.page.getByText("ओवरड्राफ़्ट सीमा").first().waitFor();
  assert.deepEqual(complaintsOf(watched), []);
  await watched.page.context().close();
});
