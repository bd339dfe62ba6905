/**
 * Addresses that a merchant enters lead to the public internet or nowhere: when they are added, when they are tested,
 * and at each delivery. Every connection attempt of the process is observed, so nothing can slip through.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { before, test } from "node:test";
import { authorize, changeMerchant } from "#access";
import { buildApi, operations } from "#api";
import { newId } from "#lib/ids";
import { mountSandbox } from "#sandbox";
import { addEndpoint, deliverWebhooks, publishEvents, sendTestEvent, WebhookError } from "#webhooks";
import {
  FORBIDDEN_HOSTS,
  FORBIDDEN_URLS,
  NAMES,
} from "../../src/people/webhooks/test/forbidden-addresses.ts";
import { makeWorld, type TestMerchant } from "../world.ts";
import { watchConnections } from "./watch-connections.ts";

const world = await makeWorld();
const { ctx } = world;
const connections = watchConnections({ except: [new URL(world.databaseUrl).port] });
const resolve = async (name: string): Promise<readonly string[]> => NAMES[name] ?? [];
const isRefusal = (error: unknown): boolean => WebhookError.is(error, "url_refused");

/** A trap on this machine: a request that reaches it went to a forbidden address. */
let reached = 0;
let port = 0;

before(async () => {
  port = await serve((_request, response) => void ((reached += 1), response.end()));
});

async function serve(answer: RequestListener): Promise<number> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  world.onClose(async () => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as { port: number }).port;
}

const everyForm = (): string[] => [
  ...FORBIDDEN_HOSTS.flatMap((host) => [
    `https://${host}/hook`,
    `https://${host}:${port}/hook`,
    `http://${host}:${port}/hook`,
  ]),
  ...FORBIDDEN_URLS,
];

test("no such address is added or tried for any caller: nothing is stored and nothing connects", async (context) => {
  const { merchantId } = await world.makeMerchant();
  connections.look();
  const urls = everyForm();
  for (const url of urls) {
    const target = { url, format: "standard" } as const;
    await assert.rejects(addEndpoint(ctx, merchantId, target, resolve), isRefusal, url);
    await assert.rejects(sendTestEvent(ctx, merchantId, target, resolve), isRefusal, url);
  }
  assert.deepEqual(connections.look(), []);
  const stored = await world.look("select from webhooks.endpoint where merchant_id = $1", [merchantId]);
  assert.equal(stored.length, 0);
  context.diagnostic(`${urls.length} addresses, added and tried: 0 connections`);
});

/** The number of endpoints that a merchant may have. */
const ENDPOINTS = 10;

async function makeSender(loopback = false): Promise<TestMerchant> {
  const merchant = await world.makeMerchant();
  if (loopback) {
    await changeMerchant(ctx, merchant.merchantId, { settings: { allowLoopbackWebhooks: true } });
  }
  return merchant;
}

/** Publishes one event and delivers it to every endpoint; returns the result of each attempt. */
async function deliver(
  { merchantId }: TestMerchant,
  ask: (name: string) => Promise<readonly string[]> = resolve,
): Promise<{ delivered: number; excerpts: string[] }> {
  const data = { transferId: "order-1", referenceId: "10000001", acknowledged: "0", utr: "632614700121" };
  const subjectId = newId();
  await ctx.db.inMerchant(merchantId, (tx) =>
    publishEvents(tx, [{ type: "TRANSFER_SUCCESS", subjectId, seq: 1, at: tx.now, data }]),
  );
  const { delivered } = await deliverWebhooks(ctx, merchantId, { resolve: ask, deadlineMs: 60_000 });
  const tries = await world.look<{ excerpt: string }>(
    "select last_excerpt as excerpt from webhooks.delivery where merchant_id = $1 and subject_id = $2",
    [merchantId, subjectId],
  );
  return { delivered, excerpts: tries.map(({ excerpt }) => excerpt) };
}

test("an address that was good when it was added is looked at again before each delivery", async (context) => {
  const merchant = await makeSender();
  const { merchantId } = merchant;
  for (let n = 0; n < ENDPOINTS; n += 1) {
    const url = `https://good.example/${n}`;
    await addEndpoint(ctx, merchantId, { url, format: "standard" }, resolve);
  }
  connections.look();
  const urls = everyForm();
  for (let from = 0; from < urls.length; from += ENDPOINTS) {
    const round = urls.slice(from, from + ENDPOINTS);
    // This simulates a name that changed since then, or an earlier version of the check.
    await world.look(
      `update webhooks.endpoint
       set url = given.url
       from unnest($2::text[]) with ordinality as given (url, n)
       where merchant_id = $1
         and endpoint_id = (
           select endpoint_id from webhooks.endpoint
           where merchant_id = $1
           order by endpoint_id
           offset given.n - 1
           limit 1
         )`,
      [merchantId, round],
    );
    const { delivered, excerpts } = await deliver(merchant, async (name) =>
      name === "good.example" ? ["10.0.0.1"] : resolve(name),
    );
    assert.equal(delivered, 0);
    assert.equal(excerpts.length, ENDPOINTS);
    for (const excerpt of excerpts) assert.match(excerpt, /^not sent to this address: /u);
  }
  assert.deepEqual(connections.look(), []);
  context.diagnostic(`${urls.length} addresses at delivery: 0 connections`);
});

