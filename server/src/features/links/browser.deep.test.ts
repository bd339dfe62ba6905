/** Tests the page in a real browser: small and large, light and dark, by keyboard, without scripts too. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { deactivateLink, registerLinks } from "#links";
import { browserTest as test, openBrowser, violations } from "#test/browser";
import { advance, makeFaultWorld, settle, type Payer } from "#test/faults/fault-world";
import { servePage } from "./test/page.ts";
import { makeLink, newestPassword } from "./test/payee.ts";

const world = await makeFaultWorld();
registerLinks();
const address = await servePage(world);
const browser = openBrowser();

/** A folder for screenshots of every page; without it, none are kept. */
const pictures = process.env.PICTURES;

async function picture(page: Page, name: string): Promise<void> {
  if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
}

const ACCOUNT = "026291800001191";

/** Goes from the landing page to the details. */
async function prove(page: Page, merchant: Payer): Promise<void> {
  await page.getByRole("button", { name: "Send me the code" }).click();
  // The page asks for the code only once it has been sent.
  await page.getByLabel("Six-digit code").waitFor();
  await page.getByLabel("Six-digit code").fill(await newestPassword(world, merchant));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "Where should the money go?" }).waitFor();
}

async function giveAccount(page: Page): Promise<void> {
  await page.getByLabel("Account number", { exact: true }).fill(ACCOUNT);
  await page.getByLabel("Account number, once more").fill(ACCOUNT);
  await page.getByLabel("IFSC").fill("YESB0000262");
  await page.getByRole("button", { name: "Continue" }).click();
}

async function giveVpa(page: Page, vpa: string): Promise<void> {
  await page.getByRole("link", { name: "UPI ID" }).click();
  await page.getByLabel("UPI ID").fill(vpa);
  await page.getByRole("button", { name: "Continue" }).click();
}

/** Makes the merchant's bank take an hour for every payment. */
async function slowDown({ bankId, debitAccount }: Payer): Promise<void> {
  await world.simulator.control("PUT", `/sim/banks/${bankId}/manner`, {
    debitAccount,
    mishaps: [{ chance: 1, mishap: { kind: "pending", then: "succeed", afterMs: 3_600_000 } }],
  });
}

/** Walks through every page that a payee can see, and calls `stop` at each. */
async function walk(page: Page, stop: (name: string) => Promise<void>): Promise<void> {
  const merchant = await world.makePayer();
  const open = async (changes: object = {}): Promise<void> => {
    const { token } = await makeLink(world, merchant, changes);
    await page.goto(`${address}/pay/${token}`);
  };
  await open({ email: "asha.rao@example.com", amountPaise: 1_23_456_78n, checkName: false });
  await stop("landing");
  await page.getByRole("button", { name: "Send me the code" }).click();
  await page.getByLabel("Six-digit code").waitFor();
  await stop("code");
  await page.getByRole("button", { name: "Send another code" }).click();
  await page.getByText("You can ask for another code from").waitFor();
  await stop("code-too-soon");
  await page.getByLabel("Six-digit code").fill("000000");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("That is not the code.").waitFor();
  await stop("code-wrong");
  await page.getByLabel("Six-digit code").fill(await newestPassword(world, merchant));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("IFSC").waitFor();
  await stop("details");
  await page.getByLabel("Account number", { exact: true }).fill(ACCOUNT);
  await page.getByLabel("Account number, once more").fill(`${ACCOUNT}0`);
  await page.getByLabel("IFSC").fill("ZZZZ0000262");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("The two account numbers differ. Enter both again.").first().waitFor();
  await stop("details-wrong");
  await giveAccount(page);
  await page.getByRole("heading", { name: "Is this right?" }).waitFor();
  await stop("confirm");
  await page.getByRole("button", { name: "Yes, pay me ₹1,23,456.78" }).click();
  await page.getByRole("heading", { name: "₹1,23,456.78 was paid" }).waitFor();
  await stop("paid");

  await open();
  await prove(page, merchant);
  await giveVpa(page, "no-account@upi");
  await page.getByRole("heading", { name: "Is this right?" }).waitFor();
  await stop("confirm-upi");
  await page.getByRole("button", { name: "Yes, pay me" }).click();
  await page.getByText("You have not been paid yet").waitFor();
  await stop("failed");
  await page.getByRole("link", { name: "Paytm wallet" }).click();
  await page.getByText("To the Paytm wallet of your phone").waitFor();
  await stop("details-wallet");
  await giveVpa(page, "pending@upi");
  await page.getByRole("button", { name: "Yes, pay me" }).click();
  await page.getByText("On its way").waitFor();
  await stop("pending");

  const ended = await makeLink(world, merchant);
  await deactivateLink(world.ctx, merchant.merchantId, { linkKey: ended.link.linkKey, by: "system" });
  await page.goto(`${address}/pay/${ended.token}`);
  await stop("ended");
  await page.goto(`${address}/pay/${"x".repeat(48)}`);
  await stop("unknown");
  const back = await makeLink(world, merchant);
  await page.goto(`${address}/pay/${back.token}`);
  await prove(page, merchant);
  await giveVpa(page, "reversed@upi");
  await page.getByRole("button", { name: "Yes, pay me" }).click();
  await page.locator("main", { hasText: /On its way|was paid/ }).waitFor();
  await settle(world, world.ctx, merchant);
  await page.goto(`${address}/pay/${back.token}`);
  await page.getByText("Sent back").waitFor();
  await stop("reversed");
}

const LOOKS = [360, 1440].flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme) => ({ width, colorScheme })),
);

