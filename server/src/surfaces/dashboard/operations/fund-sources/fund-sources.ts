/** Fund sources, the money in them, and its movement between them. */
import Type from "typebox";
import { coversSource, readBusinessType } from "#access";
import { adapterOf, partnerBank } from "#banks";
import { accountFields, ownAccountRefusals } from "#dashboard/account-fields";
import { bankName } from "#dashboard/bank-name";
import { memberOperation, resource } from "#dashboard/operation";
import { payoutsDisabled } from "#dashboard/refusals";
import { at, rupees } from "#dashboard/schemas";
import {
  type Balance,
  type BankConnection,
  businessTypesServed,
  type FundSource,
  listBankConnections,
  makeInternalTransfer,
  openBankAccount,
  readFundSources,
  readRegisteredAccount,
  readSourceBalances,
  revealFundSourceAccount,
  setShares as writeShares,
  TRANSIT_ID,
} from "#fund-sources";
import { listDowntimes, touchedSources } from "#health";
import { amount, listOf, object, oneOf, Refusal, text, whole, withDefault } from "#http";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { formatRupees, formatRupeesIndian } from "#lib/money";
import { arriveAtSource } from "#sandbox";
import { fundSource, ownKey, remarks } from "./schemas.ts";

const operation = resource({ at: "", tag: "Fund sources", permission: "access_transfers" });

/** Returns a merchant's fund sources as of one moment, the wallet first. */
async function showFundSources(ctx: Context, tx: Tx) {
  const sources = (await readFundSources(tx)).filter(({ fundSourceId }) => fundSourceId !== TRANSIT_ID);
  const ids = sources.map(({ fundSourceId }) => fundSourceId);
  const [balances, banks, downtimes] = await Promise.all([
    readSourceBalances(tx, ids),
    listBankConnections(ctx, tx),
    listDowntimes(tx),
  ]);
  const touched = downtimes
    .filter(({ when }) => when === "now")
    .flatMap((downtime) => touchedSources(downtime, { sources, banks }));
  return sources.map((source) => ({
    ...shown(source, balances.get(source.fundSourceId)!),
    modes: modesOf(source, banks),
    downtimes: touched.filter(({ fundSourceId }) => fundSourceId === source.fundSourceId).length,
    recovering: recoveringOf(source, banks),
  }));
}

function shown(source: FundSource, balance: Balance) {
  const { fundSourceId, kind, name, accountLast4, ifsc, bankId, active, sharePercent } = source;
  const bank = bankId === null ? null : { bankId, name: bankName(bankId) };
  const orNull = (paise: bigint | null): string | null => (paise === null ? null : formatRupees(paise));
  return {
    ...{ fundSourceId, kind, name, accountLast4, ifsc, bank, active, sharePercent },
    balance: formatRupees(balance.balancePaise),
    held: formatRupees(balance.heldPaise),
    available: formatRupees(balance.availablePaise),
    overdraftLimit: formatRupees(balance.overdraftLimitPaise),
    threshold: formatRupees(source.lowBalanceThresholdPaise),
    notifiesLowBalance: source.notifyLowBalance,
    lastRecharge: orNull(source.lastTopUpPaise),
    lastWithdrawal: orNull(source.lastWithdrawalPaise),
    lastInternalTransfer: orNull(source.lastInternalTransferPaise),
  };
}

/** Returns its banks that have had no payments since the database was restored. */
function recoveringOf({ kind, bankId }: FundSource, banks: readonly BankConnection[]) {
  const own = banks.filter((bank) => kind === "wallet" || bank.bankId === bankId);
  return own.flatMap(({ bankId: held, recoveringSince: since }) =>
    since === null ? [] : [{ bankName: bankName(held), since }],
  );
}

/** Returns the rails by which it can pay: those of its own bank, or those of all banks for the wallet. */
function modesOf({ kind, bankId }: FundSource, banks: readonly BankConnection[]): string[] {
  if (kind !== "wallet" && kind !== "bank_account") return [];
  const payers = banks.filter((bank) => bank.enabled && (bankId === null || bank.bankId === bankId));
  return [...new Set(payers.flatMap((bank) => adapterOf(bank).capabilities(bank.bankId).rails))];
}

export const listFundSources = operation({
  name: "listFundSources",
  method: "GET",
  path: "/fund-sources",
  summary: "List fund sources with their balances, all as of the same moment",
  output: Type.Object({ items: Type.Array(fundSource), asOf: at }),
  handle: ({ ctx, merchantId, fundSourceIds }) =>
    ctx.db.inMerchant(merchantId, async (tx) => {
      const sources = await showFundSources(ctx, tx);
      return { items: sources.filter((one) => coversSource(fundSourceIds, one.fundSourceId)), asOf: tx.now };
    }),
});