test("a name that answers public when it is added and private when it is used is not followed", async () => {
  const INSIDE = [
    "127.0.0.1",
    "10.0.0.1",
    "169.254.169.254",
    "100.64.0.1",
    "::1",
    "fd00::1",
    "::ffff:7f00:1",
  ];
  for (const inside of [...INSIDE.map((one) => [one]), ["93.184.215.14", "127.0.0.1"]]) {
    const merchant = await makeSender();
    let asked = 0;
    const rebinding = async (): Promise<readonly string[]> => (asked++ === 0 ? ["93.184.215.14"] : inside);
    const target = { url: "https://rebind.example/hook", format: "standard" } as const;
    await addEndpoint(ctx, merchant.merchantId, target, rebinding);
    connections.look();
    const { delivered, excerpts } = await deliver(merchant, rebinding);
    assert.deepEqual([delivered, asked, excerpts.length], [0, 2, 1]);
    assert.match(excerpts[0]!, /^not sent to this address: /u);
    assert.deepEqual(connections.look(), [], String(inside));
  }
});

test("the connection goes to the address that was checked, and asks no name server again", async () => {
  const merchant = await makeSender(true);
  let asked = 0;
  // The first answer is for adding, the second for delivering; a third one would lead elsewhere.
  const switching = async (): Promise<readonly string[]> => (asked++ < 2 ? ["127.0.0.1"] : ["127.0.0.2"]);
  const url = `http://rebind.example:${port}/hook`;
  await addEndpoint(ctx, merchant.merchantId, { url, format: "standard" }, switching);
  connections.look();
  reached = 0;
  assert.equal((await deliver(merchant, switching)).delivered, 1);
  assert.deepEqual([asked, reached], [2, 1]);
  assert.deepEqual(connections.look(), [`127.0.0.1:${port}`]);
});

test("a redirect is an answer like any other: nothing follows it", async () => {
  const inside = [
    `http://127.0.0.1:${port}/`,
    `http://localhost:${port}/`,
    `//127.0.0.1:${port}/`,
    "http://169.254.169.254/latest/meta-data/",
    "http://[fd00:ec2::254]/",
    "http://10.0.0.1/",
    "file:///etc/passwd",
    "gopher://127.0.0.1:6379/_FLUSHALL",
  ];
  for (const status of [300, 301, 302, 303, 307, 308]) {
    for (const location of inside) {
      const merchant = await makeSender(true);
      const own = await serve((_request, response) => void response.writeHead(status, { location }).end());
      const url = `http://127.0.0.1:${own}/hook`;
      await addEndpoint(ctx, merchant.merchantId, { url, format: "standard" });
      connections.look();
      reached = 0;
      assert.equal((await deliver(merchant)).delivered, 0);
      assert.deepEqual(connections.look(), [`127.0.0.1:${own}`], `${status} to ${location}`);
      assert.equal(reached, 0);
    }
  }
});

test("a receiver that never stops answering is left after 64 kB", async () => {
  const merchant = await makeSender(true);
  const closed = Promise.withResolvers<void>();
  let sent = 0;
  const own = await serve((_request, response) => {
    response.on("close", closed.resolve);
    const more = (): void => {
      while (!response.destroyed && response.write("x".repeat(16_384))) sent += 16_384;
    };
    response.on("drain", more);
    more();
  });
  await addEndpoint(ctx, merchant.merchantId, { url: `http://127.0.0.1:${own}/`, format: "standard" });
  const { delivered, excerpts } = await deliver(merchant);
  await closed.promise;
  assert.equal(delivered, 1);
  assert.equal(excerpts[0]!.length, 1_024);
  // Bytes in the machine's own buffers count too.
  assert.ok(sent < 32 * 1_048_576, `${sent} bytes were sent`);
});

test("over HTTP the sandbox refuses the same, and no other call takes an address", async () => {
  const merchant = await world.makeMerchant();
  const { token } = await authorize(ctx, { ...merchant, ip: "127.0.0.1" });
  const app = buildApi(ctx);
  mountSandbox(app, ctx, { simulatorUrl: "http://127.0.0.1:9" });
  world.onClose(() => app.close());
  const call = (method: "POST" | "PUT", path: string, payload: object) =>
    app.inject({ method, url: `/sandbox${path}`, payload, headers: { authorization: `Bearer ${token}` } });
  connections.look();
  // The tests above cover names; here a name would cause a request to a name server.
  const literal = /^(\[|[\d.]+$|0x|localhost|LOCALHOST|a\.localhost|%31)/u;
  for (const host of FORBIDDEN_HOSTS.filter((one) => literal.test(one))) {
    const { statusCode, body } = await call("POST", "/webhook-endpoints", { url: `https://${host}/` });
    assert.equal(statusCode, 422, host);
    assert.match(body, /webhooks\.url_refused/u, host);
  }
  assert.deepEqual(connections.look(), []);
  for (const bankId of [
    "../../",
    "@10.0.0.1/",
    "http://10.0.0.1",
    "..%2f..%2f",
    "meghdoot@10.0.0.1",
    "//10.0.0.1",
  ]) {
    await call("PUT", `/banks/${encodeURIComponent(bankId)}/manner`, { latency: 1 });
    await call("POST", "/top-ups", { amount: "1.00", bankId });
    await call("POST", "/fund-sources", {
      bankId,
      name: "x",
      accountNumber: "1111222233",
      ifsc: "HDFC0000001",
    });
  }
  assert.deepEqual(connections.look(), []);
  const fields = operations.flatMap(({ name, body, query, headers, pathFields }) =>
    Object.keys({ ...body, ...query, ...headers, ...pathFields }).map((field) => `${name}.${field}`),
  );
  // Any new field for an address must be added to this test, both when it is stored and when it is used.
  assert.deepEqual(
    fields.filter((field) => /url|uri|host|webhook|callback|endpoint|address$/iu.test(field.split(".")[1]!)),
    [],
  );
});
