/** Fund sources in the sandbox: an account manager's settings, and money that arrives. */
import { randomInt } from "node:crypto";
import Type from "typebox";
import { BUSINESS_TYPES, coversSource, setBusinessType, type Caller } from "#access";
import {
  listBankConnections,
  openBankAccount,
  readFundSources,
  readRegisteredAccount,
  readSourceBalances,
  setRegisteredAccount,
  setShares,
  WALLET_ID,
  type Balance,
  type FundSource,
  type Share,
  LENDER_ID,
  openRegisteredAccounts,
  ORIGINATOR_ID,
  topUp,
} from "#fund-sources";
import { id, optional, type FieldRule, withDefault } from "#http";
import { containsCardNumber } from "#lib/card-numbers";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { formatRupees } from "#lib/money";
import {
  creditRefund,
  listRefunds,
  listWithdrawals,
  retryRefund,
  type Refund,
  type Withdrawal,
} from "#withdrawals";
import { SandboxError } from "./errors.ts";
import { choice, type Control, isKept, rupees, sandboxOperation, word, WORD_MAX } from "./operation.ts";
import { callSimulator } from "./simulator.ts";

const LIST_MAX = 100;

const isShare = (one: unknown): one is Share =>
  typeof one === "object" &&
  one !== null &&
  typeof (one as Share).fundSourceId === "string" &&
  typeof (one as Share).percent === "number";

/** The shares of the fund sources. `setShares` checks that they total 100. */
const sharesRule: FieldRule<Share[]> = {
  schema: Type.Array(
    Type.Object({ fundSourceId: Type.String({ maxLength: WORD_MAX }), percent: Type.Number() }),
    { maxItems: LIST_MAX },
  ),
  says: 'is a list of {"fundSourceId", "percent"}',
  lengthMax: LIST_MAX,
  read: (value) => (Array.isArray(value) && value.every(isShare) ? { value } : { problem: "wrong" }),
};

const isPart = (name: string, said: unknown): boolean =>
  isKept(said) && said.length <= WORD_MAX && (name === "accountNumber" || !containsCardNumber(said));

const PART = Type.String({ maxLength: WORD_MAX });
const PARTS_OF_SENDER = ["name", "accountNumber", "ifsc"] as const;

/** The sender of money, with all or some fields. */
const senderRule: FieldRule<Record<string, string>> = {
  schema: Type.Partial(Type.Object({ name: PART, accountNumber: PART, ifsc: PART })),
  says: 'is {"name", "accountNumber", "ifsc"}',
  lengthMax: WORD_MAX,
  read: (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return { problem: "wrong" };
    const parts = PARTS_OF_SENDER.flatMap((name) => {
      const said: unknown = (value as Record<string, unknown>)[name];
      return said === undefined || said === null || said === "" ? [] : [[name, said] as const];
    });
    return parts.every(([name, said]) => isPart(name, said))
      ? { value: Object.fromEntries(parts) as Record<string, string> }
      : { problem: "wrong" };
  },
};

const accountFields = { accountNumber: word({ cards: "let_pass" }), ifsc: word() };

