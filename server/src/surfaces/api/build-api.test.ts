import assert from "node:assert/strict";
import { test } from "node:test";
import { makeWorld } from "#test/world";
import { openStage, type Client } from "#test/literals/stage";
import { buildApi } from "./build-api.ts";
import { flightKindOf } from "./let-in.ts";
import { operations } from "./operations/index.ts";
import { operationsV2 } from "./v2/index.ts";
import { addBeneficiary, soundBeneficiary } from "#test/literals/requests";
import { sendOrder } from "#test/literals/send-orders";

const world = await makeWorld();
const stage = await openStage(world);
const rest = await stage.makeClient("rest");
const always200 = await stage.makeClient("always-200");

const UNKNOWN = { status: "ERROR", subCode: "405", message: "Invalid request URL or HTTP method" };
const UNREADABLE = { status: "ERROR", subCode: "412", message: "Post data is empty or not a valid JSON" };

test("an unknown path or method answers 405 in the envelope", async () => {
  const strays: [string, string][] = [
    ["GET", "/v1/nothing"],
    ["POST", "/v1.1/requestTransfer"],
    ["GET", "/v1"],
    ["GET", "/v1.2/"],
    ["GET", "/v1/authorize"],
    ["POST", "/v1/getBalance"],
    ["PUT", "/v1/addBeneficiary"],
    ["DELETE", "/v1/getBeneficiary/x"],
    ["OPTIONS", "/v1/requestTransfer"],
    ["PATCH", "/v1.2/requestTransfer"],
    ["GET", "/v1/getBeneficiary/x/y"],
    ["GET", "/v1/GETBALANCE"],
    ["GET", "/v1/%00"],
    ["GET", "/v1/%zz"],
    ["POST", "/v1.4/requestTransfer"],
    ["GET", "/v2/getBalance"],
    ["PUT", "/v3"],
  ];
  for (const [method, path] of strays) {
    const heard = await rest.call(method, path);
    assert.deepEqual([heard.httpStatus, heard.body], [405, UNKNOWN], `${method} ${path}`);
    assert.equal((await always200.call(method, path)).httpStatus, 200, `${method} ${path}`);
    assert.equal((await rest.call(method, path, { token: null })).httpStatus, 405);
  }
});

test("every operation that a kind of slots is kept for is mounted with its kind", async () => {
  const app = buildApi(world.ctx);
  const kinds = new Map<string, string | undefined>();
  app.addHook("onRoute", ({ method, url, config }) => {
    kinds.set(`${String(method)} ${url}`, config?.kind);
  });
  await app.ready();
  for (const { name, method, path, versions, file } of operations)
    assert.equal(
      kinds.get(`${method} /payout/${versions[0]!}${path.replace(/\{(\w+)\}/g, ":$1")}`) ?? "quick",
      flightKindOf({ name, file }),
      name,
    );
  for (const { name, method, path, file } of operationsV2)
    assert.equal(kinds.get(`${method} /payout${path}`), flightKindOf({ name, file }), name);
  await app.close();
});

test("an id of any length that a request can have is unknown", async () => {
  for (const client of [rest, always200]) {
    const heard = await client.call("GET", `/v1/getBeneficiary/${"x".repeat(12_000)}`);
    assert.equal(heard.body.message, "Beneficiary does not exist");
    assert.equal(heard.httpStatus, client === rest ? 404 : 200);
  }
});

test("broken JSON answers 412 in the envelope, once the caller is known", async () => {
  const posts = [
    "/v1/addBeneficiary",
    "/v1/removeBeneficiary",
    "/v1/requestTransfer",
    "/v1.2/directTransfer",
  ];
  const texts = ["", "{", "[]", "null", '"x"', '{"beneId":"a","beneId":"b"}', '{"__proto__":{}}'];
  for (const path of posts) {
    for (const text of texts) {
      const heard = await rest.call("POST", path, { text });
      assert.deepEqual([heard.httpStatus, heard.body], [412, UNREADABLE], `${path} ${text}`);
      assert.equal((await always200.call("POST", path, { text })).httpStatus, 200);
    }
    assert.equal(
      (await rest.call("POST", path, { text: "{", token: null })).body.message,
      "Token missing in the request",
    );
  }
});

