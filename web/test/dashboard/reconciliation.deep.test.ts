// Reconciliation: an unexplained debit is a break. A member takes it, matches it to a transfer, and undoes that.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { verifyLedger } from "../../../server/src/features/proof/index.ts";
import { acceptTransfers, runtimeOf } from "../../../server/src/money/transfers/index.ts";
import { plantBreak, untilAsked } from "./plant-break.ts";
import { lookAt, turnThrough } from "./looks.ts";
import { browserTest as test, openDashboard } from "./world.ts";

const dashboard = await openDashboard();
const { world, merchantId } = dashboard;
const { ctx } = world;
const amountPaise = 1_250_50n;
const PATH = "fund-sources/reconciliation";

await untilAsked(dashboard);

test("with nothing to explain, the list says what a break is", async () => {
  const { page } = await dashboard.open("viewer", PATH);
  await page.getByText("No open breaks").waitFor();
  await page.getByText(/such as a debit that belongs to no transfer/).waitFor();
  await page.context().close();
});

async function plant(): Promise<string> {
  const order = {
    transferKey: "rent_1",
    payee: { inline: { name: "Asha Rao", accountNumber: "026291800001191", ifsc: "YESB0000262" } },
    amountPaise,
    mode: "imps" as const,
    remarks: "Rent",
    fundSourceId: null,
  };
  await acceptTransfers(ctx, merchantId, [order]);
  await runtimeOf(ctx).idle();
  const [sent] = await world.look<{ bankId: string }>(
    `select bank_id as "bankId" from transfers.transfer where merchant_id = $1 and transfer_key = 'rent_1'`,
    [merchantId],
  );
  return plantBreak(dashboard, { bankId: sent!.bankId, amountPaise });
}

let breakPath = "";

test("figures, breaks, a break and statements stand in every width and theme", async () => {
  breakPath = `${PATH}/breaks/${await plant()}`;
  const ready = (page: Page) => page.locator("main table tbody tr td").first().waitFor();
  await lookAt(dashboard, { person: "viewer", path: PATH, name: "reconciliation", ready });
  await lookAt(dashboard, { person: "viewer", path: `${PATH}/statements`, name: "statements", ready });
  const drawn = (page: Page) => page.getByText("NEFT RENT").waitFor();
  await lookAt(dashboard, { person: "viewer", path: breakPath, name: "break", ready: drawn });
});

test("every question about a break stands in every width and theme", async () => {
  for (const asked of ["Assign", "Match to a transfer", "Resolve"]) {
    const watched = await dashboard.open("admin", breakPath);
    await watched.page.getByRole("button", { name: asked, exact: true }).click();
    await watched.page.getByRole("dialog").getByRole("button", { name: "Back" }).waitFor();
    await turnThrough(watched, `break-${asked.split(" ")[0]!.toLowerCase()}`);
  }
});

test("the list is filtered by kind; who may not act is told who may", async () => {
  const { page } = await dashboard.open("viewer", `${PATH}?kind=bank_charge`);
  await page.getByText("Unknown debit").first().waitFor({ state: "detached" });
  await page.goto(`${dashboard.address}/dashboard/sandbox/${PATH}?kind=unknown_debit`);
  await page.getByRole("link", { name: "Unknown debit" }).click();
  const take = page.getByRole("button", { name: "Take it" });
  await take.waitFor();
  assert.equal(await take.getAttribute("aria-disabled"), "true");
  await page.getByText(/Requires the permission/).waitFor();
  await page.context().close();
});

test("a break is taken, matched to its transfer, taken back, and resolved; all of it is history", async () => {
  const { page } = await dashboard.open("admin", breakPath);
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  const inDialog = page.getByRole("dialog");
  const fill = (label: string, text: string) => inDialog.getByLabel(label).fill(text);
  const confirm = (name: string) => inDialog.getByRole("button", { name, exact: true }).click();

  await press("Take it");
  await page.locator("dd", { hasText: "Demo Admin" }).waitFor();

  await press("Match to a transfer");
  await fill("Transfer ID", "rent_2");
  await fill("Note", "The branch says so");
  await confirm("Match");
  await inDialog.getByText("This transfer was never sent to that bank.").waitFor();
  await fill("Transfer ID", "rent_1");
  await confirm("Match");
  await page.getByText("Line matched").waitFor();

  await press("Undo");
  await fill("Note", "It was another payment");
  await confirm("Undo");
  await page.getByText("Undone").first().waitFor();

  await press("Resolve");
  await inDialog.getByLabel("Reason").selectOption("bank_corrected");
  await fill("Note", "Refunded by the branch");
  await confirm("Resolve");
  await page.getByText("Break resolved").waitFor();
  const history = page.locator("main ol li p:first-child");
  await history.nth(4).waitFor();
  assert.deepEqual(await history.allTextContents(), ["Opened", "Assigned", "Matched", "Undone", "Resolved"]);
  assert.deepEqual((await verifyLedger(ctx, merchantId)).findings, []);
  await page.context().close();
});
