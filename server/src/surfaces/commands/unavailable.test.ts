/** While the database is away every surface reports it in its own words, and never invites to pay twice. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { authorize } from "#access";
import { makeDashboard } from "#test/dashboard";
import { askV2, openBreakableDatabase, openV2, soundOrderV2 } from "#test/v2-client";
import { makeWorld } from "#test/world";
import { serveHttp } from "./serve-http.ts";

const world = await makeWorld({ environment: { PORT: "0", STATUS_MODE: "always-200" } });
const client = await openV2(world);
const { merchant } = client;
const database = await openBreakableDatabase(world);
const ctx = world.openContext({ databaseUrl: database.url, connections: 4 });
const { port, close } = await serveHttp(ctx, client.stage.simulator.url);
world.onClose(close);
const address = `http://127.0.0.1:${port}`;

interface Told {
  readonly status: number;
  readonly retryAfter: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- each surface has a shape of its own
  readonly body: any;
}

async function ask(path: string, init: RequestInit = {}): Promise<Told> {
  const answer = await fetch(`${address}${path}`, init);
  const text = await answer.text();
  const isJson = answer.headers.get("content-type")?.startsWith("application/json") ?? false;
  const retryAfter = Number(answer.headers.get("retry-after"));
  return { status: answer.status, retryAfter, body: isJson ? JSON.parse(text) : text };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}`, "content-type": "application/json" });
const order = (transferId: string): RequestInit => ({
  method: "POST",
  body: JSON.stringify({
    transferId,
    amount: "10.00",
    transferMode: "imps",
    beneDetails: {
      ...{ name: "Asha Rao", bankAccount: "026291800001191", ifsc: "YESB0000262" },
      ...{ email: "asha@example.com", phone: "9876543210", address1: "1 Main Road" },
    },
  }),
});

const tokenOf = async (who: typeof merchant): Promise<string> =>
  (await authorize(world.ctx, { ...who, ip: "127.0.0.1" })).token;

const rest = await world.makeMerchant({ statusMode: "rest", simulator: client.stage.simulator });
const tokens = { always: await tokenOf(merchant), rest: await tokenOf(rest), unseen: await tokenOf(rest) };
const dashboard = makeDashboard({ ctx, onClose: world.onClose });
const member = await dashboard.logIn(merchant.organizationId, "admin");

/** Calls of every surface, with the code that shows which surface answered. */
const CALLS: readonly [
  name: string,
  call: () => Promise<Told>,
  status: number,
  code: (told: Told) => unknown,
][] = [
  [
    "classic, rest",
    () => ask("/payout/v1/directTransfer", { ...order("t1"), headers: bearer(tokens.rest) }),
    503,
    ({ body }) => body.subCode,
  ],
  [
    "classic, always 200",
    () => ask("/payout/v1/getBalance", { headers: bearer(tokens.always) }),
    200,
    ({ body }) => body.subCode,
  ],
  [
    "classic, of a caller whom this process never saw",
    () => ask("/payout/v1/getBalance", { headers: bearer(tokens.unseen) }),
    200,
    ({ body }) => body.subCode,
  ],
  [
    "classic, for a token",
    () =>
      ask("/payout/v1/authorize", {
        method: "POST",
        headers: { "x-client-id": rest.clientId, "x-client-secret": rest.clientSecret },
      }),
    503,
    ({ body }) => body.subCode,
  ],
  ["v2", () => v2("POST /transfers"), 503, ({ body }) => body.code],
  ["dashboard", () => ofDashboard("getSession"), 503, ({ body }) => body.error.code],
  [
    "sandbox",
    () => ask("/sandbox/clock", { headers: bearer(tokens.always) }),
    503,
    ({ body }) => body.error.code,
  ],
  [
    "a link's page",
    () => ask(`/pay/${"x".repeat(48)}`),
    503,
    ({ body }) => /<h1[^>]*>([^<]*)/.exec(body)?.[1],
  ],
  [
    "a bank's callback",
    () => ask(`/banks/${merchant.merchantId}/meghdoot/callbacks`, { method: "POST", body: "{}" }),
    503,
    ({ body }) => typeof body.error.message,
  ],
  ["readiness", () => ask("/readyz"), 503, ({ body }) => body.status],
];

const CODES: Readonly<Record<string, string>> = {
  "classic, rest": "503",
  "classic, always 200": "503",
  "classic, of a caller whom this process never saw": "503",
  "classic, for a token": "503",
  v2: "service_unavailable",
  dashboard: "unavailable",
  sandbox: "sandbox.unavailable",
  "a link's page": "This page is not available at the moment",
  "a bank's callback": "string",
  readiness: "the database does not answer",
};

async function v2(way: string): Promise<Told> {
  const { status, headers, body } = await askV2(client, way, { address, body: soundOrderV2() });
  return { status, retryAfter: Number(headers.get("retry-after")), body };
}

async function ofDashboard(name: string): Promise<Told> {
  const { status, headers, body } = await member.call(name);
  return { status, retryAfter: Number(headers["retry-after"]), body };
}

test("without the database every surface says 503 in its own words, and when to come again", async () => {
  // The process must know the status modes of these two callers.
  for (const token of [tokens.always, tokens.rest])
    await ask("/payout/v1/getBalance", { headers: bearer(token) });
  database.cut();
  for (const [name, call, status, code] of CALLS) {
    const told = await call();
    assert.deepEqual([told.status, code(told)], [status, CODES[name]], name);
    assert.ok(told.retryAfter > 0, name);
    assert.doesNotMatch(JSON.stringify(told.body), /internal error|re-initiate/i, name);
  }
  assert.equal((await ask("/healthz")).status, 200);
});

test("once the database is back so is the service, and an order that was turned away is taken once", async () => {
  database.restore();
  assert.equal((await ask("/readyz")).status, 200);
  const place = () => ask("/payout/v1/directTransfer", { ...order("t1"), headers: bearer(tokens.rest) });
  const first = await place();
  assert.equal(first.body.subCode, "412", first.body.message);
  for (const [name, call] of CALLS) assert.notEqual((await call()).status, 503, name);
});
