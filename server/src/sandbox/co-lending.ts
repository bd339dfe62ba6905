/** Co-lending in the sandbox: what an account manager would agree on, and money that arrives for each party. */
import { randomInt } from "node:crypto";
import type { Caller } from "#access";
import {
  INTERMEDIATE_ID,
  LENDER_ID,
  listBankConnections,
  ORIGINATOR_ID,
  readSourceBalances,
} from "#fund-sources";
import { endAgreement, fundLedger, listLoans, readAgreement, setAgreement, type Loan } from "#lending";
import type { Context } from "#lib/context";
import { formatRupees, parseRupees } from "#lib/money";
import { SandboxError } from "./errors.ts";
import { oneOf, optionalText, text, type Fields } from "./read-fields.ts";

interface Call {
  readonly ctx: Context;
  readonly caller: Caller;
  readonly body: Fields;
}

export const CO_LENDING_ROUTES = [
  { method: "GET", path: "/co-lending", handle: showCoLending },
  { method: "PUT", path: "/co-lending", handle: putAgreement },
  { method: "DELETE", path: "/co-lending", handle: dropAgreement },
  { method: "POST", path: "/co-lending/top-ups", handle: topUpLedger },
] as const;

const LIST_MAX = 100;
const LEDGERS = [LENDER_ID, ORIGINATOR_ID, INTERMEDIATE_ID];

/** The agreement in force, the three ledgers with their balances, and the latest loans. */
async function showCoLending({ ctx, caller }: Pick<Call, "ctx" | "caller">): Promise<unknown> {
  return ctx.db.inMerchant(caller.merchantId, async (tx) => ({
    agreement: await readAgreement(tx),
    ledgers: [...(await readSourceBalances(tx, LEDGERS))].map(([fundSourceId, balance]) => ({
      fundSourceId,
      balance: formatRupees(balance.balancePaise),
      available: formatRupees(balance.availablePaise),
    })),
    loans: (await listLoans(tx, { limit: LIST_MAX })).map(inRupees),
  }));
}

function inRupees(loan: Loan): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(loan).map(([name, value]: [string, unknown]) =>
      typeof value === "bigint" ? [name.replace(/Paise$/, ""), formatRupees(value)] : [name, value],
    ),
  );
}

/** Agrees with a lender on the shares, which total 100. */
async function putAgreement({ ctx, caller, body }: Call): Promise<unknown> {
  await setAgreement(ctx, caller.merchantId, {
    lenderName: text(body, "lender"),
    lenderPercent: percent(body, "lenderPercent"),
    originatorPercent: percent(body, "originatorPercent"),
    by: `api-key:${caller.clientId}`,
  });
  return showCoLending({ ctx, caller });
}

async function dropAgreement({ ctx, caller }: Call): Promise<unknown> {
  await endAgreement(ctx, caller.merchantId, { by: `api-key:${caller.clientId}` });
  return showCoLending({ ctx, caller });
}

function percent(body: Fields, name: string): number {
  const value = body[name];
  if (typeof value !== "number") throw SandboxError.bad_request({ field: name, why: "it is not a number" });
  return value;
}

/** Money of one party arrives at one of the merchant's banks. */
async function topUpLedger({ ctx, caller, body }: Call): Promise<unknown> {
  const party = oneOf(body, "ledger", ["lender", "originator"]);
  const amountPaise = parseRupees(body.amount);
  if (typeof amountPaise !== "bigint") throw SandboxError.bad_request({ field: "amount", why: amountPaise });
  const wanted = optionalText(body, "bankId");
  const connections = await ctx.db.inMerchant(caller.merchantId, (tx) => listBankConnections(ctx, tx));
  const connection = connections.find(({ bankId }) => wanted === undefined || bankId === wanted);
  if (connection === undefined) throw SandboxError.bank_not_found({ bankId: wanted });
  const utr = optionalText(body, "utr") ?? `SANDBOX${Date.now()}${randomInt(1_000)}`;
  const { bankId } = connection;
  await fundLedger(ctx, caller.merchantId, { party, bankId, utr, amountPaise });
  return showCoLending({ ctx, caller });
}
