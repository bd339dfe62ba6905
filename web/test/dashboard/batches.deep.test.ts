// A file from upload to payment: its rows are corrected, compared, confirmed and paid. It also works with the keyboard
// alone.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { describeBatch } from "../../../server/src/features/batches/index.ts";
import { lookAt } from "./looks.ts";
import { breakAfterDoing, browserTest as test, complaintsOf, focusInDialog, openDashboard } from "./world.ts";

const dashboard = await openDashboard();

let made = 0;

/** A row of a salary file with some changes. */
const row = (changes: Record<string, string> = {}): string[] => {
  made += 1;
  const fields = {
    transferId: `salary_${made}`,
    amount: "10.00",
    name: "Asha Rao",
    phone: "9876543210",
    email: "asha@example.com",
    bankAccount: String(600_100_000_000 + made),
    ifsc: "HDFC0000001",
    ...changes,
  };
  return Object.values(fields);
};

const HEAD = ["Reference", "Net pay", "Employee name", "Mobile", "E-mail", "Account No.", "IFSC Code"];

const fileOf = (rows: readonly string[][], head: readonly string[] = HEAD) => ({
  name: "Salaries Nov.csv",
  mimeType: "text/csv",
  buffer: Buffer.from([head, ...rows].map((cells) => cells.join(",")).join("\n")),
});

async function upload(page: Page, file: ReturnType<typeof fileOf>): Promise<void> {
  await page.locator('input[type="file"]').setInputFiles(file);
  await page.getByRole("button", { name: "Upload and check" }).click();
}

test("a thousand rows with twenty bad ones are put right in place, confirmed and paid", async () => {
  const watched = await dashboard.open("initiator", "transfers/batches/new");
  const { page } = watched;
  const rows = Array.from({ length: 1_000 }, (_, index) =>
    row(index % 50 === 0 ? { amount: "ten", ifsc: "HDFC1" } : {}),
  );
  await upload(page, fileOf(rows));
  await page.getByRole("heading", { name: "20 rows of 1,000 to fix" }).waitFor();
  await page.getByRole("button", { name: "Remove all 20 wrong rows" }).click();
  const removal = page.getByRole("dialog", { name: "Remove 20 wrong rows from the file?" });
  await removal.getByRole("button", { name: "Cancel" }).click();
  for (let left = 20; left > 0; left -= 1) {
    const form = page.locator("main ol > li form").first();
    const title = await form.getAttribute("aria-label");
    await form.getByLabel("Amount", { exact: false }).fill("10.00");
    await form.getByLabel("IFSC").fill("HDFC0000001");
    // The row is saved by its button or by leaving the form.
    if (left % 2 === 0) await form.getByRole("button", { name: "Save row" }).click();
    else await form.getByLabel("IFSC").blur();
    await page.locator(`form[aria-label="${title}"]`).waitFor({ state: "detached" });
  }
  await page.getByRole("heading", { name: "Review", level: 2 }).waitFor();
  await page.getByText("Rupees Ten Thousand Only").first().waitFor();
  await page.getByRole("button", { name: "Confirm ₹10,000.00" }).click();
  const repair = await breakAfterDoing(page, "**/confirm");
  const question = page.getByRole("dialog", { name: "Pay 1,000 rows, ₹10,000.00?" });
  await question.getByRole("button", { name: "Confirm ₹10,000.00" }).click();
  repair();
  await page.waitForURL(/\/transfers\/batches\/[0-9a-f-]{36}$/);
  const batchId = page.url().split("/").at(-1)!;
  await page.getByText("Completed", { exact: true }).waitFor({ timeout: 300_000 });
  const { totals } = await describeBatch(dashboard.world.ctx, dashboard.merchantId, { batchId });
  assert.deepEqual([totals.done, totals.donePaise], [1_000, 10_000_00n]);
  assert.deepEqual(complaintsOf(watched), []);
  await page.context().close();
});

test("columns with unknown titles are chosen once, with the keyboard alone, and the file confirmed (K2)", async () => {
  const { page } = await dashboard.open("initiator", "transfers/batches/new");
  const head = HEAD.with(5, "Konto");
  await page.locator('input[type="file"]').setInputFiles(fileOf([row(), row({ amount: "x" })], head));
  const press = async (name: string): Promise<void> => {
    const button = page.getByRole("button", { name });
    await button.waitFor();
    await button.focus();
    await page.keyboard.press("Enter");
  };
  await press("Upload and check");
  const konto = page.getByRole("combobox", { name: "Konto" });
  await konto.waitFor();
  await konto.focus();
  // The test uses arrows, because a list forgets typed letters after a second.
  const isAccount = () =>
    konto.evaluate((one) =>
      (one as HTMLSelectElement).selectedOptions[0]?.label.startsWith("Account number"),
    );
  for (let presses = 0; !(await isAccount()); presses += 1) {
    assert.ok(presses < 30, "the arrow came to no account number");
    await page.keyboard.press("ArrowDown");
  }
  await press("Use these columns");
  const amount = page.getByLabel("Amount", { exact: true });
  await amount.focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("12.50");
  await page.keyboard.press("Enter");
  await press("Confirm ₹22.50");
  await focusInDialog(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/transfers\/batches\/[0-9a-f-]{36}$/);
  await page.context().close();

  const { page: next } = await dashboard.open("initiator", "transfers/batches/new");
  await upload(next, fileOf([row()], head));
  await next.getByRole("heading", { name: "Review", level: 2 }).waitFor();
  await next.context().close();
});

test("every screen of batches, in every width and theme", async () => {
  await lookAt(dashboard, { person: "initiator", path: "transfers/batches", name: "batch-list" });
  await lookAt(dashboard, { person: "initiator", path: "transfers/batches/new", name: "batch-new" });
  const { page } = await dashboard.open("initiator", "transfers/batches/new");
  await upload(page, fileOf([row({ amount: "ten" }), row({ bankAccount: "9.1E+11" }), row()]));
  await page.getByRole("heading", { name: /to fix/ }).waitFor();
  const wrong = page.url().split("/sandbox/")[1]!;
  await page.context().close();
  await lookAt(dashboard, { person: "initiator", path: wrong, name: "batch-rows" });
  await lookAt(dashboard, { person: "initiator", path: `${wrong}?step=columns`, name: "batch-columns" });
  const { page: other } = await dashboard.open("initiator", "transfers/batches/new");
  await upload(other, fileOf([row(), row(), row()]));
  await other.getByRole("heading", { name: "Review", level: 2 }).waitFor();
  const sound = other.url().split("/sandbox/")[1]!;
  await other.context().close();
  const ready = (shown: Page) => shown.getByText("Available now").waitFor();
  await lookAt(dashboard, { person: "initiator", path: sound, name: "batch-review", ready });
});
