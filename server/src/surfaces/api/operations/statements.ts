/** Statements in the classic API. */
import {
  type Balance,
  type FundSource,
  FundSourceError,
  readBalance,
  readFundSources,
  readStatement,
  revealFundSourceAccount,
  type SourceStatement,
  STATEMENT_KINDS,
  type StatementEntry,
} from "#fund-sources";
import { ifAny, listOfShown, optional, outputOf, partOf, type ShownField, shown, withDefault } from "#http";
import { formatRupees } from "#lib/money";
import { istDate, istText } from "#lib/ist";
import { count, flag, moment, refuse, signedRupees, success, text, unknownError } from "./answers.ts";
import { IFSC_PATTERN } from "./beneficiaries.ts";
import { dayRule, digitsRule, orNull } from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";
import type { ClassicCall } from "./operation.ts";
import { askedSource, sourceAsked } from "./balance.ts";

/** The most days that one statement may cover. */
export const STATEMENT_DAYS_MAX = 30;

interface StatementToWrite {
  readonly source: FundSource;
  /** The account to which money for the fund source is sent. Null means that it has no account at a bank. */
  readonly account: Awaited<ReturnType<typeof revealFundSourceAccount>> | null;
  readonly balance: Balance;
  readonly statement: SourceStatement;
}

const amount = <From>(paise: (from: From) => bigint, description?: string): ShownField<From> =>
  shown(description === undefined ? signedRupees : { ...signedRupees, description }, (from) =>
    formatRupees(paise(from)),
  );

/** An amount that is absent if there never was one. */
const lastAmount = (paise: (source: FundSource) => bigint | null): ShownField<StatementToWrite> =>
  ifAny(signedRupees, ({ source }) => {
    const last = paise(source);
    return last === null ? undefined : formatRupees(last);
  });

const fundSource = outputOf<StatementToWrite>({
  paymentInstrumentId: shown(text, ({ source }) => source.fundSourceId),
  name: shown(text, ({ source }) => source.name),
  accountNumber: ifAny(
    {
      ...text,
      description:
        "Money sent to this account is added to the fund source; absent if it has no bank account.",
    },
    ({ account }) => account?.accountNumber,
  ),
  ifsc: ifAny({ type: "string", pattern: IFSC_PATTERN }, ({ account }) => account?.ifsc),
  balance: amount(({ balance }) => balance.balancePaise),
  availableBalance: amount(({ balance }) => balance.availablePaise),
  overdraftLimit: amount(({ balance }) => balance.overdraftLimitPaise),
  lowBalanceThreshold: amount(({ source }) => source.lowBalanceThresholdPaise),
  notifyLowBalance: shown(flag, ({ source }) => (source.notifyLowBalance ? 1 : 0)),
  lastRecharge: lastAmount(({ lastTopUpPaise }) => lastTopUpPaise),
  lastWithdrawal: lastAmount(({ lastWithdrawalPaise }) => lastWithdrawalPaise),
  lastInternalTransfer: lastAmount(({ lastInternalTransferPaise }) => lastInternalTransferPaise),
});

const wordOf = (kind: string): string => kind.toUpperCase();

const entry = outputOf<StatementEntry>({
  eventTime: shown(moment, ({ at }) => istText(at)),
  type: shown({ type: "string", enum: STATEMENT_KINDS.map(wordOf) }, ({ kind }) => wordOf(kind)),
  amount: amount(({ amountPaise }) => amountPaise, "The amount without charges."),
  charges: amount(({ chargesPaise }) => chargesPaise, "Fee and tax included in `debit` or `credit`."),
  debit: amount(({ changePaise }) => (changePaise < 0n ? -changePaise : 0n)),
  credit: amount(({ changePaise }) => (changePaise > 0n ? changePaise : 0n)),
  balance: amount(({ balancePaise }) => balancePaise, "The available balance right after this entry."),
  transferId: shown(
    { ...text, description: "Your ID of the transfer or withdrawal; empty if there is none." },
    ({ key }) => key ?? "",
  ),
  referenceId: shown({ type: "string", pattern: "^[0-9]*$" }, ({ referenceId }) => String(referenceId ?? "")),
  utr: shown(text, ({ utr }) => utr ?? ""),
  remarks: shown(text, ({ remarks }) => remarks ?? ""),
});

const statementOutput = outputOf<StatementToWrite>({
  fundSource: partOf(fundSource, (from) => from),
  openingBalance: amount(({ statement }) => statement.openingPaise),
  closingBalance: amount(({ statement }) => statement.closingPaise),
  totalEntries: shown(count, ({ statement }) => statement.entryCount),
  entries: listOfShown(entry, ({ statement }) => statement.entries),
});

