// Reconciliation: a debit that nothing explains is a break, which a member takes, matches to a transfer and takes back.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { listBankConnections } from "../../../server/src/fund-sources/index.ts";
import { verifyLedger } from "../../../server/src/proof/index.ts";
import { istDate } from "../../../server/src/rails/index.ts";
import {
  importStatement,
  listBreaks,
  matchLines,
  workReconciliation,
} from "../../../server/src/reconciliation/index.ts";
import { makeStatement } from "../../../server/src/reconciliation/test/make-statement.ts";
import { acceptTransfers, runtimeOf } from "../../../server/src/transfers/index.ts";
import { browserTest as test, lookAt, openDashboard } from "./world.ts";

const dashboard = await openDashboard();
const { world, merchantId } = dashboard;
const { ctx } = world;
const amountPaise = 1_250_50n;
const PATH = "fund-sources/reconciliation";

// Each bank is asked before the transfer is sent: its next statement is minutes away, longer than a claim to ask it.
const isAsked = async () => {
  const rows = await world.look<{ isAsked: boolean | null }>(
    `select bool_and(due_at > now() + interval '3 minutes') as "isAsked"
     from reconciliation.schedule
     where merchant_id = $1`,
    [merchantId],
  );
  return rows[0]?.isAsked === true;
};
while (!(await isAsked())) await workReconciliation(ctx, merchantId);

test("with nothing to explain, the list says what a break is", async () => {
  const { page } = await dashboard.open("viewer", PATH);
  await page.getByText("No open break").waitFor();
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
  const { bankId } = sent!;
  const connections = await ctx.db.inMerchant(merchantId, (tx) => listBankConnections(ctx, tx));
  const { debitAccount } = connections.find((one) => one.bankId === bankId)!;
  const lines = [{ side: "debit", amountPaise, reference: "OTHER", narration: "NEFT RENT" }] as const;
  const statement = makeStatement({ debitAccount, day: istDate(new Date()), kind: "intraday", lines });
  await importStatement(ctx, merchantId, { bankId, statement });
  await matchLines(ctx, merchantId);
  const [found] = await listBreaks(ctx, merchantId, { open: true, kinds: ["unknown_debit"], limit: 2 });
  return found!.breakId;
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

test("the list is filtered by kind; who may not act is told who may", async () => {
  const { page } = await dashboard.open("viewer", `${PATH}?kind=bank_charge`);
  await page.getByText("Unknown debit").first().waitFor({ state: "detached" });
  await page.goto(`${dashboard.address}/dashboard/sandbox/${PATH}?kind=unknown_debit`);
  await page.getByRole("link", { name: "Unknown debit" }).click();
  const take = page.getByRole("button", { name: "Take it" });
  await take.waitFor();
  assert.equal(await take.getAttribute("aria-disabled"), "true");
  await page.getByText(/It takes the permission/).waitFor();
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
  await confirm("Take back");
  await page.getByText("Taken back").first().waitFor();

  await press("Resolve");
  await inDialog.getByLabel("Reason").selectOption("bank_corrected");
  await fill("Note", "Refunded by the branch");
  await confirm("Resolve");
  await page.getByText("Break resolved").waitFor();
  const history = await page.locator("main ol li p:first-child").allTextContents();
  assert.deepEqual(history, ["Opened", "Assigned", "Matched", "Taken back", "Resolved"]);
  assert.deepEqual((await verifyLedger(ctx, merchantId)).findings, []);
  await page.context().close();
});
