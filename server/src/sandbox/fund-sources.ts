/** Fund sources in the sandbox: what an account manager would set up, and money that arrives. */
import { BUSINESS_TYPES, setBusinessType, type Caller } from "#access";
import {
  listBankConnections,
  openBankAccount,
  openRegisteredAccounts,
  readFundSources,
  readRegisteredAccount,
  readSourceBalances,
  setRegisteredAccount,
  setShares,
  type Balance,
  type FundSource,
  type Share,
} from "#fund-sources";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { formatRupees, parseRupees } from "#lib/money";
import {
  creditRefund,
  listRefunds,
  listWithdrawals,
  retryRefund,
  type Refund,
  type Withdrawal,
} from "#withdrawals";
import { SandboxError } from "./errors.ts";
import { identifier, oneOf, optionalText, text, type Fields } from "./read-fields.ts";
import { callSimulator } from "./simulator.ts";

interface Call {
  readonly ctx: Context;
  readonly caller: Caller;
  readonly params: Fields;
  readonly body: Fields;
  readonly simulatorUrl: string;
}

const LIST_MAX = 100;

/** The merchant's fund sources, registered account, withdrawals and refunds. */
export async function listFundSources({ ctx, caller }: Pick<Call, "ctx" | "caller">): Promise<unknown> {
  return ctx.db.inMerchant(caller.merchantId, async (tx) => {
    const sources = (await readFundSources(tx)).filter(({ kind }) => kind !== "transit");
    const balances = await readSourceBalances(
      tx,
      sources.map(({ fundSourceId }) => fundSourceId),
    );
    const registered = await readRegisteredAccount(tx);
    return {
      fundSources: sources.map((source) => shown(source, balances.get(source.fundSourceId)!)),
      registeredAccount: registered,
      withdrawals: (await listWithdrawals(tx, { limit: LIST_MAX })).map(inRupees<Withdrawal>),
      refunds: (await listRefunds(tx, { limit: LIST_MAX })).map(inRupees<Refund>),
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

/** Makes a bank account at one of the merchant's banks a fund source. */
export async function addBankAccount({ ctx, caller, body }: Call): Promise<unknown> {
  await openBankAccount(ctx, caller.merchantId, {
    bankId: text(body, "bankId"),
    name: text(body, "name"),
    accountNumber: text(body, "accountNumber"),
    ifsc: text(body, "ifsc"),
    by: `api-key:${caller.clientId}`,
  });
  return listFundSources({ ctx, caller });
}

/** Sets which part of the orders that name no fund source each one pays. */
export async function putShares({ ctx, caller, body }: Call): Promise<unknown> {
  const shares = readShares(body.shares);
  await setShares(ctx, caller.merchantId, { shares, by: `api-key:${caller.clientId}` });
  return listFundSources({ ctx, caller });
}

function readShares(value: unknown): Share[] {
  const isShare = (one: unknown): one is Share =>
    typeof one === "object" &&
    one !== null &&
    typeof (one as Share).fundSourceId === "string" &&
    typeof (one as Share).percent === "number";
  if (Array.isArray(value) && value.every(isShare)) return value;
  throw SandboxError.bad_request({ field: "shares", why: 'is a list of {"fundSourceId", "percent"}' });
}

/** Registers the business's own bank account. */
export async function putRegisteredAccount({ ctx, caller, body }: Call): Promise<unknown> {
  return setRegisteredAccount(ctx, caller.merchantId, {
    holderName: text(body, "holderName"),
    accountNumber: text(body, "accountNumber"),
    ifsc: text(body, "ifsc"),
    by: `api-key:${caller.clientId}`,
  });
}

/** Says what kind of business the merchant's organization is: of one with a live merchant only an operator does. */
export async function putBusinessType({ ctx, caller, body }: Call): Promise<unknown> {
  const { organizationId, clientId } = caller;
  const businessType = oneOf(body, "businessType", BUSINESS_TYPES);
  const live = await ctx.db.directory((tx) =>
    tx.query("select from access.merchant where organization_id = $1 and mode = 'live' limit 1", [
      organizationId,
    ]),
  );
  if (live.length > 0) throw SandboxError.organization_is_live();
  await setBusinessType(ctx, organizationId, { businessType, by: `api-key:${clientId}` });
  return { businessType };
}

/** Plays the person who looks at a refund that is stuck: tries it again, or lets the money count. */
export async function decideRefund({ ctx, caller, params, body }: Call): Promise<unknown> {
  const topUpId = identifier(params, "topUpId");
  const by = `api-key:${caller.clientId}` as const;
  if (oneOf(body, "verdict", ["retry", "credit"]) === "retry") {
    await retryRefund(ctx, caller.merchantId, { topUpId, by });
  } else {
    const because = optionalText(body, "because") ?? "said in the sandbox";
    await creditRefund(ctx, caller.merchantId, { topUpId, because, by });
  }
  return listFundSources({ ctx, caller });
}

/**
 * Money arrives at the simulated bank, which tells us of it as a bank would: from the registered account, when there
 * is one, unless `from` says otherwise. What the bank then has is not answered: it is no wallet's balance.
 */
export async function topUpWallet({ ctx, caller, body, simulatorUrl }: Call): Promise<unknown> {
  const amount = parseRupees(body.amount);
  if (typeof amount !== "bigint") throw SandboxError.bad_request({ field: "amount", why: amount });
  const wanted = optionalText(body, "bankId");
  const { connections, registered } = await ctx.db.inMerchant(caller.merchantId, async (tx) => ({
    connections: await listBankConnections(ctx, tx),
    registered: await readSender(ctx, tx),
  }));
  const connection = connections.find(({ bankId }) => wanted === undefined || bankId === wanted);
  if (connection === undefined) throw SandboxError.bank_not_found({ bankId: wanted });
  const utr = optionalText(body, "utr");
  const from = readFrom(body.from) ?? registered;
  const {
    utr: arrived,
    repeated,
    callback,
  } = await callSimulator(simulatorUrl, {
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
  return { utr: arrived, repeated, callback };
}

async function readSender(ctx: Context, tx: Tx): Promise<Record<string, string> | undefined> {
  const registered = await readRegisteredAccount(tx);
  if (registered === null) return undefined;
  const { version } = registered;
  const { holderName, ...account } = (await openRegisteredAccounts(tx, ctx.vault, [version])).get(version)!;
  return { name: holderName, ...account };
}

function readFrom(value: unknown): Record<string, string> | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "object" || Array.isArray(value)) {
    throw SandboxError.bad_request({ field: "from", why: 'is {"name", "accountNumber", "ifsc"}' });
  }
  const from = value as Fields;
  const given = ["name", "accountNumber", "ifsc"].map((name) => [name, optionalText(from, name)] as const);
  return Object.fromEntries(given.flatMap(([name, said]) => (said === undefined ? [] : [[name, said]])));
}
