// The Developers screens as a developer uses them: on the real server, worker, banks and browser.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";
import { authorize, changeMerchant, findOrCreateMerchant } from "../../../server/src/people/access/index.ts";
import { flushCalls } from "../../../server/src/people/calls/index.ts";
import { publishEvents } from "../../../server/src/people/webhooks/index.ts";
import { newId } from "../../../server/src/kit/lib/ids.ts";
import { lookOnPhone } from "./looks.ts";
import { axe, browserTest, complaintsOf, openDashboard, screenshot } from "./world.ts";

const dashboard = await openDashboard();
const { world, merchantId, demo } = dashboard;
const { ctx } = world;
const client = demo.clients[0]!;

/** Starts a merchant's server, which answers as set and keeps what it received. */
async function startReceiver() {
  const receiver = { status: 200, bodies: [] as string[], url: "" };
  const server = createServer((request, response) => {
    void request.toArray().then((parts: Buffer[]) => {
      receiver.bodies.push(Buffer.concat(parts).toString());
      response.writeHead(receiver.status).end(receiver.status === 200 ? "thanks" : "out of order");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  after(() => server.close().closeAllConnections());
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return receiver;
}

const publish = (key: string) =>
  ctx.db.inMerchant(merchantId, (tx) =>
    publishEvents(tx, [
      {
        type: "TRANSFER_SUCCESS",
        subjectId: newId(),
        seq: 1,
        at: tx.now,
        data: { transferId: key, referenceId: "1", acknowledged: "1", utr: "1" },
      },
    ]),
  );

browserTest("a webhook is tested, added, fails, is read, checked, fixed and replayed", async () => {
  await changeMerchant(ctx, merchantId, { settings: { allowLoopbackWebhooks: true } });
  const receiver = await startReceiver();
  receiver.status = 500;
  const opened = await dashboard.open("developer", "developers/webhooks");
  const { page } = opened;
  await page.getByRole("button", { name: "Test & Add" }).click();
  const dialog = page.getByRole("dialog");
  await page.getByLabel("URL").fill(receiver.url);
  await page.getByText("Classic (JSON)").click();
  await dialog.getByRole("button", { name: "Test & Add" }).click();
  await page.getByText("Test failed").waitFor();
  assert.match((await page.getByRole("dialog").textContent()) ?? "", /is not shown/);
  await axe(page);
  await screenshot(page, "webhook-test");
  await page.getByRole("button", { name: "Save anyway" }).click();
  await page.getByText("Endpoint added").waitFor();
  await page
    .getByRole("dialog", { name: "Endpoint added" })
    .getByText(/whsec_/)
    .waitFor();
  await page.getByRole("button", { name: "I've saved it" }).click();

  await publish("order-500");
  await page.getByRole("link", { name: "Deliveries" }).first().click();
  await page.getByText("Retrying").first().waitFor();
  await page.getByRole("link", { name: "TRANSFER_SUCCESS" }).first().click();
  await page.getByText("Attempt 1").waitFor();
  await page.locator("main", { hasText: /HTTP 500.*out of order/s }).waitFor();
  await axe(page);
  await screenshot(page, "webhook-delivery");
  const body = receiver.bodies.at(-1)!;
  await page.locator("main", { hasText: body }).waitFor();

  await page.getByRole("link", { name: "Debug signature" }).click();
  await page.getByLabel("Request body").fill(body);
  const { signature } = JSON.parse(body) as { signature: string };
  const field = page.getByLabel("Signature you received or computed");
  await field.fill(Buffer.from(signature, "base64").toString("hex"));
  await page.getByRole("button", { name: "Check signature" }).click();
  await page.getByText("Base64 and hex were mixed up").waitFor();
  await axe(page);
  await screenshot(page, "webhook-signature");
  await field.fill(signature);
  await page.getByRole("button", { name: "Check signature" }).click();
  await page.getByText("The signature is valid").waitFor();

  receiver.status = 200;
  await page.getByRole("link", { name: "Deliveries" }).first().click();
  await page.getByRole("link", { name: "TRANSFER_SUCCESS" }).first().click();
  await page.getByRole("button", { name: "Resend" }).click();
  await page.getByText("Delivered").first().waitFor();
  const sent = receiver.bodies.length;
  await page.getByRole("link", { name: "Deliveries" }).first().click();
  await page.getByRole("button", { name: "Replay" }).click();
  await page.getByLabel("Undelivered events only").uncheck();
  await page.getByLabel("All events", { exact: true }).uncheck();
  await page.getByLabel("TRANSFER_FAILED").uncheck();
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("button", { name: /^Replay \d+ deliver/ }).click();
  await page
    .getByText(/on the way/)
    .first()
    .waitFor();
  await page.getByText("Delivered").first().waitFor();
  while (!receiver.bodies.slice(sent).includes(body)) await page.waitForTimeout(100);
  assert.deepEqual(complaintsOf(opened), []);
});

browserTest("keys are generated, shown once, and reset by typing the client id", async () => {
  const { organizationId } = demo;
  const name = "Without keys";
  const bare = await findOrCreateMerchant(ctx, { organizationId, name, mode: "sandbox" });
  const opened = await dashboard.open("developer", "developers/api-keys");
  const { page } = opened;
  const key = "merchant.sandbox";
  await page.evaluate(([at, id]) => sessionStorage.setItem(at!, id!), [key, bare.merchantId]);
  await page.reload();
  await page.getByRole("button", { name: "Generate API Keys" }).click();
  await page.getByText("Your new secret").waitFor();
  const dialog = (await page.getByRole("dialog").textContent()) ?? "";
  const [secret] = /vs_sandbox_[\w-]{43}/.exec(dialog) ?? [];
  const [clientId] = /vk_sandbox_[0-9a-f]{32}_[0-9a-f]{8}/.exec(dialog) ?? [];
  await axe(page);
  await screenshot(page, "api-key-secret");
  await page.getByRole("button", { name: "I've saved the secret" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  const ip = "127.0.0.1";
  await authorize(ctx, { clientId: clientId!, clientSecret: secret!, ip });
  assert.ok(!((await page.content()) ?? "").includes(secret!));

  await page.getByRole("button", { name: "Reset secret" }).click();
  assert.equal(await page.getByRole("button", { name: "Reset now" }).getAttribute("aria-disabled"), "true");
  await page.getByLabel("Type the client id to confirm").fill(clientId!);
  await page.getByRole("button", { name: "Reset now" }).click();
  await page.getByText("Your new secret").waitFor();
  await assert.rejects(authorize(ctx, { clientId: clientId!, clientSecret: secret!, ip }));
  assert.deepEqual(complaintsOf(opened), []);
});

browserTest("a call is found by its request id and leads to its transfer", async () => {
  const { token } = await authorize(ctx, { ...client, ip: "127.0.0.1" });
  const answer = await fetch(`${dashboard.address}/payout/v1/getTransferStatus?transferId=never-made`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const requestId = answer.headers.get("x-request-id")!;
  await flushCalls(ctx);
  const opened = await dashboard.open("developer", "developers/api-logs");
  const { page } = opened;
  await page.getByRole("searchbox").first().fill(requestId);
  await page.getByRole("link", { name: "never-made" }).waitFor();
  await page.locator("main", { hasText: "404" }).waitFor();
  await axe(page);
  await screenshot(page, "api-logs");
  assert.deepEqual(complaintsOf(opened), []);
});

browserTest("the sandbox's clock, banks, outcomes, drills and inbox are controlled", async () => {
  const opened = await dashboard.open("developer", "developers/sandbox");
  const { page } = opened;
  await page.getByRole("button", { name: "1 day", exact: true }).click();
  await page.getByText("Ahead of real time by 1 day").waitFor();
  await page.getByLabel("Bank code or UPI handle").fill("HDFC");
  await page.getByRole("button", { name: "Start downtime" }).click();
  await page.getByRole("button", { name: "End", exact: true }).click();
  await page.getByText("No downtime in progress").waitFor();
  await axe(page);
  await screenshot(page, "sandbox-clock");
  await page.getByRole("link", { name: "Banks", exact: true }).click();
  const meghdoot = page.locator("section", { hasText: "Meghdoot Bank" }).first();
  await meghdoot.getByLabel("Problem").selectOption("fail");
  await meghdoot.getByRole("button", { name: "Save" }).click();
  await meghdoot.getByRole("button", { name: "Reset to normal" }).click();
  await meghdoot.getByText("Normal behaviour").waitFor();
  await axe(page);
  await screenshot(page, "sandbox-banks");
  await page.getByRole("link", { name: "Magic values" }).click();
  await page.getByText("closed@upi").waitFor();
  await axe(page);
  assert.deepEqual(complaintsOf(opened), []);
});

browserTest("a bank is drilled: payments are played, and the report says what followed", async () => {
  const opened = await dashboard.open("developer", "developers/sandbox/drill");
  const { page } = opened;
  await page.getByText("No drill at this bank yet.").waitFor();
  await page.getByRole("button", { name: "Start drill" }).click();
  await page.getByText("30% of IMPS payments at this bank fail now.").waitFor();
  await page.getByRole("button", { name: "Play one minute" }).click();
  await page.getByText("In progress").waitFor();
  await page.locator("dl", { hasText: "Transfers in this period10" }).waitFor();
  await axe(page);
  await screenshot(page, "sandbox-drill");
  await page.getByRole("button", { name: "End drill" }).click();
  await page.getByRole("button", { name: "Start drill" }).waitFor();
  await page.getByText("Over", { exact: true }).waitFor();
  assert.deepEqual(complaintsOf(opened), []);
});

const screens = [
  "developers/webhooks",
  "developers/webhooks/deliveries",
  "developers/webhooks/signatures",
  "developers/api-keys",
  "developers/api-logs",
  "developers/sandbox",
  "developers/sandbox/banks",
  "developers/sandbox/drill",
  "developers/sandbox/inbox",
  "developers/sandbox/values",
];

browserTest("on a phone every screen fits and has no fault, in either theme", async () => {
  for (const path of screens) await lookOnPhone(dashboard, { person: "developer", path });
});
