// Maker and checker: waiting requests, their unusual features, approving and rejecting. Nobody approves their own
// request.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { addMember, readMerchant, saveRole } from "../../../server/src/people/access/index.ts";
import { requestRole, setPolicies } from "../../../server/src/money/approvals/index.ts";
import {
  confirmDraft,
  registerBatchApprovals,
  reviewDraft,
  startDraft,
} from "../../../server/src/features/batches/index.ts";
import { acceptTransfers, registerTransfers } from "../../../server/src/money/transfers/index.ts";
import { lookAt } from "./looks.ts";
import {
  askAgain,
  breakAfterDoing,
  browserTest as test,
  complaintsOf,
  focusInDialog,
  openDashboard,
  screenshot,
} from "./world.ts";
import type { Person } from "./world.ts";

const dashboard = await openDashboard();
const { merchantId } = dashboard;
const { ctx } = dashboard.world;
registerTransfers();
registerBatchApprovals();

const anything = { fromPaise: null, toPaise: null, rails: null, fundSourceIds: null, creators: null };
for (const [subjectKind, permission] of [
  ["transfer", "approve_quick_transfer"],
  ["batch", "approve_bulk_transfer"],
] as const) {
  const levels = [{ approvers: 1, permission, memberIds: null }];
  const policies = [{ name: "All of them", ...anything, levels }];
  await setPolicies(ctx, merchantId, { subjectKind, policies, by: "system" });
}

const memberOf = (person: Person): `member:${string}` =>
  `member:${dashboard.demo.members.find(({ email }) => email.startsWith(`${person}@`))!.memberId}`;

let made = 0;

/** Requests transfers on a member's behalf, and returns their IDs. */
async function ask(maker: Person, names: readonly string[]): Promise<string[]> {
  const keys: string[] = [];
  for (const name of names) {
    made += 1;
    keys.push(`invoice_${made}`);
    const accountNumber = String(700_100_000_000 + made);
    const [answer] = await acceptTransfers(ctx, merchantId, [
      {
        transferKey: `invoice_${made}`,
        payee: { inline: { name, accountNumber, ifsc: "HDFC0000001", phone: "9876543210" } },
        amountPaise: BigInt(made) * 1_000_00n,
        mode: "imps",
        remarks: "Invoice",
        fundSourceId: null,
        createdBy: { maker: memberOf(maker), creator: "member" },
      },
    ]);
    assert.equal(answer!.kind, "accepted");
  }
  return keys;
}

const statusOf = async (transferKey: string): Promise<string | undefined> =>
  (
    await dashboard.world.look<{ status: string }>(
      "select status from transfers.transfer where merchant_id = $1 and transfer_key = $2",
      [merchantId, transferKey],
    )
  )[0]?.status;

const gone = (page: Page, name: string) =>
  page.locator("[data-request]", { hasText: name }).waitFor({ state: "detached" });

test("a maker asks, a checker approves, and the list is empty again", async () => {
  const [key] = await ask("initiator", ["Meena Textiles"]);
  const watched = await dashboard.open("approver", "transfers/approve");
  const { page } = watched;
  await page.getByText("New payee").first().waitFor();
  const repair = await breakAfterDoing(page, "**/approvals/decide");
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  const question = page.getByRole("dialog", { name: "Approve ₹1,000.00 to Meena Textiles?" });
  await question.getByText("Rupees One Thousand Only").waitFor();
  await question.getByRole("button", { name: "Approve" }).click();
  await askAgain(page, repair);
  await page.getByRole("heading", { name: "Nothing to approve" }).waitFor();
  assert.notEqual(await statusOf(key!), "awaiting_approval");
  assert.deepEqual(complaintsOf(watched), []);
  await page.context().close();
});

test("a rejection says why, and the history keeps it", async () => {
  const [key] = await ask("initiator", ["Unknown Vendor"]);
  const { page } = await dashboard.open("approver", "transfers/approve");
  await page.getByRole("button", { name: "Reject", exact: true }).click();
  const question = page.getByRole("dialog", { name: "Reject Unknown Vendor?" });
  await question.getByLabel("Reason", { exact: true }).selectOption({ label: "It has already been paid" });
  await question.getByLabel("Details").fill("See invoice 12");
  await question.getByRole("button", { name: "Reject" }).click();
  await page.getByRole("heading", { name: "Nothing to approve" }).waitFor();
  assert.equal(await statusOf(key!), "rejected");
  await page.getByRole("link", { name: "Decided" }).click();
  await page.getByText("It has already been paid. See invoice 12").waitFor();
  await page.context().close();
});

