/** The developers' commands against a running server. */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { authorize, changeApiClient } from "#access";
import { makeWorld } from "#test/world";
import { EVENT_TYPES, listEndpoints } from "#webhooks";
import { registerModules } from "./open-engine.ts";
import { serveHttp } from "./serve-http.ts";
import { makeInstallation } from "./test/make-installation.ts";
import { makeReceiver } from "./test/make-receiver.ts";
import { RECIPES } from "./trigger.ts";

const world = await makeWorld({ environment: { PORT: "0" } });
const { keys, run, runApart, url } = await makeInstallation(world, { registerModules, serveHttp });
const receiver = await makeReceiver(world);

interface Followed {
  readonly cursor: string;
  readonly changes: readonly Readonly<Record<string, string>>[];
}

const linesOf = (out: string): Record<string, unknown>[] =>
  out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test("listen forwards each webhook to the byte, and the server tries again what the receiver refuses", async () => {
  const listening = runApart(["listen", "--forward", receiver.url, "--count", "4", "--json"]);
  while ((await listEndpoints(world.ctx, keys.merchantId)).length === 0)
    await new Promise((resolve) => setTimeout(resolve, 50));
  const caused = await runApart(["trigger", "TRANSFER_REVERSED", "--amount", "1234.50"]);
  assert.equal(caused.code, 0, caused.err);
  await receiver.until(1);
  assert.equal((await run(["clock", "advance", "1m"])).code, 0);
  await receiver.until(3);
  assert.equal((await run(["trigger", "CREDIT_CONFIRMATION"])).code, 0);
  const { code, out, err } = await listening;
  assert.equal(code, 0, err);
  const told = linesOf(out);
  const first = told[0]!;
  assert.deepEqual([first.status, first.try, first.excerpt], [500, 1, "noted"]);
  assert.deepEqual(
    new Set(told.map(({ type }) => type)),
    new Set(["TRANSFER_SUCCESS", "TRANSFER_REVERSED", "CREDIT_CONFIRMATION"]),
  );
  for (const [index, { headers, body }] of receiver.received.entries()) {
    assert.equal(body, told[index]!.body);
    const signature = createHmac("sha256", keys.clientSecret).update(body).digest("hex");
    assert.equal(headers["x-cf-signature"], signature);
    assert.match(String(headers["webhook-signature"]), /^v1,/);
  }
  assert.deepEqual(await listEndpoints(world.ctx, keys.merchantId), [], "it has closed its listener");
});

test("listen says that 204 is retried in a classic format, which takes nothing but 200", async () => {
  const server = createServer((_request, response) => response.writeHead(204).end()).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  try {
    const listening = run(["listen", "--forward", `http://127.0.0.1:${port}/`, "--count", "1"]);
    while ((await listEndpoints(world.ctx, keys.merchantId)).length === 0)
      await new Promise((resolve) => setTimeout(resolve, 50));
    await run(["trigger", "CREDIT_CONFIRMATION"]);
    assert.match((await listening).out, /CREDIT_CONFIRMATION +204 .*the server will retry/);
  } finally {
    server.close();
  }
});

test("every event has a recipe or says what to do by hand; what is none is told with all that are", async () => {
  assert.deepEqual(Object.keys(RECIPES).toSorted(), Object.keys(EVENT_TYPES).toSorted());
  const byHand = await run(["trigger", "TRANSFER_APPROVED"]);
  assert.deepEqual([byHand.code, byHand.out], [1, ""]);
  assert.match(byHand.err, /requires an approver.*approval-policies/);
  const unknown = await run(["trigger", "TRANSFER_LOST"]);
  assert.match(unknown.err, /Unknown event TRANSFER_LOST.*TRANSFER_SUCCESS/);
});

