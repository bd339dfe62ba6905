/** The answers of the classic API to unknown callers, and the templates that known callers download. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { makeWorld } from "#test/world";
import { openStage } from "#test/literals/stage";

/** The first bytes of a file of each kind; a .csv file has no fixed ones. */
const BEGINNINGS: Readonly<Record<string, string>> = { csv: "", xls: "\xd0\xcf\x11\xe0", xlsx: "PK" };

const world = await makeWorld({ environment: { STATUS_MODE: "always-200" } });
const stage = await openStage(world);

test("an unknown caller is answered in the installation's mode, and a known one in its own", async () => {
  const client = await stage.makeClient("rest");
  const ask = async (headers: Record<string, string>, token: string | null = null) => {
    const { httpStatus, body } = await client.call("POST", "/v1/authorize", { headers, token });
    return [httpStatus, body.subCode];
  };
  assert.deepEqual(await ask({}), [200, "401"]);
  assert.deepEqual(await ask({ "x-client-id": "nobody", "x-client-secret": "wrong" }), [200, "401"]);
  assert.deepEqual(await ask({ "x-client-id": client.merchant.clientId, "x-client-secret": "wrong" }), [
    401,
    "401",
  ]);
  const without = await client.call("GET", "/v1/getBalance", { token: null });
  assert.deepEqual([without.httpStatus, without.body.subCode], [200, "412"]);
  const forged = await client.call("GET", "/v1/getBalance", { token: "none" });
  assert.deepEqual([forged.httpStatus, forged.body.subCode], [200, "403"]);
  const lost = await client.call("GET", "/v1/nowhere", { token: null });
  assert.deepEqual([lost.httpStatus, lost.body.subCode], [200, "405"]);
});

test("the template of every format can be downloaded as .csv, .xls and .xlsx", async () => {
  const client = await stage.makeClient("rest");
  for (const format of ["BANK_ACCOUNT", "BENEFICIARIES"]) {
    for (const type of ["csv", "xls", "xlsx"]) {
      const response = await fetch(`${stage.address}/payout/v1.2/batchTemplates/${format}?type=${type}`, {
        headers: { authorization: `Bearer ${client.token}` },
      });
      assert.equal(response.status, 200);
      assert.match(
        response.headers.get("content-disposition")!,
        new RegExp(`${format.toLowerCase()}\\.${type}"`),
      );
      const bytes = Buffer.from(await response.arrayBuffer());
      assert.ok(bytes.toString("latin1").startsWith(BEGINNINGS[type]!), `${format} ${type}`);
    }
  }
});
