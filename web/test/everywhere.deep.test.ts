// Checks that apply to every page: width, no console errors, accessibility, reading without scripts, themes, failures.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { prerenderedPaths } from "#app/page-list.ts";
import { browserTest as test, hydrated, openSite } from "./site.ts";

const site = openSite();

const widths = [360, 768, 1440];

const readable = (shown: Page): Promise<number> =>
  shown.locator("main").evaluate((main) => main.textContent?.replace(/\s+/g, " ").length ?? 0);

test("every page fits at every width, asks no other origin, has no fault in either theme, reads without scripts", async () => {
  const { page, complaints } = await site.open("/", { reducedMotion: "reduce" });
  const silent = await site.open("/", { javaScriptEnabled: false });
  let isFrameChecked = false;
  for (const path of prerenderedPaths) {
    const answer = await page.goto(site.address + path);
    await hydrated(page);
    assert.equal(answer?.status(), 200, path);
    await assertFits(page, path);
    assert.equal(await page.locator("footer").count(), path.startsWith("/payout") ? 0 : 1, path);
    // All pages of the documentation are in one frame, which is checked with the first of them.
    const leftOut: readonly string[] = isFrameChecked && path.startsWith("/payout") ? FRAME : [];
    isFrameChecked ||= path.startsWith("/payout");
    await page.emulateMedia({ colorScheme: "light" });
    assert.deepEqual(await violations(page, { leftOut }), [], `${path} light`);
    // The themes differ only in colours.
    await page.emulateMedia({ colorScheme: "dark" });
    assert.deepEqual(await violations(page, { leftOut, rules: ["color-contrast"] }), [], `${path} dark`);
    assert.deepEqual(complaints, [], path);
    await silent.page.goto(site.address + path);
    const [without, withScripts] = [await readable(silent.page), await readable(page)];
    assert.ok(without >= withScripts * 0.99 - 10, `${path}: ${without} of ${withScripts} characters`);
  }
  await silent.page.context().close();
  await page.context().close();
});

async function assertFits(page: Page, path: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const [needed, has] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      window.innerWidth,
    ]);
    assert.ok((needed ?? 0) <= (has ?? 0), `${path} needs ${needed} of ${has} pixels`);
  }
}

test("on a narrow screen the title comes before what is on the page, beside the text on a wide one", async () => {
  for (const [width, isBelow] of [
    [360, true],
    [768, true],
    [1440, false],
  ] as const) {
    const { page } = await site.open("/payout/introduction", { viewport: { width, height: 800 } });
    const [title, rail] = [
      await page.getByRole("heading", { level: 1 }).boundingBox(),
      await page.getByRole("navigation", { name: "On this page" }).boundingBox(),
    ];
    assert.ok(title && rail);
    assert.equal(rail.y > title.y + title.height, isBelow, `${width} pixels`);
    await page.context().close();
  }
});

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** The parts that are the same on every page of the documentation. */
const FRAME = ["header", "#docs-navigation", "footer"];

interface Check {
  /** Only these rules of axe; otherwise all that it has for these standards. */
  readonly rules?: readonly string[];
  /** Parts of the page that are not checked. */
  readonly leftOut?: readonly string[];
}

