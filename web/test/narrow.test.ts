// What a narrow screen needs to be given: short blocks, and controls that are not hidden in a menu.
import assert from "node:assert/strict";
import { browserTest as test, hydrated, openSite } from "./site.ts";

const site = openSite();
const narrow = { viewport: { width: 360, height: 800 } };

test("on a narrow screen the theme is chosen in the documentation's bar, and kept", async () => {
  const { page, complaints } = await site.open("/payout/faqs", { ...narrow, colorScheme: "light" });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const menu = page.getByRole("combobox", { name: "Colour theme" });
  const box = await menu.boundingBox();
  assert.ok(box && box.y < 120 && box.x + box.width <= 360 && box.width >= 36 && box.height >= 36);
  assert.equal(await ground(), "rgb(250, 248, 243)");
  await menu.selectOption("Dark");
  assert.equal(await ground(), "rgb(16, 21, 27)");
  await page.reload();
  await hydrated(page);
  assert.equal(await menu.inputValue(), "dark");
  assert.equal(await ground(), "rgb(16, 21, 27)");
  await menu.selectOption("System");
  assert.equal(await ground(), "rgb(250, 248, 243)");
  await page.setViewportSize({ width: 768, height: 800 });
  assert.equal(await menu.isVisible(), false);
  assert.ok(await page.getByRole("group", { name: "Colour theme" }).isVisible());
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test("on a narrow screen a mode takes a few lines, with its fee and arrival at the right", async () => {
  const { page } = await site.open("/", narrow);
  const rows = await page.locator("#payment-modes tbody tr").evaluateAll((all) =>
    all.map((row) => {
      const boxOf = (label: string) =>
        row.querySelector(`[data-label="${label}"]`)?.getBoundingClientRect() ?? new DOMRect();
      const [limit, fee, arrives] = [boxOf("Limit"), boxOf("Fee"), boxOf("Arrives")];
      return {
        height: row.getBoundingClientRect().height,
        isBeside: limit.right <= arrives.left && fee.right === arrives.right && fee.bottom <= arrives.top,
      };
    }),
  );
  assert.ok(rows.length >= 7);
  for (const row of rows) assert.ok(row.height <= 110 && row.isBeside, JSON.stringify(row));
  await page.context().close();
});