test("send says what became of a payout by its line and its exit code, and pays an id once", async () => {
  const order = ["send", "--vpa", "success@upi", "--id", "invoice-17", "--json"];
  const [paid] = linesOf((await run([...order, "--amount", "1250.50"])).out);
  assert.deepEqual([paid!.status, paid!.amount, paid!.transferId], ["SUCCESS", "1250.50", "invoice-17"]);
  assert.match(String(paid!.utr), /^\d{12}$/);
  const again = await run([...order, "--amount", "1250.50"]);
  assert.deepEqual([linesOf(again.out)[0]!.utr, again.code], [paid!.utr, 0]);
  for (const other of [
    [...order, "--amount", "1250.51"],
    ["send", "--vpa", "asha@upi", "--id", "invoice-17"],
  ]) {
    const conflict = await run(other.includes("--amount") ? other : [...other, "--amount", "1250.50"]);
    assert.deepEqual([conflict.code, conflict.out], [1, ""]);
    assert.match(conflict.err, /Conflict: the transfer ID invoice-17 was used before .*₹1250\.50, SUCCESS/);
  }
  const failed = await run(["send", "--vpa", "failure@upi", "--amount", "10"]);
  assert.match(failed.out, /₹10\.00 {2}FAILED {2}BENE_BANK_DECLINED/);
  const open = await runApart(["send", "--vpa", "never@upi", "--amount", "10", "--wait", "0"]);
  assert.match(open.out, /PENDING/);
  assert.deepEqual([failed.code, open.code], [1, 2]);
  const refused = await run(["send", "--vpa", "success@upi", "--amount", "10.005"]);
  assert.deepEqual([refused.code, refused.out], [1, ""]);
  assert.match(refused.err, /Only 2 decimal places are allowed\. No transfer was created/);
  const both = await run(["send", "--amount", "1", "--to", "a", "--vpa", "b@upi"]);
  assert.match(both.err, /--to and --vpa were given/);
});

test("logs and transfers tail tell a merchant of its own, and of no one else's", async () => {
  const live = await world.makeMerchant({ mode: "live" });
  const { err, out } = await run(["logs", "--transfer", "invoice-17", "--json"]);
  assert.deepEqual(new Set(linesOf(out).map(({ objectKey }) => objectKey)), new Set(["invoice-17"]), err);
  await changeApiClient(world.ctx, live.merchantId, { ipAllowlist: ["127.0.0.1"] });
  assert.doesNotMatch((await run(["logs"], live)).out, /invoice-17/);
  const { token } = await authorize(world.ctx, { ...keys, ip: "127.0.0.1" });
  const headers = { authorization: `Bearer ${token}` };
  const ask = async (cursor = "") =>
    (await (await fetch(`${url}/developer/transfers${cursor}`, { headers })).json()) as Followed;
  const { cursor } = await ask();
  const tailing = run(["transfers", "tail", "--count", "2", "--json"]);
  assert.equal((await run(["send", "--vpa", "success@upi", "--amount", "7", "--id", "tailed"])).code, 0);
  const { changes } = await ask(`?cursor=${cursor}`);
  assert.deepEqual(
    changes.filter(({ transferId }) => transferId === "tailed").map(({ event, status }) => [event, status]),
    [
      ["accepted", "SUCCESS"],
      ["TRANSFER_SUCCESS", "SUCCESS"],
    ],
  );
  assert.equal(linesOf((await tailing).out).length, 2);

  const refused = await run(["trigger", "TRANSFER_SUCCESS"], live);
  assert.match(refused.err, /is not a sandbox merchant. This command is never run with real money/);
  assert.equal(refused.code, 1);
});

test("what a person can put right is told in one line that says how", async () => {
  const wrongKeys = await run(["logs"], { clientId: keys.clientId, clientSecret: "no" });
  assert.match(wrongKeys.err, /refused .*: /);
  const away = await runApart(["logs", "--url", "http://127.0.0.1:9"]);
  assert.match(away.err, /No server responds at http:\/\/127\.0\.0\.1:9 .*npm start/s);
  assert.deepEqual([wrongKeys.code, away.code], [1, 3]);
  const elsewhere = await fetch(`${url}/developer/nothing`);
  assert.equal(elsewhere.status, 404);
  for (const { err } of [wrongKeys, away]) assert.equal(err.trim().split("\n").length, 1, err);
});
