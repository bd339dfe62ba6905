// Lists are dense enough to work with: rows in sight, filters of a phone in one sheet, IDs with their end, paper.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { acceptTransfers, runtimeOf } from "../../../server/src/money/transfers/index.ts";
import { axe, browserTest as test, complaintsOf, laidOut, noOverflow, openDashboard } from "./world.ts";

const dashboard = await openDashboard();
const { ctx } = dashboard.world;
const longId = "PAYROLL-2026-11-MUMBAI-000417";
const keys = [longId, ...Array.from({ length: 14 }, (_unused, at) => `invoice_${at}`)];
await acceptTransfers(
  ctx,
  dashboard.merchantId,
  keys.map((transferKey) => ({
    transferKey,
    payee: { inline: { name: "Asha Rao", accountNumber: "026291800001191", ifsc: "YESB0000262" } },
    amountPaise: 1_250_00n,
    mode: "imps",
    remarks: "",
    fundSourceId: null,
  })),
);
await runtimeOf(ctx).idle();

const phone = { width: 360, height: 740 };

async function openList(viewport = { width: 1440, height: 900 }) {
  const watched = await dashboard.open("admin", "transfers/all", { viewport });
  await watched.page.locator("tbody tr[data-row]").nth(9).waitFor();
  await laidOut(watched.page);
  return watched;
}

/** Returns how many rows are whole between the top of the window and what covers its bottom. */
const rowsInSight = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const bar = document.querySelector(".bottom-bar")!.getBoundingClientRect();
    const end = bar.height > 0 ? bar.top : window.innerHeight;
    const rows = [...document.querySelectorAll("tbody tr[data-row]")];
    return rows.filter((row) => row.getBoundingClientRect().bottom <= end).length;
  });

test("ten transfers are in sight on a desk and four on a phone", async () => {
  for (const [viewport, wanted] of [
    [{ width: 1440, height: 900 }, 10],
    [phone, 4],
  ] as const) {
    const { page } = await openList(viewport);
    const rows = await rowsInSight(page);
    assert.ok(rows >= wanted, `${rows} rows at ${viewport.width} pixels`);
    const [needed, has] = await page
      .locator(".data-table-scroller")
      .evaluate((one) => [one.scrollWidth, one.clientWidth]);
    assert.ok(needed! <= has!, `the table needs ${needed} of ${has} pixels`);
    await page.context().close();
  }
});

test("on a tablet the search has room for its words beside the filters, and no column is cut", async () => {
  const { page } = await openList({ width: 768, height: 1024 });
  const { width } = (await page.getByRole("searchbox").boundingBox())!;
  assert.ok(width >= 100, `${width} pixels to type in`);
  const [needed, has] = await page
    .locator(".data-table-scroller")
    .evaluate((one) => [one.scrollWidth, one.clientWidth]);
  assert.ok(needed! <= has!, `the table needs ${needed} of ${has} pixels`);
  await page.context().close();
});

test("on a phone a filter with a long value is cut, and the page does not scroll sideways", async () => {
  const path = `transfers/all?src=${"0123456789".repeat(6)}`;
  const { page } = await dashboard.open("admin", path, { viewport: phone });
  await page.getByRole("button", { name: "Remove the filter Fund source" }).waitFor();
  await noOverflow(page);
  await page.context().close();
});

test("a long ID keeps its end, and is read out whole", async () => {
  const { page } = await openList(phone);
  const link = page.getByRole("link", { name: longId });
  const parts = link.locator("[aria-hidden]");
  assert.deepEqual(await parts.allInnerTexts(), [longId.slice(0, -6), "000417"]);
  const [head, tail] = await parts.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
  assert.ok(
    Math.abs(tail!.left - head!.right) <= 2 && tail!.top < head!.bottom,
    "the end is beside the head",
  );
  assert.ok(await parts.first().evaluate((one) => one.scrollWidth > one.clientWidth), "the middle is cut");
  await page.context().close();
});

test("on a phone all filters are in one sheet, and only those that are set are shown above the list", async () => {
  const watched = await openList(phone);
  const { page } = watched;
  assert.equal(await page.getByRole("button", { name: "Mode", exact: true }).count(), 0);
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: "Filters" });
  await sheet.getByRole("button", { name: "Created" }).click();
  await sheet.getByRole("button", { name: "Last 7 days" }).waitFor();
  await noOverflow(page);
  await axe(page);
  await sheet.getByRole("button", { name: "Last 7 days" }).click();
  await page.waitForURL((url) => url.searchParams.has("created"));
  await sheet.getByRole("button", { name: "Show the list" }).click();
  await sheet.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Filters (1)" }).waitFor();
  await page.getByRole("button", { name: "Remove the filter Created" }).click();
  await page.waitForURL((url) => !url.searchParams.has("created"));
  assert.deepEqual(complaintsOf(watched), []);
  await page.context().close();
});

test("the dates of a filter stay inside its popover, with the months that books are closed by", async () => {
  const { page } = await openList();
  await page.getByRole("button", { name: "Created", exact: true }).click();
  const popover = page.getByRole("dialog", { name: "Created" });
  await popover.getByRole("button", { name: "This financial year" }).waitFor();
  const box = (await popover.boundingBox())!;
  for (const field of await popover.locator("input").all()) {
    const { x, width } = (await field.boundingBox())!;
    assert.ok(x > box.x && x + width < box.x + box.width);
  }
  await popover.getByRole("button", { name: "Last month" }).click();
  await page.waitForURL((url) =>
    /^\d{4}-\d\d-01\.\.\d{4}-\d\d-(?:2|3)\d$/.test(url.searchParams.get("created") ?? ""),
  );
  await page.context().close();
});

test("a row that is new comes softly, and at once if people asked for no motion", async () => {
  for (const [reducedMotion, duration] of [
    ["no-preference", "0.15s"],
    ["reduce", "0s"],
  ] as const) {
    const { page } = await openList();
    await page.emulateMedia({ reducedMotion });
    const row = page.locator("tbody tr[data-row]").first();
    const shown = await row.evaluate((one) => getComputedStyle(one).transitionDuration);
    assert.deepEqual([...new Set(shown.split(", "))], [duration]);
    await page.context().close();
  }
});

test("on paper the table has all its columns within the sheet, upright and across", async () => {
  const { page } = await openList();
  await page.emulateMedia({ media: "print" });
  for (const width of [688, 1016]) {
    await page.setViewportSize({ width, height: 900 });
    await laidOut(page);
    await noOverflow(page);
    const table = page.locator(".data-table table");
    const [needed, has] = await table.evaluate((one) => [one.scrollWidth, one.parentElement!.clientWidth]);
    assert.ok(needed! <= has!, `the table needs ${needed} of ${has} pixels`);
    assert.equal(await table.locator("th:visible").count(), 8);
    assert.equal(await page.getByRole("navigation").filter({ visible: true }).count(), 0);
  }
  await page.context().close();
});
