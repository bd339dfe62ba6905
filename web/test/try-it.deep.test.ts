// The API reference and the feedback question on a running installation: calls reach its sandbox, and it keeps the
// counts.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { apiOperations } from "#app/facts/api-operations.ts";
import { triedOperation } from "#build/write-operations.ts";
import { firstValues, freshBody, freshNow, idsOf, writeCall } from "#docs/try-it/write-call.ts";
import { test as plainTest } from "node:test";
import { startEngine } from "./engine.ts";
import type { Engine } from "./engine.ts";
import { browserTest as test, openSite } from "./site.ts";

let engine: Engine;
const site = openSite(async () => {
  engine = await startEngine();
  return { address: engine.address, close: () => engine.stop() };
});

const operation = (id: string) => {
  const found = apiOperations.find((one) => one.id === id);
  assert.ok(found, id);
  return triedOperation(found);
};

async function openCall(page: Page, id: string) {
  await page.locator(`[data-try="${id}"]`).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Send" }).waitFor();
  return dialog;
}

plainTest("every call of the contract can be tried, with an address and a body of its own", () => {
  for (const one of apiOperations) {
    const tried = triedOperation(one);
    const typed = {
      version: tried.versions.at(-1)?.version ?? "",
      values: firstValues(tried, new Map()),
      body: freshBody(tried, new Map(), freshNow()),
    };
    const call = writeCall(tried, typed);
    assert.match(call.path, /^\/payout\/v1(\.\d)?\/[^{}]+$/, one.id);
    assert.equal(call.body === undefined, tried.body === undefined, one.id);
    if (tried.contentType === undefined && call.body) JSON.parse(call.body);
  }
});

plainTest("ids are new where something is made, and the last ones where something is asked for", () => {
  const fresh = { seed: "x1", day: "2027/01/31" };
  assert.match(freshBody(operation("createCashgram"), new Map(), fresh), /"linkExpiry": "2027\/01\/31"/);
  const paying = operation("requestTransfer");
  assert.match(freshBody(paying, new Map(), fresh), /"transferId": "try_x1"/);
  const cancelling = operation("cancelTransfer");
  assert.match(freshBody(cancelling, new Map([["transferId", "mine"]]), fresh), /"transferId": "mine"/);
  const asking = operation("getTransferStatus");
  assert.equal(firstValues(asking, new Map([["transferId", "mine"]]))["transferId"], "mine");
  const rows = freshBody(operation("uploadBatchFile"), new Map(), fresh);
  assert.match(rows, /^transferId,.*\ntry_x1_1,.*\ntry_x1_2,/);
  assert.deepEqual(idsOf({ method: "POST", path: "/x", headers: {}, body: '{"transferId":"a"}' }), [
    ["transferId", "a"],
  ]);
  assert.deepEqual(idsOf({ method: "POST", path: "/x?transferId=b", headers: {}, body: "{" }), [
    ["transferId", "b"],
  ]);
});

