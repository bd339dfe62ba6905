// The Settings screens as an admin uses them: on the real server, worker, banks and browser.
import assert from "node:assert/strict";
import { createMerchant } from "../../../server/src/people/access/index.ts";
import { REGISTERED_ACCOUNT } from "../../../server/src/surfaces/demo/business.ts";
import { listBankConnections, openWallet } from "../../../server/src/money/fund-sources/index.ts";
import { UPSTREAMS } from "../../../server/src/money/banks/index.ts";
import { listPolicies, noteTightened, setPolicies } from "../../../server/src/money/approvals/index.ts";
import { addRule, requestRule } from "../../../server/src/money/risk/index.ts";
import { changeSettings } from "../../../server/src/features/settings/index.ts";
import { acceptTransfers, runtimeOf } from "../../../server/src/money/transfers/index.ts";
import { lookAt, lookOnPhone, turnThrough } from "./looks.ts";
import { axe, browserTest, complaintsOf, noOverflow, openDashboard, screenshot } from "./world.ts";

const dashboard = await openDashboard();
const { world, merchantId, simulator } = dashboard;
const { ctx } = world;

// Nothing listens there, so that no test calls the service itself.
const addresses: { test: string } = UPSTREAMS.find(({ id }) => id === "razorpayx")!.baseUrls;
addresses.test = "http://127.0.0.1:9";

const order = (transferKey: string, amountPaise: bigint) => ({
  transferKey,
  payee: { inline: { name: "Asha Rao", accountNumber: "026291800001191", ifsc: "YESB0000262" } },
  amountPaise,
  mode: "imps" as const,
  remarks: "Invoice 7",
  fundSourceId: null,
});

browserTest("recipients are added by commas and deleted; the toggle keeps them", async () => {
  const opened = await dashboard.open("admin", "settings/email-notifications");
  const { page } = opened;
  const row = page.locator("li", { hasText: "Low balance" });
  await row.getByRole("button", { name: "Add recipients" }).click();
  await page.getByLabel("E-mail addresses").fill("asha@example.com, ravi@");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("ravi@ is not an e-mail address").first().waitFor();
  await page.getByLabel("E-mail addresses").fill("asha@example.com, ravi@example.com");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("button", { name: "Delete ravi@example.com" }).click();
  await page.getByText("ravi@example.com", { exact: true }).waitFor({ state: "detached" });
  await axe(page);
  await screenshot(page, "recipients");
  await page.getByRole("button", { name: "Done" }).click();
  await row.getByRole("switch").click();
  await row.getByText("Off. Recipients are kept").waitFor();
  await row.getByRole("switch").click();
  await row.getByText("asha@example.com").waitFor();
  assert.deepEqual(complaintsOf(opened), []);
});

browserTest("an Owner undoes what another member tightened, beside the setting's earlier value", async () => {
  const by = "system" as const;
  await changeSettings(ctx, merchantId, { waitingMinutes: 30, checkPhoneName: true, stopAbove: "1.00", by });
  const [approver] = await world.look<{ id: string }>(
    "select member_id as id from access.member where email like 'approver@%'",
  );
  const tightened = [
    ["waitingMinutes", 0, 30],
    ["checkPhoneName", false, true],
    ["stopAbove", "500.00", "1.00"],
  ] as const;
  await ctx.db.inMerchant(merchantId, async (tx) => {
    for (const [name, before, after] of tightened)
      await noteTightened(tx, `member:${approver!.id}`, { subject: `setting:${name}`, before, after });
  });
  for (const language of ["hi", "en"] as const) {
    const looked = await dashboard.open("admin", "settings/payouts", { language });
    await looked.page
      .getByRole("button", { name: /^(Undo|वापस लें): / })
      .first()
      .waitFor();
    await turnThrough(looked, `undo-settings-${language}`);
  }
  const opened = await dashboard.open("admin", "settings/payouts");
  const { page } = opened;
  const waiting = "Cooling-off period for new beneficiaries (minutes)";
  await page.getByText("Before: off.").waitFor();
  await page.getByRole("button", { name: `Undo: ${waiting}` }).click();
  await page.getByText("Undone").waitFor();
  await page.getByRole("button", { name: `Undo: ${waiting}` }).waitFor({ state: "detached" });
  assert.equal(await page.getByLabel(waiting).inputValue(), "0");
  await page.goto(`${dashboard.address}/dashboard/sandbox/fund-sources/reconciliation/statements`);
  await page.getByRole("button", { name: "Undo: Limit before: ₹500.00" }).click();
  await page.getByRole("button", { name: /^Undo/ }).waitFor({ state: "detached" });
  await changeSettings(ctx, merchantId, { checkPhoneName: false, by });
  assert.deepEqual(complaintsOf(opened), []);
});

