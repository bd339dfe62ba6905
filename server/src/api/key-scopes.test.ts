/** What key pairs of each scope may call: every operation of the contracts, and what happens between two scopes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { changeKeyScope, KEY_SCOPES, scopeCovers, type KeyScope } from "#access";
import { askV2 } from "#test/v2-client";
import { makeWorld } from "#test/world";
import { operations, operationsV2 } from "./index.ts";
import { addBeneficiary } from "./literals/requests.ts";
import { freshId, openStage, type Client, type Heard } from "./literals/stage.ts";

const world = await makeWorld();
const stage = await openStage(world);

async function makeClient(scope: KeyScope): Promise<Client> {
  const client = await stage.makeClient("rest");
  await changeKeyScope(world.ctx, client.merchant.merchantId, { scope });
  return client;
}

/** The operations that only read; all others change something, cost something or pay. */
const READING = new Set(
  `verifyToken getBeneficiary getBeneId beneHistory getIfsc getBankValidationStatus getBulkValidationStatus
   getTransferStatus getTransfers getRecallStatus getRecallLetter getBatchTransferStatus listBatchFiles getBatchFile
   getBatchFileResult getBatchTemplate getCashgramStatus postCashgramStatus getBalance getStatement incidents downtimes
   requestReport listReports getReport getReportFile getNotifications getTransfer getBatchTransfer`.split(
    /\s+/,
  ),
);
const PREPARING = new Set(["addBeneficiary", "createBeneficiary"]);

const neededFor = (name: string): KeyScope =>
  READING.has(name) ? "read" : PREPARING.has(name) ? "draft" : "pay";

test("every operation declares the scope that a list written by hand has for it", () => {
  for (const operation of [...operations, ...operationsV2]) {
    if ("access" in operation && operation.access === "open") continue;
    assert.equal(operation.scope, neededFor(operation.name), operation.name);
  }
});

const isBeyond = ({ body }: Heard): boolean => /scope/.test(String(body.message));

for (const scope of KEY_SCOPES) {
  test(`${scope}: each call of every version is refused that the scope does not cover, and no other`, async () => {
    const client = await makeClient(scope);
    for (const { name, access, method, path, versions } of operations) {
      if (access === "open") continue;
      for (const version of versions) {
        const url = `/${version}${path.replaceAll(/\{\w+\}/g, "x")}`;
        const heard = await client.call(method, url, method === "GET" ? {} : { body: {} });
        const needed = neededFor(name);
        const told = `${name} ${version}: ${JSON.stringify(heard.body)}`;
        assert.equal(isBeyond(heard), !scopeCovers(scope, needed), told);
        if (isBeyond(heard)) assert.deepEqual([heard.httpStatus, heard.body.subCode], [422, "422"], told);
        if (isBeyond(heard)) assert.match(String(heard.body.message), new RegExp(needed));
      }
    }
    for (const { name, method, path } of operationsV2) {
      const heard = await askV2(client, `${method} ${path}`, method === "GET" ? {} : { body: {} });
      const isRefused = heard.body["code"] === "scope_missing";
      assert.equal(isRefused, !scopeCovers(scope, neededFor(name)), `${name} of v2`);
      if (isRefused) assert.equal(heard.status, 403);
    }
  });
}

test("a scope that is narrowed holds for the very next order, though its caller was known", async () => {
  const client = await stage.makeClient("rest");
  const beneId = await addBeneficiary(client, {});
  const order = () => {
    const body = { beneId, amount: "10.00", transferId: freshId("scope") };
    return client.call("POST", "/v1/requestTransfer", { body });
  };
  assert.equal((await order()).body.status, "SUCCESS");
  const { merchantId } = client.merchant;
  await changeKeyScope(world.ctx, merchantId, { scope: "read" });
  const refused = await Promise.all([order(), order(), order()]);
  assert.ok(refused.every(isBeyond));
  const count = async () =>
    (await world.look("select from transfers.transfer where merchant_id = $1", [merchantId])).length;
  assert.equal(await count(), 1);
  await changeKeyScope(world.ctx, merchantId, { scope: "pay" });
  assert.equal((await order()).body.status, "SUCCESS");
  assert.equal(await count(), 2);
});

test("key pairs may pay unless something else is said, and each change is an audit record", async () => {
  const { merchant } = await stage.makeClient("rest");
  const change = (scope: KeyScope) => changeKeyScope(world.ctx, merchant.merchantId, { scope });
  await change("pay");
  await change("draft");
  await change("pay");
  const records = await world.look<{ detail: unknown }>(
    `select detail from audit.record
     where merchant_id = $1 and action = 'access.api_client_scope_changed'
     order by seq`,
    [merchant.merchantId],
  );
  assert.deepEqual(
    records.map(({ detail }) => detail),
    [
      { before: "pay", after: "draft" },
      { before: "draft", after: "pay" },
    ],
  );
});
