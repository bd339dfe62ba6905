/** The operations of the contracts that key pairs of each scope may call, and changes between two scopes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { KEY_SCOPES, scopeCovers, type KeyScope, type KeyTermsChange } from "#access";
import { requestKeyScope } from "#approvals";
import type { Actor } from "#audit";
import type { PayeeInput } from "#beneficiaries";
import { openBankAccount } from "#fund-sources";
import { newId } from "#lib/ids";
import { acceptTransfer, runtimeOf } from "#transfers";
import { clearOfMidnight } from "#test/clear-of-midnight";
import { makeMembers } from "#test/make-members";
import { askV2 } from "#test/v2-client";
import { makeWorld } from "#test/world";
import { operations, operationsV2 } from "./index.ts";
import { addBeneficiary, freshAccount } from "#test/literals/requests";
import { magic } from "#test/literals/send-orders";
import { freshId, openStage, type Client, type ClientOptions, type Heard } from "#test/literals/stage";

const world = await makeWorld();
const stage = await openStage(world);

async function makeClient(scope: KeyScope): Promise<Client> {
  const client = await stage.makeClient("rest");
  await requestKeyScope(world.ctx, client.merchant.merchantId, { scope });
  return client;
}

/** The operations that only read; all others change something, cost something or pay. */
const READING = new Set(
  `verifyToken getBeneficiary listBeneficiaries getBeneId beneHistory getIfsc getBankValidationStatus
   getBulkValidationStatus getTransferStatus getTransfers getRecallStatus getRecallLetter
   getBatchTransferStatus listBatchFiles getBatchFile getBatchFileResult getBatchTemplate getCashgramStatus
   postCashgramStatus getBalance getStatement incidents downtimes requestReport listReports getReport
   getReportFile getNotifications getTransfer getBatchTransfer`.split(/\s+/),
);
const PREPARING = new Set(
  `addBeneficiary createBeneficiary requestTransfer requestAsyncTransfer directTransfer cardpay createTransfer
   requestBatchTransfer uploadBatchFile cloneBatchFile createBatchTransfer`.split(/\s+/),
);

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
  await requestKeyScope(world.ctx, merchantId, { scope: "read" });
  const refused = await Promise.all([order(), order(), order()]);
  assert.ok(refused.every(isBeyond));
  const count = async () =>
    (await world.look("select from transfers.transfer where merchant_id = $1", [merchantId])).length;
  assert.equal(await count(), 1);
  await requestKeyScope(world.ctx, merchantId, { scope: "pay" });
  assert.equal((await order()).body.status, "SUCCESS");
  assert.equal(await count(), 2);
});

test("key pairs may pay unless something else is said, and each change is an audit record", async () => {
  const { merchant } = await stage.makeClient("rest");
  const change = (scope: KeyScope) => requestKeyScope(world.ctx, merchant.merchantId, { scope });
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
      { before: terms("pay"), after: terms("draft") },
      { before: terms("draft"), after: terms("pay") },
    ],
  );
});

const terms = (scope: KeyScope) => ({ scope, fundSourceIds: "", dayLimitPaise: "" });

/** Makes a client with keys of these terms and a beneficiary, and a function that sends an order. */
async function makeLimited(change: KeyTermsChange, options: ClientOptions = {}) {
  const client = await stage.makeClient("rest", options);
  const { merchantId } = client.merchant;
  const beneId = await addBeneficiary(client, {});
  const limit = (more: KeyTermsChange) => requestKeyScope(world.ctx, merchantId, more);
  await limit(change);
  const order = async (amount: string, fields: object = {}, path = "/v1.2/requestTransfer") => {
    const body = { beneId, amount, transferId: freshId("limit"), ...fields };
    return (await client.call("POST", path, { body })).body;
  };
  const paid = () =>
    world.look<{ fundSourceId: string; status: string; paise: bigint }>(
      `select fund_source_id as "fundSourceId", status, amount_paise as paise
       from transfers.transfer where merchant_id = $1 order by reference_id`,
      [merchantId],
    );
  return { client, merchantId, beneId, limit, order, paid };
}

test("calls that come at once never order more than the day's limit, and what is refused keeps its id", async () => {
  await clearOfMidnight();
  const { order, paid, limit } = await makeLimited({ dayLimitPaise: 100_00n });
  const ids = Array.from({ length: 30 }, () => freshId("at_once"));
  const heard = await Promise.all(ids.map((transferId) => order("15.00", { transferId })));
  assert.equal(heard.filter(({ status }) => status === "SUCCESS").length, 6);
  const refused = ids.filter((_, index) => heard[index]!.status !== "SUCCESS");
  for (const { status, subCode, message } of heard.filter((one) => one.status !== "SUCCESS"))
    assert.deepEqual(
      [status, subCode, message],
      [
        "ERROR",
        "400",
        "Transfer limit for your account exceeded. The API keys can order Rs.100 a day; Rs.10 is left until " +
          "midnight in India.",
      ],
    );
  assert.equal((await order("10.00")).status, "SUCCESS", "what is left can be ordered to the last paisa");
  assert.equal((await order("1.00")).status, "ERROR");
  assert.equal((await paid()).length, 7);
  await limit({ dayLimitPaise: 200_00n });
  assert.equal((await order("15.00", { transferId: refused[0]! })).status, "SUCCESS");
});