export const listBanks = operation({
  name: "listBanks",
  method: "GET",
  path: "/banks",
  summary: "Banks whose accounts can be fund sources, and those closed to this kind of business",
  output: Type.Object({
    businessType: Type.Union([Type.String(), Type.Null()]),
    items: Type.Array(
      Type.Object({
        bankId: Type.String(),
        name: Type.String(),
        modes: Type.Array(Type.String()),
        /** The kinds of business that it accepts. Null if it accepts all. */
        servedOnly: Type.Union([Type.Array(Type.String()), Type.Null()]),
        open: Type.Boolean(),
        fundSourceIds: Type.Array(Type.String()),
      }),
    ),
  }),
  handle: ({ ctx, merchantId }) =>
    ctx.db.inMerchant(merchantId, async (tx) => {
      const [businessType, banks, sources] = await Promise.all([
        readBusinessType(tx),
        listBankConnections(ctx, tx),
        readFundSources(tx),
      ]);
      const items = banks.map((bank) => {
        const { bankId } = bank;
        const served = businessTypesServed(bankId);
        return {
          bankId,
          name: partnerBank(bankId)?.name ?? bankId,
          modes: [...adapterOf(bank).capabilities(bankId).rails],
          servedOnly: served === null ? null : [...served],
          open: served === null || (businessType !== null && served.includes(businessType)),
          fundSourceIds: sources
            .filter((one) => one.bankId === bankId)
            .map(({ fundSourceId }) => fundSourceId),
        };
      });
      return { businessType, items };
    }),
});

export const openBankSource = operation({
  name: "openBankSource",
  method: "POST",
  path: "/fund-sources",
  summary: "Make an account at one of the sandbox's banks a fund source; live, the account manager does",
  permission: "manage_fund_sources",
  stepUp: true,
  body: {
    bankId: text({ max: 40 }),
    name: text({ max: 60 }),
    ...accountFields,
  },
  output: Type.Object({ items: Type.Array(fundSource), fundSourceId: Type.String() }),
  refusals: {
    sandbox_only: { status: 422, message: "Your account manager connects bank accounts of live merchants." },
    bank_not_connected: { status: 422, message: "That bank is not connected." },
    ...ownAccountRefusals,
    account_taken: { status: 409, message: "This account is already a fund source at another bank." },
    business_type_unknown: { status: 422, message: "Set the business type first." },
    business_type_not_served: {
      status: 422,
      message: "This bank takes private limited and partnership businesses only.",
    },
  },
  handle: async ({ ctx, merchantId, mode, by, input }) => {
    if (mode !== "sandbox") throw new Refusal("sandbox_only");
    const { fundSourceId } = await openBankAccount(ctx, merchantId, { ...input, by });
    return { fundSourceId, items: await ctx.db.inMerchant(merchantId, (tx) => showFundSources(ctx, tx)) };
  },
});

export const setShares = operation({
  name: "setShares",
  method: "PUT",
  path: "/shares",
  summary: "Set each fund source's share of the transfers that name none; without shares the wallet pays",
  permission: "manage_fund_sources",
  stepUp: true,
  body: {
    shares: listOf(object({ fundSourceId: text({ max: 40 }), percent: whole({ min: 0, max: 100 }) }), {
      max: 100,
    }),
  },
  output: Type.Object({ items: Type.Array(fundSource) }),
  refusals: {
    share_invalid: { status: 422, message: "A share is a whole percent, named once for a fund source." },
    shares_not_whole: {
      status: 422,
      message: "The shares add up to {totalPercent}%; they must add up to exactly 100%.",
    },
    not_found: { status: 422, message: "There is no active fund source {fundSourceId}." },
  },
  handle: ({ ctx, merchantId, by, input: { shares } }) => writeShares(ctx, merchantId, { shares, by }),
  show: async (_shares, { ctx, merchantId }) => ({
    items: await ctx.db.inMerchant(merchantId, (tx) => showFundSources(ctx, tx)),
  }),
});

/** Virtual account numbers are meant to be shared with payers. The number of a bank account is not. */
const VIRTUAL: readonly string[] = ["wallet", "lender", "originator"];

