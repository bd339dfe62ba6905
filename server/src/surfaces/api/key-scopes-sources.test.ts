/** The answers to keys that are limited to some fund sources. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { buildApi } from "#api";
import type { PayeeInput } from "#beneficiaries";
import { mountDeveloper } from "#developer";
import { mountMcp } from "#mcp";
import { newId } from "#lib/ids";
import { makeReports } from "#reports";
import { mountSandbox } from "#sandbox";
import { acceptTransfer, runtimeOf } from "#transfers";
import { clearOfMidnight } from "#test/clear-of-midnight";
import { askV2 } from "#test/v2-client";
import { makeWorld } from "#test/world";
import { addBeneficiary, reportOrder } from "#test/literals/requests";
import { credentials, freshId, openStage, type Client } from "#test/literals/stage";
import { get, limit, makeTwoSources, payBatch, rowsOf } from "#test/literals/two-sources";

await clearOfMidnight();
const world = await makeWorld();
const stage = await openStage(world);
const app = buildApi(world.ctx);
mountMcp(app, world.ctx, { docs: () => [] });
mountDeveloper(app, world.ctx);
mountSandbox(app, world.ctx, { simulatorUrl: "http://127.0.0.1:1" });
world.onClose(() => app.close());

async function order(client: Client, fundSourceId: string, beneId: string): Promise<string> {
  const transferId = freshId("order");
  const body = { beneId, amount: "10.00", transferId, paymentInstrumentId: fundSourceId };
  await client.call("POST", "/v1.2/requestTransfer", { body });
  return transferId;
}

async function orderByMember(client: Client, fundSourceId: string): Promise<string> {
  const transferKey = freshId("member");
  const { kind } = await acceptTransfer(world.ctx, client.merchant.merchantId, {
    transferKey,
    payee: { inline: { name: "Asha Rao", vpa: "success@upi" } as PayeeInput },
    amountPaise: 10_00n,
    mode: "upi",
    remarks: "",
    fundSourceId,
    createdBy: { maker: `member:${newId()}`, creator: "member" },
  });
  assert.equal(kind, "accepted");
  await runtimeOf(world.ctx).idle();
  return transferKey;
}

/** Returns the messages of the answers to calls of these paths. */
const said = async (client: Client, paths: readonly string[]): Promise<string[]> => {
  const heard = await Promise.all(paths.map((path) => get(client, path)));
  return heard.map(({ message }) => message);
};

test("an account that keys may not use is unknown to every call, and the default is one that they may", async () => {
  const client = await makeTwoSources(stage);
  const wallet = (await get(client, "/v1/getBalance")).data;
  await limit(client, { fundSourceIds: ["BANK_1"] });
  const of = (id: string) =>
    ["getBalance", "getStatement", "downtimes"].map((call) => `/v1.2/${call}?paymentInstrumentId=${id}`);
  const unknown = "Specified paymentInstrumentId not available";
  assert.deepEqual(await said(client, of("WALLET_1")), [unknown, unknown, unknown]);
  assert.deepEqual(await said(client, of("BANK_9")), [unknown, unknown, unknown]);
  assert.ok((await said(client, of("BANK_1"))).every((message) => message !== unknown));
  for (const version of ["v1", "v1.2"]) {
    const { data } = await get(client, `/${version}/getBalance`);
    assert.ok(data !== undefined);
    assert.notDeepEqual(data, wallet);
  }
  const statement = (await get(client, "/v1.2/getStatement")).data as { fundSource: object };
  assert.equal((statement.fundSource as { paymentInstrumentId: string }).paymentInstrumentId, "BANK_1");
  const threshold = { minimumBalance: "5.00", paymentInstrumentId: "WALLET_1" };
  assert.equal((await client.call("POST", "/v1.2/setThreshold", { body: threshold })).body.message, unknown);
  await limit(client, { fundSourceIds: ["BANK_1", "WALLET_1"] });
  assert.deepEqual((await get(client, "/v1/getBalance")).data, wallet);
});

