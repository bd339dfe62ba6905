// The interactive or wide parts of the site: the map, the calculator, the home page without a sandbox, frames.
import assert from "node:assert/strict";
import { test as plainTest } from "node:test";
import type { Page } from "playwright-core";
import { FEE_GROUPS } from "#app/facts/from-the-engine.ts";
import { paymentModes } from "#app/facts/payment-modes.ts";
import { priceOf, readRupees } from "#site/home/calculator/price-of.ts";
import type { PriceBook } from "#site/home/calculator/price-of.ts";
import { priceLines } from "#site/home/calculator/price-lines.ts";
import { isOver, linesOf, shownOf } from "#site/home/live/story.ts";
import type { Story } from "#site/home/live/story.ts";
import { wayOf } from "#site/home/live/way-of.ts";
import { priceBook } from "#site/pricing.ts";
import { comingSoonPages } from "#site/site-map.ts";
import { feeFor } from "../../server/src/money/rails/pricing.ts";
import { browserTest as test, openSite } from "./site.ts";

const site = openSite();

const mode = (group: string) => ({
  id: group,
  name: "IMPS",
  group,
  minPaise: "100",
  maxPaise: "50000000",
  arrives: "Seconds",
});
const book: PriceBook = { ...priceBook, modes: FEE_GROUPS.map(mode) };

plainTest("the calculator charges what the engine charges, at both sides of every border", () => {
  const amounts = [1_00n, 1_000_00n, 1_000_01n, 25_000_00n, 25_000_01n, 5_00_000_00n];
  for (const group of FEE_GROUPS) {
    for (const amountPaise of amounts) {
      const asked = {
        amount: `${amountPaise / 100n}.${amountPaise % 100n < 10n ? "0" : ""}${amountPaise % 100n}`,
      };
      const price = priceOf(book, { ...asked, mode: group, count: "1,234" });
      if (typeof price === "string") assert.fail(price);
      const { feePaise, taxPaise } = feeFor(group, amountPaise, new Date("2026-11-23"));
      assert.equal(price.eachPaise, feePaise);
      assert.equal(price.gstPaise, taxPaise * 1_234n);
      assert.equal(price.totalPaise, (feePaise + taxPaise) * 1_234n);
    }
  }
});

plainTest("what cannot be priced says why, and amounts are read to the paisa", () => {
  assert.equal(readRupees("₹ 1,25,000.5"), 1_25_000_50n);
  assert.equal(readRupees("0.07"), 7n);
  for (const text of ["", "ten", "1e5", "-1", "1.234", "1..2"])
    assert.equal(readRupees(text), undefined, text);
  const why = (asked: { amount?: string; count?: string }) =>
    priceOf(book, { amount: "100", mode: "instant", count: "1", ...asked });
  assert.equal(why({ amount: "ten" }), "Enter an amount in rupees, such as 10,000 or 1,250.50.");
  assert.equal(why({ amount: "0.99" }), "IMPS starts at ₹1.");
  assert.equal(why({ amount: "500000.01" }), "IMPS takes up to ₹5,00,000 per transfer.");
  for (const count of ["0", "1.5", "", "10000001"])
    assert.equal(why({ count }), "Enter a whole number of transfers, from 1 to 1,00,00,000.");
  const price = why({ amount: "1,00,000.50", count: "1" });
  if (typeof price === "string") assert.fail(price);
  assert.equal(priceLines(price).asked, "1 transfer of ₹1,00,000.50 by IMPS");
});

plainTest("a record holds every step of a story in its order, and the amounts of the ledger", () => {
  const at = (ms: number) => new Date(Date.UTC(2026, 10, 23) + ms).toISOString();
  const story: Story = {
    ...{ transferId: "a", status: "PENDING", amount: "1250.00", utr: null, reason: null, acknowledged: 0 },
    steps: [
      { to: "ready", because: "accepted, funds held", at: at(0) },
      { to: "sent", because: "to meghdoot by imps", at: at(0) },
    ],
    attempts: [{ bankId: "meghdoot", rail: "imps", route: null }],
    bankMessages: [
      { attempt: 1, source: "response", code: "H00", detail: "Accepted", credited: false, at: at(40) },
    ],
    ledger: [{ kind: "hold", debit: "Wallet", credit: "Held", amount: "1259.44", at: at(0) }],
    events: [],
  };
  assert.deepEqual(linesOf(story), [
    { at: "0 ms", what: "Accepted. ₹1,259.44 held, with fee and GST" },
    { at: "0 ms", what: "Sent to Meghdoot by IMPS" },
    { at: "+40 ms", what: "Bank response: Accepted (H00)" },
  ]);
  assert.deepEqual(
    [isOver(story), shownOf(story).reached, shownOf(story).badge.text],
    [false, 1, "With the bank"],
  );
  const paid: Story = {
    ...{ ...story, status: "SUCCESS", utr: "632710000003", acknowledged: 1 },
    steps: [...story.steps, { to: "succeeded", because: "callback: paid", at: at(5_190) }],
    bankMessages: [
      ...story.bankMessages,
      { attempt: 1, source: "callback", code: "00", detail: "Done", credited: true, at: at(5_190) },
    ],
  };
  assert.deepEqual(linesOf(paid).slice(3), [
    { at: "+5.19 s", what: "Bank callback: Done (00)" },
    { at: "+5.19 s", what: "Debited. UTR 632710000003" },
    { at: "+5.19 s", what: "Credited by the payee's bank" },
  ]);
  assert.deepEqual([isOver(paid), shownOf(paid).reached], [true, 4]);
});

