// The home page, its header and its footer, as a visitor uses them.
import assert from "node:assert/strict";
import { browserTest as test, hydrated, openSite } from "./site.ts";
import { headerLinks } from "#site/header-links.ts";
import { footerColumns } from "#site/site-map.ts";

const site = openSite();

test("the header has logo and six links, and stays on top while scrolling", async () => {
  const { page, complaints } = await site.open("/");
  assert.deepEqual(await page.locator("header nav a").allInnerTexts(), [
    "Why Us",
    "Payment Modes",
    "Developers",
    "Payout",
    "Pricing",
    "Contact Us",
  ]);
  assert.deepEqual(
    await page.locator("header nav a").evaluateAll((links) => links.map((link) => link.getAttribute("href"))),
    headerLinks.map((link) => link.path),
  );
  await page.evaluate(() => window.scrollTo({ top: 3000, behavior: "instant" }));
  assert.equal((await page.locator("header").first().boundingBox())?.y, 0);
  await page.getByRole("link", { name: "Vitaran, home page" }).first().click();
  await page.waitForFunction(() => window.scrollY === 0);
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test("a section link scrolls to its section and is highlighted", async () => {
  const { page } = await site.open("/");
  for (const { label, path } of headerLinks.filter((link) => link.path.includes("#"))) {
    await page.locator("header nav").getByRole("link", { name: label }).click();
    const id = path.slice(2);
    await page.waitForFunction((target) => {
      const top = document.getElementById(target)?.getBoundingClientRect().top ?? 9999;
      const atEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
      return Math.abs(top - 64) < 4 || (atEnd && top < window.innerHeight);
    }, id);
    assert.equal(new URL(page.url()).hash, `#${id}`);
    assert.deepEqual(await page.locator("header nav a[aria-current]").allInnerTexts(), [label]);
  }
  await page.context().close();
});

test("section links work from any page, and from an address with a hash", async () => {
  const { page, complaints } = await site.open("/payout/faqs");
  await page.locator("header nav").getByRole("link", { name: "Pricing" }).click();
  await page.waitForURL(/\/#pricing$/);
  await page.waitForFunction(
    () => Math.abs((document.getElementById("pricing")?.getBoundingClientRect().top ?? 999) - 64) < 4,
  );
  assert.deepEqual(complaints, []);
  await page.context().close();
  const direct = await site.open("/#developers");
  await direct.page.waitForFunction(
    () => Math.abs((document.getElementById("developers")?.getBoundingClientRect().top ?? 999) - 64) < 4,
  );
  assert.deepEqual(await direct.page.locator("header nav a[aria-current]").allInnerTexts(), ["Developers"]);
  await direct.page.context().close();
});

test("a target that appears later is still scrolled to", async () => {
  const { page } = await site.open("/careers");
  await page.addInitScript(() => {
    addEventListener("load", () => {
      setTimeout(() => {
        const late = document.createElement("section");
        late.id = "pricing-late";
        late.style.marginTop = "3000px";
        document.querySelector("main")?.append(late);
      }, 300);
    });
  });
  await page.goto(new URL("/careers?late#pricing-late", page.url()).href);
  await page.waitForFunction(() => window.scrollY > 1500);
  await page.context().close();
});

test("on a small screen the menu shows the same links, Login and Create Account", async () => {
  for (const width of [360, 768]) {
    const { page } = await site.open("/", { viewport: { width, height: 800 } });
    assert.equal(await page.getByRole("link", { name: "Create Account" }).isVisible(), false);
    await page.locator("header summary").click();
    const links = page.locator("header details a");
    assert.deepEqual(await links.allInnerTexts(), [
      ...headerLinks.map((link) => link.label),
      "Login",
      "Create Account",
    ]);
    await page.keyboard.press("Escape");
    assert.equal(await links.first().isVisible(), false);
    await page.locator("header summary").click();
    await links.filter({ hasText: "Login" }).click();
    await page.waitForURL(/\/login$/);
    await page.context().close();
  }
  const { page } = await site.open("/");
  assert.equal(await page.getByRole("link", { name: "Login" }).isVisible(), false);
  await page.context().close();
});

test("sections come in their order", async () => {
  const { page } = await site.open("/");
  assert.deepEqual(await page.locator("main h1, main h2").allInnerTexts(), [
    "Introducing payouts",
    "Why Us",
    "Payment Modes",
    "Built to be relied on",
    "Developers",
    "Pricing",
    "Frequently asked questions",
    "Contact Us",
  ]);
  assert.ok(await page.getByRole("link", { name: "Get Started" }).isVisible());
  assert.equal(await page.locator("#payment-modes h3").count(), 3);
  assert.equal(await page.locator("#features article h3").count(), 4);
  await page.context().close();
});

test("the page compares both ways, says what was never tried, and what is free", async () => {
  const { page } = await site.open("/");
  const table = page.getByRole("table", { name: /a hosted service, point by point/ });
  const groups = await table
    .locator("tbody")
    .evaluateAll((all) =>
      all.map((group) => [group.querySelector("th")?.innerText, group.querySelectorAll("td").length / 2]),
    );
  assert.deepEqual(
    groups.map(([title]) => title),
    ["Where Vitaran is better", "Where a hosted service is better", "Where it depends"],
  );
  assert.ok(Number(groups[1]?.[1]) >= 5, "what hosted services do better is not hidden");
  await page.setViewportSize({ width: 360, height: 800 });
  const row = table.getByRole("row").filter({ has: page.getByRole("rowheader", { name: "Your data" }) });
  assert.equal(await row.getByRole("cell").count(), 2, "it is a table on a narrow screen too");
  assert.match(await page.locator("#features").innerText(), /Not yet run with a real bank\./);
  assert.match(
    await page.locator("#pricing dl").first().innerText(),
    /The software\s+₹0[\s\S]*The operator[\s\S]*The bank/,
  );
  await page.context().close();
});

test("pictures of the dashboard fit the screen and the theme, and each has words", async () => {
  for (const [width, colorScheme, names] of [
    [1440, "light", ["summary-light", "approve-phone-light"]],
    [768, "dark", ["summary-dark"]],
    [360, "dark", ["summary-phone-dark", "approve-phone-dark"]],
  ] as const) {
    const { page } = await site.open("/", { viewport: { width, height: 900 }, colorScheme });
    const shown = page.locator(".pictures img:visible");
    await shown.first().scrollIntoViewIfNeeded();
    assert.deepEqual(
      await shown.evaluateAll((all) =>
        all.map((one) => one.getAttribute("src")?.replace(/^.*\/|\.webp$/g, "")),
      ),
      names,
    );
    for (const one of await shown.all()) assert.ok(((await one.getAttribute("alt")) ?? "").length > 40);
    await page.context().close();
  }
});

test("of four benefits the first is chosen, and another can be", async () => {
  const { page } = await site.open("/");
  const radios = page.locator("#why-us input[type=radio]");
  assert.equal(await radios.count(), 4);
  assert.equal(await radios.nth(0).isChecked(), true);
  await page.locator("#why-us label", { hasText: "Total Control" }).click();
  assert.equal(await page.locator('[data-benefit="total-control"]').isVisible(), true);
  assert.equal(await page.locator('[data-benefit="always-on"]').isVisible(), false);
  await page.keyboard.press("ArrowUp");
  assert.equal(await page.locator('[data-benefit="one-platform"]').isVisible(), true);
  await page.setViewportSize({ width: 360, height: 800 });
  await page.locator("#why-us label", { hasText: "Always On" }).click();
  const [card, facts] = [
    await page.locator("#why-us label", { hasText: "Always On" }).boundingBox(),
    await page.locator('[data-benefit="always-on"]').boundingBox(),
  ];
  assert.ok(card && facts && facts.y - card.y - card.height < 40, "facts stand under their card");
  await page.context().close();
});

test("code tabs begin with Node JS, follow clicks and arrow keys, and the choice is remembered", async () => {
  const { page } = await site.open("/");
  const tabs = page.locator("#developers [role=tab]");
  assert.deepEqual(await tabs.allInnerTexts(), ["Node JS", "Java", "Python", "PHP"]);
  const shown = () => page.locator("#developers [role=tabpanel]:visible").getAttribute("data-lang");
  assert.equal(await shown(), "node");
  await tabs.nth(1).click();
  assert.equal(await shown(), "java");
  await page.keyboard.press("ArrowRight");
  assert.equal(await shown(), "python");
  assert.equal(await tabs.nth(2).getAttribute("aria-selected"), "true");
  await page.goto(`${site.address}/payout/quickstart`);
  await hydrated(page);
  assert.equal(
    await page.locator('[data-code-tabs] [role=tab][aria-selected="true"]').first().innerText(),
    "Python",
  );
  await page.goto(`${site.address}/?lang=curl`);
  await hydrated(page);
  assert.equal(await shown(), "node");
  const code = page.locator("#developers [role=tabpanel]:visible pre:visible");
  assert.match(await code.innerText(), /from "@vitaran\/node"/);
  await page.getByRole("button", { name: "Plain HTTP" }).click();
  assert.match(await code.innerText(), /await fetch\(/);
  await page.goto(`${site.address}/payout/quickstart?lang=node`);
  await hydrated(page);
  const pressed = page.locator('button[data-way][aria-pressed="true"]:visible').first();
  assert.equal(await pressed.innerText(), "Plain HTTP");
  await page.goto(`${site.address}/?lang=curl`);
  await hydrated(page);
  await page.locator("#developers").getByRole("link", { name: "Contact Us" }).click();
  await page.waitForURL(/#contact$/);
  await page.context().close();
});

test("the price table is open at first and can be closed", async () => {
  const { page } = await site.open("/");
  const wallets = page.locator("#pricing details").first();
  const table = wallets.locator("table");
  assert.equal(await table.isVisible(), true);
  assert.deepEqual(
    await table
      .locator("tbody tr")
      .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).innerText.split(/\t/))),
    [
      ["Up to ₹1,000", "₹3", "₹4", "₹6", "₹7"],
      ["₹1,000 to ₹25,000", "₹5", "₹6", "₹8", "₹9"],
      ["Above ₹25,000", "₹8", "₹10", "₹15", "₹18"],
    ],
  );
  await wallets.locator("summary").click();
  assert.equal(await table.isVisible(), false);
  await page.context().close();
});

test("of seven questions the first is open, one at a time, and a click closes the open one", async () => {
  const { page } = await site.open("/");
  const items = page.locator("#faq details");
  const open = () =>
    items.evaluateAll((all) => all.flatMap((one, at) => ((one as HTMLDetailsElement).open ? [at] : [])));
  assert.equal(await items.count(), 7);
  assert.deepEqual(await open(), [0]);
  await items.nth(3).locator("summary").click();
  assert.deepEqual(await open(), [3]);
  await items.nth(3).locator("summary").click();
  assert.deepEqual(await open(), []);
  await page.context().close();
});

test("the footer has its columns, address, mail and copyright, and its links scroll to the top", async () => {
  const { page, complaints } = await site.open("/");
  const footer = page.locator("footer");
  for (const column of footerColumns) {
    const links = await footer
      .getByRole("navigation", { name: column.title })
      .locator("a")
      .evaluateAll((all) => all.map((one) => one.getAttribute("href")));
    assert.deepEqual(
      links,
      column.links.map((link) => link.path),
    );
  }
  const text = await footer.innerText();
  assert.match(text, /Gurgaon/);
  assert.match(text, /© 2025/);
  assert.equal(await footer.locator('a[href="mailto:support@vitaran.example"]').count(), 1);
  for (const link of footerColumns.flatMap((column) => column.links)) {
    await page.evaluate(() => window.scrollTo({ top: 99999, behavior: "instant" }));
    await footer.locator(`a[href="${link.path}"]`).click();
    await page.waitForURL(site.address + link.path);
    await page.waitForFunction(() => window.scrollY === 0);
    await page.getByRole("heading", { level: 1, name: link.label, exact: true }).waitFor();
  }
  assert.deepEqual(complaints, []);
  await page.context().close();
});
