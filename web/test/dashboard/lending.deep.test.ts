// Co-lending: a lender is added, both parties' money arrives, and a loan is split and paid.
import assert from "node:assert/strict";
import { addBeneficiary } from "../../../server/src/money/beneficiaries/index.ts";
import { runtimeOf } from "../../../server/src/money/transfers/index.ts";
import { lookAt } from "./looks.ts";
import { askAgain, breakAfterDoing, browserTest as test, complaintsOf, openDashboard } from "./world.ts";

const dashboard = await openDashboard();
const { world, merchantId } = dashboard;
const { ctx } = world;
const person = { name: "Asha Rao", email: "a@example.com", phone: "9876543210", address1: "Street" };
const account = { accountNumber: "026291800001191", ifsc: "YESB0000262" };
await addBeneficiary(ctx, merchantId, { beneId: "borrower", ...person, ...account, by: "system" });

test("enrolled, funded and lent: what the ledgers show is what the books hold", async () => {
  const watched = await dashboard.open("admin", "co-lending");
  const { page } = watched;
  await page.getByRole("button", { name: "Set up co-lending" }).click();
  const enrol = page.getByRole("dialog");
  await enrol.getByRole("textbox", { name: "Lender", exact: true }).fill("Sahayak Finance");
  await enrol.getByRole("textbox", { name: "Lender's share" }).fill("80");
  await enrol.getByText("Originator 20%").waitFor();
  await enrol.getByRole("button", { name: "Confirm split" }).click();
  await page.getByText("Agreed with Sahayak Finance").waitFor();
  for (const [id, amount] of [
    ["LENDER_1", "8000"],
    ["ORIGINATOR_1", "2000"],
  ] as const) {
    await page.goto(`${dashboard.address}/dashboard/sandbox/fund-sources/${id}`);
    await page.getByRole("button", { name: "Add funds" }).click();
    await page.getByRole("textbox", { name: "Amount" }).fill(amount);
    await page.getByRole("button", { name: "Add test money" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
  await page.goto(`${dashboard.address}/dashboard/sandbox/co-lending`);
  await page.getByRole("button", { name: "Disburse a loan" }).click();
  const lend = page.getByRole("dialog");
  const review = lend.getByRole("button", { name: /^Review loan/ });
  await lend.getByRole("textbox", { name: "Amount requested" }).fill("10000");
  await lend.getByRole("textbox", { name: "Service charge" }).fill("100");
  // No borrower is selected by default.
  assert.equal(await review.getAttribute("aria-disabled"), "true");
  await lend.getByRole("combobox", { name: "Borrower" }).fill("Asha");
  await page.getByRole("option", { name: /Asha Rao/ }).click();
  await review.click();
  await lend.getByText("Disburse ₹9,900.00 to Asha Rao?").waitFor();
  await lend.getByText("Nine Thousand Nine Hundred").first().waitFor();
  const repair = await breakAfterDoing(page, "**/loans");
  await lend.getByRole("button", { name: "Disburse ₹9,900.00" }).click();
  await askAgain(page, repair);
  await lend.waitFor({ state: "detached" });
  await runtimeOf(ctx).idle();
  await page.getByRole("row", { name: /LOAN_.* Disbursed$/ }).waitFor();
  const loans = await world.look<{ lender: string; disbursal: string }>(
    "select lender_paise::text as lender, disbursal_paise::text as disbursal from lending.loan where merchant_id = $1",
    [merchantId],
  );
  assert.deepEqual(loans, [{ lender: "800000", disbursal: "990000" }]);
  assert.deepEqual(complaintsOf(watched), []);
  await page.context().close();
});

test("the screen stands in every width and theme", async () => {
  await lookAt(dashboard, {
    person: "admin",
    path: "co-lending",
    name: "co-lending",
    ready: (page) => page.locator("main data").first().waitFor(),
  });
});
