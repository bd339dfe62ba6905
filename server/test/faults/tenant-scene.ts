/** A merchant that has one of everything, and merchants that ask for it by its names. */
import { randomInt } from "node:crypto";
import { authorize, changeApiClient, changeMerchant } from "#access";
import { hashContent, openRequests } from "#approvals";
import { setBeneficiarySettings } from "#beneficiaries";
import { setRegisteredAccount } from "#fund-sources";
import { fundLedger, setAgreement } from "#lending";
import type { Context } from "#lib/context";
import { deliverMessages } from "#messages";
import { makeReports } from "#reports";
import { runtimeOf } from "#transfers";
import { deliverWebhooks } from "#webhooks";
import { cashgramOrder, listedOrder, reportOrder, withdrawalOrder } from "../literals/requests.ts";
import { makeMembers } from "../make-members.ts";
import type { TestMerchant } from "../world.ts";
import { dataOf, makeCaller, ok, type Call, type Stage } from "./tenant-caller.ts";
import { unknownNames, type Names } from "./tenant-names.ts";
import {
  addPayee,
  CANARY,
  hook,
  leaveWaiting,
  openIncidents,
  openSource,
  payFrom,
  receiveFromStranger,
  restrict,
  sendBatches,
  startHigh,
  verify,
} from "./tenant-things.ts";

export interface Tenant {
  readonly merchant: TestMerchant;
  readonly names: Names;
  readonly token: string;
  readonly call: Call;
}

/** Makes a merchant with an organization, banks, money, people, and a lending agreement. */
async function makeMerchant(stage: Stage, bankIds: readonly string[]) {
  const { world, simulator } = stage;
  const { ctx } = world;
  const merchant = await world.makeMerchant({ balancePaise: 50_00_000_00n, simulator, bankIds });
  const { merchantId, organizationId } = merchant;
  await changeApiClient(ctx, merchantId, { ratePerMinute: 1_000_000 });
  for (const bankId of bankIds) {
    const callbackUrl = `${stage.address}/banks/${merchantId}/${bankId}/callbacks`;
    await simulator.control("PUT", `/sim/accounts/${bankId}/${merchant.debitAccount}`, { callbackUrl });
  }
  const { token } = await authorize(ctx, { ...merchant, ip: "127.0.0.1" });
  const accountNumber = String(randomInt(10 ** 12, 10 ** 13));
  await setRegisteredAccount(ctx, merchantId, {
    holderName: "Demo Traders",
    accountNumber,
    ifsc: "HDFC0000001",
    by: "system",
  });
  const shares = { lenderPercent: 80, originatorPercent: 20 };
  await setAgreement(ctx, merchantId, { lenderName: "Sahayak Finance", ...shares, by: "system" });
  for (const party of ["lender", "originator"] as const) {
    const utr = `${party}${randomInt(10 ** 9)}`;
    await fundLedger(ctx, merchantId, { party, bankId: bankIds[0]!, utr, amountPaise: 10_00_000_00n });
  }
  const { asha } = await makeMembers(ctx, organizationId, { asha: "admin" });
  const [member] = await world.look<{ email: string }>(
    "select email from access.member where member_id = $1",
    [asha],
  );
  const call = makeCaller(stage.address, { ...merchant, token });
  return { merchant, token, call, memberId: asha, memberEmail: member!.email, registered: accountNumber };
}

/** Makes a live merchant, for which the sandbox is not available. */
export async function makeLive(stage: Stage): Promise<Call> {
  const merchant = await stage.world.makeMerchant({ mode: "live" });
  await changeApiClient(stage.world.ctx, merchant.merchantId, { ipAllowlist: ["127.0.0.1"] });
  const { token } = await authorize(stage.world.ctx, { ...merchant, ip: "127.0.0.1" });
  return makeCaller(stage.address, { ...merchant, token });
}

/** Makes a merchant that asks: it has a beneficiary, a transfer, and a transfer that waits for approval. */
export async function makeAsker(stage: Stage): Promise<Tenant> {
  const { merchant, token, call, memberId, memberEmail } = await makeMerchant(stage, ["meghdoot"]);
  const { ctx } = stage.world;
  await changeMerchant(ctx, merchant.merchantId, { settings: { tokenRequestorId: "50110030273" } });
  const payee = await addPayee(call);
  const transferId = `own_${randomInt(10 ** 9)}`;
  await ok(
    call("POST", "/payout/v1/requestTransfer", { body: { ...listedOrder(payee.beneId), transferId } }),
  );
  const waitingTransferId = await leaveWaiting(call, payee.beneId);
  await runtimeOf(ctx).idle();
  const names = { ...unknownNames(), ...payee, transferId, waitingTransferId, memberId, memberEmail };
  return { merchant, token, call, names: { ...names, fundSourceId: "WALLET_1", bankId: "meghdoot" } };
}

