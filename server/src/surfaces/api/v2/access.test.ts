/** Authentication and rate limits of the v2 API, and the headers of every answer. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { changeApiClient, changeMerchant, resetApiClient } from "#access";
import { operationsV2 } from "#api";
import { withinOneMinute } from "#test/within-one-minute";
import { makeWorld } from "#test/world";
import { askV2, freshId, openBreakableDatabase, openV2, soundOrderV2 } from "#test/v2-client";

const world = await makeWorld();
const client = await openV2(world);
const { ctx } = world;
const UNKNOWN = { query: { transfer_id: "nobody" } };

const ask = (headers: Record<string, string>, who = client) =>
  askV2(who, "GET /transfers", { ...UNKNOWN, headers });

const tokens = async (): Promise<number> => {
  const [row] = await world.look<{ count: number }>("select count(*)::int as count from access.token");
  return row!.count;
};

test("id and secret are asked for by every operation, and no token is made", async () => {
  const before = await tokens();
  const wrong: [Record<string, string>, number, string, string][] = [
    [{ "x-client-id": "" }, 401, "authentication_error", "x-client-id_missing"],
    [{ "x-client-secret": "" }, 401, "authentication_error", "x-client-secret_missing"],
    [{ "x-client-secret": "wrong" }, 401, "authentication_error", "authentication_failed"],
    [{ "x-client-id": "vk_nobody" }, 401, "authentication_error", "authentication_failed"],
  ];
  for (const { method, path } of operationsV2) {
    for (const [headers, status, type, code] of wrong) {
      const other = headers["x-client-secret"] === "wrong" ? await client.another() : client;
      const heard = await askV2(other, `${method} ${path}`, {
        headers,
        ...(method === "POST" ? { body: soundOrderV2() } : {}),
      });
      assert.deepEqual([heard.status, heard.body.type, heard.body.code], [status, type, code]);
      assert.equal(heard.headers.get("x-ratelimit-limit"), null);
    }
  }
  const made = (await tokens()) - before;
  // Every other client got a token from the classic API when it was made.
  assert.equal(made, operationsV2.length);
});

test("another merchant's secret is a wrong one", async () => {
  const other = await client.another();
  const { status, body } = await ask({ "x-client-secret": other.merchant.clientSecret });
  assert.deepEqual([status, body.code], [401, "authentication_failed"]);
});

test("too many wrong secrets, and even the right one is refused", async () => {
  const other = await client.another();
  const codes = new Set<unknown>();
  let last = await ask({ "x-client-secret": "wrong" }, other);
  for (let tries = 0; tries < 200 && last.status !== 429; tries += 1) {
    codes.add(last.body.code);
    last = await ask({ "x-client-secret": "wrong" }, other);
  }
  assert.deepEqual([...codes], ["authentication_failed"]);
  assert.deepEqual(
    [last.status, last.body.type, last.body.code],
    [429, "authentication_error", "too_many_attempts"],
  );
  assert.equal(last.headers.get("retry-after"), "60");
});

test("a reset secret ends at once, in calls that come together too", async () => {
  const other = await client.another();
  assert.equal((await ask({}, other)).status, 404);
  const keys = await resetApiClient(ctx, other.merchant.merchantId);
  const heard = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      ask(index % 2 === 0 ? {} : { "x-client-secret": keys.clientSecret }, other),
    ),
  );
  assert.deepEqual(
    heard.map(({ status }) => status),
    [401, 404, 401, 404, 401, 404],
  );
});

test("the allowlist and the switch of the APIs hold as for the classic API", async () => {
  const far = await client.another();
  await changeApiClient(ctx, far.merchant.merchantId, { ipAllowlist: ["192.0.2.1"] });
  const heard = await ask({}, far);
  assert.deepEqual([heard.status, heard.body.code], [403, "ip_validation_failed"]);
  const off = await client.another();
  await changeMerchant(ctx, off.merchant.merchantId, { settings: { apisEnabled: false } });
  const { status, body } = await ask({}, off);
  assert.deepEqual([status, body.type, body.code], [403, "invalid_request_error", "apis_not_enabled"]);
});

test("calls count together with those of the classic API, and the headers say how many are left", async () => {
  await withinOneMinute(world, async () => {
    const other = await client.another();
    await changeApiClient(ctx, other.merchant.merchantId, { ratePerMinute: 10 });
    const heard = [await ask({}, other)];
    for (let calls = 0; calls < 40 && heard.at(-1)!.status !== 429; calls += 1)
      heard.push(await ask({}, other));
    const { status, body, headers } = heard.at(-1)!;
    assert.deepEqual([status, body.type, body.code], [429, "invalid_request_error", "too_many_requests"]);
    assert.equal(headers.get("x-ratelimit-remaining"), "0");
    assert.ok(Number(headers.get("x-ratelimit-retry")) >= 1);
    assert.equal(headers.get("retry-after"), headers.get("x-ratelimit-retry"));
    for (const { headers: before } of heard.slice(0, -1)) {
      assert.equal(before.get("x-ratelimit-limit"), "10");
      assert.equal(before.get("x-ratelimit-retry"), "0");
    }
    const { token } = other;
    const classic = await fetch(`${other.stage.address}/payout/v1/getBalance`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { subCode } = (await classic.json()) as { subCode: string };
    assert.equal(subCode, "429");
  });
});

test("the version is named in every answer; any date is taken, and nothing else", async () => {
  for (const version of ["2024-01-01", "2023-08-01", ""]) {
    const { status, headers } = await ask({ "x-api-version": version });
    assert.deepEqual([status, headers.get("x-api-version")], [404, "2024-01-01"]);
  }
  const { status, body } = await ask({ "x-api-version": "v2" });
  assert.deepEqual([status, body.code], [400, "x-api-version_invalid"]);
});

test("the request's id comes back, or one of ours", async () => {
  const id = freshId("request");
  assert.equal((await ask({ "x-request-id": id })).headers.get("x-request-id"), id);
  assert.match((await ask({})).headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/);
});

test("the statuses are real whatever the mode of the key pair, and other headers do no harm", async () => {
  assert.equal(client.statusMode, "always-200");
  const heard = await ask({ "x-sdk-platform": "nodejs-sdk", "content-type": "text/plain" });
  assert.equal(heard.status, 404);
  assert.equal(heard.headers.get("content-type"), "application/json; charset=utf-8");
});

test("other methods answer 405 with those that there are, and paths below 404", async () => {
  const ways: [string, number, string | null][] = [
    ["PUT /transfers", 405, "POST, GET"],
    ["OPTIONS /transfers", 405, "POST, GET"],
    ["HEAD /transfers", 405, "POST, GET"],
    ["DELETE /transfers/batch", 405, "POST, GET"],
    ["PATCH /beneficiary", 405, "POST, GET, DELETE"],
    ["GET /transfers/t1", 404, null],
    ["POST /beneficiary/b1", 404, null],
  ];
  for (const [way, status, allow] of ways) {
    const heard = await askV2(client, way);
    assert.deepEqual([heard.status, heard.headers.get("allow")], [status, allow], way);
    assert.equal(heard.headers.get("access-control-allow-origin"), null);
  }
});

test("a body is one JSON object, not too large, and no key twice", async () => {
  const bad = ["", "[]", "{", '"x"', '{"transfer_id":"a","transfer_id":"b"}', '{"__proto__":{}}'];
  for (const text of bad) {
    const { status, body } = await askV2(client, "POST /transfers", { text });
    assert.deepEqual([status, body.code], [400, "request_body_invalid"], text);
  }
  const { status, body } = await askV2(client, "POST /transfers", {
    text: `{"x":"${"x".repeat(1_100_000)}"}`,
  });
  assert.deepEqual([status, body.code], [413, "request_body_too_large"]);
});

test("without a database no caller can be authenticated: all are asked to come again", async () => {
  const database = await openBreakableDatabase(world);
  const address = await client.stage.openServer(database.url);
  database.cut();
  for (const { method, path } of operationsV2) {
    const body = method === "POST" ? { body: soundOrderV2() } : {};
    const heard = await askV2(client, `${method} ${path}`, { address, ...body });
    assert.deepEqual(
      [heard.status, heard.body.type, heard.body.code],
      [503, "api_error", "service_unavailable"],
    );
    assert.ok(Number(heard.headers.get("retry-after")) > 0);
  }
});

test("a database that refuses authenticates no caller, and the reason stays inside", async () => {
  const database = await openBreakableDatabase(world);
  const address = await client.stage.openServer(database.url);
  database.spoil();
  const heard = await askV2(client, "POST /transfers", { body: soundOrderV2(), address });
  assert.deepEqual(
    [heard.status, heard.body],
    [
      500,
      {
        type: "authentication_error",
        code: "internal_server_error",
        message: "Unable to authenticate the request",
      },
    ],
  );
});

test("an address that cannot be read is answered in the words of v2", async () => {
  const { hostname, port } = new URL(client.stage.address);
  const { request } = await import("node:http");
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const sent = request({ hostname, port, path: "/payout/transfers/%E0%A4%A", method: "GET" }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.on("error", reject).end();
  });
  assert.equal(status, 400);
});
