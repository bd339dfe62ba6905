// The documentation area as a reader uses it.
import assert from "node:assert/strict";
import { docsPages, navigation } from "#docs/navigation.ts";
import { browserTest as test, hydrated, openSite } from "./site.ts";

const site = openSite();

test("the bare path leads to the introduction, by address and by link", async () => {
  const { page, complaints } = await site.open("/payout");
  assert.equal(new URL(page.url()).pathname, "/payout/introduction");
  await page.goto(site.address);
  await hydrated(page);
  await page.locator("header nav").getByRole("link", { name: "Payout" }).click();
  await page.waitForURL(/\/payout\/introduction$/);
  await page.getByRole("heading", { level: 1, name: "Payouts Introduction" }).waitFor();
  assert.equal(await page.locator("footer").count(), 0);
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test("sidebar groups are closed at first, and stay open from page to page and after a reload", async () => {
  const { page } = await site.open("/payout/dashboard/reports");
  const groups = page.locator("#docs-navigation details");
  assert.equal(await groups.count(), navigation.filter((entry) => entry.children).length);
  assert.deepEqual(
    await groups.evaluateAll((all) => all.filter((one) => (one as HTMLDetailsElement).open).length),
    0,
  );
  await page.locator("#docs-navigation summary", { hasText: "Make Payouts" }).click();
  await page.locator("#docs-navigation").getByRole("link", { name: "Webhooks" }).click();
  await page.getByRole("heading", { level: 1, name: "Webhooks" }).waitFor();
  assert.equal(
    await groups.evaluateAll((all) => all.filter((one) => (one as HTMLDetailsElement).open).length),
    1,
  );
  await page.reload();
  await page.locator("#docs-navigation details[open]", { hasText: "Make Payouts" }).waitFor();
  const current = page.locator('#docs-navigation [aria-current="page"]');
  assert.deepEqual(await current.allInnerTexts(), ["Webhooks"]);
  await page.locator("#docs-navigation summary", { hasText: "Make Payouts" }).click();
  assert.equal(
    await groups.evaluateAll((all) => all.filter((one) => (one as HTMLDetailsElement).open).length),
    0,
  );
  await page.context().close();
});

test("on a small screen the sidebar is an overlay, closed by button, backdrop, Escape and by choosing", async () => {
  const { page, complaints } = await site.open("/payout/introduction", {
    viewport: { width: 360, height: 740 },
  });
  const sidebar = page.locator("#docs-navigation");
  const opener = page.getByRole("button", { name: "Pages" });
  const closed = () =>
    page.waitForFunction(
      () => getComputedStyle(document.getElementById("docs-navigation") as Element).visibility === "hidden",
    );
  await closed();
  const ways = [
    () => page.getByRole("button", { name: "Close navigation" }).click(),
    () => page.mouse.click(350, 700),
    () => page.keyboard.press("Escape"),
  ];
  for (const close of ways) {
    await opener.click();
    await sidebar.getByRole("link", { name: "Co-Lending" }).waitFor();
    assert.equal(await page.getByTestId("backdrop").isVisible(), true);
    await close();
    await closed();
    assert.equal(await opener.evaluate((button) => button === document.activeElement), true);
  }
  await opener.click();
  await sidebar.getByRole("link", { name: "Co-Lending" }).click();
  await page.getByRole("heading", { level: 1, name: "Co-Lending" }).waitFor();
  await closed();
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test("breadcrumb, title, previous and next agree with the navigation on every page", async () => {
  const { page, complaints } = await site.open("/payout/introduction");
  for (const [at, entry] of docsPages.entries()) {
    if (at > 0) {
      await page.evaluate(() => window.scrollTo({ top: 99999, behavior: "instant" }));
      await page.locator('a[rel="next"]').click();
      await page.waitForURL(site.address + entry.path);
      await page.waitForFunction(() => window.scrollY === 0);
    }
    await page.getByRole("heading", { level: 1, name: entry.label, exact: true }).waitFor();
    const crumbs = await page
      .getByRole("navigation", { name: "Breadcrumb" })
      .locator("li:not([aria-hidden])")
      .allInnerTexts();
    assert.deepEqual(crumbs, [entry.section, entry.label]);
    assert.equal(await page.title(), `${entry.label} · Vitaran Docs`);
    assert.equal(
      await page.locator("#docs-navigation a[aria-current=page]").getAttribute("href"),
      entry.path,
    );
  }
  assert.equal(await page.locator('a[rel="next"]').count(), 0);
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test("On this page lists h1 to h3, jumps with 20 pixels to spare, and follows the reader", async () => {
  const { page } = await site.open("/payout/make-payouts/lifecycle");
  const headings = await page
    .locator("article :is(h1,h2,h3)")
    .evaluateAll((all) => all.map((one) => one.textContent));
  const rail = page.getByRole("navigation", { name: "On this page" }).locator("a:visible");
  assert.deepEqual(await rail.allInnerTexts(), headings);
  await rail.filter({ hasText: "Asynchronous transfers" }).click();
  const bars = 64 + 48 + 1;
  await page.waitForFunction(
    (top) => {
      const found = document.getElementById("asynchronous-transfers")?.getBoundingClientRect().top ?? 0;
      return Math.abs(found - top) <= 2;
    },
    bars + 20 - 1,
  );
  assert.deepEqual(
    await page.locator('nav[aria-label="On this page"] a[aria-current]:visible').allInnerTexts(),
    ["Asynchronous transfers"],
  );
  assert.equal(new URL(page.url()).hash, "#asynchronous-transfers");
  // The heading stays marked after a jump to it until the reader scrolls.
  await page.mouse.move(700, 500);
  await page.mouse.wheel(0, 1);
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  await page
    .locator('nav[aria-label="On this page"] a[aria-current]:visible', { hasText: "Payout Lifecycle" })
    .waitFor();
  await page.evaluate(() => window.scrollTo({ top: 99_999, behavior: "instant" }));
  const last = headings.at(-1) ?? "";
  await page.locator('nav[aria-label="On this page"] a[aria-current]:visible', { hasText: last }).waitFor();
  await page.context().close();
});

test("a page change is announced and moves focus to the new title", async () => {
  const { page } = await site.open("/payout/introduction");
  await page.locator("#docs-navigation").getByRole("link", { name: "Downtimes" }).click();
  await page.waitForFunction(
    () => document.getElementById("page-announcement")?.textContent === "Downtimes · Vitaran Docs",
  );
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Downtimes");
  await page.goBack();
  await page.waitForFunction(() => document.activeElement?.textContent === "Payouts Introduction");
  await page.context().close();
});

test("links inside an article and headings' anchors work without loading the page again", async () => {
  const { page } = await site.open("/payout/introduction");
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  await page.locator("article").getByRole("link", { name: "Payout Lifecycle" }).click();
  await page.waitForURL(/lifecycle$/);
  // The address changes a moment before the page.
  await page.getByRole("heading", { level: 1, name: "Payout Lifecycle" }).waitFor();
  await page.locator("article h2 a.anchor").first().focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/#synchronous-transfers$/);
  assert.equal(await page.evaluate(() => "stayed" in window), true);
  await page.context().close();
});

test("a code block is copied without its prompts, and says so", async () => {
  const { page } = await site.open("/payout/quickstart", {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await page.getByRole("button", { name: "Copy Terminal" }).first().click();
  await page.getByRole("status").filter({ hasText: "Copied" }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "npm start");
  await page.context().close();
});

test("Was this page helpful? thanks, remembers for that page, and lets the reader change the answer", async () => {
  const { page, complaints } = await site.open("/payout/downtimes");
  const [yes, no] = [page.getByRole("button", { name: "Yes" }), page.getByRole("button", { name: "No" })];
  await yes.click();
  await page.getByText("Thank you. You can change your answer.").waitFor();
  assert.equal(await yes.getAttribute("aria-pressed"), "true");
  await no.click();
  await page.reload();
  await page.locator('button[name="helpful"][value="no"][aria-pressed="true"]').waitFor();
  assert.equal(await yes.getAttribute("aria-pressed"), "false");
  await page.goto(`${site.address}/payout/faqs`);
  await hydrated(page);
  assert.equal(await no.getAttribute("aria-pressed"), null);
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test("a page tells when it was written, and gives its text as Markdown", async () => {
  const { page, complaints } = await site.open("/payout/downtimes", {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const facts = page.locator('[data-still="facts"]');
  assert.match(await facts.innerText(), /Updated \d{1,2} \w+ \d{4}/);
  await facts.getByRole("button", { name: "Copy as Markdown" }).click();
  await page.getByRole("status").filter({ hasText: "Copied" }).waitFor();
  const twin = await page.request.get(`${site.address}/payout/downtimes.md`);
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(copied.trim(), (await twin.text()).trim());
  assert.match(copied, /^# Downtimes/);
  await page.locator("#docs-navigation").getByRole("link", { name: "Risk Shield" }).click();
  await page.getByRole("heading", { level: 1, name: "Risk Shield" }).waitFor();
  assert.equal(
    await page.getByRole("button", { name: "Copy as Markdown" }).getAttribute("data-copy-page"),
    "/payout/risk-shield.md",
  );
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test("without a server of ours the console is not shown, and the dialog says why", async () => {
  const { page, complaints } = await site.open("/payout/api/balance");
  await page.getByRole("button", { name: "Try it: Get a balance" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("There is no sandbox behind these pages").waitFor();
  assert.equal(await dialog.locator("form").count(), 0);
  await page.keyboard.press("Escape");
  assert.equal(await dialog.isVisible(), false);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-try")), "getBalance");
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test("forty general questions open one at a time", async () => {
  const { page } = await site.open("/payout/faqs");
  const items = page.locator("details.faq");
  assert.equal(await items.count(), 40);
  const open = () =>
    items.evaluateAll((all) => all.flatMap((one, at) => ((one as HTMLDetailsElement).open ? [at] : [])));
  assert.deepEqual(await open(), []);
  await items.nth(2).locator("summary").click();
  await items.nth(30).locator("summary").click();
  assert.deepEqual(await open(), [30]);
  await page.goto(`${site.address}/payout/faqs#what-is-a-payout`);
  await page.waitForFunction(
    () => (document.getElementById("what-is-a-payout") as HTMLDetailsElement | null)?.open,
  );
  await page.context().close();
});