plainTest(
  "the map says where a payout is, which bank was down, and that a silent bank is not paid again",
  () => {
    const step = (to: string) => ({ to, because: "", at: "2026-11-23T00:00:00Z" });
    const at = (first: string, chosen: string, skipped: string | null) => ({
      bankId: chosen,
      rail: "imps",
      route: { candidates: [{ rail: "imps", bankId: first, skipped }] },
    });
    const sent: Story = {
      ...{ transferId: "a", status: "PENDING", amount: "1250.00", utr: null, reason: null, acknowledged: 0 },
      ...{ bankMessages: [], events: [] },
      ledger: [{ kind: "hold", debit: "Wallet", credit: "Held", amount: "1259.44", at: "" }],
      steps: [step("ready"), step("sent")],
      attempts: [at("meghdoot", "meghdoot", null)],
    };
    const { down, held, at: place } = wayOf(sent);
    assert.deepEqual([down, held, place], [undefined, "₹1,259.44", "bank"]);
    assert.match(wayOf(sent, true).words, /^Meghdoot has not answered\. .* nothing is sent again/);
    for (const skipped of ["already_tried", "bank_down"])
      assert.equal(wayOf({ ...sent, attempts: [at("meghdoot", "himshikhar", skipped)] }).down, "Meghdoot");
    assert.equal(wayOf({ ...sent, attempts: [at("meghdoot", "himshikhar", "came_later")] }).down, undefined);
    const failed = wayOf({ ...sent, status: "FAILED" });
    assert.deepEqual([failed.at, failed.isUnpaid], ["wallet", true]);
    const asked = { attempt: 1, source: "enquiry", code: "00", detail: "", credited: true, at: "" };
    const paid = wayOf({ ...sent, status: "SUCCESS", acknowledged: 1, bankMessages: [asked] });
    assert.equal(paid.at, "payee");
    assert.match(paid.words, /never answered, so Vitaran asked: it had paid\. .* sent once/);
  },
);

