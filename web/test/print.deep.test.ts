// Printed pages: one column as wide as the sheet, in portrait and landscape.
import assert from "node:assert/strict";
import { browserTest as test, openSite } from "./site.ts";

const site = openSite();

/** A4 in CSS pixels, without the margins of print.css (16 mm and 14 mm). */
const mm = 96 / 25.4;
const sheets = [
  { name: "upright", landscape: false, width: (210 - 28) * mm, height: (297 - 32) * mm, box: "595 842" },
  { name: "across", landscape: true, width: (297 - 28) * mm, height: (210 - 32) * mm, box: "842 595" },
] as const;

for (const path of ["/payout/make-payouts/lifecycle", "/payout/api/balance"]) {
  test(`${path} is printed in one column over the whole width of the sheet`, async () => {
    const { page } = await site.open(path, { colorScheme: "dark" });
    await page.emulateMedia({ media: "print" });
    for (const { name, landscape, width, height, box } of sheets) {
      await page.setViewportSize({ width: Math.floor(width), height: Math.floor(height) });
      const found = await page.evaluate(() => {
        const article = document.querySelector("article")!;
        const { left, right } = article.getBoundingClientRect();
        const wider = [...article.querySelectorAll("*")].filter(
          (one) => !one.closest("pre, svg, .sr-only") && one.getBoundingClientRect().right > right + 1,
        );
        const shown = [
          ...document.querySelectorAll(
            "header nav, #docs-navigation, .doc-rail, .try, form, [data-docs] > a",
          ),
        ];
        return {
          margins: [left, innerWidth - right],
          wider: wider.map((one) => one.outerHTML.slice(0, 80)),
          furniture: shown.filter((one) => one.getClientRects().length > 0).map(({ className }) => className),
          ground: getComputedStyle(document.body).backgroundColor,
        };
      });
      assert.ok(
        found.margins.every((margin) => Math.abs(margin) <= 1),
        `${name}: ${found.margins}`,
      );
      assert.deepEqual([found.wider, found.furniture, found.ground], [[], [], "rgb(255, 255, 255)"], name);
      const pdf = (await page.pdf({ format: "A4", landscape })).toString("latin1");
      const boxes = [...pdf.matchAll(/\/MediaBox \[0 0 (\d+)[\d.]* (\d+)[\d.]*\]/g)];
      assert.ok(boxes.length >= 1, name);
      for (const [, across, up] of boxes) assert.equal(`${across} ${up}`, box, name);
    }
    await page.context().close();
  });
}
