// The ways into the dashboard: log-in, sign-up, the sandbox without an account, and links in e-mails.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { turnThrough } from "./looks.ts";
import { browserTest as test, openDashboard } from "./world.ts";

const dashboard = await openDashboard();
const { world, demo } = dashboard;
const adminEmail = demo.dashboard.email;
const password = demo.dashboard.password!;

const NEW_PASSWORD = "nine mango trees";
let made = 0;

async function logIn(page: Page, email = adminEmail, secret = password): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(secret);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
}

const arrived = (page: Page) => page.waitForURL(/\/dashboard\/sandbox/);

/** Returns the ticket in the newest e-mail of a kind. Waits until there is one. */
async function ticketFor(purpose: string, to: string): Promise<string> {
  for (;;) {
    const rows = await world.look<{ body_text: string; recipient: string }>(
      "select body_text, recipient from messages.message where purpose = $1 order by message_id desc",
      [purpose],
    );
    const mail = rows.find(({ recipient }) => recipient === to);
    const ticket = /#([A-Za-z0-9_-]+)/.exec(mail?.body_text ?? "")?.[1];
    if (ticket !== undefined) return ticket;
  }
}

async function signUp(): Promise<{ page: Page; email: string }> {
  const email = `founder${(made += 1)}@example.com`;
  const { page } = await dashboard.visit("/signup");
  await page.getByLabel("Business name").fill("Lotus & Sons");
  await page.getByLabel("Business type").selectOption("partnership");
  await page.getByLabel("Your name").fill("Asha Rao");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Create an account" }).click();
  await arrived(page);
  return { page, email };
}

test("the ways in are sound in every width and theme", async () => {
  for (const path of ["login", "signup", "reset-password", "verify-email", "invitation"]) {
    const watched = await dashboard.visit(`/${path}`);
    await watched.page.locator("main h1").waitFor();
    await turnThrough(watched, path);
  }
});

test("a log-in leads to where one wanted to go, and logging out ends it", async () => {
  const { page } = await dashboard.visit("/dashboard/sandbox/me?x=1");
  await page.waitForURL(/\/login\?next=/);
  await logIn(page, adminEmail, "not the password");
  await page.getByRole("alert").getByText("password is wrong").waitFor();
  await logIn(page);
  await page.waitForURL(/\/dashboard\/sandbox\/me\?x=1$/);
  await page.getByRole("button", { name: /^You: / }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await page.waitForURL(/\/login$/);
  await page.goto(`${dashboard.address}/dashboard/sandbox/me`);
  await page.waitForURL(/\/login\?next=/);
  await page.context().close();
});

test("nothing of a log-in stays in the browser's storage or address", async () => {
  const { page } = await dashboard.visit("/login");
  await logIn(page);
  await arrived(page);
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  assert.ok(!kept.includes(password) && !kept.includes(adminEmail));
  const cookies = await page.context().cookies();
  assert.ok(cookies.every((cookie) => cookie.httpOnly && cookie.secure && cookie.sameSite === "Strict"));
  assert.ok(!page.url().includes("@"));
  await page.context().close();
});

test("a visitor is in a funded sandbox with one click; following the link again opens no other", async () => {
  const { page } = await dashboard.visit("/");
  await page.getByRole("link", { name: "Get Started" }).click();
  await arrived(page);
  await page.getByRole("button", { name: "You: Visitor" }).waitFor();
  await page.goto(`${dashboard.address}/login?try`);
  await arrived(page);
  const rows = await world.look("select from access.organization where ends_at is not null");
  assert.equal(rows.length, 1, "the second visit made no other organization");
  await page.context().close();
});

test("who signs up is in at once, and confirms the address by the link", async () => {
  const { page, email } = await signUp();
  const ticket = await ticketFor("prove_email", email);
  await page.goto(`${dashboard.address}/verify-email#${ticket}`);
  await page.getByRole("heading", { name: "Your e-mail address is confirmed" }).waitFor();
  assert.ok(!page.url().includes(ticket), "the ticket leaves the address");
  await page.context().close();
});

test("sign-up errors are shown at their fields", async () => {
  const { page } = await dashboard.visit("/signup");
  await page.getByRole("button", { name: "Create an account" }).click();
  await page.getByRole("alert").waitFor();
  assert.equal(await page.getByLabel("E-mail").getAttribute("aria-invalid"), "true");
  await page.context().close();
});

test("a forgotten password is set by a link, and a used link says so", async () => {
  const { page: first, email } = await signUp();
  await first.context().close();
  const { page } = await dashboard.visit("/login");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.getByRole("heading", { name: "Reset your password" }).waitFor();
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Send link" }).click();
  await page.getByRole("heading", { name: "Check your e-mail" }).waitFor();
  const ticket = await ticketFor("reset_password", email);
  await page.goto(`${dashboard.address}/reset-password#${ticket}`);
  await page.getByLabel("New password").fill("ten mango trees");
  await page.getByRole("button", { name: "Set password" }).click();
  await page.getByRole("link", { name: "Log in" }).click();
  await logIn(page, email, "ten mango trees");
  await arrived(page);
  await page.goto(`${dashboard.address}/reset-password#${ticket}`);
  await page.getByLabel("New password").fill("eleven mango trees");
  await page.getByRole("button", { name: "Set password" }).click();
  await page.getByText("This link no longer works").waitFor();
  await page.context().close();
});
