// Search over the documentation, by keyboard.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { browserTest as test, openSite } from "./site.ts";

const site = openSite();

test("Ctrl-K opens search, which finds pages, reasons and fields, by keyboard", async () => {
  const { page, complaints } = await site.open("/payout/introduction");
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Search the documentation" });
  await field.waitFor();
  for (const [asked, address] of [
    ["INSUFFICIENT_BALANCE", "/payout/integrations/errors-and-reasons#err-INSUFFICIENT_BALANCE"],
    ["recall", "/payout/make-payouts/recall-transfers-made"],
    ["TRANSFER_REVERSED", "/payout/make-payouts/webhooks#event-TRANSFER_REVERSED"],
    ["withdraw", "/payout/fund-management/vitaran-wallet#withdraw"],
    ["threshhold", "/payout/low-balance/set-threshold"],
  ] as const) {
    await field.fill(asked);
    await page.locator("[role=option]").first().waitFor();
    const labels = await page.locator("[role=option]").allInnerTexts();
    assert.ok(labels.length > 0, asked);
    await field.press("Enter");
    await page
      .waitForURL(site.address + address)
      .catch(() => assert.fail(`${asked} led to ${page.url()}; ${labels.slice(0, 3).join(" | ")}`));
    await page.keyboard.press("Control+k");
    await field.waitFor();
  }
  await field.fill("zzzzqqqq");
  await page.getByText("Nothing found.").waitFor();
  await page.getByRole("option", { name: /Quick Start/ }).waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await field.isVisible(), false);
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test("the list of hits follows the arrow keys, cuts no word, and a new question replaces the old", async () => {
  const { page } = await site.open("/payout/introduction");
  const field = page.getByRole("combobox", { name: "Search the documentation" });
  for (const asked of ["threshold", "bank"]) {
    await page.keyboard.press("Control+k");
    await field.waitFor();
    await page.keyboard.type(asked);
    assert.equal(await field.inputValue(), asked);
    await page.locator("[role=option]").first().waitFor();
    if (asked !== "bank") await page.keyboard.press("Escape");
  }
  const hits = page.locator("[role=option]");
  await hits.filter({ hasText: "bank" }).nth(9).waitFor();
  for (let times = 0; times < 11; times += 1) await page.keyboard.press("ArrowDown");
  const [list, chosen] = [
    page.locator("[role=listbox]"),
    page.locator('[role=option][aria-selected="true"]'),
  ];
  const [room, place] = [await list.boundingBox(), await chosen.boundingBox()];
  assert.ok(room && place && place.y + place.height <= room.y + room.height + 1, "the chosen hit is in view");
  assert.doesNotMatch((await hits.allInnerTexts()).join("\n"), /\S…/, "no word is cut");
  await page.context().close();
});

test("before the index is loaded suggestions have no marks, and Enter waits for the results", async () => {
  const { page, complaints } = await site.open("/payout/introduction");
  const release = await holdIndex(page);
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Search the documentation" });
  await field.fill("webhook");
  await page.getByRole("option", { name: /Quick Start/ }).waitFor();
  assert.equal(await page.locator("[role=option] mark").count(), 0);
  await field.fill("recall");
  await field.press("Enter");
  release();
  await page.waitForURL(`${site.address}/payout/make-payouts/recall-transfers-made`);
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test("an Enter that waits for the index is forgotten when the dialog is closed", async () => {
  const { page, complaints } = await site.open("/payout/introduction");
  const release = await holdIndex(page);
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Search the documentation" });
  await field.fill("recall");
  await field.press("Enter");
  await page.keyboard.press("Escape");
  await field.waitFor({ state: "hidden" });
  const loaded = page.waitForResponse("**/docs-index.json");
  release();
  await (await loaded).finished();
  await page.keyboard.press("Control+k");
  await field.fill("webhook");
  await page.locator("[role=option] mark").first().waitFor();
  assert.equal(page.url(), `${site.address}/payout/introduction`);
  assert.deepEqual(complaints, []);
  await page.context().close();
});

/** Delays the index until the returned function is called. */
async function holdIndex(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route("**/docs-index.json", async (route) => {
    await held.promise;
    await route.continue();
  });
  return () => held.resolve();
}
