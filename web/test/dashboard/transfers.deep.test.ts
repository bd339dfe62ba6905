// Transfers > All, Reversed and the page of one transfer, on the whole product.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { acceptTransfers, runtimeOf, setQueuingTime } from "../../../server/src/money/transfers/index.ts";
import type { TransferOrder } from "../../../server/src/money/transfers/index.ts";
import { lookAt } from "./looks.ts";
import { axe, browserTest as test, complaintsOf, focusInDialog, openDashboard, screenshot } from "./world.ts";

const dashboard = await openDashboard();
const { world, merchantId } = dashboard;
const { ctx } = world;

const hostile = `"><img src=x onerror=alert(1)>`;
const account = { accountNumber: "026291800001191", ifsc: "YESB0000262" };

function orderOf(transferKey: string, more: Partial<TransferOrder> = {}): TransferOrder {
  const payee = { inline: { name: "Asha Rao", ...account } };
  return {
    transferKey,
    payee,
    amountPaise: 1_250_00n,
    mode: "imps",
    remarks: "",
    fundSourceId: null,
    ...more,
  };
}

await setQueuingTime(ctx, merchantId, { hours: 4, by: "system" });
await acceptTransfers(ctx, merchantId, [
  orderOf("paid_1"),
  // This transfer's ID is the name of a screen, but its page has a separate address.
  orderOf("quick", { payee: { inline: { name: hostile, ...account } }, remarks: hostile }),
  orderOf("queued_1", { amountPaise: 20_00_000_00n, mode: "neft" }),
  orderOf("queued_2", { amountPaise: 30_00_000_00n, mode: "neft" }),
]);
await runtimeOf(ctx).idle();