/** The controls of fund sources. */
export const fundSourceControls = [
  sandboxOperation({
    name: "listFundSources",
    method: "GET",
    path: "/fund-sources",
    summary: "List fund sources, the registered account, withdrawals and refunds",
    handle: ({ ctx, caller }) => showFundSources(ctx, caller),
  }),
  sandboxOperation({
    name: "addFundSource",
    method: "POST",
    path: "/fund-sources",
    summary: "Add a bank account at one of the merchant's banks as a fund source",
    body: { bankId: word(), name: word(), ...accountFields },
    handle: async ({ ctx, caller, merchantId, by, input }) => {
      await openBankAccount(ctx, merchantId, { ...input, by });
      return showFundSources(ctx, caller);
    },
  }),
  sandboxOperation({
    name: "setShares",
    method: "PUT",
    path: "/shares",
    summary: "Split transfers that name no fund source between the fund sources, in percent",
    body: { shares: sharesRule },
    handle: async ({ ctx, caller, merchantId, by, input: { shares } }) => {
      await setShares(ctx, merchantId, { shares, by });
      return showFundSources(ctx, caller);
    },
  }),
  sandboxOperation({
    name: "setRegisteredAccount",
    method: "PUT",
    path: "/registered-account",
    summary: "Register the business's own bank account",
    body: { holderName: word(), ...accountFields },
    handle: ({ ctx, merchantId, by, input }) => setRegisteredAccount(ctx, merchantId, { ...input, by }),
  }),
  sandboxOperation({
    name: "setBusinessType",
    method: "PUT",
    path: "/business-type",
    summary: "Set the organization's type of business; with a live merchant, only an operator can",
    body: { businessType: choice(BUSINESS_TYPES) },
    handle: async ({ ctx, caller, by, input: { businessType } }) => {
      const { organizationId } = caller;
      const live = await ctx.db.directory((tx) => tx.query(FIND_LIVE, [organizationId]));
      if (live.length > 0) throw SandboxError.organization_is_live();
      await setBusinessType(ctx, organizationId, { businessType, by });
      return { businessType };
    },
  }),
  sandboxOperation({
    name: "decideRefund",
    method: "POST",
    path: "/refunds/{topUpId}",
    summary: "Resolve a stuck refund: retry it, or credit the money",
    pathFields: { topUpId: id() },
    body: { verdict: choice(["retry", "credit"]), because: withDefault(word(), "said in the sandbox") },
    handle: async ({ ctx, caller, merchantId, by, input: { topUpId, verdict, because } }) => {
      if (verdict === "retry") await retryRefund(ctx, merchantId, { topUpId, by });
      else await creditRefund(ctx, merchantId, { topUpId, because, by });
      return showFundSources(ctx, caller);
    },
  }),
  sandboxOperation({
    name: "topUp",
    method: "POST",
    path: "/top-ups",
    summary: "Top up: money arrives from the registered account, or from the account given in from",
    body: {
      amount: rupees(),
      bankId: optional(word()),
      utr: optional(word({ cards: "in_ids" })),
      from: optional(senderRule),
    },
    handle: topUpWallet,
  }),
] as const;

const FIND_LIVE = "select from access.merchant where organization_id = $1 and mode = 'live' limit 1";

async function showFundSources(ctx: Context, { merchantId, fundSourceIds }: Caller): Promise<unknown> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const isTold = (fundSourceId: string): boolean => coversSource(fundSourceIds, fundSourceId);
    const sources = (await readFundSources(tx)).filter(
      ({ kind, fundSourceId }) => kind !== "transit" && isTold(fundSourceId),
    );
    const ofWallet = { limit: isTold(WALLET_ID) ? LIST_MAX : 0 };
    const balances = await readSourceBalances(
      tx,
      sources.map(({ fundSourceId }) => fundSourceId),
    );
    return {
      fundSources: sources.map((source) => shown(source, balances.get(source.fundSourceId)!)),
      registeredAccount: await readRegisteredAccount(tx),
      withdrawals: (await listWithdrawals(tx, ofWallet)).map(inRupees<Withdrawal>),
      refunds: (await listRefunds(tx, ofWallet)).map(inRupees<Refund>),
    };
  });
}

function shown(source: FundSource, balance: Balance): Record<string, unknown> {
  const { fundSourceId, kind, name, accountLast4, ifsc, bankId, sharePercent, active } = source;
  const money = { balance: balance.balancePaise, available: balance.availablePaise };
  const rupees = Object.entries(money).map(([what, paise]) => [what, formatRupees(paise)]);
  const facts = { fundSourceId, kind, name, accountLast4, ifsc, bankId, sharePercent, active };
  return { ...facts, ...Object.fromEntries(rupees) };
}

function inRupees<T extends { readonly amountPaise: bigint }>({ amountPaise, ...rest }: T): object {
  return { ...rest, amount: formatRupees(amountPaise) };
}

interface Arrival {
  readonly amount: bigint;
  readonly bankId: string | undefined;
  readonly utr: string | undefined;
  readonly from: Record<string, string> | undefined;
}