browserTest("several categories get the same recipients, chosen by checkbox", async () => {
  const opened = await dashboard.open("admin", "settings/email-notifications");
  const { page } = opened;
  await page.getByRole("main").getByRole("button", { name: "Add recipients", exact: true }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add recipients" });
  await dialog.getByLabel("E-mail addresses").fill("accounts@example.com, ops@example.com");
  for (const name of ["Transfer failures", "Withdrawals"])
    await dialog.getByLabel(name, { exact: true }).check();
  await axe(page);
  await screenshot(page, "recipients-of-several");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("accounts@example.com, ops@example.com").nth(1).waitFor();
  assert.equal(await page.getByText("accounts@example.com").count(), 2);
  assert.deepEqual(complaintsOf(opened), []);
});

browserTest("a threshold is set, and its e-mail arrives in the inbox", async () => {
  const opened = await dashboard.open("admin", "settings/thresholds");
  const { page } = opened;
  await page.getByLabel("Minimum balance").fill("2000000");
  await page.getByLabel("Notify when the balance drops below the threshold").check();
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("Threshold set").first().waitFor();
  await page.getByText("Below threshold", { exact: true }).waitFor();
  await axe(page);
  await screenshot(page, "thresholds");
  const { page: inbox } = await dashboard.open("developer", "developers/sandbox/inbox");
  const mail = inbox.getByRole("button", { name: /below its threshold/ });
  while (!(await mail.isVisible())) {
    await inbox.waitForTimeout(500);
    await inbox.reload();
    await inbox.locator("main h1").waitFor();
    await inbox.waitForLoadState("networkidle");
  }
  await mail.click();
  await inbox.getByRole("dialog").getByText("asha@example.com").waitFor();
  await axe(inbox);
  await screenshot(inbox, "inbox");
  assert.deepEqual(complaintsOf(opened), []);
});

browserTest("what waits for money is paid once a top-up arrives", async () => {
  const opened = await dashboard.open("admin", "settings/payouts");
  const { page } = opened;
  await page.getByLabel("Queue payouts until money arrives").check();
  await axe(page);
  await screenshot(page, "payout-settings");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved").first().waitFor();
  const lakh = 100_000_00n;
  await acceptTransfers(ctx, merchantId, [order("first", 4n * lakh), order("second", 4n * lakh)]);
  await runtimeOf(ctx).idle();
  await acceptTransfers(ctx, merchantId, [order("too-much", 4n * lakh)]);
  const statusOf = async () => {
    const found = "select status from transfers.transfer where transfer_key = 'too-much'";
    return (await world.look<{ status: string }>(found))[0]!.status;
  };
  assert.equal(await statusOf(), "waiting");
  const [bank] = await ctx.db.inMerchant(merchantId, (tx) => listBankConnections(ctx, tx));
  const { bankId, debitAccount: account } = bank!;
  const { holderName: name, ...number } = REGISTERED_ACCOUNT;
  const credit = { bankId, account, amount: "2000000.00", utr: "TOPUP1", from: { name, ...number } };
  await simulator.control("POST", "/sim/credits", credit);
  while ((await statusOf()) !== "succeeded") await page.waitForTimeout(200);
  assert.deepEqual(complaintsOf(opened), []);
});

const screens = [
  "settings/email-notifications",
  "settings/thresholds",
  "settings/payouts",
  "settings/rules",
  "settings/blocked-payees",
];

browserTest(
  "a rule that waits is marked in its list, and its request says in words what changes",
  async () => {
    const levels = [{ approvers: 1, permission: "approve_changes" as const, memberIds: null }];
    const anything = { fromPaise: null, toPaise: null, rails: null, fundSourceIds: null, creators: null };
    const policies = [{ name: "All of them", ...anything, levels }];
    await setPolicies(ctx, merchantId, { subjectKind: "limit", policies, by: "system" });
    const parameters = { limitPaise: 1_00_000_00 };
    const rule = { kind: "daily_limit", parameters, effect: "block", by: "system" } as const;
    const { ruleId } = await addRule(ctx, merchantId, rule);
    const admin = dashboard.demo.members.find(({ email }) => email.startsWith("admin@"))!;
    const change = { ruleId, parameters: { limitPaise: 1_25_00_000_50 } };
    await requestRule(ctx, merchantId, { action: "change", change, by: `member:${admin.memberId}` });
    const opened = await dashboard.open("admin", "settings/rules");
    const { page } = opened;
    await page.getByRole("link", { name: "Change waits" }).click();
    await page.getByText("More than ₹1,25,00,000.50 a day").waitFor();
    const main = page.locator("main");
    await main.getByText("More than ₹1,00,000.00 a day").waitFor();
    assert.doesNotMatch(await main.innerText(), /paise|gathered|ruleId|scope/i);
    await axe(page);
    const { page: hindi } = await dashboard.open("admin", page.url().split("/sandbox/")[1]!, {
      language: "hi",
    });
    await hindi.getByText("एक दिन में ₹1,25,00,000.50 से ज़्यादा").waitFor();
    await hindi.context().close();
    const path = page.url();
    await page.getByRole("button", { name: "Act as another approver" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
    await page.getByText("Approved. The change is made.").first().waitFor();
    await page.goto(path);
    await page.getByText("This request has ended.").waitFor();
    await page.goto(path.replace(/transfers.*/, "settings/rules"));
    await page.getByText("More than ₹1,25,00,000.50 a day").waitFor();
    assert.equal(await page.getByText("Change waits").count(), 0);
    assert.deepEqual(complaintsOf(opened), []);
    await page.context().close();
  },
);

browserTest("an approval policy applies to chosen fund sources, or to all of them", async () => {
  const path = "settings/approval-policies";
  const opened = await dashboard.open("admin", path);
  const { page } = opened;
  const stored = async () => {
    const [set] = await listPolicies(ctx, merchantId);
    return set!.policies.map(({ fundSourceIds }) => fundSourceIds);
  };
  const save = async (version: string) => {
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText(version, { exact: true }).waitFor();
  };
  await page.getByRole("button", { name: "Add policy" }).click();
  const wallet = page.getByRole("group", { name: "Fund sources" }).last().getByLabel("(WALLET_1)");
  await page.getByText("The policy applies to payments from every fund source.").waitFor();
  await wallet.check();
  await page.getByText("The policy applies only to payments from the fund sources selected here.").waitFor();
  await save("Version 1");
  assert.deepEqual(await stored(), [["WALLET_1"]]);
  await page.reload();
  await lookAt(dashboard, {
    person: "admin",
    path,
    name: "policy-sources",
    ready: (other) => other.getByText("only to payments from the fund sources selected here").waitFor(),
  });
  await lookOnPhone(dashboard, { person: "admin", path });
  await wallet.uncheck();
  await save("Version 2");
  assert.deepEqual(await stored(), [null]);
  assert.deepEqual(complaintsOf(opened), []);
  await page.context().close();
});

browserTest("on a phone every screen fits and has no fault, in either theme", async () => {
  for (const path of screens) await lookOnPhone(dashboard, { person: "viewer", path });
});

browserTest("a live merchant's service is connected by its keys, which no screen shows again", async () => {
  const [row] = await world.look<{ id: string }>(
    "select organization_id as id from access.merchant where merchant_id = $1",
    [merchantId],
  );
  const organizationId = row!.id;
  const live = await createMerchant(ctx, { organizationId, name: "Demo Traders", mode: "live" });
  await openWallet(ctx, live.merchantId);
  const watched = await dashboard.open("admin", "../live/fund-sources", {
    viewport: { width: 360, height: 740 },
  });
  const { page } = watched;
  const dialog = page.getByRole("dialog");
  // Without a second factor, nothing of the live environment is shown. The account page is, because a second factor is
  // set up there.
  await page.getByText("Set up a second factor to continue").waitFor();
  await page.getByRole("button", { name: "Set up an app" }).waitFor();
  assert.ok(page.url().endsWith("/dashboard/live/me"));
  await noOverflow(page);
  await axe(page);
  await world.look(
    `insert into access.passkey (credential_id, member_id, name, public_key, counter, transports)
     select 'laptop-of-admin', member_id, 'Laptop', '', 0, '{}' from access.member
     where organization_id = $1 and email like 'admin@%'`,
    [organizationId],
  );
  await page.goto(`${dashboard.address}/dashboard/live/fund-sources`);
  await page.getByRole("button", { name: "Connect a service" }).click();
  await dialog.getByRole("radio", { name: /^RazorpayX/ }).click();
  await dialog.getByText(`/banks/${live.merchantId}/razorpayx/callbacks`).waitFor();
  await noOverflow(page);
  await axe(page);
  await dialog.getByLabel("Key ID").fill("rzp_live_1");
  await dialog.getByLabel("Key secret").fill("canary-key");
  await dialog.getByLabel("Webhook secret").fill("canary-hook-of-thirty-two-characters");
  await dialog.getByLabel("Account to debit").fill("7878780080316316");
  await dialog.getByRole("button", { name: "Test keys" }).click();
  await dialog.getByText("That key is not one of the environment that was chosen.").first().waitFor();
  await dialog.getByLabel("Key ID").fill("rzp_test_1");
  await dialog.getByRole("button", { name: "Test keys" }).click();
  await dialog.getByText("The service cannot be reached from this installation").waitFor();
  await noOverflow(page);
  await axe(page);
  await dialog.getByRole("button", { name: "Save without a test that works" }).click();
  await page.getByText("The keys are sealed and wait for approval.").waitFor();
  await page.getByRole("button", { name: "Connect a service" }).click();
  await dialog.getByText("Not connected").nth(1).waitFor();
  await dialog.getByText("Keys await approval").waitFor();
  assert.ok(!(await page.content()).includes("canary"));
  assert.deepEqual(complaintsOf(watched), []);
  await page.context().close();
});
