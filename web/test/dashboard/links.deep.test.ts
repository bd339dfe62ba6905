// Payout links: a member creates one, the payee claims it, and the screen shows its progress.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { lookAt } from "./looks.ts";
import { askAgain, breakAfterDoing, browserTest as test, complaintsOf, openDashboard } from "./world.ts";

const dashboard = await openDashboard();
const { world, merchantId } = dashboard;

/** Returns the newest one-time password that was sent to a payee. */
async function passwordOf(): Promise<string> {
  const [message] = await world.look<{ text: string }>(
    `select body_text as text from messages.message
     where merchant_id = $1 and purpose = 'flowgram_otp' order by message_id desc limit 1`,
    [merchantId],
  );
  return /\d{6}/.exec(message!.text)![0];
}

interface Link {
  status: string;
  reason: string | null;
  utr: string | null;
}

async function linkOf(linkId: string): Promise<Link> {
  const [link] = await world.look<Link>(
    "select status, reason, utr from links.link where merchant_id = $1 and link_key = $2",
    [merchantId, linkId],
  );
  return link!;
}

async function create(page: Page, linkId: string): Promise<void> {
  await page.getByRole("button", { name: "Create link" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Amount" }).fill("250");
  await dialog.getByRole("textbox", { name: "Payee name" }).fill("Asha Rao");
  await dialog.getByRole("textbox", { name: "Phone" }).fill("9876543210");
  await dialog.getByRole("textbox", { name: "Link id" }).fill(linkId);
  const repair = await breakAfterDoing(page, "**/links");
  await dialog.getByRole("button", { name: "Create link for ₹250.00" }).click();
  await askAgain(page, repair);
  await page.getByRole("heading", { level: 1, name: linkId }).waitFor();
}

test("a link is created, claimed by its payee, and seen redeemed without a reload", async () => {
  const watched = await dashboard.open("admin", "links");
  const { page } = watched;
  await create(page, "gift_1");
  const address = await page.getByRole("link", { name: "Open page" }).getAttribute("href");
  const { page: visitor } = await dashboard.visit(new URL(address!).pathname);
  await visitor.getByRole("button", { name: "Send me the code" }).click();
  const code = visitor.getByLabel("Six-digit code");
  await code.waitFor();
  await code.fill(await passwordOf());
  await visitor.getByRole("button", { name: "Continue" }).click();
  await visitor.getByRole("link", { name: "UPI ID" }).click();
  await visitor.getByLabel("UPI ID").fill("success@upi");
  await visitor.getByRole("button", { name: "Continue" }).click();
  await visitor.getByRole("button", { name: "Yes, pay me ₹250.00" }).click();
  await visitor.getByRole("heading", { name: "₹250.00 was paid" }).waitFor();
  await page.getByText("Redeemed", { exact: true }).waitFor();
  const { status, utr } = await linkOf("gift_1");
  assert.equal(status, "redeemed");
  await page.getByText(utr!).waitFor();
  assert.deepEqual(complaintsOf(watched), []);
  await visitor.context().close();
  await page.context().close();
});

test("a link is deactivated before it is claimed, and says why it ended", async () => {
  const { page } = await dashboard.open("admin", "links");
  await create(page, "gift_2");
  await page.getByRole("button", { name: "Deactivate" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Deactivate" }).click();
  await page.getByText("Deactivated", { exact: true }).waitFor();
  assert.equal((await linkOf("gift_2")).reason, "DEACTIVATED");
  await page.context().close();
});

test("the screens stand in every width and theme", async () => {
  for (const [path, name] of [
    ["links", "links"],
    ["links/gift_1", "link"],
  ] as const) {
    const ready = (page: Page) => page.locator("main data").first().waitFor();
    await lookAt(dashboard, { person: "admin", path, name, ready });
  }
});