test("the buttons of a request stay in reach while its facts are read, also on a phone", async () => {
  await ask("initiator", ["Reading Now"]);
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 360, height: 740 },
  ]) {
    const { page } = await dashboard.open("approver", "transfers/approve", { viewport });
    const approve = page.getByRole("button", { name: "Approve", exact: true });
    await approve.waitFor();
    for (const place of [0, 200]) {
      await page.evaluate((top) => window.scrollTo(0, top), place);
      const { y, height } = (await approve.boundingBox())!;
      assert.ok(
        y > 0 && y + height <= viewport.height - (viewport.width < 1024 ? 56 : 0),
        `${y} at ${place}`,
      );
    }
    await page.context().close();
  }
  const { page } = await dashboard.open("second.approver", "transfers/approve");
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await gone(page, "Reading Now");
  await page.context().close();
});

test("makers cannot approve their own requests: the screen says why, and offers no button", async () => {
  await ask("approver", ["Own Request"]);
  const { page } = await dashboard.open("approver", "transfers/approve");
  await page.getByText("someone else must decide on it").first().waitFor();
  const button = page.getByRole("button", { name: "Approve", exact: true });
  assert.equal(await button.getAttribute("aria-disabled"), "true");
  await page.context().close();
  const { page: second } = await dashboard.open("second.approver", "transfers/approve");
  await second.getByRole("button", { name: "Approve", exact: true }).click();
  await second.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await gone(second, "Own Request");
  await second.context().close();
});