test("samples are filled with the sandbox key that the reader's own server offers", async () => {
  const { page, complaints } = await site.open("/payout/quickstart?lang=node");
  const code = page.locator("[data-code-tabs] [data-filled] pre:visible").first();
  await code.waitFor();
  const { clientId, clientSecret } = engine.clients.find(({ httpStatus }) => httpStatus === "rest")!;
  const text = await code.innerText();
  for (const [field, value] of Object.entries({ baseUrl: site.address, clientId, clientSecret })) {
    assert.ok(text.includes(`  ${field}: ${JSON.stringify(value)},`), text);
  }
  assert.match(text, /transferId: process\.env\.TRANSFER_ID/);
  const exports = await page.locator('[data-filled] pre:has-text("export CLIENT_ID")').innerText();
  for (const [name, value] of Object.entries({ VITARAN: site.address, CLIENT_ID: clientId })) {
    assert.ok(exports.includes(`export ${name}=${JSON.stringify(value)}`), exports);
  }
  assert.match(
    (await page.locator('[data-lang="curl"] pre').first().textContent()) ?? "",
    new RegExp(clientId),
  );
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test("with the demo key a transfer is sent, read, and told whole, without a word of the token", async () => {
  const { page, complaints } = await site.open("/payout/api/transfers");
  const dialog = await openCall(page, "directTransfer");
  assert.ok(await dialog.getByLabel("The demo merchant's key").isChecked());
  const body = JSON.parse(await dialog.getByLabel("Body").inputValue()) as { transferId: string };
  await dialog.getByRole("button", { name: "Send" }).click();
  await dialog
    .getByRole("status")
    .filter({ hasText: /^200 .* in \d+ ms$/ })
    .waitFor();
  const shown = await dialog.innerText();
  assert.match(shown, /"message": "Transfer completed successfully"/);
  assert.match(shown, /POST \/payout\/v1\.2\/directTransfer/);
  assert.doesNotMatch(shown, /Bearer|Authorization/);
  await dialog.getByRole("button", { name: "Show the full history of this transfer" }).click();
  await dialog.getByText(`GET /sandbox/transfers/${body.transferId}`).waitFor();
  await page.keyboard.press("Escape");

  const status = await openCall(page, "getTransferStatus");
  assert.equal(await status.getByLabel("transferId").inputValue(), body.transferId);
  await status.getByRole("button", { name: "Send" }).click();
  await status.getByText(`"transferId": "${body.transferId}"`).waitFor();
  assert.deepEqual(complaints, []);
  assert.equal(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage })), "{}");
  await page.context().close();
});

test("the home page sends payouts in place, with a bank down and a silent one too, and the map shows their ways", async () => {
  const { page, complaints } = await site.open("/", { bypassCSP: true, reducedMotion: "reduce" });
  await page.getByRole("button", { name: "Send a sandbox payout" }).click();
  const hero = page.locator("[data-live-payout]");
  const story = async () => {
    await page.getByRole("button", { name: "Send another" }).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Send another");
    await hero.getByText("See the full history").click();
    return hero.innerText();
  };
  const first = await story();
  assert.match(first, /₹1,250\.00[\s\S]*Credited[\s\S]*Sent to \w+ by IMPS[\s\S]*Debited\. UTR \d{12}/);
  assert.deepEqual(await violations(page), []);
  assert.match(first, /Ledger[\s\S]*₹1,259\.44[\s\S]*Tax on fees\s*₹1\.44/);
  const map = page.locator(".rail-map");
  await map.getByText("Meghdoot carried your payout of ₹1,250.00 to the payee.").waitFor();
  assert.match(await map.innerText(), /Your payee/);
  assert.equal(await map.getByText("bank down").count(), 0);
  const sendWhen = async (label: string) => {
    await hero.getByRole("combobox").selectOption({ label });
    await page.getByRole("button", { name: "Send another" }).click();
  };
  await sendWhen("the first bank is down");
  await map.getByText("Meghdoot is down, so Himshikhar carried your payout").waitFor();
  await map.getByText("Meghdoot down").first().waitFor();
  await page.getByRole("button", { name: "Send another" }).waitFor();
  assert.match(
    await hero.innerText(),
    /Sent to Meghdoot[\s\S]*Meghdoot has not paid, so another bank may[\s\S]*Sent to Himshikhar by IMPS/,
  );
  await sendWhen("the bank never answers");
  await hero
    .getByRole("status")
    .filter({ hasText: "the outcome is unknown and nothing is sent again" })
    .waitFor();
  await map.getByText("Meghdoot has not answered.").waitFor();
  await map.getByText("Meghdoot never answered, so Vitaran asked: it had paid.").waitFor();
  await hero
    .getByRole("status")
    .filter({ hasText: /^Paid once: the bank was asked/ })
    .waitFor();
  assert.equal((await hero.innerText()).match(/Sent to/g)?.length, 1);
  assert.deepEqual(await violations(page), []);
  await sendWhen("the payee's account is closed");
  await hero.getByText("Not paid. The money is in the wallet.").waitFor();
  await map.getByText("Your payout was not paid.").waitFor();
  const second = await story();
  assert.match(second, /Failed: \w+\. The money is back in the wallet/);
  const idOf = (text: string) => /home_\w+/.exec(text)?.[0];
  assert.ok(idOf(first) && idOf(second) && idOf(first) !== idOf(second));
  assert.deepEqual(complaints, []);
  assert.equal(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage })), "{}");
  await page.route("**/payout/transfers", (route) => route.abort());
  await page.getByRole("button", { name: "Send another" }).click();
  await hero.getByText("The server did not respond.").waitFor();
  await page.context().close();
});

