/** A merchant with two fund sources, WALLET_1 and BANK_1, whose keys may use both at first. */
import assert from "node:assert/strict";
import { type KeyTerms, type KeyTermsChange } from "#access";
import { requestKeyScope } from "#approvals";
import { workBatches } from "#batches";
import { openBankAccount, topUp } from "#fund-sources";
import { runtimeOf } from "#transfers";
import { batchOrder, batchRow, freshAccount } from "./requests.ts";
import { freshId, type Client, type Heard, type Stage } from "./stage.ts";

export async function makeTwoSources(stage: Stage): Promise<Client> {
  const client = await stage.makeClient("rest", { bankIds: ["meghdoot", "purvasagar"] });
  const { ctx } = stage.world;
  await openBankAccount(ctx, client.merchant.merchantId, {
    bankId: "meghdoot",
    name: "Salaries",
    accountNumber: freshAccount().bankAccount,
    ifsc: "HDFC0000001",
    by: "system",
  });
  const money = { bankId: "meghdoot", utr: freshId("UTR"), amountPaise: 1_000_00n, fundSourceId: "BANK_1" };
  await topUp(ctx, client.merchant.merchantId, money);
  return client;
}

/** Changes the terms of the client's keys. */
export const limit = async ({ stage, merchant }: Client, change: KeyTermsChange): Promise<KeyTerms> =>
  (await requestKeyScope(stage.world.ctx, merchant.merchantId, change)).terms;

export const get = async (
  client: Client,
  path: string,
  query: Record<string, string> = {},
): Promise<Heard["body"]> => (await client.call("GET", path, { query })).body;

export interface Row {
  readonly status: string;
  readonly failureReason?: string;
}

/** Requests a batch with these amounts, processes it, and returns its rows. */
export async function payBatch(
  client: Client,
  rows: readonly Record<string, unknown>[],
  changes: object = {},
): Promise<{ batchTransferId: string; rows: readonly Row[] }> {
  const batchTransferId = freshId("batch");
  const batch = rows.map((row) => batchRow(row));
  const body = { ...batchOrder(), batchTransferId, batch, ...changes };
  const taken = await client.call("POST", "/v1.2/requestBatchTransfer", { body });
  assert.equal(taken.body.subCode, "200", taken.body.message);
  await workBatches(client.stage.world.ctx, client.merchant.merchantId);
  await runtimeOf(client.stage.world.ctx).idle();
  return { batchTransferId, rows: await rowsOf(client, batchTransferId) };
}

export async function rowsOf(client: Client, batchTransferId: string): Promise<readonly Row[]> {
  const { data } = await get(client, "/v1.2/getBatchTransferStatus", { batchTransferId });
  return (data?.transfers ?? []) as readonly Row[];
}

/** Returns the fund sources of the merchant's transfers, in order. */
export const paidFrom = async ({ stage: { world }, merchant }: Client): Promise<string[]> =>
  (
    await world.look<{ id: string }>(
      "select fund_source_id as id from transfers.transfer where merchant_id = $1 order by reference_id",
      [merchant.merchantId],
    )
  ).map(({ id }) => id);
