// Quick Transfer from an empty form to a paid transfer, by mouse and by keyboard alone, with refusals, warnings,
// waiting and unknown outcomes.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { addBeneficiary } from "../../../server/src/money/beneficiaries/index.ts";
import { setPolicies } from "../../../server/src/money/approvals/index.ts";
import { lookAt } from "./looks.ts";
import { browserTest as test, complaintsOf, focusInDialog, openDashboard } from "./world.ts";

const dashboard = await openDashboard();
const { world, merchantId } = dashboard;
await addBeneficiary(world.ctx, merchantId, {
  beneId: "asha_rao",
  name: "Asha Rao",
  email: "asha@example.com",
  phone: "9876543210",
  address1: "12 MG Road",
  accountNumber: "026291800001191",
  ifsc: "YESB0000262",
  by: "system",
});

const PATH = "transfers/quick";
const stage = (page: Page, name: string) => page.locator(`[data-stage="${name}"]`);

async function stored(reference: string): Promise<{ status: string; paise: string }[]> {
  return world.look(
    "select status, amount_paise as paise from transfers.transfer where merchant_id = $1 and transfer_key = $2",
    [merchantId, reference],
  );
}

async function chooseAsha(page: Page): Promise<void> {
  await page.getByRole("combobox", { name: "Beneficiary" }).fill("asha");
  await page.getByRole("option", { name: /Asha Rao/ }).click();
}

const referenceOf = (page: Page) => page.getByLabel("Your reference").inputValue();

test("a listed beneficiary is paid: what was previewed happens, and the page shows it", async () => {
  const watched = await dashboard.open("initiator", PATH);
  const { page } = watched;
  await chooseAsha(page);
  await page.getByLabel("Amount").fill("1250.5");
  await page
    .getByText(/^Rupees One Thousand Two Hundred.* Fifty Paise Only$/)
    .first()
    .waitFor();
  await page.getByText(/Goes out immediately by IMPS/).waitFor();
  const reference = await referenceOf(page);
  await page.getByRole("button", { name: "Review ₹1,250.50" }).click();
  const dialog = page.getByRole("dialog", { name: "Send ₹1,250.50?" });
  await dialog.getByText("••••1191").waitFor();
  await focusInDialog(page);
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Keep editing");
  const [previewed] = await dialog.getByText(/balance after/).allTextContents();
  await dialog.getByRole("button", { name: "Send ₹1,250.50" }).click();
  await stage(page, "succeeded").waitFor();
  const [account] = await world.look<{ paise: string }>(
    "select balance_paise as paise from ledger.account where merchant_id = $1 and account_no = 1000",
    [merchantId],
  );
  assert.equal(
    BigInt(previewed!.replace(/\D/g, "")),
    BigInt(account!.paise),
    "the balance is what was previewed",
  );
  assert.deepEqual(await stored(reference), [{ status: "succeeded", paise: "125050" }]);
  // After a reload it is the same transfer.
  await page.reload();
  await stage(page, "succeeded").waitFor();
  await page.getByRole("button", { name: "Send another" }).click();
  assert.notEqual(await referenceOf(page), reference);
  assert.deepEqual(complaintsOf(watched), []);
  await page.context().close();
});

