// Narrow screens get short blocks and controls that are not hidden in a menu.
import assert from "node:assert/strict";
import { browserTest as test, hydrated, openSite } from "./site.ts";

const site = openSite();
const narrow = { viewport: { width: 360, height: 800 } };

test("the theme is chosen behind a button of the documentation's bar at every width, and kept", async () => {
  const { page, complaints } = await site.open("/payout/faqs", { ...narrow, colorScheme: "light" });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const opener = page.getByRole("button", { name: "Colour theme" });
  const choices = page.getByRole("group", { name: "Colour theme" });
  const box = await opener.boundingBox();
  assert.ok(box && box.y < 120 && box.x + box.width <= 360 && box.width >= 36 && box.height >= 36);
  assert.equal(await choices.isVisible(), false);
  await opener.click();
  assert.equal(await ground(), "rgb(250, 248, 243)");
  await choices.getByText("Dark", { exact: true }).click();
  assert.equal(await ground(), "rgb(16, 21, 27)");
  await page.keyboard.press("Escape");
  assert.equal(await choices.isVisible(), false);
  await page.reload();
  await hydrated(page);
  assert.equal(await ground(), "rgb(16, 21, 27)");
  await page.setViewportSize({ width: 768, height: 800 });
  assert.equal(await choices.isVisible(), false);
  await opener.click();
  assert.ok(await choices.getByLabel("Dark").isChecked());
  await choices.getByText("System", { exact: true }).click();
  assert.equal(await ground(), "rgb(250, 248, 243)");
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

test("search takes the whole of a narrow screen, and marks the words of the question", async () => {
  const { page, complaints } = await site.open("/payout/introduction", narrow);
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("combobox", { name: "Search the documentation" }).fill("webhook");
  const marks = page.getByRole("option").first().locator("mark");
  await marks.first().waitFor();
  assert.equal(await marks.first().innerText(), "Webhooks");
  const box = await page.getByRole("dialog").boundingBox();
  assert.deepEqual(box, { x: 0, y: 0, ...narrow.viewport });
  const results = await page.getByRole("listbox", { name: "Results" }).boundingBox();
  assert.ok(results && results.y + results.height <= 800, JSON.stringify(results));
  assert.deepEqual(complaints, []);
  await page.context().close();
});