test("lists leave out what other accounts paid; by its id a program finds its own, and no member's", async () => {
  const client = await makeTwoSources(stage);
  const beneId = await addBeneficiary(client, {});
  const [own, allowed] = [await order(client, "WALLET_1", beneId), await order(client, "BANK_1", beneId)];
  const members = await orderByMember(client, "WALLET_1");
  const shared = await orderByMember(client, "BANK_1");
  const shown = (transferId: string) => get(client, "/v1.2/getTransferStatus", { transferId });
  const reference = (await shown(members)).data!.transfer as { referenceId: string };
  const listed = async () => ((await get(client, "/v1/getTransfers")).data!.transfers as object[]).length;
  const history = async () =>
    ((await get(client, "/v1/beneHistory", { beneId })).data!.transfers as object[]).length;
  assert.deepEqual([await listed(), await history()], [4, 2]);
  await limit(client, { fundSourceIds: ["BANK_1"] });
  assert.deepEqual([await listed(), await history()], [2, 1]);
  const { body: repeated } = await client.call("POST", "/v1.2/requestTransfer", {
    body: { beneId, amount: "10.00", transferId: own, paymentInstrumentId: "WALLET_1" },
  });
  assert.doesNotMatch(repeated.message, /not exist/);
  for (const transferId of [own, allowed, shared]) assert.equal((await shown(transferId)).subCode, "200");
  for (const query of [{ transferId: members }, { referenceId: reference.referenceId }]) {
    assert.equal((await get(client, "/v1.2/getTransferStatus", query)).subCode, "404");
    assert.equal((await client.call("POST", "/v1.2/cancelTransfer", { body: query })).body.subCode, "404");
    const recall = { ...query, reason: "WRONG_BENEFICIARY" };
    assert.equal((await client.call("POST", "/v1.2/requestRecall", { body: recall })).body.subCode, "404");
  }
  const v2 = async (transferId: string) =>
    (await askV2(client, "GET /transfers", { query: { transfer_id: transferId } })).body["code"];
  assert.deepEqual([await v2(members), await v2(own)], ["transfer_id_not_found", undefined]);
});

test("reports of limited keys have rows of their accounts alone, and reports about others are not there", async () => {
  const client = await makeTwoSources(stage);
  const { merchantId } = client.merchant;
  const beneId = await addBeneficiary(client, {});
  await order(client, "WALLET_1", beneId);
  await order(client, "BANK_1", beneId);
  await orderByMember(client, "WALLET_1");
  const ask = async (changes: object) =>
    (await client.call("POST", "/v1.2/reports", { body: { ...reportOrder(), ...changes } })).body;
  const idOf = async (changes: object) => String((await ask(changes)).data?.reportId);
  const statement = { type: "account_statement", columns: undefined };
  const [whole, ofBank] = [await idOf({}), await idOf({ ...statement, paymentInstrumentId: "BANK_1" })];
  await limit(client, { fundSourceIds: ["BANK_1"] });
  const [narrow, byDefault] = [await idOf({}), await idOf(statement)];
  assert.equal(
    (await ask({ ...statement, paymentInstrumentId: "WALLET_1" })).message,
    "Specified paymentInstrumentId not available",
  );
  await makeReports(world.ctx, merchantId);
  const rows = async (id: string) => (await get(client, `/v1.2/reports/${id}`)).data?.rowCount;
  assert.deepEqual([await rows(whole), await rows(narrow)], [undefined, 1]);
  assert.equal((await get(client, `/v1.2/reports/${whole}/file`)).message, "Report does not exist");
  assert.equal((await get(client, `/v1.2/reports/${byDefault}`)).data?.paymentInstrumentId, "BANK_1");
  const listed = (await get(client, "/v1.2/reports")).data!.reports as { reportId: string }[];
  assert.deepEqual(new Set(listed.map(({ reportId }) => reportId)), new Set([ofBank, narrow, byDefault]));
});

