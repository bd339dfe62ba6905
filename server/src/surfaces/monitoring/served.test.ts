/** A server serves the metrics that are declared, and logs a line for each call. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Writable } from "node:stream";
import { test } from "node:test";
import type { Context } from "#lib/context";
import { openDb } from "#lib/homes";
import { makeLog } from "#lib/log";
import { listMetrics } from "#monitoring";
import { makeWorld } from "#test/world";
import { serveHttp } from "../commands/serve-http.ts";
import { scrape, type Scraped } from "./test/scrape.ts";

const world = await makeWorld({ environment: { PORT: "0" } });

interface Line {
  readonly msg: string;
  readonly operation?: string;
  readonly [field: string]: unknown;
}

/** Returns a context whose log can be read. */
function listening(ctx: Context): { ctx: Context; text: () => string; calls: () => Line[] } {
  let text = "";
  const lines = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  const read = (): Line[] =>
    text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Line]));
  return {
    ctx: { ...ctx, log: makeLog("info", lines) },
    text: () => text,
    calls: () => read().filter(({ msg }) => msg === "call"),
  };
}

const CONTRACT = join(import.meta.dirname, "../../../../contract/metrics.json");

test("what is served is what is declared and published, each metric with its type and labels", async (context) => {
  const { port, close } = await serveHttp(world.ctx, null);
  context.after(close);
  const { types, samples } = await scrape(port);
  assert.deepEqual(
    [...types].filter(([name]) => name.startsWith("vitaran_")).toSorted(),
    listMetrics().map(({ name, type }) => [name, type]),
  );
  assert.deepEqual(JSON.parse(await readFile(CONTRACT, "utf8")), listMetrics());
  const labelsOf = new Map(listMetrics().map(({ name, labels }) => [name, labels]));
  for (const { name, labels } of samples) {
    const declared = labelsOf.get(name);
    if (declared !== undefined) assert.deepEqual(Object.keys(labels).toSorted(), declared.toSorted(), name);
  }
});

const countOf = (seen: Scraped, operation: string, outcome: string): number =>
  seen.sum("vitaran_calls_total", { operation, outcome }) ?? 0;

test("a call is counted by operation and outcome, timed, and logged without what it has sent", async (context) => {
  const { ctx, text, calls } = listening(world.ctx);
  const { port, close } = await serveHttp(ctx, null);
  context.after(close);
  const merchant = await world.makeMerchant({ balancePaise: 1_00n, statusMode: "always-200" });
  const call = (method: string, path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}${path}`, { method, headers });
  const authorize = "POST /payout/v1/authorize";
  const before = await scrape(port);
  const keys = { "x-client-id": merchant.clientId, "x-client-secret": merchant.clientSecret };
  const answer = (await (await call("POST", "/payout/v1/authorize", keys)).json()) as {
    data: { token: string };
  };
  const token = { authorization: `Bearer ${answer.data.token}` };
  const secret = "900090009000900";
  await call("GET", "/payout/v1/getBalance", { ...token, "x-request-id": "order-17" });
  await call("GET", `/payout/v1/getTransferStatus?transferId=${secret}`, {
    ...token,
    "x-request-id": secret,
  });
  await call("POST", "/payout/v1/authorize", { ...keys, "x-client-secret": "wrong" });
  await call("GET", `/payout/v1/${secret}`);
  for (const path of ["/healthz", "/readyz"]) await call("GET", path);
  const after = await scrape(port);
  const grown = (operation: string, outcome: string): number =>
    countOf(after, operation, outcome) - countOf(before, operation, outcome);
  assert.equal(grown(authorize, "ok"), 1);
  assert.equal(grown(authorize, "refused"), 1, "refused although the caller gets 200");
  assert.equal(grown("GET /payout/v1/getBalance", "ok"), 1);
  assert.equal(grown("other", "refused"), 1);
  const timed = { surface: "api", operation: "GET /payout/v1/getBalance" };
  assert.equal(after.sum("vitaran_call_duration_seconds_count", timed), 1);
  const logged = calls();
  assert.deepEqual(
    logged.map(({ operation, requestId, outcome, merchantId }) => [
      operation,
      operation?.includes("authorize") === true ? "" : requestId,
      outcome,
      merchantId === merchant.merchantId,
    ]),
    [
      [authorize, "", "ok", false],
      ["GET /payout/v1/getBalance", "order-17", "ok", true],
      ["GET /payout/v1/getTransferStatus", "given", "refused", true],
      [authorize, "", "refused", false],
      ["other", logged[4]!.requestId, "refused", false],
    ],
  );
  for (const line of logged) assert.ok(Number.isInteger(line.durationMs) && Number.isInteger(line.status));
  for (const word of [secret, merchant.clientSecret, answer.data.token])
    assert.ok(!text().includes(word), word);
});

test("a call that cannot be served is unavailable, also for a caller who gets 200 for everything", async (context) => {
  const { log, vault, config } = world.ctx;
  const db = openDb({ url: "postgres://nobody@127.0.0.1:9/nothing", connections: 2, log, vault });
  context.after(() => db.close());
  const { port, close } = await serveHttp(
    { ...world.ctx, db, config: { ...config, statusMode: "always-200" } },
    null,
  );
  context.after(close);
  const headers = { "x-client-id": "CF1", "x-client-secret": "secret" };
  const before = await scrape(port);
  const { status } = await fetch(`http://127.0.0.1:${port}/payout/v1/authorize`, { method: "POST", headers });
  const after = await scrape(port);
  assert.equal(after.sum("vitaran_home_up", { home: "first" }), 0);
  const operation = "POST /payout/v1/authorize";
  assert.equal(status, 200);
  assert.equal(countOf(after, operation, "unavailable") - countOf(before, operation, "unavailable"), 1);
});
