// Reports: a member requests one with chosen columns, and the downloaded file equals the database.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { acceptTransfers, runtimeOf } from "../../../server/src/money/transfers/index.ts";
import { lookAt } from "./looks.ts";
import { browserTest as test, complaintsOf, openDashboard } from "./world.ts";

const dashboard = await openDashboard();
const { world, merchantId } = dashboard;
const inline = { name: "Asha Rao", accountNumber: "026291800001191", ifsc: "YESB0000262" };
await acceptTransfers(
  world.ctx,
  merchantId,
  ["one", "two", "three"].map((transferKey, index) => ({
    transferKey,
    payee: { inline },
    amountPaise: BigInt(index + 1) * 1_250_50n,
    mode: "imps" as const,
    remarks: "",
    fundSourceId: null,
  })),
);
await runtimeOf(world.ctx).idle();

test("a report is made with the columns chosen, and its rows are the database's", async () => {
  const watched = await dashboard.open("admin", "reports");
  const { page } = watched;
  await page.getByRole("button", { name: "Create report: Transfer", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill("November");
  await dialog.getByRole("button", { name: "Clear" }).click();
  for (const name of ["Transfer ID", "Amount", "Status"])
    await dialog.getByRole("checkbox", { name, exact: true }).check();
  await dialog.getByRole("button", { name: "Create report" }).click();
  const link = page.getByRole("link", { name: "Download November" });
  await link.waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  assert.match(download.suggestedFilename(), /^November_.*_IST\.csv$/);
  const rows = parse(readFileSync(await download.path(), "utf8"), { bom: true }) as string[][];
  const booked = await world.look<{ key: string; amount: string }>(
    `select transfer_key as key, to_char(amount_paise / 100.0, 'FM999990.00') as amount
     from transfers.transfer where merchant_id = $1 order by reference_id`,
    [merchantId],
  );
  assert.deepEqual(
    rows.slice(1).map(([key, amount]) => ({ key, amount })),
    booked,
  );
  assert.deepEqual(complaintsOf(watched), []);
  await page.context().close();
});

test("an account statement is made of one fund source; a range that is too long is refused at its field", async () => {
  const { page } = await dashboard.open("admin", "reports");
  await page.getByRole("button", { name: "Create report: Account statement" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("First day").fill("2020-01-01");
  await dialog.getByText("Choose a range of 30 days or less.").waitFor();
  assert.equal(
    await dialog.getByRole("button", { name: "Create report" }).getAttribute("aria-disabled"),
    "true",
  );
  await dialog.getByLabel("First day").fill(await dialog.getByLabel("Last day").inputValue());
  await dialog.getByLabel("Fund source (payment instrument ID)").selectOption("WALLET_1");
  await dialog.getByRole("button", { name: "Create report" }).click();
  await page.getByRole("link", { name: "Download Account statement" }).waitFor();
  await page.context().close();
});

test("the screen stands in every width and theme", async () => {
  await lookAt(dashboard, {
    person: "admin",
    path: "reports",
    name: "reports",
    ready: (page) => page.getByRole("link", { name: "Download November" }).waitFor(),
  });
});

test("who may not download says so, and is offered nothing", async () => {
  const { page } = await dashboard.open("initiator", "reports");
  await page.getByText("Your role can't download reports.").waitFor();
  assert.equal(await page.getByRole("link", { name: /Download/ }).count(), 0);
  await page.context().close();
});