test("a payment that fails gives its amount back, the next day starts anew, and members are not counted", async () => {
  await clearOfMidnight();
  const { client, merchantId, order, limit } = await makeLimited({ dayLimitPaise: 50_00n });
  const broken = await addBeneficiary(client, magic("909090909008"));
  assert.equal((await order("50.00", { beneId: broken })).status, "ERROR");
  assert.equal((await order("50.00")).status, "SUCCESS");
  assert.equal((await order("1.00")).subCode, "400");
  const orderOf = (maker: Actor) =>
    acceptTransfer(world.ctx, merchantId, {
      transferKey: freshId("member"),
      payee: { inline: { name: "Asha Rao", vpa: "success@upi" } as PayeeInput },
      amountPaise: 10_00n,
      mode: "upi",
      remarks: "",
      fundSourceId: null,
      createdBy: { maker, creator: "api" },
    });
  assert.equal((await orderOf(`member:${newId()}`)).kind, "accepted");
  assert.equal((await orderOf(`api-key:${client.merchant.clientId}`)).kind, "refused");
  await world.look("insert into lib.merchant_clock (merchant_id, offset_ms) values ($1, 24 * 3600 * 1000)", [
    merchantId,
  ]);
  assert.equal((await orderOf(`api-key:${client.merchant.clientId}`)).kind, "accepted");
  await limit({ dayLimitPaise: null });
  assert.equal((await orderOf(`api-key:${client.merchant.clientId}`)).kind, "accepted");
});

test("keys of one fund source pay from it where none is named, and from no other where one is", async () => {
  const { client, merchantId, beneId, order, paid } = await makeLimited(
    {},
    { bankIds: ["meghdoot", "purvasagar"] },
  );
  await openBankAccount(world.ctx, merchantId, {
    bankId: "meghdoot",
    name: "Salaries",
    ...freshAccount(),
    accountNumber: freshAccount().bankAccount,
    ifsc: "HDFC0000001",
    by: "system",
  });
  await requestKeyScope(world.ctx, merchantId, { fundSourceIds: ["BANK_1"] });
  await order("10.00");
  const named = await order("10.00", { paymentInstrumentId: "WALLET_1" });
  assert.match(named.message, /cannot pay from WALLET_1, only from BANK_1/);
  const { body } = await askV2(client, "POST /transfers", {
    body: {
      transfer_id: freshId("v2"),
      transfer_amount: 10,
      fundsource_id: "WALLET_1",
      beneficiary_details: { beneficiary_id: beneId },
    },
  });
  assert.equal(body["code"], "fundsource_id_not_allowed");
  assert.deepEqual(new Set((await paid()).map((one) => one.fundSourceId)), new Set(["BANK_1"]));
});

test("keys that may only draft pay no one before a member agrees, whatever call they make", async () => {
  const { client, merchantId, beneId, order, paid, limit } = await makeLimited({ scope: "draft" });
  const { message } = await order("10.00");
  assert.match(message, /can only draft payments, and no member can approve them/);
  assert.equal((await paid()).length, 0);
  const { organizationId } = client.merchant;
  const { asha } = await makeMembers(world.ctx, organizationId, { asha: "approver" });
  await world.look("update access.member set password_hash = '$argon2id$x' where member_id = $1", [asha]);
  const said = await order("10.00");
  assert.deepEqual(
    [said.status, said.subCode, said.message],
    ["PENDING", "201", "Transfer request is waiting for approval"],
  );
  const email = "asha@example.com";
  const beneDetails = {
    name: "Asha Rao",
    email,
    phone: "9876543210",
    vpa: "success@upi",
    address1: "12 MG Road",
  };
  const direct = { beneId: undefined, beneDetails, transferMode: "upi" };
  for (const version of ["v1", "v1.2"]) {
    await order("11.00", {}, `/${version}/requestTransfer`);
    await order("12.00", {}, `/${version}/requestAsyncTransfer`);
    await order("13.00", direct, `/${version}/directTransfer`);
  }
  const { body } = await askV2(client, "POST /transfers", {
    body: {
      transfer_id: freshId("v2"),
      transfer_amount: 14,
      beneficiary_details: { beneficiary_id: beneId },
    },
  });
  assert.equal(body["status"], "APPROVAL_PENDING");
  const made = await paid();
  assert.deepEqual(
    [made.length, new Set(made.map(({ status }) => status))],
    [8, new Set(["awaiting_approval"])],
  );
  await limit({ scope: "pay" });
  assert.equal((await order("10.00")).status, "SUCCESS");
  await runtimeOf(world.ctx).idle();
  assert.equal((await paid()).filter(({ status }) => status === "awaiting_approval").length, 8, merchantId);
});