async function utrOf(transferKey: string): Promise<string> {
  for (;;) {
    const [row] = await world.look<{ utr: string | null }>(
      "select utr from transfers.transfer where merchant_id = $1 and transfer_key = $2",
      [merchantId, transferKey],
    );
    if (typeof row?.utr === "string") return row.utr;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
const utr = await utrOf("paid_1");

/** A row may name another transfer, behind which it waits. */
const rowOf = (page: Page, id: string) =>
  page.getByRole("row").filter({ hasText: id, hasNotText: `Waits behind ${id}` });

test("the list is sound in every width and theme", async () => {
  const ready = (page: Page) => rowOf(page, "queued_1").waitFor();
  await lookAt(dashboard, { person: "admin", path: "transfers/all", name: "transfers-all", ready });
});

test("the page of a transfer is sound in every width and theme", async () => {
  const ready = (page: Page) => page.getByText("What happened", { exact: true }).waitFor();
  await lookAt(dashboard, { person: "admin", path: "transfers/all/paid_1", name: "transfer-paid", ready });
  await lookAt(dashboard, {
    person: "admin",
    path: "transfers/all/queued_1",
    name: "transfer-queued",
    ready,
  });
});

test("Reversed says what it is while there is nothing in it", async () => {
  const ready = (page: Page) => page.getByText("A reversal is a transfer that was paid").waitFor();
  await lookAt(dashboard, { person: "admin", path: "transfers/reversed", name: "transfers-reversed", ready });
});

test("with the keyboard alone a transfer is found by its UTR and its receipt downloaded", async () => {
  const watched = await dashboard.open("viewer", "transfers/all");
  const { page } = watched;
  await rowOf(page, "paid_1").waitFor();
  await page.keyboard.press("f");
  const search = page.getByRole("searchbox", { name: "ID, UTR, payee, last four digits" });
  if (!(await search.evaluate((field) => field === document.activeElement))) await search.focus();
  await page.keyboard.type(utr);
  await rowOf(page, "queued_1").waitFor({ state: "detached" });
  await page.waitForURL((url) => url.searchParams.get("q") === utr);
  const link = rowOf(page, "paid_1").getByRole("link").first();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await link.evaluate((one) => one === document.activeElement)) break;
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await page.waitForURL(/transfers\/all\/paid_1$/);
  const receipt = page.getByRole("link", { name: "Receipt" });
  await receipt.waitFor();
  await receipt.focus();
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  assert.equal(download.suggestedFilename(), "receipt-paid_1.pdf");
  assert.equal(
    readFileSync(await download.path())
      .subarray(0, 5)
      .toString(),
    "%PDF-",
  );
  assert.deepEqual(complaintsOf(watched), []);
  await page.context().close();
});

test("what a merchant's payees are called is shown as text and never run", async () => {
  const watched = await dashboard.open("admin", "transfers/all");
  const { page } = watched;
  page.on("dialog", () => assert.fail("a stored text ran"));
  await rowOf(page, "quick").getByText(hostile).waitFor();
  await rowOf(page, "quick").getByRole("link").first().click();
  await page.getByText("What happened", { exact: true }).waitFor();
  assert.equal(await page.locator("main img").count(), 0);
  assert.deepEqual(complaintsOf(watched), []);
  await page.context().close();
});

test("filters stand in the address: a reload and the way back show the same list", async () => {
  const { page } = await dashboard.open("admin", "transfers/all");
  await rowOf(page, "paid_1").waitFor();
  await page.getByRole("button", { name: /^Queued ?2/ }).click();
  await rowOf(page, "paid_1").waitFor({ state: "detached" });
  assert.equal(new URL(page.url()).searchParams.get("status"), "QUEUED");
  await page.reload();
  await rowOf(page, "queued_1").waitFor();
  assert.equal(await rowOf(page, "paid_1").count(), 0);
  await page.goBack();
  await rowOf(page, "paid_1").waitFor();
  await page.context().close();
});

test("a row opens beside the list, and the neighbour is one key away", async () => {
  const { page } = await dashboard.open("admin", "transfers/all");
  await rowOf(page, "queued_2").waitFor();
  await rowOf(page, "queued_2").getByRole("link").first().focus();
  await page.keyboard.press("Space");
  const drawer = page.getByRole("dialog", { name: "Transfer queued_2" });
  await drawer.getByText("What happened", { exact: true }).waitFor();
  await screenshot(page, "transfers-peek");
  await axe(page);
  await page.keyboard.press("]");
  await page.getByRole("dialog", { name: "Transfer queued_1" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.context().close();
});

test("what waits for money says how much is missing, and is cancelled after figures and words are shown", async () => {
  const { page } = await dashboard.open("initiator", "transfers/all");
  await rowOf(page, "queued_1").getByRole("checkbox").check();
  await rowOf(page, "queued_2").getByRole("checkbox").check();
  await page.getByText("Rupees Fifty Lakh Only").waitFor();
  await page.getByRole("button", { name: "Cancel transfers" }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel 2 transfers?" });
  await dialog.getByText("₹50,00,000.00").waitFor();
  await screenshot(page, "transfers-cancel");
  await axe(page);
  await focusInDialog(page);
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Keep them");
  await dialog.getByRole("button", { name: "Cancel 2 transfers" }).click();
  await dialog.waitFor({ state: "detached" });
  await rowOf(page, "queued_1").getByText("Cancelled").waitFor();
  const [row] = await world.look<{ count: string }>(
    "select count(*) from transfers.transfer where merchant_id = $1 and status = 'cancelled'",
    [merchantId],
  );
  assert.equal(row!.count, "2");
  await page.context().close();
});

test("what ended unpaid is sent again as a copy under a new reference", async () => {
  const { page } = await dashboard.open("initiator", "transfers/all/queued_1");
  await page.getByRole("link", { name: "Send again with these details" }).click();
  // The address contains the transfer's ID. Its details come from the server.
  await page.waitForURL(/transfers\/quick\?again=[0-9a-f-]{36}$/);
  await page.getByRole("button", { name: "Review ₹20,00,000.00" }).waitFor();
  assert.equal(
    await page
      .locator("input")
      .filter({ visible: true })
      .evaluateAll(
        (fields) => fields.filter((field) => (field as HTMLInputElement).value === "20,00,000.00").length,
      ),
    1,
  );
  await page.goto(page.url().replace(/again=.*/, "again=1&name=Thief&vpa=thief@upi&amount=5000"));
  await page.getByRole("button", { name: "Review transfer" }).waitFor();
  await page.getByText("Someone new", { exact: true }).click();
  assert.equal(await page.getByLabel("Name", { exact: true }).inputValue(), "");
  await page.context().close();
});

test("a viewer sees what could be done and may not do it", async () => {
  await acceptTransfers(ctx, merchantId, [orderOf("queued_3", { amountPaise: 40_00_000_00n, mode: "neft" })]);
  const { page } = await dashboard.open("viewer", "transfers/all/queued_3");
  await page.getByText("Wallet does not hold").or(page.getByText("does not hold")).first().waitFor();
  const cancel = page.getByRole("button", { name: "Cancel transfer" });
  assert.equal(await cancel.getAttribute("aria-disabled"), "true");
  await page.context().close();
});

test("a transfer that changes does so in place; a new one waits to be asked for", async () => {
  const { page } = await dashboard.open("admin", "transfers/all");
  await rowOf(page, "paid_1").waitFor();
  // The list may appear before the page is connected to the stream of changes.
  await page.getByRole("status").filter({ hasText: "Connected" }).waitFor();
  await acceptTransfers(ctx, merchantId, [orderOf("late_1")]);
  await runtimeOf(ctx).idle();
  const news = page.getByRole("button", { name: /1 new/ });
  await news.waitFor({ timeout: 30_000 });
  assert.equal(await rowOf(page, "late_1").count(), 0);
  await news.click();
  await rowOf(page, "late_1").waitFor();
  await page.context().close();
});

test("what happens between the first answer and the opening of the stream is shown once it is open", async () => {
  const { page } = await dashboard.open("admin", "no-such-screen");
  const held = Promise.withResolvers<void>();
  await page.route("**/events", (route) => held.promise.then(() => route.continue()));
  await page.goto(page.url().replace("no-such-screen", "transfers/all"));
  await rowOf(page, "paid_1").waitFor();
  await acceptTransfers(ctx, merchantId, [orderOf("between_1")]);
  await runtimeOf(ctx).idle();
  held.resolve();
  const news = page.getByRole("button", { name: /1 new/ });
  await news.or(rowOf(page, "between_1")).first().waitFor({ timeout: 30_000 });
  await page.context().close();
});

test("a view is saved under a name and brings its filters back", async () => {
  const { page } = await dashboard.open("admin", "transfers/all?f=1&status=SUCCESS");
  await rowOf(page, "paid_1").waitFor();
  await page.getByRole("button", { name: "Saved views" }).click();
  await page.getByRole("menuitem", { name: "Save this view" }).click();
  await page.getByLabel("View name").fill("Paid ones");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.goto(page.url().split("?")[0]!);
  await page.getByRole("button", { name: "Saved views" }).click();
  await page.getByRole("menuitem", { name: "Paid ones", exact: true }).click();
  await page.waitForURL((url) => url.searchParams.get("status") === "SUCCESS");
  await page.context().close();
});

test("the palette finds a transfer by its UTR", async () => {
  const { page } = await dashboard.open("viewer", "transfers/reversed");
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Search or jump to" }).waitFor();
  await focusInDialog(page);
  await page.keyboard.type(utr);
  await page.getByRole("option", { name: /paid_1/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/transfers\/all\/paid_1$/);
  await page.context().close();
});

test("Hindi says all of it, also what the server says", async () => {
  const watched = await dashboard.open("admin", "transfers/all/queued_3", { language: "hi" });
  const { page } = watched;
  await page.getByText("पैसा अभी आपके पास है").waitFor();
  await page.getByText("क्या हुआ").first().waitFor();
  await screenshot(page, "transfer-hindi");
  assert.deepEqual(complaintsOf(watched), []);
  await page.context().close();
  const paid = await dashboard.open("admin", "transfers/all/paid_1", { language: "hi" });
  await paid.page.getByText("बही में दर्ज: रोका गया").first().waitFor();
  await paid.page.context().close();
});