test("at 360 and 1440 pixels, light and dark, every page fits and axe finds nothing", async () => {
  const { page } = await browser.open(`${address}/pay/nothing`, { bypassCSP: true });
  const seen: string[] = [];
  await walk(page, async (name) => {
    for (const { width, colorScheme } of LOOKS) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      const [needed, has] = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = (globalThis as unknown as { document: Shown }).document
          .documentElement;
        return [scrollWidth, clientWidth] as const;
      });
      assert.ok(needed <= has, `${name} needs ${needed} of ${has} pixels`);
      assert.deepEqual(await violations(page), [], `${name}, ${width} pixels, ${colorScheme}`);
      await picture(page, `${name}-${width}-${colorScheme}`);
    }
    seen.push(name);
  });
  assert.equal(seen.length, 15);
  await page.context().close();
});

interface Styling {
  getComputedStyle(one: object): { outlineStyle: string };
}

interface Shown {
  documentElement: { scrollWidth: number; clientWidth: number };
}

test("the browser complains of nothing, asks no other origin, and keeps no copy of a page", async () => {
  const merchant = await world.makePayer();
  const { token } = await makeLink(world, merchant);
  const { page, complaints } = await browser.open(`${address}/pay/${token}`);
  await prove(page, merchant);
  await giveAccount(page);
  await page.getByRole("button", { name: "Yes, pay me" }).click();
  await page.getByText("was paid").waitFor();
  await page.goBack();
  await page.getByText("was paid").waitFor();
  assert.deepEqual(complaints, []);
  const [cookie, ...others] = await page.context().cookies();
  assert.deepEqual([cookie?.httpOnly, cookie?.sameSite, others], [true, "Strict", []]);
  await page.context().close();
});

test("a payee who has only a keyboard is paid, and sees where they are", async () => {
  const merchant = await world.makePayer();
  const { token } = await makeLink(world, merchant);
  const { page } = await browser.open(`${address}/pay/${token}`, { viewport: { width: 360, height: 800 } });
  const tab = async (name: RegExp): Promise<void> => {
    for (let presses = 0; presses < 15; presses += 1) {
      await page.keyboard.press("Tab");
      const focused = page.locator(":focus");
      const outline = await focused.evaluate((one) => {
        const { getComputedStyle } = globalThis as unknown as Styling;
        return getComputedStyle(one).outlineStyle;
      });
      assert.notEqual(outline, "none");
      const label = await focused.evaluate((one) => {
        const { labels, textContent } = one as unknown as {
          labels?: { textContent: string }[];
          textContent: string;
        };
        return labels?.[0]?.textContent ?? textContent;
      });
      if (name.test(label.trim())) return;
    }
    assert.fail(`the keyboard does not come to ${String(name)}`);
  };
  await tab(/^Skip to content$/);
  await tab(/^Send me the code$/);
  await page.keyboard.press("Enter");
  await page.getByLabel("Six-digit code").waitFor();
  await tab(/^Six-digit code$/);
  await page.keyboard.type(await newestPassword(world, merchant));
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Where should the money go?" }).waitFor();
  await tab(/^UPI ID$/);
  await page.keyboard.press("Enter");
  await page.getByLabel("UPI ID").waitFor();
  await tab(/^UPI ID$/);
  if ((await page.locator(":focus").evaluate((one) => one.tagName)) === "A") await tab(/^UPI ID$/);
  await page.keyboard.type("success@upi");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Is this right?" }).waitFor();
  await tab(/^Yes, pay me/);
  await page.keyboard.press("Enter");
  await page.getByText("was paid").waitFor();
  await page.context().close();
});

test("without scripts a payee is paid all the same", async () => {
  const merchant = await world.makePayer();
  const { token } = await makeLink(world, merchant);
  const { page } = await browser.open(`${address}/pay/${token}`, { javaScriptEnabled: false });
  await prove(page, merchant);
  await slowDown(merchant);
  await giveAccount(page);
  await page.getByRole("button", { name: "Yes, pay me" }).click();
  await page.getByText("On its way").waitFor();
  assert.equal(await page.locator('meta[http-equiv="refresh"]').count(), 1);
  await advance(world, merchant, 3_600_000);
  await settle(world, world.ctx, merchant);
  await page.getByText("was paid").waitFor();
  await page.context().close();
});

test("a page that waits shows the outcome by itself, and does not move before", async () => {
  const merchant = await world.makePayer();
  const { token } = await makeLink(world, merchant);
  const { page, complaints } = await browser.open(`${address}/pay/${token}`);
  await prove(page, merchant);
  await slowDown(merchant);
  await giveAccount(page);
  await page.getByRole("button", { name: "Yes, pay me" }).click();
  await page.getByText("On its way").waitFor();
  await page.evaluate(() => Object.assign(globalThis, { unmoved: true }));
  await page.waitForResponse((response) => response.url().endsWith("/state"));
  assert.equal(await page.evaluate(() => "unmoved" in globalThis), true);
  await advance(world, merchant, 3_600_000);
  await settle(world, world.ctx, merchant);
  await page.getByText("was paid").waitFor();
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test("two clicks, and two tabs, are one payment", async () => {
  const merchant = await world.makePayer();
  const { token } = await makeLink(world, merchant);
  const { page } = await browser.open(`${address}/pay/${token}`);
  await prove(page, merchant);
  await giveAccount(page);
  await page.getByRole("heading", { name: "Is this right?" }).waitFor();
  const second = await page.context().newPage();
  await second.goto(`${address}/pay/${token}`);
  await Promise.all([
    page.getByRole("button", { name: "Yes, pay me" }).dblclick(),
    second.getByRole("button", { name: "Yes, pay me" }).dblclick(),
  ]);
  for (const tab of [page, second]) await tab.getByText("was paid").waitFor();
  const rows = await world.look("select from transfers.transfer where merchant_id = $1", [
    merchant.merchantId,
  ]);
  assert.equal(rows.length, 1);
  await page.context().close();
});