/** Returns the problems that axe finds. */
async function violations(page: Page, { rules = tags, leftOut = [] }: Check = {}): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  // The page's policy forbids our scripts but does not apply to the debugger.
  const { result: there } = await session.send("Runtime.evaluate", { expression: "typeof axe" });
  if (there.value === "undefined") await session.send("Runtime.evaluate", { expression: axe });
  // Only failures are requested, because the rules that pass cost more time.
  const options = JSON.stringify({ runOnly: rules, resultTypes: ["violations"] });
  const context = JSON.stringify({ exclude: leftOut.map((selector) => [selector]) });
  const { result } = await session.send("Runtime.evaluate", {
    expression: `axe.run(${context}, ${options}).then(({ violations }) => JSON.stringify(violations))`,
    awaitPromise: true,
  });
  await session.detach();
  const found = JSON.parse(String(result.value)) as { id: string; nodes: { target: unknown }[] }[];
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(", ")}`);
}

test("axe finds nothing in menus, dialogs and a form with errors", async () => {
  const { page } = await site.open("/contact-page", { viewport: { width: 360, height: 800 } });
  await page.getByRole("button", { name: "Submit" }).click();
  assert.deepEqual(await violations(page), [], "form");
  await page.locator("header summary").click();
  assert.deepEqual(await violations(page), [], "menu");
  await page.goto(`${site.address}/payout/introduction`);
  await hydrated(page);
  await page.getByRole("button", { name: "Pages" }).click();
  await page.getByRole("button", { name: "Close navigation" }).waitFor();
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((one) => one.finished)));
  assert.deepEqual(await violations(page), [], "sidebar");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("webhook");
  await page.getByRole("option").first().waitFor();
  assert.deepEqual(await violations(page), [], "search");
  await page.context().close();
});

test("without scripts menus open, and what tabs hide is shown", async () => {
  const silent = await site.open("/", { javaScriptEnabled: false });
  const visible = await silent.page.evaluate(() => document.body.innerText);
  for (const text of [
    "Total Control",
    "one initiates, another approves",
    "Python",
    "support@vitaran.example",
  ]) {
    assert.ok(visible.includes(text), text);
  }
  assert.equal(await silent.page.locator("[role=tabpanel]:visible").count(), 4);
  await silent.page.goto(`${site.address}/payout/quickstart`);
  await silent.page.locator("#docs-navigation summary").first().click();
  assert.ok(await silent.page.locator("#docs-navigation details a").first().isVisible());
  await silent.page.context().close();
});

test("the theme is chosen, kept, and there before the first paint", async () => {
  const { page } = await site.open("/", { colorScheme: "light" });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(await ground(), "rgb(250, 248, 243)");
  await page.locator("footer").getByText("Dark", { exact: true }).click();
  assert.equal(await ground(), "rgb(16, 21, 27)");
  await page.goto(`${site.address}/payout/faqs`, { waitUntil: "commit" });
  await page.waitForFunction(() => document.body !== null);
  assert.equal(await page.evaluate(() => document.documentElement.dataset["theme"]), "dark");
  await hydrated(page);
  await page.getByRole("button", { name: "Colour theme" }).click();
  await page.getByText("System", { exact: true }).first().click();
  assert.equal(await ground(), "rgb(250, 248, 243)");
  await page.context().close();
});

test("rupee sign and digits come from the same family", async () => {
  const { page } = await site.open("/");
  const session = await page.context().newCDPSession(page);
  await page.evaluate(() => document.fonts.ready.then(() => true));
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument");
  for (const selector of ["figure p.tabular-nums", "#pricing td.tabular-nums"]) {
    const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector });
    const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
    assert.equal(new Set(fonts.map((font) => font.familyName)).size, 1, selector);
    assert.ok(
      fonts.every((font) => font.isCustomFont),
      selector,
    );
  }
  await page.context().close();
});

test("an unknown path goes to the home page, by address and by link", async () => {
  const { page } = await site.open("/no-such-page");
  assert.equal(new URL(page.url()).pathname, "/");
  for (const unknown of ["/no-such-page", "/payout/no-such-page"]) {
    await page.goto(`${site.address}/careers`);
    await hydrated(page);
    await page.evaluate((path) => {
      history.pushState({ idx: 50, key: "x", usr: null }, "", path);
      window.dispatchEvent(new PopStateEvent("popstate", { state: { idx: 50, key: "x", usr: null } }));
    }, unknown);
    await page.waitForURL(`${site.address}/`);
  }
  await page.context().close();
});

test("a script chunk that cannot be loaded gives a message, and another try loads it", async () => {
  const { page } = await site.open("/payout/introduction");
  await page.route(/assets\/(open-search|search-dialog)[\w.-]*\.js/, (route) => route.abort());
  await page.getByRole("button", { name: "Search" }).click();
  const message = page.getByRole("alert").filter({ hasText: "Search could not be loaded." });
  await message.waitFor();
  assert.match(await message.innerText(), /ChunkLoadError: Loading chunk search failed\./);
  await page.unrouteAll();
  await page.reload();
  await hydrated(page);
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("combobox", { name: "Search the documentation" }).waitFor();
  await page.context().close();
});

test("a press that comes before the page listens is not lost, and the menu closes when the focus leaves it", async () => {
  const { page } = await site.open("/payout/introduction", { viewport: { width: 360, height: 740 } });
  const held = Promise.withResolvers<void>();
  await page.route(/assets\/start-page[\w.-]*\.js/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.reload({ waitUntil: "commit" });
  await page.getByRole("button", { name: "Pages" }).click();
  assert.equal(await page.locator("#docs-navigation[data-open]").count(), 0);
  held.resolve();
  await page.locator("#docs-navigation[data-open]").waitFor();
  await page.getByRole("button", { name: "Close navigation" }).click();
  await page.locator("header summary").click();
  const menu = page.locator("details[data-menu]");
  const last = menu.getByRole("link", { name: "Create Account" });
  await last.focus();
  await page.keyboard.press("Tab");
  await page.waitForFunction(() => !document.querySelector<HTMLDetailsElement>("details[data-menu]")?.open);
  await page.context().close();
});

test("without scripts the text of a page comes before the navigation on a narrow screen", async () => {
  const { page } = await site.open("/payout/introduction", {
    viewport: { width: 360, height: 740 },
    javaScriptEnabled: false,
  });
  const [title, navigation] = [
    await page.getByRole("heading", { level: 1 }).boundingBox(),
    await page.locator("#docs-navigation").boundingBox(),
  ];
  assert.ok(title && navigation && navigation.y > title.y + 740, "the navigation follows the text");
  await page.getByRole("link", { name: "Pages", exact: true }).click();
  assert.ok(await page.locator("#docs-navigation").getByRole("link", { name: "Co-Lending" }).isVisible());
  await page.context().close();
});

test("a page that the server cannot give says so, and is there after another try", async () => {
  const { page } = await site.open("/payout/introduction");
  await page.route("**/payout/downtimes", (route) => route.fulfill({ status: 503 }));
  await page.locator("#docs-navigation").getByRole("link", { name: "Downtimes" }).click();
  await page.getByRole("heading", { name: "This page did not load" }).waitFor();
  assert.match(await page.locator("main").innerText(), /ChunkLoadError: Loading page .* failed\./);
  // The frame stays: navigation, search and the names of the page that was chosen.
  assert.equal(await page.locator('#docs-navigation [aria-current="page"]').innerText(), "Downtimes");
  assert.match(await page.getByRole("navigation", { name: "Breadcrumb" }).innerText(), /Downtimes$/);
  assert.ok(await page.getByRole("button", { name: "Search" }).isVisible());
  await page.locator("#docs-navigation").getByRole("link", { name: "Risk Shield" }).click();
  await page.getByRole("heading", { level: 1, name: "Risk Shield" }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: "This page did not load" }).waitFor();
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { level: 1, name: "Downtimes" }).waitFor();
  await page.context().close();
});

test("a hash that is no well-formed text leaves the page as it is", async () => {
  for (const [path, title] of [
    ["/#100%", "Introducing payouts"],
    ["/payout/introduction#%E0%A4%A", "Payouts Introduction"],
  ] as const) {
    const { page, complaints } = await site.open(path);
    assert.equal(await page.getByRole("heading", { level: 1 }).innerText(), title);
    assert.deepEqual(complaints, [], path);
    await page.context().close();
  }
});

test("everything that can be clicked can be reached by keyboard, and shows it", async () => {
  for (const path of ["/", "/payout/make-payouts/webhooks"]) {
    const { page } = await site.open(path);
    const missed = await page.evaluate(() => {
      const clickable = [
        ...document.querySelectorAll<HTMLElement>("a[href], button, summary, input, textarea, [role=tab]"),
      ];
      return clickable
        .filter((one) => one.checkVisibility() && one.tabIndex < 0 && one.getAttribute("role") !== "tab")
        .map((one) => one.outerHTML.slice(0, 80));
    });
    assert.deepEqual(missed, [], path);
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Skip to content");
    for (let step = 0; step < 25; step++) {
      await page.keyboard.press("Tab");
      const outlined = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        const bearer = element.matches("input[type=radio]") ? element.closest("label") : element;
        return bearer !== null && getComputedStyle(bearer).outlineStyle !== "none";
      });
      assert.ok(outlined, `${path}, step ${step}`);
    }
    await page.context().close();
  }
});
