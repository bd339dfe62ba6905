/**
 * The demo business: how it is set up, its clock and its program while its history is written, and its own webhook
 * receiver, which runs meanwhile.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setBusinessType } from "#access";
import { parsePolicies, setPolicies } from "#approvals";
import type { Actor } from "#audit";
import { addBeneficiaries, BeneficiaryError } from "#beneficiaries";
import { openBankAccount, setLowBalanceThreshold, WALLET_ID } from "#fund-sources";
import type { Context } from "#lib/context";
import { setRecipients } from "#notifications";
import { callSimulator, shiftClock } from "#sandbox";
import { runtimeOf, workTransfers } from "#transfers";
import { addEndpoint, listEndpoints, removeEndpoint } from "#webhooks";
import { SALARY_SOURCE, type DemoPerson } from "./occasions.ts";
import { PAYEES, STAFF_PAYEES } from "./trade.ts";

/** The demo business, while its history is written. */
export interface Business {
  readonly ctx: Context;
  readonly organizationId: string;
  readonly merchantId: string;
  readonly clientId: string;
  readonly simulatorUrl: string;
  readonly debitAccount: string;
  readonly receiver: Receiver;
  /** The offset of its clock, below 0 as it is behind; `waitUntil` updates it. */
  offsetMs: number;
  /** Member ids. */
  readonly people: Readonly<Record<DemoPerson, string>>;
}

/** The business's own program. */
export const erp = ({ clientId }: Business): Actor => `api-key:${clientId}`;

/**
 * Moves the clock to `moment`, here and at the banks, which then report what has happened. Does nothing if it is past.
 */
export async function waitUntil(business: Business, moment: Date): Promise<void> {
  const { ctx, merchantId, simulatorUrl, debitAccount } = business;
  const advanceMs = Math.round(moment.getTime() - Date.now() - business.offsetMs);
  if (advanceMs <= 0) return;
  await shiftClock(ctx, merchantId, { advanceMs, simulatorUrl, debitAccount });
  business.offsetMs += advanceMs;
}

/** Does all of the transfers' due work before time goes on. */
export async function settle({ ctx, merchantId }: Business): Promise<void> {
  await workTransfers(ctx, merchantId);
  await runtimeOf(ctx).idle();
}

/** The bank that pays most transfers. A simulated bank answers at once, a real one does not. */
const BANK = "meghdoot";
const ANSWERS_AFTER_MS = 2_000;

/** Makes the bank as slow as real ones are, or restores its own behaviour. */
export async function setBankManner(business: Business, manner: "slow" | "its own"): Promise<void> {
  const { simulatorUrl, debitAccount } = business;
  const body = { debitAccount, ...(manner === "slow" && { completeAfterMs: ANSWERS_AFTER_MS }) };
  await callSimulator(simulatorUrl, { method: "PUT", path: `/sim/banks/${BANK}/manner`, body });
}

/** The business's own bank account: recharges count only from it, and withdrawals go only to it. */
export const REGISTERED_ACCOUNT = {
  holderName: "Demo Traders",
  accountNumber: "50200099887711",
  ifsc: "HDFC0000001",
} as const;

export const SALARY_BANK = "himshikhar";
const SALARY_ACCOUNT = { name: "Salary account", accountNumber: "77120045120098", ifsc: "HMSK0000001" };

const THRESHOLDS = [
  [WALLET_ID, 5_00_000_00n],
  [SALARY_SOURCE, 1_00_000_00n],
] as const;

/** Policies apply to orders of people only; the merchant's programs send as before. */
const POLICIES = {
  transfer: [
    { name: "From 2 lakh on, by members", from: "200000", creators: ["member"], levels: [{ approvers: 1 }] },
  ],
  batch: [{ name: "Batches of members", creators: ["member"], levels: [{ approvers: 1 }] }],
} as const;

/** Sets up payees, accounts, policies and webhooks of the business, as its admin would on the first day. */
export async function setUpBusiness(business: Business): Promise<void> {
  const { ctx, merchantId, people } = business;
  const admin = `member:${people.admin}` as const;
  await addPayees(business);
  await setBusinessType(ctx, business.organizationId, { businessType: "private_limited", by: admin });
  await openBankAccount(ctx, merchantId, { ...SALARY_ACCOUNT, bankId: SALARY_BANK, by: admin });
  for (const [fundSourceId, thresholdPaise] of THRESHOLDS)
    await setLowBalanceThreshold(ctx, merchantId, { fundSourceId, thresholdPaise, notify: true, by: admin });
  for (const subjectKind of ["transfer", "batch"] as const) {
    const policies = parsePolicies(POLICIES[subjectKind], subjectKind);
    await setPolicies(ctx, merchantId, { subjectKind, policies, by: admin });
  }
  for (const category of ["transfer_failed", "transfer_paid_late", "approval_waiting", "low_balance"])
    await setRecipients(ctx, merchantId, { category, recipients: ["admin@demo.vitaran.example"], by: admin });
  await openEndpoint(business);
}

/** Lists show the newest first, so the staff is added first, and the suppliers last. */
async function addPayees(business: Business): Promise<void> {
  const { ctx, merchantId } = business;
  const all = [...PAYEES, ...STAFF_PAYEES].toReversed();
  const beneficiaries = all.map(({ kind: _kind, rare: _rare, ...payee }) => payee);
  const outcomes = await ctx.db.inMerchant(merchantId, (tx) =>
    addBeneficiaries(tx, ctx.vault, { beneficiaries, by: erp(business) }),
  );
  for (const outcome of outcomes) if (outcome.kind === "refused") ignoreKnown(outcome.error);
}

function ignoreKnown(error: unknown): void {
  if (!BeneficiaryError.is(error, "id_exists") && !BeneficiaryError.is(error, "account_registered"))
    throw error;
}

/** An interrupted history leaves an endpoint behind whose receiver is gone, so it is removed first. */
async function openEndpoint({ ctx, merchantId, receiver, people }: Business): Promise<void> {
  for (const { endpointId } of await listEndpoints(ctx, merchantId))
    await removeEndpoint(ctx, merchantId, { endpointId });
  await addEndpoint(ctx, merchantId, {
    url: receiver.url,
    format: "classic_form",
    by: `member:${people.admin}`,
  });
}

interface Receiver {
  readonly url: string;
  /** True if it accepts webhooks; otherwise it answers that it is being repaired. */
  answers: boolean;
  close(): Promise<void>;
}

/** Listens on a free port of this computer. */
export async function openReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    request.resume();
    response.statusCode = receiver.answers ? 200 : 503;
    response.end(receiver.answers ? "OK" : "Under repair until 18:30");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/erp/payouts`,
    answers: true,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return receiver;
}