test("the home page takes 16 requests at most, and the sandbox key is asked for near the samples only", async () => {
  const { page } = await site.open("/payout/introduction");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${site.address}/`, { waitUntil: "networkidle" });
  assert.ok(asked.length <= 16, `${asked.length}: ${asked.join(" ")}`);
  const key = page.waitForRequest(/\/sandbox\/demo-key$/);
  await page.locator("#developers").scrollIntoViewIfNeeded();
  await key;
  await page.context().close();
});

test("the calculator works by keyboard, says what is wrong, and is a worked example without scripts", async () => {
  const { page, complaints } = await site.open("/");
  const calculator = page.getByRole("group", { name: "Calculate your price" });
  const line = (name: string) => calculator.locator(`[data-line="${name}"]`);
  assert.equal(await line("total").innerText(), "₹944.00");
  await calculator.getByLabel("Amount, ₹").focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("2,50,000");
  await page.keyboard.press("Tab");
  await page.keyboard.type("RTGS");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("1200");
  await line("asked").filter({ hasText: "1,200 transfers of ₹2,50,000 by RTGS" }).waitFor();
  assert.deepEqual(
    [await line("fees").innerText(), await line("gst").innerText(), await line("total").innerText()],
    ["₹12,000.00", "₹2,160.00", "₹14,160.00"],
  );
  assert.match(await line("arrives").innerText(), /1 AM to 6:45 PM/);
  await calculator.getByLabel("Amount, ₹").fill("500");
  await calculator.getByRole("alert").filter({ hasText: "RTGS starts at ₹2,00,000." }).waitFor();
  assert.equal(await line("total").isVisible(), false);
  assert.deepEqual(complaints, []);
  await page.context().close();
  const silent = await site.open("/", { javaScriptEnabled: false });
  assert.equal(await silent.page.getByLabel("Amount, ₹").isVisible(), false);
  assert.equal(await silent.page.locator('[data-line="total"]').innerText(), "₹944.00");
  assert.equal(await silent.page.getByRole("button", { name: "Send a sandbox payout" }).isVisible(), false);
  await silent.page.context().close();
});

test("without a sandbox the hero keeps its example and says in plain words why", async () => {
  const { page } = await site.open("/");
  await page.getByRole("button", { name: "Send a sandbox payout" }).click();
  const hero = page.locator("[data-live-payout]");
  await hero.getByRole("status").filter({ hasText: "No sandbox is running behind this page" }).waitFor();
  assert.match(await hero.innerText(), /₹1,25,000\.00[\s\S]*UTR 632514208731/);
  await page.getByRole("button", { name: "Send a sandbox payout" }).click();
  await page.route("**/sandbox/demo-key", (route) => route.abort());
  await hero.getByRole("status").filter({ hasText: "No sandbox" }).waitFor();
  await page.context().close();
});

const shownBalance = (page: Page) =>
  page.evaluate(() => {
    const shown = [...document.querySelectorAll(".rail-map [class*=balance-]")].filter(
      (one) => one.checkVisibility() && getComputedStyle(one).opacity === "1",
    );
    return shown.map((one) => one.textContent);
  });

test("the map draws itself once and ends with the last balance; with reduced motion it stands still", async () => {
  const { page } = await site.open("/");
  const running = () =>
    page.evaluate(
      () =>
        document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== 1).length,
    );
  assert.equal(await running(), 0);
  await page.evaluate(() => document.getAnimations().forEach((one) => one.finish()));
  assert.deepEqual(await shownBalance(page), ["₹6,00,000"]);
  await page.context().close();
  const still = await site.open("/", { reducedMotion: "reduce", viewport: { width: 360, height: 800 } });
  assert.equal(await still.page.evaluate(() => document.getAnimations().length), 0);
  assert.deepEqual(await shownBalance(still.page), ["₹6,00,000"]);
  const maps = still.page.locator(".rail-map svg");
  assert.deepEqual([await maps.nth(0).isVisible(), await maps.nth(1).isVisible()], [false, true]);
  const box = await maps.nth(1).boundingBox();
  assert.ok(box && box.height > box.width, "it goes from top to bottom");
  const sizes = await maps
    .nth(1)
    .locator("text")
    .evaluateAll((all) =>
      all.map(
        (one) => parseFloat(getComputedStyle(one).fontSize) * (one as SVGTextElement).getScreenCTM()!.a,
      ),
    );
  assert.ok(sizes.length >= 15 && Math.min(...sizes) >= 11.9, String(Math.min(...sizes)));
  await still.page.context().close();
});

test("the header stands at one place on site and documentation, and wide pages have no empty half", async () => {
  const { page } = await site.open("/");
  const places = [];
  for (const path of ["/", "/contact-page", "/careers", "/payout/introduction"]) {
    await page.goto(site.address + path);
    places.push((await page.getByRole("link", { name: "Vitaran, home page" }).first().boundingBox())?.x);
  }
  assert.equal(new Set(places).size, 1, places.join(" "));
  await page.goto(`${site.address}/`);
  const box = async (selector: string) => (await page.locator(selector).first().boundingBox())!;
  const [cards, panel] = [await box("#why-us fieldset"), await box('[data-benefit="always-on"]')];
  assert.ok(Math.abs(cards.height - panel.height) < 2, `${cards.height} and ${panel.height}`);
  const lefts = await page
    .locator("#faq details")
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x));
  assert.equal(new Set(lefts).size, 2);
  for (const path of ["/", "/contact-page"]) {
    await page.goto(site.address + path);
    const [next, form] = [await box(":is([data-still=aside], [data-aside])"), await box("form")];
    assert.ok(next.x + next.width <= form.x && next.height > 250, path);
  }
  await page.context().close();
});

test("every mode is a row with limit, hours, arrival and fee, also on a narrow screen", async () => {
  const { page } = await site.open("/");
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 });
    const rows = await page
      .locator("#payment-modes tbody tr")
      .evaluateAll((all) =>
        all.map((row) => [...row.children].map((cell) => (cell as HTMLElement).innerText.trim())),
      );
    assert.deepEqual(
      rows.map(([name, limit, hours, time]) => [name, limit, hours, time]),
      paymentModes.map(({ name, limit, hours, time }) => [name, limit, hours, time]),
    );
    for (const row of rows) assert.match(row[4] ?? "", /^₹\d+ to ₹\d+$/);
  }
  await page.context().close();
});

test("pages to come have a drawing and ways on, and legal ones say what holds until then", async () => {
  const { page } = await site.open("/");
  for (const { path, label } of comingSoonPages) {
    await page.locator(`footer a[href="${path}"]`).click();
    const main = page.locator("main");
    await main.getByRole("heading", { level: 1, name: label, exact: true }).waitFor();
    assert.equal(await main.locator("svg").count(), 1, path);
    assert.ok((await main.locator("a").count()) >= 3, path);
    const holds = await main.locator("ul").first().locator("li:not(:has(> a))").count();
    if (/terms|privacy|security/.test(path)) assert.ok(holds >= 4, path);
  }
  await page.context().close();
});
