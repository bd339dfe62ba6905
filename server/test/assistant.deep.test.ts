/** Tests what a merchant's assistant can read and draft over MCP. No tool moves money, whatever its input. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { changeApiClient } from "#access";
import { setPolicies, WAYS } from "#approvals";
import { buildApi } from "#api";
import { flushCalls, listCalls } from "#calls";
import { verifyLedger } from "#proof";
import { mountMcp } from "#mcp";
import { registerTransfers } from "#transfers";
import {
  accountRow,
  freshId,
  makeBatchWorld,
  pay,
  workOff,
} from "../src/features/batches/test/batch-world.ts";
import { HOSTILE, INJECTED, SMUGGLED } from "./assistant-attacks.ts";
import { makeDashboard, type Json } from "./dashboard.ts";
import type { TestMerchant } from "./world.ts";

const world = await makeBatchWorld();
registerTransfers();
const dashboard = makeDashboard(world);
const app = buildApi(world.ctx);
const docs = [{ uri: "docs:///payout/x", title: "Webhooks", text: "# Webhooks\nVerify each signature.\n" }];
mountMcp(app, world.ctx, { docs: () => docs });
const address = await app.listen({ port: 0, host: "127.0.0.1" });
world.onClose(() => app.close());

/** Makes a merchant that may call as often as a test needs. */
async function makeMerchant(): Promise<TestMerchant> {
  const merchant = await world.makePayer();
  await changeApiClient(world.ctx, merchant.merchantId, { ratePerMinute: 1_000_000 });
  return merchant;
}

const keysOf = ({ clientId, clientSecret }: TestMerchant) => ({
  "content-type": "application/json",
  "x-client-id": clientId,
  "x-client-secret": clientSecret,
});
const DRAFTS = { "x-vitaran-drafts": "allow" };

function post(body: string, headers: Record<string, string>): Promise<Response> {
  return fetch(`${address}/mcp`, { method: "POST", headers, body });
}

/** Sends a message of a merchant's assistant; returns the answer. */
async function ask(merchant: TestMerchant, method: string, params: object = {}, more = {}): Promise<Json> {
  const message = { jsonrpc: "2.0", id: freshId("m"), method, params };
  const answer = await post(JSON.stringify(message), { ...keysOf(merchant), ...more });
  assert.equal(answer.status, 200);
  const said = (await answer.json()) as Json;
  assert.deepEqual([said.jsonrpc, said.id], ["2.0", message.id]);
  return said;
}

const call = (merchant: TestMerchant, name: string, given: object, more = {}): Promise<Json> =>
  ask(merchant, "tools/call", { name, arguments: given }, more);

const draftOf = (changes: object = {}) => {
  const { bankAccount: accountNumber, ifsc, name, transferId: transferKey, amount } = accountRow();
  return { transferKey, amount, name, accountNumber, ifsc, ...changes };
};

/** Counts the payments that were sent to a bank, of all merchants. */
async function toldToBanks(): Promise<number> {
  const [row] = await world.look<{ count: number }>(
    "select count(*)::int as count from transfers.attempt",
    [],
  );
  return row!.count;
}

test("the protocol: initialize, ping, lists, notifications and errors", async () => {
  const merchant = await makeMerchant();
  const begun = await ask(merchant, "initialize", { protocolVersion: "2025-03-26", capabilities: {} });
  assert.equal(begun.result.protocolVersion, "2025-03-26");
  assert.match(begun.result.instructions, /never instructions/);
  const other = await ask(merchant, "initialize", { protocolVersion: "1999-01-01" });
  assert.equal(other.result.protocolVersion, "2025-06-18");
  assert.deepEqual((await ask(merchant, "ping")).result, {});
  const { tools } = (await ask(merchant, "tools/list")).result;
  assert.equal(tools.length, 10);
  for (const { name, inputSchema, annotations } of tools) {
    assert.equal(annotations.readOnlyHint, true, name);
    assert.deepEqual([inputSchema.type, "merchantId" in inputSchema.properties], ["object", false], name);
  }
  const [resource] = (await ask(merchant, "resources/list")).result.resources;
  const read = await ask(merchant, "resources/read", { uri: resource.uri });
  assert.match(read.result.contents[0].text, /signature/);
  const found = await call(merchant, "search_docs", { query: "verify signature" });
  assert.equal(found.result.structuredContent.sections[0].uri, resource.uri);
  const noted = await post('{"jsonrpc":"2.0","method":"notifications/initialized"}', keysOf(merchant));
  assert.equal(noted.status, 202);
  const errors = [
    ["{", -32_700],
    ["[]", -32_600],
    ['{"jsonrpc":"1.0","id":1,"method":"ping"}', -32_600],
    ['{"jsonrpc":"2.0","id":1,"method":"constructor"}', -32_601],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"approve"}}', -32_602],
    ['{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}', -32_002],
  ] as const;
  for (const [text, code] of errors) {
    const said = (await (await post(text, keysOf(merchant))).json()) as Json;
    assert.equal(said.error.code, code, text);
  }
});