const statementExample = {
  fundSource: {
    paymentInstrumentId: "WALLET_1",
    name: "Wallet",
    accountNumber: "7700123412341234",
    ifsc: "VTRN0000001",
    balance: "892.92",
    availableBalance: "892.92",
    overdraftLimit: "0.00",
    lowBalanceThreshold: "500.00",
    notifyLowBalance: 1,
    lastRecharge: "1000.00",
  },
  openingBalance: "1000.00",
  closingBalance: "892.92",
  totalEntries: 1,
  entries: [
    {
      eventTime: "2026-11-20 10:15:00",
      type: "TRANSFER",
      amount: "100.00",
      charges: "7.08",
      debit: "107.08",
      credit: "0.00",
      balance: "892.92",
      transferId: "invoice_7",
      referenceId: "10001",
      utr: "632415000001",
      remarks: "Invoice 7",
    },
  ],
} as const;

const answers = {
  found: success("Data retrieved successfully"),
  fund_source_not_available: refuse("422", "Specified paymentInstrumentId not available"),
  dates_invalid: refuse("422", "Requested date range is invalid"),
  page_invalid: refuse("422", "Page value should be minimum 1"),
  // The limit is ours.
  per_page_invalid: refuse("422", "perPage should be between 1 and 100"),
  breakdown: unknownError,
} as const;

const PER_PAGE_MAX = 100;
const PER_PAGE = 50;
const DAY_MS = 86_400_000;

/** Our extension of the contract: the statement that the wallet's page of the dashboard shows. */
export const getStatement = declareClassic({
  name: "getStatement",
  method: "GET",
  path: "/getStatement",
  versions: ["v1.2"],
  scope: "read",
  tag: "Balance",
  summary: "Get an account statement",
  description:
    "An extension of the classic contract. Transfers, credits, reversals, withdrawals, verification charges and " +
    "internal transfers, oldest first; each `balance` is the available balance right after the entry. Money from " +
    "an account other than the registered one does not count: it is listed with its refund and changes no " +
    "balance. To add money, send a bank transfer to the fund source's `accountNumber` and `ifsc`.",
  // A fund source that the key may not use is refused first, and a range that is none before a wrong page.
  query: {
    paymentInstrumentId: askedSource,
    startDate: optional(orNull(dayRule("Default: 29 days before `endDate`."))),
    endDate: optional(orNull(dayRule("At most 29 days after `startDate`. Default: today (Indian time)."))),
    page: withDefault(orNull(digitsRule({ min: 1 })), 1),
    perPage: withDefault(orNull(digitsRule({ min: 1, max: PER_PAGE_MAX })), PER_PAGE),
  },
  answers,
  data: { schema: statementOutput.schema, examples: { found: statementExample } },
  breakdown: answers.breakdown,
  handle: async (call) => {
    const { ctx, caller, input } = call;
    const { page, perPage, ...days } = input;
    const fundSourceId = sourceAsked(caller, input.paymentInstrumentId);
    if (fundSourceId === null) return { answer: answers.fund_source_not_available };
    const read = await ctx.db.inMerchant(caller.merchantId, async (tx) => {
      const range = rangeOf(days, tx.now);
      if (range === null) return answers.dates_invalid;
      if (page === null) return answers.page_invalid;
      if (perPage === null) return answers.per_page_invalid;
      try {
        const balance = await readBalance(tx, fundSourceId);
        const source = (await readFundSources(tx)).find((one) => one.fundSourceId === fundSourceId)!;
        const statement = await readStatement(tx, fundSourceId, { ...range, page, perPage });
        return { source, balance, statement };
      } catch (error) {
        if (FundSourceError.is(error, "not_found")) return answers.fund_source_not_available;
        throw error;
      }
    });
    if ("message" in read) return { answer: read };
    const account = await readAccount(call, read.source);
    return { answer: answers.found, data: statementOutput.write({ ...read, account }) };
  },
});

async function readAccount(
  { ctx, caller }: ClassicCall,
  source: FundSource,
): Promise<StatementToWrite["account"]> {
  if (source.accountLast4 === null) return null;
  return revealFundSourceAccount(ctx, caller.merchantId, source.fundSourceId);
}

type Day = string | null | undefined;

/** Returns the start and end in India of the requested days; null if they make no range. */
function rangeOf(
  { startDate: first, endDate: last }: { readonly startDate: Day; readonly endDate: Day },
  now: Date,
): { from: Date; to: Date } | null {
  if (first === null || last === null) return null;
  const today = istDate(now);
  const lastDay = midnightOf(last ?? today);
  const firstDay = first === undefined ? lastDay - (STATEMENT_DAYS_MAX - 1) * DAY_MS : midnightOf(first);
  if ((last ?? today) > today || firstDay > lastDay || lastDay - firstDay >= STATEMENT_DAYS_MAX * DAY_MS)
    return null;
  return { from: new Date(firstDay), to: new Date(lastDay + DAY_MS) };
}

const midnightOf = (day: string): number => Date.parse(`${day}T00:00:00+05:30`);
