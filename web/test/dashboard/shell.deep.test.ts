// The shell around every screen.
import assert from "node:assert/strict";
import { lookAt } from "./looks.ts";
import { browserTest as test, complaintsOf, focusInDialog, openDashboard } from "./world.ts";

const dashboard = await openDashboard();

test("a screen that does not exist says so inside the shell, in every width and theme", async () => {
  await lookAt(dashboard, { person: "admin", path: "no-such-screen", name: "shell-no-screen" });
});

test("the sandbox cannot be mistaken: strip, title, icon, path", async () => {
  const { page } = await dashboard.open("admin", "no-such-screen");
  assert.ok(await page.getByText("Sandbox: no real money moves").isVisible());
  assert.match(await page.title(), /^\[Sandbox\] /);
  assert.match((await page.locator('link[rel="icon"]').getAttribute("href")) ?? "", /sandbox/);
  await page.context().close();
});

test("without a session the log-in is asked for, and brings one back", async () => {
  const { page } = await dashboard.visit("/dashboard/sandbox/no-such-screen?x=1");
  await page.waitForURL(/\/login\?next=/);
  assert.match(
    new URL(page.url()).searchParams.get("next") ?? "",
    /^\/dashboard\/sandbox\/no-such-screen\?x=1$/,
  );
  await page.context().close();
});

test("the language chosen is kept, also in the attribute that screen readers obey", async () => {
  const watched = await dashboard.open("admin", "no-such-screen");
  const { page } = watched;
  assert.equal(await page.locator("html").getAttribute("lang"), "en-IN");
  await page.getByRole("button", { name: /^You: / }).click();
  await page.getByRole("menuitemradio", { name: "हिन्दी" }).click();
  await page.getByRole("heading", { level: 1, name: "ऐसी कोई स्क्रीन नहीं है" }).waitFor();
  assert.equal(await page.locator("html").getAttribute("lang"), "hi");
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "ऐसी कोई स्क्रीन नहीं है" }).waitFor();
  const letters = await page.evaluate(async () => {
    const fonts = [...(await document.fonts.ready)];
    return fonts.filter(({ family }) => family.includes("Devanagari")).map(({ status }) => status);
  });
  assert.deepEqual(letters, ["loaded"], "Hindi is shown with letters that the dashboard brings");
  assert.deepEqual(complaintsOf(watched), []);
  await page.context().close();
});

test("keys open the palette and the sheet of keys, and Escape closes them", async () => {
  const { page } = await dashboard.open("admin", "no-such-screen");
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Search or jump to" }).waitFor();
  await focusInDialog(page);
  await page.keyboard.type("webhooks");
  await page.getByRole("option").first().waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await sheet.waitFor();
  await sheet.getByRole("checkbox").uncheck();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.keyboard.press("?");
  assert.equal(await page.getByRole("dialog").count(), 0);
  await page.context().close();
});

test("live without a live merchant is explained", async () => {
  const { page } = await dashboard.open("admin", "no-such-screen");
  await page.getByText("Live", { exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "No live merchant yet" }).waitFor();
  await page.getByRole("button", { name: "Open it in Sandbox" }).click();
  await page.getByText("Sandbox: no real money moves").waitFor();
  await page.context().close();
});

test("a link of the other environment is asked about before anything is shown", async () => {
  const { page } = await dashboard.open("admin", "no-such-screen");
  await page.goto(`${dashboard.address}/dashboard/live/no-such-screen`);
  await page.getByRole("heading", { level: 1, name: "This link belongs to Live" }).waitFor();
  await page.getByRole("button", { name: "Stay in Sandbox" }).click();
  await page.getByText("Sandbox: no real money moves").waitFor();
  await page.context().close();
});

test("a session that ends covers the page instead of leaving it", async () => {
  const { page } = await dashboard.open("admin", "no-such-screen");
  const address = page.url();
  await page.context().clearCookies();
  await page.evaluate(() => new BroadcastChannel("vitaran-session").postMessage("logged-out"));
  await page.getByRole("dialog", { name: "You are logged out" }).waitFor();
  assert.equal(page.url(), address);
  await page.context().close();
});
