// From the home page to a payout that has arrived: a visitor needs at most five clicks, and a founder starts with an
// empty form.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { browserTest as test, openDashboard } from "./world.ts";

const dashboard = await openDashboard();

/** Clicks buttons and links by name, and counts the clicks. */
function makeHand(page: Page) {
  let clicks = 0;
  return {
    clicks: () => clicks,
    async press(
      role: "link" | "button",
      name: string | RegExp,
      within: Page | ReturnType<Page["locator"]> = page,
    ) {
      clicks += 1;
      await within.getByRole(role, { name }).first().click();
    },
  };
}

/** Reviews and sends the example that Quick Transfer has filled in. */
async function sendExample(page: Page, press: ReturnType<typeof makeHand>["press"]): Promise<void> {
  await press("link", "Send a sandbox payout");
  await press("button", /^Review ₹/);
  const dialog = page.getByRole("dialog", { name: /^Send ₹/ });
  await press("button", /^Send ₹/, dialog);
  await page.locator('[data-stage="succeeded"]').waitFor();
}

test("a visitor pays within five clicks and without typing anything", async () => {
  const { page } = await dashboard.visit("/");
  const { press, clicks } = makeHand(page);
  await press("link", "Get Started");
  await sendExample(page, press);
  assert.ok(clicks() <= 5, `${clicks()} clicks`);
  await page.goto(`${dashboard.address}/dashboard/sandbox/get-started`);
  await page.getByText("1 of 6").waitFor();
  await page.context().close();
});

test("who signs up has paid a minute later", async () => {
  const { page } = await dashboard.visit("/signup");
  await page.getByLabel("Business name").fill("Lotus & Sons");
  await page.getByLabel("Business type").selectOption("partnership");
  await page.getByLabel("Your name").fill("Asha Rao");
  await page.getByLabel("E-mail").fill("first.payout@example.com");
  await page.getByLabel("Password", { exact: true }).fill("nine mango trees");
  const { press } = makeHand(page);
  await press("button", "Create an account");
  await sendExample(page, press);
  await page.context().close();
});