/** Makes the merchant for whose things the others ask: it has one of everything, and nothing in progress. */
export async function makeOwner(stage: Stage): Promise<Tenant> {
  const made = await makeMerchant(stage, ["meghdoot", "himshikhar"]);
  const { merchant, token, call, memberId, memberEmail } = made;
  const { merchantId } = merchant;
  const { ctx } = stage.world;
  await startHigh(stage, merchantId);
  await setBeneficiarySettings(ctx, merchantId, { accountOnce: false, by: "system" });
  const payee = await addPayee(call, {
    name: CANARY,
    email: "kaveri.kanchan@example.net",
    vpa: "kaveri.kanchan@upi",
  });
  const transfers = await payFrom(call, payee.beneId);
  const source = await openSource(stage, made);
  const recipient = "kanchan.accounts@example.net";
  await ok(call("POST", "/payout/v1.2/notifications/credit/recipients", { body: { recipients: recipient } }));
  const endpointId = await hook(stage, merchantId);
  const checked = await verify(call);
  const batches = await sendBatches(stage, merchantId, call);
  const { cashgramId } = cashgramOrder();
  const gram = { ...cashgramOrder(), cashgramId, name: CANARY, notifyCustomer: 1 };
  await ok(call("POST", "/payout/v1/createCashgram", { body: gram }));
  const withdrawalId = `KANCHAN${randomInt(10 ** 9)}`;
  await ok(call("POST", "/payout/v1/selfWithdrawal", { body: { ...withdrawalOrder(), withdrawalId } }));
  const topUpId = await receiveFromStranger(stage, made);
  const incidentId = await openIncidents(stage, merchantId);
  const report = await ok(call("POST", "/payout/v1.2/reports", { body: reportOrder() }));
  const { reportId } = dataOf(report) as { reportId: string };
  await makeReports(ctx, merchantId);
  const waitingTransferId = await leaveWaiting(call, payee.beneId);
  const asked = await leaveAsked(ctx, merchantId);
  await restrict(stage, merchantId);
  await deliverWebhooks(ctx, merchantId);
  await deliverMessages(ctx, merchantId);
  await runtimeOf(ctx).idle();
  const own = {
    clientId: merchant.clientId,
    memberId,
    memberEmail,
    bankId: "himshikhar",
    recipient,
    endpointId,
  };
  const things = {
    withdrawalId,
    topUpId,
    incidentId,
    reportId,
    waitingTransferId,
    cashgramId: String(cashgramId),
  };
  const found = { ...payee, ...transfers, ...source, ...checked, ...batches };
  const names: Names = { ...found, ...own, ...things, ...asked };
  return { merchant, token, call, names };
}

/** Opens requests of the other kinds that members decide on. */
async function leaveAsked(
  ctx: Context,
  merchantId: string,
): Promise<Pick<Names, "askedBatchId" | "askedBeneficiaryId" | "askedLimitId">> {
  const { askedBatchId, askedBeneficiaryId, askedLimitId } = unknownNames();
  const ids = { batch: askedBatchId, beneficiary: askedBeneficiaryId, limit: askedLimitId } as const;
  const level = { approvers: 2, permission: "approve_changes", memberIds: null } as const;
  const requirement = { policyName: CANARY, policyVersion: 0, levels: [level], expireAfterMinutes: 60 };
  const facts = { amountPaise: null, rail: null, fundSourceId: null, creator: "api" } as const;
  await ctx.db.inMerchant(merchantId, (tx) =>
    openRequests(
      tx,
      (["batch", "beneficiary", "limit"] as const).map((subjectKind) => {
        const contentHash = hashContent({ subjectKind });
        return { subjectKind, subjectId: ids[subjectKind], contentHash, maker: "system", facts, requirement };
      }),
    ),
  );
  return { askedBatchId, askedBeneficiaryId, askedLimitId };
}