test("a body may have 1 MB, and no more", async () => {
  const body = (size: number): string => {
    const text = JSON.stringify({ beneId: "nobody", filler: "" });
    return text.replace('""', `"${"x".repeat(size - text.length)}"`);
  };
  const at = await rest.call("POST", "/v1/removeBeneficiary", { text: body(1_048_576) });
  assert.equal(at.body.subCode, "404");
  for (const client of [rest, always200]) {
    const above = await client.call("POST", "/v1/removeBeneficiary", { text: body(1_048_577) });
    assert.equal(above.body.subCode, "413");
    assert.equal(above.httpStatus, client === rest ? 413 : 200);
  }
});

test("the request's id comes back when it is fit to, and is made otherwise", async () => {
  const idOf = async (client: Client, id: string): Promise<string | null> =>
    (await client.call("GET", "/v1/getBalance", { headers: { "x-request-id": id } })).headers.get(
      "x-request-id",
    );
  assert.equal(await idOf(rest, "abc-123"), "abc-123");
  assert.equal(await idOf(rest, "x".repeat(100)), "x".repeat(100));
  assert.match((await idOf(rest, "x".repeat(101))) ?? "", /^[0-9a-f-]{36}$/);
  assert.match((await idOf(rest, "caf\u00e9")) ?? "", /^[0-9a-f-]{36}$/);
});

test("every answer to a caller says how many calls are left", async () => {
  const { headers } = await rest.call("GET", "/v1/getBalance");
  assert.equal(headers.get("ratelimit-limit"), "1000000");
  for (const name of ["ratelimit-remaining", "ratelimit-reset"])
    assert.match(headers.get(name) ?? "", /^\d+$/);
  assert.equal(headers.get("cache-control"), "no-store");
});

test("a forwarded address counts only when a trusted proxy says it", async () => {
  const forwarded = { "x-forwarded-for": "203.0.113.9" };
  const direct = await rest.call("POST", "/v1/verifyToken", { headers: forwarded });
  assert.equal(direct.body.message, "Token is valid");
  const trusting = { ...world.ctx, config: { ...world.ctx.config, trustProxy: ["127.0.0.1"] } };
  const app = buildApi(trusting);
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  world.onClose(() => app.close());
  const behind = await stage.makeClient("rest", { address });
  const other = await behind.call("POST", "/v1/verifyToken", { headers: forwarded });
  assert.equal(other.body.subCode, "403", "the token was issued to another address");
});

test("merchants see nothing of each other", async () => {
  const beneId = await addBeneficiary(rest);
  const { body } = await sendOrder(
    rest,
    { operation: "requestTransfer", version: "v1" },
    { fields: { beneId } },
  );
  const referenceId = String(body.data?.referenceId);
  const ask = async (method: string, path: string, asked = {}): Promise<string> =>
    (await always200.call(method, path, asked)).body.subCode;
  assert.equal(await ask("GET", `/v1/getBeneficiary/${beneId}`), "404");
  assert.equal(await ask("GET", "/v1/getTransferStatus", { query: { referenceId } }), "404");
  assert.equal(await ask("GET", "/v1/beneHistory", { query: { beneId } }), "422");
  assert.equal(await ask("POST", "/v1/removeBeneficiary", { body: { beneId } }), "404");
  assert.equal(
    await ask("POST", "/v1/requestTransfer", { body: { beneId, amount: 1, transferId: "other" } }),
    "404",
  );
  const { body: list } = await always200.call("GET", "/v1/getTransfers");
  assert.deepEqual(list.data, { transfers: [] });
});

test("fields that are none of the caller's business change nothing", async () => {
  const others = { status: "INVALID", merchantId: "x", beneficiaryId: "x", addedOn: "x", groupName: "x" };
  const body: Record<string, string> = { ...soundBeneficiary(), ...others };
  await rest.call("POST", "/v1/addBeneficiary", { body });
  const { body: answer } = await rest.call("GET", `/v1/getBeneficiary/${body.beneId}`);
  assert.equal(answer.data?.status, "VERIFIED");
  assert.equal(answer.data?.groupName, "DEFAULT");
});

test("no answer shows quotes within a string", async () => {
  const beneId = await addBeneficiary(rest, { name: 'Asha "AR" Rao \\' });
  const { body } = await rest.call("GET", `/v1/getBeneficiary/${beneId}`);
  assert.equal(body.data?.name, "Asha 'AR' Rao \\");
});
