/** Creates one of each thing that a merchant can have, by its own calls or by the verbs of an operator. */
import { randomInt } from "node:crypto";
import { changeMerchant } from "#access";
import { workBatches } from "#batches";
import { openBankAccount } from "#fund-sources";
import { openIncident } from "#health";
import { addRule, blockPayee, setModes } from "#risk";
import { addEndpoint } from "#webhooks";
import { batchOrder, listedOrder, soundAccount, soundBeneficiary, soundBulk } from "../literals/requests.ts";
import type { TestMerchant } from "../world.ts";
import { dataOf, ok, type Call, type Stage } from "./tenant-caller.ts";

/** Texts that only the owner's things contain, so no answer to anyone else may. */
export const CANARY = "Kaveri Kanchan";

/** Adds a beneficiary and returns its ID. */
export async function addPayee(call: Call, changes: Readonly<Record<string, string>> = {}) {
  const body = { ...soundBeneficiary(), ...changes } as Record<string, string>;
  await ok(call("POST", "/payout/v1/addBeneficiary", { body }));
  return { beneId: body.beneId!, bankAccount: body.bankAccount! };
}

/** Adds rules and blocks that stop none of the requests here. */
export async function restrict({ world: { ctx } }: Stage, merchantId: string): Promise<void> {
  const parameters = { limitPaise: 40_00_000_00 };
  await addRule(ctx, merchantId, { kind: "daily_limit", parameters, effect: "block", by: "system" });
  await setModes(ctx, merchantId, { disabledModes: ["amazonpay"], by: "system" });
  const payee = { kind: "phone", phone: "9800000001" } as const;
  await blockPayee(ctx, merchantId, { payee, because: "Kanchan says so", by: "system" });
}

/** Numbers are counted for each merchant; the owner's start so high that no one else reaches them. */
export async function startHigh({ world }: Stage, merchantId: string): Promise<void> {
  await world.look(
    `insert into transfers.counter as counter (merchant_id, last_reference_id) values ($1, 736291800)
     on conflict (merchant_id) do update set last_reference_id = excluded.last_reference_id`,
    [merchantId],
  );
  await world.look(
    `insert into beneficiaries.verification_counter as counter (merchant_id, last_no) values ($1, 837465100)
     on conflict (merchant_id) do update set last_no = excluded.last_no`,
    [merchantId],
  );
}

/** Makes a paid transfer with a recall, and a loan. */
export async function payFrom(call: Call, beneId: string) {
  const transferId = `kanchan_${randomInt(10 ** 9)}`;
  const order = { ...listedOrder(beneId), transferId, remarks: "Kanchan invoice" };
  const paid = await ok(call("POST", "/payout/v1/requestTransfer", { body: order }));
  const loanId = `kanchan_loan_${randomInt(10 ** 9)}`;
  const terms = {
    amount: "1000.00",
    serviceCharges: [{ key: "fee", value: "100.00" }],
    transferMode: "banktransfer",
  };
  await ok(call("POST", "/payout/v1/lend", { body: { ...terms, loanId, beneId } }));
  const asked = { transferId, reason: "PAID_TWICE", remarks: "Kanchan invoice twice" };
  const { recall } = dataOf(await ok(call("POST", "/payout/v1.2/requestRecall", { body: asked })));
  const { recallId } = recall as { recallId: string };
  return { transferId, referenceId: String(dataOf(paid).referenceId), loanId, recallId };
}

/** Adds a bank account to the wallet as a fund source. */
export async function openSource(
  { world }: Stage,
  { merchant, call }: { merchant: TestMerchant; call: Call },
) {
  const rechargeAccount = String(randomInt(10 ** 12, 10 ** 13));
  await ok(call("PUT", "/sandbox/business-type", { body: { businessType: "partnership" } }));
  const { fundSourceId } = await openBankAccount(world.ctx, merchant.merchantId, {
    bankId: "himshikhar",
    name: "Kanchan account",
    accountNumber: rechargeAccount,
    ifsc: "HDFC0000001",
    by: "system",
  });
  return { rechargeAccount, fundSourceId };
}

/** Adds an endpoint that nothing reaches, so that deliveries are listed. */
export async function hook({ world }: Stage, merchantId: string): Promise<string> {
  await changeMerchant(world.ctx, merchantId, { settings: { allowLoopbackWebhooks: true } });
  const url = "http://127.0.0.1:9/kanchan";
  return (await addEndpoint(world.ctx, merchantId, { url, format: "classic_form" })).endpointId;
}

/** Requests verifications of accounts: one that is answered at once, one that waits, and a bulk. */
export async function verify(call: Call) {
  const [userId, bulkValidationId] = [`kanchan${randomInt(10 ** 9)}`, `kanchan_bulk_${randomInt(10 ** 9)}`];
  const query = { ...soundAccount(), name: CANARY, userId };
  const asked = await ok(call("GET", "/payout/v1/asyncValidation/bankDetails", { query }));
  await ok(call("GET", "/payout/v1/validation/bankDetails", { query: { ...soundAccount(), name: CANARY } }));
  await ok(
    call("POST", "/payout/v1/bulkValidation/bankDetails", { body: { ...soundBulk(), bulkValidationId } }),
  );
  return { userId, bulkValidationId, bvRefId: String(dataOf(asked).bvRefId) };
}

/** Sends a batch by call, and processes it. */
export async function sendBatches({ world }: Stage, merchantId: string, call: Call) {
  const batchTransferId = `kanchan_batch_${randomInt(10 ** 9)}`;
  await ok(call("POST", "/payout/v1.2/requestBatchTransfer", { body: { ...batchOrder(), batchTransferId } }));
  const [batch] = await world.look<{ batchId: string }>(
    `select batch_id as "batchId" from batches.batch where merchant_id = $1`,
    [merchantId],
  );
  await workBatches(world.ctx, merchantId);
  return { batchTransferId, batchId: batch!.batchId };
}

/** Receives money from an account that is not registered: it is set aside for a refund. */
export async function receiveFromStranger(
  { world }: Stage,
  { merchant, call }: { merchant: TestMerchant; call: Call },
) {
  const from = { name: "Unknown Sender", accountNumber: "50100000000002", ifsc: "HDFC0000001" };
  await ok(call("POST", "/sandbox/top-ups", { body: { amount: "50.00", from } }));
  const [topUp] = await world.look<{ topUpId: string }>(
    `select top_up_id as "topUpId" from fund_sources.top_up where merchant_id = $1 and suspended`,
    [merchant.merchantId],
  );
  return topUp!.topUpId;
}

/** Opens several incidents; returns the number of the last one. */
export async function openIncidents({ world }: Stage, merchantId: string): Promise<string> {
  let last = 0;
  for (const entityCode of ["HDFC", "ICIC", "SBIN", "YESB", "UTIB"]) {
    const { incidentNo } = await openIncident(world.ctx, merchantId, {
      entity: "bank",
      entityCode,
      mode: "imps",
      severity: "high",
      because: "Kanchan says so",
      planned: null,
      by: "system",
    });
    last = incidentNo;
  }
  return String(last);
}

/** Makes a transfer that needs approval, like every large one. */
export async function leaveWaiting(call: Call, beneId: string): Promise<string> {
  const policies = [{ name: "Large ones", from: "100000", levels: [{ approvers: 1 }] }];
  await ok(call("PUT", "/sandbox/approval-policies", { body: { policies } }));
  const transferId = `waits_${randomInt(10 ** 9)}`;
  const body = { ...listedOrder(beneId), transferId, amount: "150000.00" };
  await ok(call("POST", "/payout/v1.2/requestAsyncTransfer", { body }));
  return transferId;
}