test("a failed payment says why, and does not advise to pay again while its bank may still pay it", async () => {
  await addBeneficiary(world.ctx, merchantId, {
    beneId: "late",
    name: "Late Payee",
    email: "late@example.com",
    phone: "9876543210",
    address1: "12 MG Road",
    vpa: "late-success@upi",
    by: "system",
  });
  const { page } = await dashboard.open("initiator", PATH);
  await page.getByRole("combobox", { name: "Beneficiary" }).fill("late");
  await page.getByRole("option", { name: /Late Payee/ }).click();
  await page.getByLabel("Amount").fill("700");
  await page.getByRole("button", { name: "Review ₹700.00" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Send ₹700.00" }).click();
  await stage(page, "failed").waitFor();
  const screen = await stage(page, "failed").innerText();
  assert.match(screen, /Reason\s+The bank does not know the account number/);
  assert.match(screen, /ask the payee first/);
  assert.doesNotMatch(screen, /(?:try|send|pay) (?:it )?again/i);
  await page.context().close();
});

test("the keyboard alone pays someone new", async () => {
  const { page } = await dashboard.open("initiator", PATH);
  const tabTo = async (name: RegExp): Promise<void> => {
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press("Tab");
      const label = await page.evaluate(() => {
        const now = document.activeElement as HTMLInputElement | null;
        const labels = [...(now?.labels ?? [])].map((one) => one.textContent).join(" ");
        return labels || (now?.getAttribute("aria-label") ?? now?.textContent ?? "");
      });
      if (name.test(label)) return;
    }
    assert.fail(`Tab never came to ${String(name)}`);
  };
  await page.getByLabel("Amount").waitFor();
  await tabTo(/^(Beneficiary|Someone new)$/);
  await page.keyboard.press("ArrowRight");
  await tabTo(/^Name$/);
  await page.keyboard.type("Vikram Shah");
  await tabTo(/^Account number$/);
  await page.keyboard.type("000100289877623");
  await tabTo(/^IFSC$/);
  await page.keyboard.type("SBIN0008752");
  await tabTo(/^Amount$/);
  await page.keyboard.type("500");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Send ₹500.00?" }).waitFor();
  await focusInDialog(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await stage(page, "succeeded").waitFor();
  await page.context().close();
});

test("what is wrong is said at its field, first by the form, then by the server", async () => {
  const { page } = await dashboard.open("initiator", PATH);
  await page.getByRole("button", { name: "Review transfer" }).click();
  const summary = page.getByRole("alert");
  await summary.getByRole("button", { name: "Enter the amount." }).click();
  assert.equal(await page.evaluate(() => (document.activeElement as HTMLInputElement).name), "amount");
  await page.getByText("Someone new", { exact: true }).click();
  await page.getByLabel("Name").fill("Asha Rao");
  await page.getByLabel("Account number").fill("026291800001191");
  await page.getByLabel("IFSC", { exact: true }).fill("ZZZZ0000001");
  await page.getByLabel("Amount").fill("100");
  await page.getByRole("button", { name: "Review ₹100.00" }).click();
  await summary.getByRole("button", { name: /IFSC ZZZZ0000001 is not on our list of/ }).waitFor();
  assert.equal(await page.getByLabel("IFSC", { exact: true }).getAttribute("aria-invalid"), "true");
  assert.equal(await page.getByRole("dialog").count(), 0);
  // RTGS starts at two lakh, and the page says so before RTGS is chosen.
  await page.getByLabel("IFSC", { exact: true }).fill("YESB0000262");
  await page.getByText("At least ₹2,00,000.00 can be sent by this mode.").waitFor();
  await page.context().close();
});

test("the same amount to the same account again is asked about", async () => {
  const { page } = await dashboard.open("initiator", PATH);
  const pay = async (): Promise<void> => {
    await chooseAsha(page);
    await page.getByLabel("Amount").fill("777");
    await page.getByText(/Goes out immediately/).waitFor();
  };
  await pay();
  await page.getByRole("button", { name: "Review ₹777.00" }).click();
  await page.getByRole("button", { name: "Send ₹777.00" }).click();
  await stage(page, "succeeded").waitFor();
  await page.getByRole("button", { name: "Send another" }).click();
  await pay();
  await page
    .getByText(/₹777\.00 went to ••••1191 at .* IST \(SUCCESS\)\. Is this a different payment\?/)
    .waitFor();
  await page.context().close();
});

test("no answer is not a failure: it is asked for by the same reference until it is known", async () => {
  const { page } = await dashboard.open("initiator", PATH);
  await chooseAsha(page);
  await page.getByLabel("Amount").fill("321");
  await page.getByText(/Goes out immediately/).waitFor();
  const reference = await referenceOf(page);
  // The order arrives but its answer is lost. Then the server cannot be reached for a while.
  let isDown = true;
  await page.route("**/transfers", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await route.fetch();
    await route.abort("connectionreset");
  });
  await page.route("**/transfer-keys/**", (route) =>
    isDown ? route.abort("connectionrefused") : route.continue(),
  );
  await page.getByRole("button", { name: "Review ₹321.00" }).click();
  await page.getByRole("button", { name: "Send ₹321.00" }).click();
  await page.getByText("We don't know yet. Checking…").waitFor();
  await page.getByText("Do not send it again until this is resolved.").waitFor();
  assert.equal(await page.getByRole("button", { name: /^(Send|Review)/ }).count(), 0);
  isDown = false;
  await stage(page, "succeeded").waitFor();
  assert.equal((await stored(reference)).length, 1);
  await page.context().close();
});

test("who may not send says why; in Hindi; in every width and theme", async () => {
  const { page } = await dashboard.open("viewer", PATH);
  await page
    .getByText("You can look around, but only members who may initiate quick transfers can send.")
    .waitFor();
  await page.context().close();
  const inHindi = await dashboard.open("initiator", PATH, { language: "hi" });
  await inHindi.page.getByRole("heading", { level: 1, name: "त्वरित ट्रांसफ़र" }).waitFor();
  await inHindi.page.context().close();
  const ready = async (page: Page): Promise<void> => {
    await chooseAsha(page);
    await page.getByLabel("Amount").fill("777");
    await page.getByText(/Is this a different payment/).waitFor();
  };
  await lookAt(dashboard, { person: "initiator", path: PATH, name: "quick", ready });
  const asked = async (page: Page): Promise<void> => {
    await ready(page);
    await page.getByRole("button", { name: "Review ₹777.00" }).click();
    await page.getByRole("dialog").waitFor();
  };
  await lookAt(dashboard, { person: "initiator", path: PATH, name: "quick-confirm", ready: asked });
});

test("who must agree is named before sending, and waits are shown after it", async () => {
  const level = { approvers: 1, permission: "approve_quick_transfer", memberIds: null } as const;
  const anything = { fromPaise: null, toPaise: null, rails: null, fundSourceIds: null, creators: null };
  const policies = [{ name: "Two people", ...anything, levels: [level] }];
  await setPolicies(world.ctx, merchantId, { subjectKind: "transfer", policies, by: "system" });
  const { page } = await dashboard.open("initiator", PATH);
  await chooseAsha(page);
  await page.getByLabel("Amount").fill("900");
  await page.getByText("Goes out once approved, under your policy “Two people”.").waitFor();
  await page.getByText(/1 of: .*Asha Approver.*Vikram Approver/).waitFor();
  await page.getByRole("button", { name: "Review ₹900.00" }).click();
  await page.getByRole("button", { name: "Send ₹900.00" }).click();
  await stage(page, "awaiting_approval").waitFor();
  await page.getByText(/Asha Approver/).waitFor();
  await page.context().close();
});
