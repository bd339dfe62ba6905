// Late returns: the table by bank agrees with the list, and there is a letter for each claim.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { acceptTransfers, runtimeOf, workTransfers } from "../../../server/src/money/transfers/index.ts";
import { listOverdue } from "../../../server/src/features/turnaround/index.ts";
import { lookAt } from "./looks.ts";
import { browserTest as test, openDashboard } from "./world.ts";

const dashboard = await openDashboard();
const { world, merchantId, simulator } = dashboard;
const { ctx } = world;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const IST_MS = 5.5 * HOUR_MS;

/** Advances the time of the merchant and of its banks. */
async function advance(advanceMs: number): Promise<void> {
  await world.look(
    `insert into lib.merchant_clock as clock (merchant_id, offset_ms)
     values ($1, $2)
     on conflict (merchant_id) do update
     set offset_ms = clock.offset_ms + excluded.offset_ms`,
    [merchantId, advanceMs],
  );
  await simulator.control("POST", "/sim/clock", { advanceMs });
}

// The time moves to noon, so that no midnight passes between the debits and what is owed for them.
const untilNoonMs = 12 * HOUR_MS - ((Date.now() + IST_MS) % DAY_MS);
await advance((untilNoonMs + DAY_MS) % DAY_MS);

const order = (transferKey: string, accountNumber: string) => ({
  transferKey,
  payee: { inline: { name: "Asha Rao", accountNumber, ifsc: "YESB0000262" } },
  amountPaise: 1_250_50n,
  mode: "imps" as const,
  remarks: "Invoice 7",
  fundSourceId: null,
});

const mishap = { kind: "deemed", then: "never" };
await simulator.control("POST", "/sim/script", { match: {}, mishap, times: 2 });
for (const [key, account] of [
  ["deemed_1", "026291800001191"],
  ["deemed_2", "026291800001192"],
] as const) {
  await acceptTransfers(ctx, merchantId, [order(key, account)]);
  await runtimeOf(ctx).idle();
}
await advance(4 * DAY_MS);
await workTransfers(ctx, merchantId);
await runtimeOf(ctx).idle();
const { credits } = await listOverdue(ctx, merchantId);
assert.equal(credits.filter(({ owedPaise }) => owedPaise > 0n).length, 2);

const PATH = "fund-sources/late-returns";

test("the screen stands in every width and theme", async () => {
  const ready = (page: Page) => page.locator("main table").first().waitFor();
  await lookAt(dashboard, { person: "viewer", path: PATH, name: "late-returns", ready });
});

test("what is deemed to be paid is owed for by the day; the letter is a press away", async () => {
  const { page } = await dashboard.open("viewer", PATH);
  const rows = page.locator("main table").last().locator("tbody tr");
  const rowOf = (key: string) => rows.filter({ hasText: key });
  await rowOf("deemed_1").waitFor();
  // The debit was four days ago, which is three days after the end of T+1.
  assert.match((await rowOf("deemed_1").textContent()) ?? "", /₹300\.00/);
  assert.match((await rowOf("deemed_2").textContent()) ?? "", /₹300\.00/);
  const bank = page.locator("main table").first().locator("tbody tr").first();
  assert.match((await bank.textContent()) ?? "", /₹600\.00/);
  const download = page.waitForEvent("download");
  await bank.getByRole("link").click();
  assert.match((await download).suggestedFilename(), /^TAT-\w+-\d{8}\.pdf$/);
  await page.context().close();
});

test("the file is for those who may export; others find it disabled, with the permission that it takes", async () => {
  const { page } = await dashboard.open("initiator", PATH);
  const file = page.getByRole("button", { name: "Export CSV" });
  await file.waitFor();
  assert.equal(await file.getAttribute("aria-disabled"), "true");
  await page.getByText("Requires the permission Export Data").first().waitFor({ state: "attached" });
  await page.context().close();
});