test("five are approved and one rejected with the keyboard alone, four keys each (K3)", async () => {
  const names = ["Anil", "Bina", "Chand", "Devi", "Esha", "Firoz"];
  const keys = await ask("initiator", names);
  const { page } = await dashboard.open("approver", "transfers/approve");
  await page.locator("[data-request]").first().waitFor();
  const chosen = (name: string) => page.locator("[data-request][aria-current]", { hasText: name }).waitFor();
  for (const name of names.slice(0, 5)) {
    await chosen(name);
    await page.keyboard.press("a");
    await focusInDialog(page);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await gone(page, name);
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
  await chosen("Firoz");
  await page.keyboard.press("r");
  const question = page.getByRole("dialog", { name: "Reject Firoz?" });
  await question.waitFor();
  await question.getByRole("button", { name: "Reject" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Nothing to approve" }).waitFor();
  assert.equal(await statusOf(keys[5]!), "rejected");
  assert.ok((await Promise.all(keys.slice(0, 5).map(statusOf))).every((one) => one !== "awaiting_approval"));
  await page.context().close();
});

test("several are approved at once, with their sum in words", async () => {
  await ask("initiator", ["Gita", "Hari"]);
  const { page } = await dashboard.open("approver", "transfers/approve");
  await page.getByLabel("Select Gita").check();
  await page.getByLabel("Select Hari").check();
  await page
    .locator(".selection-bar")
    .getByText(/^Rupees .* Only$/)
    .waitFor();
  await page.getByRole("button", { name: "Approve 2" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Approve 2" }).click();
  await page.getByRole("heading", { name: "Nothing to approve" }).waitFor();
  await page.context().close();
});

const HEAD = ["transferId", "amount", "name", "phone", "email", "bankAccount", "ifsc"];
const person = (name: string, bankAccount: string) => {
  made += 1;
  return [`pay_${made}`, "500.00", name, "9876543210", `${name}@example.com`, bankAccount, "HDFC0000001"];
};

/** Uploads and confirms a file on the initiator's behalf. */
async function submit(rows: readonly string[][], name = "Salaries.csv"): Promise<string> {
  const by = memberOf("initiator");
  const bytes = Buffer.from([HEAD, ...rows].map((cells) => cells.join(",")).join("\n"));
  const file = { bytes, name, format: "BANK_ACCOUNT" as const, by };
  const head = { replacesBeneficiaries: false, fundSourceId: null };
  const draftId = await startDraft(ctx, merchantId, { ...file, ...head });
  const { contentHash } = await reviewDraft(ctx, merchantId, { draftId, by });
  return confirmDraft(ctx, merchantId, { draftId, by, contentHash });
}

test("an approver sees the account that changed since the last batch, and approves exactly that file", async () => {
  await submit([person("ravi", "800100000001"), person("sita", "800100000002")]);
  const { page } = await dashboard.open("approver", "transfers/approve-batches");
  const approve = async (): Promise<void> => {
    await page.getByRole("link", { name: "Salaries.csv" }).first().click();
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
    await page.getByRole("heading", { name: "Nothing to approve" }).waitFor({ timeout: 30_000 });
  };
  await page.getByRole("link", { name: "Salaries.csv" }).first().waitFor({ timeout: 30_000 });
  await approve();
  const ended = async (): Promise<number> =>
    (
      await dashboard.world.look("select from batches.batch where merchant_id = $1 and stage = 'finished'", [
        merchantId,
      ])
    ).length;
  while ((await ended()) === 0) await page.waitForTimeout(100);
  await submit([person("ravi", "800100009999"), person("sita", "800100000002")]);
  await page.getByRole("link", { name: "Salaries.csv" }).first().waitFor({ timeout: 30_000 });
  await page.getByRole("link", { name: "Salaries.csv" }).first().click();
  const changed = page.getByRole("table", { name: "Changed accounts" });
  await changed.getByText("••••9999").waitFor();
  assert.ok(await changed.getByText("••••0001").isVisible());
  const path = page.url().split("/sandbox/")[1]!;
  await lookAt(dashboard, {
    person: "approver",
    path,
    name: "approve-batch",
    ready: (shown) => shown.getByText("••••9999").first().waitFor(),
  });
  await page.context().close();
});

const LONG_NAME = `${"Shri Venkateshwara Enterprises and Sons ".repeat(2)}${"Pvt".repeat(6)}`;
/** The simulated banks refuse this account. */
const NO_ACCOUNT = "026291800001190";

test("beside the longest name an approver sees amount, account and id, and the maker's page follows what happens", async () => {
  const rows = [person("accounts", "800100000003").with(2, LONG_NAME), person("nobody", NO_ACCOUNT)];
  const batchId = await submit(rows, "Vendors.csv");
  const maker = await dashboard.open("initiator", `transfers/batches/${batchId}`);
  await maker.page.getByText("Waiting for approval", { exact: false }).first().waitFor({ timeout: 30_000 });
  const checker = await dashboard.open("approver", "transfers/approve-batches");
  await checker.page.getByRole("link", { name: "Vendors.csv" }).click();
  const sample = checker.page.getByRole("table", { name: "Random sample of ten rows" });
  for (const width of [360, 768, 1440]) {
    await checker.page.setViewportSize({ width, height: 900 });
    const row = sample.getByRole("row").filter({ hasText: LONG_NAME });
    for (const text of ["₹500.00", "••••0003", rows[0]![0]!, LONG_NAME]) {
      const box = (await row.getByText(text, { exact: true }).boundingBox())!;
      assert.ok(box.x >= 0 && box.x + box.width <= width, `${text} at ${width} px`);
    }
    await screenshot(checker.page, `approve-batch-long-name-${width}`);
  }
  await checker.page.getByRole("button", { name: "Approve", exact: true }).click();
  await checker.page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  const { page } = maker;
  await page.getByText("Waiting for approval", { exact: false }).first().waitFor({ state: "detached" });
  await page.getByRole("button", { name: /^Credited/ }).waitFor({ timeout: 30_000 });
  await screenshot(page, "batch-followed");
  await page.getByText("Account number and IFSC do not belong together.").first().waitFor();
  await Promise.all([maker, checker].map((one) => one.page.context().close()));
});

test("every screen of approvals, in every width and theme", async () => {
  await ask("initiator", ["Kaveri Traders", "Lotus Foods"]);
  const ready = (page: Page) => page.getByText("Kaveri Traders").first().waitFor();
  await lookAt(dashboard, { person: "approver", path: "transfers/approve", name: "approve", ready });
  await lookAt(dashboard, { person: "approver", path: "transfers/approve/history", name: "approve-history" });
  await lookAt(dashboard, { person: "approver", path: "transfers/approve-batches", name: "approve-batches" });
  await lookAt(dashboard, {
    person: "admin",
    path: "settings/approval-policies",
    name: "approval-policies",
    ready: (page) => page.getByText("Try it").waitFor(),
  });
});

test("who gains by a role is named with the address, and a colleague's name is marked", async () => {
  const by = memberOf("admin");
  const levels = [{ approvers: 1, permission: "approve_changes", memberIds: null }] as const;
  const policies = [{ name: "Another person", ...anything, levels }];
  await setPolicies(ctx, merchantId, { subjectKind: "rights", policies, by: "system" });
  const { organizationId } = await ctx.db.inMerchant(merchantId, (tx) => readMerchant(tx));
  const role = { name: "Night desk", permissions: ["access_transfers"], by } as const;
  const { roleId } = await saveRole(ctx, organizationId, role);
  for (const [name, email] of [
    ["Asha Rao", "asha.rao.of.the.accounts.department@neem-traders.example.com"],
    ["ASHA  RAО", "ar8841@example.net"],
  ] as const)
    await addMember(ctx, { organizationId, email, name, grant: { roleId }, by: "system" });
  await requestRole(ctx, organizationId, {
    ...{ ...role, roleId },
    permissions: ["access_transfers", "approve_quick_transfer"],
  });
  const ready = async (page: Page) => {
    await page.locator("[data-request]", { hasText: "Night desk" }).click();
    await page.getByText("ar8841@example.net").waitFor();
    assert.equal(await page.getByText("Another member has a similar name").count(), 2);
  };
  await lookAt(dashboard, { person: "second.approver", path: "transfers/approve", name: "people", ready });
  const listed = (page: Page) => page.getByText("ar8841@example.net").waitFor();
  await lookAt(dashboard, { person: "admin", path: "settings/access", name: "namesakes", ready: listed });
});