test("who has no key pair, a wrong one, or comes from a page is not let in", async () => {
  const merchant = await makeMerchant();
  const keys = keysOf(merchant);
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
  const statusOf = async (headers: Record<string, string>) => (await post(ping, headers)).status;
  assert.equal(await statusOf({ "content-type": "application/json" }), 401);
  assert.equal(await statusOf({ ...keys, "x-client-secret": "wrong" }), 401);
  assert.equal(await statusOf({ ...keys, origin: "https://elsewhere.example" }), 403);
  assert.equal(await statusOf({ ...keys, "mcp-protocol-version": "1999-01-01" }), 400);
  assert.equal(await statusOf(keys), 200);
  assert.equal((await fetch(`${address}/mcp`)).status, 405);
});

test("messages stand in the log of calls: tools by name, refusals as such, and nothing that was given", async () => {
  const merchant = await makeMerchant();
  await call(merchant, "get_balances", {});
  await call(merchant, "search_transfers", { limit: "SECRET" });
  await call(merchant, "SECRET", {});
  await post("{}", { ...keysOf(merchant), "x-client-secret": "wrong" });
  await flushCalls(world.ctx);
  const calls = await listCalls(world.ctx, merchant.merchantId, {});
  assert.deepEqual(
    calls
      .map(({ path, httpStatus, refusal, clientId }) => [path, httpStatus, refusal, clientId !== null])
      .toReversed(),
    [
      ["/mcp get_balances", 200, null, true],
      ["/mcp search_transfers", 200, "mcp.tool_refused", true],
      ["/mcp", 200, "mcp.error", true],
      ["/mcp", 401, "mcp.not_let_in", false],
    ],
  );
  assert.ok(!JSON.stringify(calls).includes("SECRET"));
});

test("reading tools tell of this merchant, masked, and of no other", async () => {
  const [merchant, other] = [await makeMerchant(), await makeMerchant()];
  const row = accountRow({ name: "Ravi Traders" });
  const paid = await pay(world.ctx, merchant, { rows: [row] });
  const ask = async (who: TestMerchant, name: string, given: object) => (await call(who, name, given)).result;
  const balances = await ask(merchant, "get_balances", {});
  assert.equal(balances.structuredContent.items[0].fundSourceId, "WALLET_1");
  const { items } = (await ask(merchant, "search_transfers", { q: row.transferId, limit: 5 }))
    .structuredContent;
  assert.deepEqual([items.length, items[0].payee.name], [1, "Ravi Traders"]);
  const story = await ask(merchant, "get_transfer_story", { id: items[0].transferId });
  assert.match(story.content[0].text, /"timeline"/);
  const batchId = (paid as Json).batchId as string;
  for (const [name, given] of [
    ["list_beneficiaries", {}],
    ["list_batches", {}],
    ["list_batch_rows", { batchId }],
    ["list_statement", { fundSourceId: "WALLET_1" }],
    ["list_webhook_deliveries", { limit: 3 }],
  ] as const) {
    const said = await ask(merchant, name, given);
    assert.equal(said.isError, false, `${name}: ${said.content[0].text}`);
    assert.doesNotMatch(said.content[0].text, new RegExp(String(row.bankAccount)), name);
  }
  assert.deepEqual((await ask(other, "search_transfers", { q: row.transferId })).structuredContent.items, []);
  assert.equal((await ask(other, "get_transfer_story", { id: items[0].transferId })).isError, true);
  assert.equal((await ask(other, "list_batch_rows", { batchId })).isError, true);
  assert.match((await ask(other, "search_transfers", { limit: "many" })).content[0].text, /^limit: /);
});

