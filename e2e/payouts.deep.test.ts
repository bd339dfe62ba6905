/**
 * The life of payouts as a business sees it: an order by the client library, the dashboard in a browser, a webhook at
 * the business's own server, an approval, money that comes back, and a statement whose totals agree.
 */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before } from "node:test";
import type { Page } from "playwright-core";
import { createClient, sumRupees, toPaise, type Vitaran } from "../sdk/node/src/index.ts";
import { openStage, type Stage } from "../sdk/stage/open-stage.ts";
import { browserTest as test, openBrowser } from "../server/test/browser.ts";
import { openReceiver, type Receiver } from "./open-receiver.ts";

const run = randomBytes(4).toString("hex");
const [small, large] = [`small_${run}`, `large_${run}`];
const payee = {
  name: "Ravi Traders",
  email: "accounts@ravi.example",
  phone: "9876543210",
  bankAccount: "026291800001191",
  ifsc: "YESB0000262",
  address1: "Sector 44, Gurgaon",
};

const browser = openBrowser();
let stage: Stage;
let vitaran: Vitaran;
let receiver: Receiver;
let page: Page;
let complaints: string[];
const closers: (() => unknown)[] = [];

before(async () => {
  const opened = await openStage();
  closers.push(opened.close);
  ({ stage } = opened);
  vitaran = createClient(stage);
  receiver = await openReceiver();
  closers.push(receiver.close);
});
after(async () => {
  for (const close of closers.toReversed()) await close();
});

/** Calls a control of the sandbox, which does what a bank or an administrator would do. */
async function play<T>(method: string, path: string, body: object): Promise<T> {
  const { clientId, clientSecret, baseUrl } = stage;
  const key = { "X-Client-Id": clientId, "X-Client-Secret": clientSecret };
  const authorized = await fetch(`${baseUrl}/payout/v1/authorize`, { method: "POST", headers: key });
  const { data } = (await authorized.json()) as { data: { token: string } };
  const headers = { Authorization: `Bearer ${data.token}`, "Content-Type": "application/json" };
  const answer = await fetch(`${baseUrl}/sandbox${path}`, { method, headers, body: JSON.stringify(body) });
  assert.equal(answer.status, 200, await answer.clone().text());
  return (await answer.json()) as T;
}

const goTo = (path: string) => page.goto(`${stage.baseUrl.replace("127.0.0.1", "localhost")}${path}`);

test("a business logs in and names the server that is to hear of its payouts", async () => {
  const opened = await browser.open(`${stage.baseUrl.replace("127.0.0.1", "localhost")}/login`);
  ({ page, complaints } = opened);
  await page.getByLabel("E-mail").fill(stage.dashboard.email);
  await page.getByLabel("Password", { exact: true }).fill(stage.dashboard.password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await page.waitForURL(/\/dashboard\/sandbox/);
  const endpoint = { url: receiver.url, format: "classic_json" };
  const { secret } = await play<{ secret: string }>("POST", "/webhook-endpoints", endpoint);
  receiver.trust({ clientSecret: stage.clientSecret, webhookSecret: secret });
});

test("an order by the library is paid, told by webhook and shown on the dashboard", async () => {
  const order = { transferId: small, amount: "1243.50", transferMode: "imps", beneDetails: payee } as const;
  const { status, utr } = await vitaran.transfers.createDirect(order);
  assert.equal(status, "SUCCESS");
  const event = await receiver.next("TRANSFER_SUCCESS", small);
  assert.equal(event.data["utr"], utr);
  await goTo("/dashboard/sandbox/transfers/all");
  const row = page.getByRole("row").filter({ hasText: small });
  await row.getByText("1,243.50").first().waitFor();
});

test("a large order waits until a person approves it in the browser, and is paid then", async () => {
  const levels = [{ approvers: 1, permission: "approve_quick_transfer" }];
  await play("PUT", "/approval-policies", { policies: [{ name: "Large", from: "20000.00", levels }] });
  const order = { transferId: large, amount: 2_500_000n, transferMode: "imps", beneDetails: payee } as const;
  assert.notEqual((await vitaran.transfers.createDirect(order)).status, "SUCCESS");
  await goTo("/dashboard/sandbox/transfers/approve");
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  const question = page.getByRole("dialog", { name: "Approve ₹25,000.00 to Ravi Traders?" });
  await question.getByRole("button", { name: "Approve" }).click();
  await receiver.next("TRANSFER_SUCCESS", large);
  assert.equal((await vitaran.transfers.get({ transferId: large })).status, "SUCCESS");
});

test("money that a bank sends back is told, shown, and in the statement with every rupee", async () => {
  await play("POST", `/transfers/${small}/outcome`, { outcome: "return" });
  await receiver.next("TRANSFER_REVERSED", small);
  assert.equal((await vitaran.transfers.get({ transferId: small })).status, "REVERSED");
  await goTo("/dashboard/sandbox/transfers/reversed");
  await page.getByRole("row").filter({ hasText: small }).first().waitFor();

  const entries = await Array.fromAsync(vitaran.balance.listStatement({}));
  const paid = entries.filter(({ transferId }) => transferId === small || transferId === large);
  const [credit, debit] = [sumRupees(paid.map((one) => one.credit)), sumRupees(paid.map((one) => one.debit))];
  // The statement begins with the opening balance. Credits minus debits is the available balance.
  const { availableBalance } = await vitaran.balance.get();
  const all = (side: "credit" | "debit") => toPaise(sumRupees(entries.map((one) => one[side])));
  assert.equal(all("credit") - all("debit"), toPaise(availableBalance));
  assert.ok(toPaise(debit) - toPaise(credit) >= 2_500_000n, `${debit} less ${credit}`);
  assert.equal(receiver.refused(), 0, "every webhook was genuine");
  assert.deepEqual(complaints, []);
});
