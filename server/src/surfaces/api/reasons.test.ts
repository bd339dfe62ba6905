/** Every reason for which a transfer ends unpaid is one of the published reasons. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { expireRequests, withdrawRequests } from "#approvals";
import { registerTransfers } from "#transfers";
import { makeApprovers, type Approvers } from "#test/make-approvers";
import { makeWorld } from "#test/world";
import { checkSchema } from "#test/literals/check-schema";
import { withLimit } from "#test/literals/restrict";
import { magic, sendOrder } from "#test/literals/send-orders";
import { freshId, openStage, type Client } from "#test/literals/stage";
import { getTransferStatus } from "./operations/transfers.ts";

registerTransfers();
const world = await makeWorld();
const stage = await openStage(world);
const WAY = { operation: "requestTransfer", version: "v1.2" } as const;

/** Returns the reason that each version shows for a transfer, as published. */
async function readReason(client: Client, transferId: string): Promise<[unknown, unknown]> {
  const told = await Promise.all(
    getTransferStatus.versions.map(async (version) => {
      const { body } = await client.call("GET", `/${version}/getTransferStatus`, { query: { transferId } });
      assert.deepEqual(checkSchema(getTransferStatus.data!.schema, body.data), [], version);
      return body.data!.transfer as Record<string, unknown>;
    }),
  );
  assert.equal(new Set(told.map(({ reason }) => reason)).size, 1);
  return [told[0]!.status, told[0]!.reason];
}

/** Sends an order and returns its id and our own. */
async function order(client: Client, changes: Parameters<typeof sendOrder>[2] = {}) {
  const transferId = freshId("t");
  await sendOrder(client, WAY, { ...changes, fields: { transferId, ...changes.fields } });
  const [row] = await world.look<{ id: string }>(
    "select transfer_id as id from transfers.transfer where merchant_id = $1 and transfer_key = $2",
    [client.merchant.merchantId, transferId],
  );
  return { transferId, id: row!.id };
}

const inAnHour = (): string =>
  new Date(Date.now() + 3_600_000 + 330 * 60_000).toISOString().slice(0, 19).replace("T", " ");

test("a cancelled transfer says so, with a published reason", async () => {
  for (const mode of ["rest", "always-200"] as const) {
    const client = await stage.makeClient(mode);
    const { transferId } = await order(client, { fields: { processOn: inAnHour() } });
    await client.call("POST", "/v1.2/cancelTransfer", { body: { transferId } });
    assert.deepEqual(await readReason(client, transferId), ["REJECTED", "CANCELLED"]);
  }
});

test("the audit log names the API keys that cancelled a transfer, also one that waited for approval", async () => {
  const { client, approvers } = await makeCareful();
  const { merchantId, clientId } = client.merchant;
  const waiting = await order(client);
  await approvers.require(0);
  const scheduled = await order(client, { fields: { processOn: inAnHour() } });
  for (const { transferId } of [waiting, scheduled]) {
    const { body } = await client.call("POST", "/v1.2/cancelTransfer", { body: { transferId } });
    assert.equal(body.subCode, "200");
  }
  const records = await world.look<{ action: string; actor: string; subject: string }>(
    `select action, actor, subject from audit.record
     where merchant_id = $1 and action in ('transfers.cancelled', 'approvals.withdrawn') order by seq`,
    [merchantId],
  );
  const actor = `api-key:${clientId}`;
  assert.deepEqual(
    records,
    [
      ["approvals.withdrawn", waiting],
      ["transfers.cancelled", waiting],
      ["transfers.cancelled", scheduled],
    ].map(([action, of]) => ({ action, actor, subject: `transfer:${(of as typeof waiting).id}` })),
  );
});

async function makeCareful(): Promise<{ client: Client; approvers: Approvers }> {
  const client = await stage.makeClient("rest");
  const approvers = await makeApprovers(world, client.merchant, "transfer");
  await approvers.require(1);
  return { client, approvers };
}

test("what no one agrees to says so, with a published reason, however the request ends", async () => {
  const { client, approvers } = await makeCareful();
  const { merchantId } = client.merchant;
  const [rejected, withdrawn, expired] = [await order(client), await order(client), await order(client)];
  assert.deepEqual(await readReason(client, expired.transferId), ["APPROVAL_PENDING", undefined]);
  assert.equal(await approvers.decide(rejected.id, "asha", "reject"), "rejected");
  await world.ctx.db.inMerchant(merchantId, (tx) =>
    withdrawRequests(tx, [
      { request: { subjectKind: "transfer", subjectId: withdrawn.id }, by: "system", remarks: "a mistake" },
    ]),
  );
  const days = 30 * 86_400_000;
  await world.look("insert into lib.merchant_clock (merchant_id, offset_ms) values ($1, $2)", [
    merchantId,
    days,
  ]);
  await world.ctx.db.inMerchant(merchantId, expireRequests);
  assert.deepEqual(await readReason(client, rejected.transferId), ["REJECTED", "APPROVAL_REJECTED"]);
  assert.deepEqual(await readReason(client, withdrawn.transferId), ["REJECTED", "CANCELLED"]);
  assert.deepEqual(await readReason(client, expired.transferId), ["REJECTED", "APPROVAL_EXPIRED"]);
});

test("a refusal, a rule of risk and a bank's no give published reasons too", async () => {
  const client = await stage.makeClient("rest");
  const poor = await client.another({ balancePaise: 1_00n });
  const { transferId } = await order(poor);
  assert.deepEqual(await readReason(poor, transferId), ["FAILED", "INSUFFICIENT_BALANCE"]);
  const limited = await client.another();
  await withLimit("merchant")(limited);
  const stopped = await order(limited);
  assert.deepEqual(await readReason(limited, stopped.transferId), ["REJECTED", "SUSPECTED_TRANSFER"]);
  for (const account of ["909090909001", "909090909008"]) {
    const failed = await order(client, { payee: magic(account) });
    assert.equal((await readReason(client, failed.transferId))[0], "FAILED");
  }
});