test("whatever a hostile client sends to whatever tool, no bank hears of money that no person approved", async () => {
  const merchant = await makeMerchant();
  // The merchant's policies require nothing, and every channel that can be exempted is exempted.
  const policy = {
    name: "Nobody",
    fromPaise: null,
    toPaise: null,
    rails: null,
    fundSourceIds: null,
    creators: null,
  };
  const off = {
    subjectKind: "transfer",
    policies: [{ ...policy, levels: [] }],
    exceptWays: WAYS,
    by: "system",
  } as const;
  await setPolicies(world.ctx, merchant.merchantId, off);
  const before = await toldToBanks();
  const { tools } = (await ask(merchant, "tools/list", {}, DRAFTS)).result;
  const names = tools.map(({ name }: Json) => name);
  assert.deepEqual(
    names.filter((name: string) => !/^(get|list|search)_/.test(name)),
    ["draft_transfers"],
  );
  for (const name of ["approve", "decideApprovals", "set_policies", "send", "createTransfer", "__proto__"])
    assert.equal((await call(merchant, name, draftOf(), DRAFTS)).error.code, -32_602, name);
  for (const { name, inputSchema } of tools) {
    const fields = Object.keys(
      name === "draft_transfers" ? inputSchema.properties.transfers.items.properties : inputSchema.properties,
    );
    const tries = [
      ...fields.flatMap((field) => HOSTILE.map((odd) => ({ [field]: odd }))),
      ...[SMUGGLED, { [INJECTED]: 1 }, {}, ...["1.00", "4999.99", "50000.00"].map((amount) => ({ amount }))],
    ];
    const lane = async (): Promise<void> => {
      for (let odd = tries.pop(); odd !== undefined; odd = tries.pop()) {
        const given = name === "draft_transfers" ? { transfers: [draftOf(odd)] } : odd;
        const said = await call(merchant, name, given, DRAFTS);
        assert.notEqual(said.error?.code, -32_603, `${name} ${JSON.stringify(odd).slice(0, 200)}`);
      }
    };
    await Promise.all(Array.from({ length: 8 }, lane));
  }
  // Without the header, no tool writes, whatever the message says.
  const unasked = { ...keysOf(merchant), "x-vitaran-drafts": "please" };
  const refused = await call(
    merchant,
    "draft_transfers",
    { transfers: [draftOf()], allowDrafts: true },
    unasked,
  );
  assert.equal(refused.error.code, -32_602);
  await workOff(world.ctx, merchant);
  const states = await world.look<{ status: string; count: number }>(
    `select status, count(*)::int as count from transfers.transfer where merchant_id = $1 group by status`,
    [merchant.merchantId],
  );
  assert.ok(
    states.some(({ status, count }) => status === "awaiting_approval" && count > 3),
    JSON.stringify(states),
  );
  const stopped = ["awaiting_approval", "rejected", "failed"];
  assert.deepEqual(
    states.filter(({ status }) => !stopped.includes(status)),
    [],
  );
  assert.equal(await toldToBanks(), before);
  assert.deepEqual((await verifyLedger(world.ctx)).findings, []);
});

test("a draft is paid once a member approves it, and only then", async () => {
  const merchant = await makeMerchant();
  const { merchantId, organizationId } = merchant;
  const one = draftOf({ remarks: "Invoice 7" });
  const stranger = { transferKey: freshId("t"), beneId: "nobody", amount: "10.00" };
  const drafted = await call(merchant, "draft_transfers", { transfers: [one, stranger] }, DRAFTS);
  const [first, second] = drafted.result.structuredContent.transfers;
  assert.deepEqual([first.drafted, first.transfer.stage, second.drafted], [true, "awaiting_approval", false]);
  const again = await call(merchant, "draft_transfers", { transfers: [one] }, DRAFTS);
  assert.match(again.result.structuredContent.transfers[0].because, /before/);
  const before = await toldToBanks();
  const approver = await dashboard.logIn(organizationId, "approver");
  const [shown] = (await approver.ask("listApprovals", { merchantId })).items;
  assert.equal(shown.policy, "draft of an assistant");
  const requests = [{ requestId: shown.requestId, contentHash: shown.contentHash }];
  const { items } = await approver.ask("decideApprovals", {
    merchantId,
    requests,
    verdict: "approve",
    reason: "",
  });
  assert.equal(items[0].outcome, "approved");
  await workOff(world.ctx, merchant);
  assert.equal(await toldToBanks(), before + 1);
  const found = await call(merchant, "search_transfers", { q: one.transferKey });
  assert.equal(found.result.structuredContent.items[0].status, "SUCCESS");
});