/** The simulated bank reports the money as a bank would. Its balance is left out: it is not the wallet's. */
async function topUpWallet({ ctx, merchantId, input, simulatorUrl }: Control<Arrival>): Promise<unknown> {
  const { amount, bankId: wanted, utr } = input;
  const { connections, registered } = await ctx.db.inMerchant(merchantId, async (tx) => ({
    connections: await listBankConnections(ctx, tx),
    registered: await readRegisteredSender(ctx, tx),
  }));
  const connection = connections.find(({ bankId }) => wanted === undefined || bankId === wanted);
  if (connection === undefined) throw SandboxError.bank_not_found({ bankId: wanted });
  const from = input.from ?? registered;
  const answer = await callSimulator(simulatorUrl, {
    method: "POST",
    path: "/sim/credits",
    body: {
      bankId: connection.bankId,
      account: connection.debitAccount,
      amount: formatRupees(amount),
      ...(utr === undefined ? {} : { utr }),
      ...(from === undefined ? {} : { from }),
    },
  });
  return { utr: answer.utr, repeated: answer.repeated, callback: answer.callback };
}

interface SimulatedArrival {
  readonly fundSourceId: string;
  readonly amountPaise: bigint;
  /** True if it comes from the registered account, if there is one; money from others does not count. */
  readonly isFromRegistered: boolean;
  readonly simulatorUrl: string;
}

const LEDGERS: readonly string[] = [LENDER_ID, ORIGINATOR_ID];

const STRANGER = { name: "Unknown Sender", accountNumber: "50100000009999", ifsc: "HDFC0000001" } as const;

/**
 * Lets money arrive for a fund source of a sandbox merchant: for the wallet at a simulated bank, which
 * reports it as a bank would; for connected accounts and ledgers of co-lending as if their bank had. Throws
 * SandboxError.bank_not_found, source_takes_nothing or simulator_refused.
 */
export async function arriveAtSource(
  ctx: Context,
  merchantId: string,
  arrival: SimulatedArrival,
): Promise<{ utr: string }> {
  const { fundSourceId, amountPaise } = arrival;
  const { banks, source, registered } = await ctx.db.inMerchant(merchantId, async (tx) => ({
    banks: await listBankConnections(ctx, tx),
    source: (await readFundSources(tx)).find((one) => one.fundSourceId === fundSourceId),
    registered: await readRegisteredSender(ctx, tx),
  }));
  const bank = banks.find(({ bankId }) => source?.bankId === null || bankId === source?.bankId);
  if (bank === undefined) throw SandboxError.bank_not_found({ fundSourceId });
  if (fundSourceId === WALLET_ID) {
    const from = arrival.isFromRegistered ? registered : STRANGER;
    return arriveAtBank(arrival, bank, from);
  }
  if (source?.kind !== "bank_account" && !LEDGERS.includes(fundSourceId)) {
    throw SandboxError.source_takes_nothing({ fundSourceId });
  }
  const utr = `SANDBOX${Date.now()}${randomInt(1_000)}`;
  await topUp(ctx, merchantId, { bankId: bank.bankId, utr, amountPaise, fundSourceId });
  return { utr };
}

async function arriveAtBank(
  { amountPaise, simulatorUrl }: SimulatedArrival,
  { bankId, debitAccount }: { bankId: string; debitAccount: string },
  from: object | undefined,
): Promise<{ utr: string }> {
  const credit = { bankId, account: debitAccount, amount: formatRupees(amountPaise) };
  const body = from === undefined ? credit : { ...credit, from };
  const { utr } = await callSimulator(simulatorUrl, { method: "POST", path: "/sim/credits", body });
  return { utr: String(utr) };
}

/** Returns the registered account as a sender; undefined if none is registered. */
async function readRegisteredSender(
  ctx: Pick<Context, "vault">,
  tx: Tx,
): Promise<Record<string, string> | undefined> {
  const registered = await readRegisteredAccount(tx);
  if (registered === null) return undefined;
  const { version } = registered;
  const { holderName, ...account } = (await openRegisteredAccounts(tx, ctx.vault, [version])).get(version)!;
  return { name: holderName, ...account };
}