export const getDepositAccount = operation({
  name: "getDepositAccount",
  method: "GET",
  path: "/fund-sources/{fundSourceId}/deposit-account",
  summary: "Where money is sent to recharge a fund source",
  pathFields: { fundSourceId: text({ max: 40 }) },
  output: Type.Object({
    accountNumber: Type.String(),
    ifsc: Type.String(),
    /** The only account whose recharges count. Null if all accounts count. */
    registeredLast4: Type.Union([Type.String(), Type.Null()]),
  }),
  refusals: {
    not_found: { status: 404, message: "This fund source has no virtual account to send money to." },
  },
  handle: async ({ ctx, merchantId, input: { fundSourceId } }) => {
    const { source, registered } = await ctx.db.inMerchant(merchantId, async (tx) => ({
      source: (await readFundSources(tx)).find((one) => one.fundSourceId === fundSourceId),
      registered: await readRegisteredAccount(tx),
    }));
    if (source === undefined || !VIRTUAL.includes(source.kind)) throw new Refusal("not_found");
    const registeredLast4 = source.kind === "wallet" ? (registered?.accountLast4 ?? null) : null;
    return { ...(await revealFundSourceAccount(ctx, merchantId, fundSourceId)), registeredLast4 };
  },
});

export const simulateTopUp = operation({
  name: "simulateTopUp",
  method: "POST",
  path: "/fund-sources/{fundSourceId}/sandbox-top-up",
  summary: "Simulate an incoming payment to a sandbox fund source",
  pathFields: { fundSourceId: text({ max: 40 }) },
  body: {
    amount: amount({ max: 100_00_00_000_00n }),
    sender: withDefault(oneOf(["registered", "stranger"]), "registered"),
  },
  output: Type.Object({ utr: Type.String() }),
  refusals: {
    sandbox_only: { status: 422, message: "Top-ups can be simulated only in the sandbox." },
    source_takes_nothing: { status: 422, message: "This fund source cannot be topped up." },
    simulator_missing: { status: 422, message: "This server has no simulated banks." },
    simulator_refused: { status: 422, message: "The simulated bank refused the payment." },
    bank_not_found: { status: 422, message: "No bank is connected." },
  },
  handle: async ({
    ctx,
    merchantId,
    mode,
    simulatorUrl,
    input: { fundSourceId, amount: amountPaise, sender },
  }) => {
    if (mode !== "sandbox") throw new Refusal("sandbox_only");
    if (simulatorUrl === null) throw new Refusal("simulator_missing");
    const arrival = { fundSourceId, amountPaise, isFromRegistered: sender === "registered" };
    return arriveAtSource(ctx, merchantId, { ...arrival, simulatorUrl });
  },
});

export const moveMoney = memberOperation({
  name: "moveMoney",
  method: "POST",
  path: "/merchants/{merchantId}/internal-transfers",
  tag: "Fund sources",
  summary: "Move money between two fund sources; the same transferId moves it once",
  permission: "manage_fund_sources",
  stepUp: true,
  body: {
    transferId: ownKey(40),
    from: text({ max: 40 }),
    to: text({ max: 40 }),
    amount: amount(),
    remarks: withDefault(remarks(), ""),
  },
  output: Type.Object({
    transferId: Type.String(),
    referenceId: Type.String(),
    from: Type.String(),
    to: Type.String(),
    amount: rupees,
    repeated: Type.Boolean(),
  }),
  refusals: {
    ...payoutsDisabled,
    fund_source_not_available: {
      status: 422,
      message: "One of the fund sources does not exist or is switched off.",
    },
    recharge_account_not_found: { status: 422, message: "This fund source does not exist." },
    not_movable: { status: 422, message: "Choose two different fund sources." },
    not_at_bank: {
      status: 422,
      message: "{missing} of it is at another bank. Recharge the fund source that is to receive it instead.",
    },
    leaves_policy: {
      status: 422,
      message:
        "Payments from this fund source need approval by the policy “{policy}”, which does not cover the other one. " +
        "Let the policy cover both, or recharge the other fund source. An Owner can move back what others moved here " +
        "in the last seven days.",
    },
    insufficient_balance: {
      status: 422,
      message: "{missing} is missing: what is held or overdrawn cannot be moved.",
    },
    transfer_id_exists: { status: 409, message: "Another internal transfer has this ID." },
  },
  handle: async ({ ctx, merchantId, by, input }) => {
    const outcome = await makeInternalTransfer(ctx, merchantId, {
      transferKey: input.transferId,
      fromId: input.from,
      to: { fundSourceId: input.to },
      amountPaise: input.amount,
      remarks: input.remarks,
      by,
    });
    if (outcome.kind === "refused") {
      const { code, missingPaise, policyName: policy } = outcome;
      if (policy !== undefined) throw new Refusal(code, { field: "from", details: { policy } });
      if (missingPaise === null) throw new Refusal(code);
      const details = { missing: formatRupeesIndian(missingPaise) };
      throw new Refusal(code === "not_movable" ? "not_at_bank" : code, { field: "amount", details });
    }
    const { transferKey, referenceId, fromId, toId, amountPaise } = outcome.transfer;
    return {
      transferId: transferKey,
      referenceId: String(referenceId),
      from: fromId,
      to: toId,
      amount: formatRupees(amountPaise),
      repeated: outcome.repeated,
    };
  },
});