test("errors are shown as they are, also for a body that is no JSON, and by keyboard alone", async () => {
  const { page } = await site.open("/payout/api/transfers");
  await page.locator('[data-try="directTransfer"]').focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  const body = dialog.getByLabel("Body");
  await body.waitFor();
  await body.focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("not JSON");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await dialog.getByRole("status").filter({ hasText: /^412 / }).waitFor();
  await dialog.getByText('"message": "Post data is empty or not a valid JSON"').waitFor();
  await dialog.getByRole("button", { name: "Example with new IDs" }).click();
  assert.match(await body.inputValue(), /"transferId": "try_/);
  await page.context().close();
});

test("a key of one's own that is wrong gets the server's own words, and no call is sent", async () => {
  const { page } = await site.open("/payout/api/balance");
  const dialog = await openCall(page, "getBalance");
  await dialog.getByLabel("My own key").check();
  await dialog.getByLabel("Client ID").fill("CF_nobody");
  await dialog.getByLabel("Client secret").fill("nothing");
  await dialog.getByRole("button", { name: "Send" }).click();
  await dialog.getByText("No token: Invalid clientId and clientSecret combination").waitFor();
  assert.equal(await dialog.getByText("Response", { exact: true }).count(), 0);
  await page.context().close();
});

test("a file is sent and another saved", async () => {
  const { page, complaints } = await site.open("/payout/api/batches", { acceptDownloads: true });
  const upload = await openCall(page, "uploadBatchFile");
  await upload.getByRole("button", { name: "Send" }).click();
  await upload.getByText('"message": "Request accepted"').waitFor();
  await page.keyboard.press("Escape");
  const template = await openCall(page, "getBatchTemplate");
  await template.getByRole("button", { name: "Send" }).click();
  const link = template.getByRole("link", { name: /^Save .*\.csv$/ });
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  assert.match(download.suggestedFilename(), /\.csv$/);
  assert.deepEqual(complaints, []);
  await page.context().close();
});

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The page must have been opened with `bypassCSP`. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe: checker } = window as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const found = (await checker.run()).violations;
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  });
}

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [360, 1440]) {
    test(`axe finds nothing in the console, ${colorScheme} at ${width} pixels, and nothing is cut off`, async () => {
      const viewport = { width, height: 800 };
      const { page } = await site.open("/payout/api/batches", { colorScheme, viewport, bypassCSP: true });
      const dialog = await openCall(page, "getBatchTransferStatus");
      await dialog.getByRole("button", { name: "Send" }).click();
      await dialog.getByText("Response", { exact: true }).waitFor();
      assert.deepEqual(await violations(page), []);
      const [needed, has] = await dialog.evaluate((element) => [element.scrollWidth, element.clientWidth]);
      assert.ok((needed ?? 0) <= (has ?? 0), `${needed} of ${has}`);
      await page.context().close();
    });
  }
}

test("an answer to Was this page helpful? reaches the server, with scripts and without", async () => {
  const { page } = await site.open("/payout/co-lending");
  const heard = page.waitForResponse(
    (answer) => answer.url().endsWith("/docs-feedback") && answer.request().method() === "POST",
  );
  await page.getByRole("button", { name: "Yes" }).click();
  assert.equal((await heard).status(), 204);
  await page.context().close();
  const plain = await site.open("/payout/co-lending", { javaScriptEnabled: false });
  await plain.page.getByRole("button", { name: "No" }).click();
  await plain.page.waitForURL(/\/payout\/co-lending#thanks$/);
  assert.ok(await plain.page.getByText("Thank you for your answer.").isVisible());
  await plain.page.context().close();
});