test("an assistant, developer's tools and the sandbox's controls tell limited keys no more than the API", async () => {
  const client = await makeTwoSources(stage);
  const beneId = await addBeneficiary(client, {});
  const allowed = await order(client, "BANK_1", beneId);
  const members = await orderByMember(client, "WALLET_1");
  await limit(client, { fundSourceIds: ["BANK_1"] });
  const tool = async (name: string, given: object = {}) => {
    const payload = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given } };
    const headers = { "content-type": "application/json", ...credentials(client.merchant) };
    const answer = await app.inject({ method: "POST", url: "/mcp", headers, payload });
    return answer.json().result as {
      isError?: boolean;
      structuredContent: { items: Record<string, string>[] };
    };
  };
  const items = async (name: string, given = {}) => (await tool(name, given)).structuredContent.items;
  assert.deepEqual(
    (await items("get_balances")).map(({ fundSourceId }) => fundSourceId),
    ["BANK_1"],
  );
  assert.deepEqual((await items("search_transfers")).length, 1);
  assert.deepEqual(await items("search_transfers", { fundSource: ["WALLET_1"] }), []);
  const isError = async (name: string, given = {}) => (await tool(name, given)).isError === true;
  assert.ok(await isError("list_statement", { fundSourceId: "WALLET_1" }));
  assert.ok(!(await isError("list_statement", { fundSourceId: "BANK_1" })));
  assert.ok(await isError("get_transfer_story", { id: members }));
  assert.ok(!(await isError("get_transfer_story", { id: allowed })));
  assert.ok(await isError("list_webhook_deliveries"));
  const headers = { authorization: `Bearer ${client.token}` };
  const ask = async (method: "GET" | "POST", url: string) =>
    (await app.inject({ method, url, headers })).json() as Record<string, unknown>;
  const { cursor } = await ask("GET", "/developer/transfers");
  const later = await orderByMember(client, "WALLET_1");
  const followed = await ask("GET", `/developer/transfers?cursor=${cursor as string}`);
  assert.ok(!JSON.stringify(followed).includes(later));
  const sources = (await ask("GET", "/sandbox/fund-sources"))["fundSources"] as { fundSourceId: string }[];
  assert.deepEqual(
    sources.map(({ fundSourceId }) => fundSourceId),
    ["BANK_1"],
  );
  assert.ok("error" in (await ask("GET", `/sandbox/transfers/${members}`)));
  for (const [method, url] of [
    ["POST", "/developer/listeners"],
    ["GET", "/sandbox/webhook-deliveries"],
    ["GET", "/sandbox/inbox"],
    ["GET", "/sandbox/recalls"],
    ["GET", "/sandbox/approvals"],
    ["GET", "/sandbox/co-lending"],
  ] as const) {
    const { error } = await ask(method, url);
    assert.equal((error as { code: string }).code, "access.sources_limited", url);
  }
});

test("batches of a member are told to limited keys only where they are paid from their accounts", async () => {
  const client = await makeTwoSources(stage);
  const [fromWallet, fromBank, own] = [
    await payBatch(client, [{}], { paymentInstrumentId: "WALLET_1" }),
    await payBatch(client, [{}], { paymentInstrumentId: "BANK_1" }),
    await payBatch(client, [{}], { paymentInstrumentId: "WALLET_1" }),
  ];
  await world.look(
    "update batches.batch set created_by = $3 where merchant_id = $1 and batch_key = any ($2::text[])",
    [client.merchant.merchantId, [fromWallet.batchTransferId, fromBank.batchTransferId], `member:${newId()}`],
  );
  await limit(client, { fundSourceIds: ["BANK_1"] });
  const count = async ({ batchTransferId }: { batchTransferId: string }) =>
    (await rowsOf(client, batchTransferId)).length;
  assert.deepEqual([await count(fromWallet), await count(fromBank), await count(own)], [0, 1, 1]);
  const { batches } = (await get(client, "/v1.2/batchFiles")).data as {
    batches: { batchTransferId: string }[];
  };
  assert.deepEqual(
    batches.map((one) => one.batchTransferId),
    [fromBank.batchTransferId],
  );
  const { body } = await askV2(client, "GET /transfers/batch", {
    query: { batch_transfer_id: fromWallet.batchTransferId },
  });
  assert.equal(body["code"], "batch_transfer_id_not_found");
});
