import {
  FundSourceError,
  readBalance,
  readFundSources,
  readStatement,
  revealFundSourceAccount,
  STATEMENT_KINDS,
  type Balance,
  type FundSource,
  type Statement,
  type StatementEntry,
} from "#fund-sources";
import { formatRupees } from "#lib/money";
import { istDate, istText } from "#rails";
import { refuse, type Reply, success, unknownError } from "./answers.ts";
import { type Fields, readDay, readText, readWhole } from "./fields.ts";
import type { Call, CallerOperation } from "./operation.ts";
import { statementSchema } from "./statement-fields.ts";
import { FUND_SOURCE_ID_LENGTH_MAX } from "./order-fields.ts";
import { sourceAsked } from "./source-asked.ts";
import { STATEMENT_DAYS_MAX } from "./statement-days.ts";

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
export const getStatement: CallerOperation = {
  name: "getStatement",
  method: "GET",
  path: "/getStatement",
  versions: ["v1.2"],
  access: "token",
  scope: "read",
  tag: "Balance",
  summary: "Get an account statement",
  description:
    "An extension of the classic contract. Transfers, credits, reversals, withdrawals, verification charges and " +
    "internal transfers, oldest first; each `balance` is the available balance right after the entry. Money from " +
    "an account other than the registered one does not count: it is listed with its refund and changes no " +
    "balance. To add money, send a bank transfer to the fund source's `accountNumber` and `ifsc`.",
  query: {
    paymentInstrumentId: {
      schema: {
        type: "string",
        maxLength: FUND_SOURCE_ID_LENGTH_MAX,
        description: "The fund source; the wallet by default.",
      },
    },
    startDate: {
      schema: {
        type: "string",
        format: "date",
        maxLength: 10,
        description: "Default: 29 days before `endDate`.",
      },
    },
    endDate: {
      schema: {
        type: "string",
        format: "date",
        maxLength: 10,
        description: "At most 29 days after `startDate`. Default: today (Indian time).",
      },
    },
    page: { schema: { type: "integer", minimum: 1, default: 1 } },
    perPage: { schema: { type: "integer", minimum: 1, maximum: PER_PAGE_MAX, default: PER_PAGE } },
  },
  answers: () => answers,
  data: { schema: statementSchema(STATEMENT_KINDS.map(wordOf)), examples: { found: exampleData() } },
  breakdown: answers.breakdown,
  handle,
};

async function handle(call: Call): Promise<Reply> {
  const { ctx, caller, query } = call;
  const asked = readText(query, "paymentInstrumentId");
  const fundSourceId = asked === null ? null : sourceAsked(caller, asked);
  if (fundSourceId === null) return { answer: answers.fund_source_not_available };
  const page = readCount(query, "page", 1);
  const perPage = readCount(query, "perPage", PER_PAGE);
  const read = await ctx.db.inMerchant(caller.merchantId, async (tx) => {
    const days = readDays(query, tx.now);
    if (days === null) return answers.dates_invalid;
    if (page === null) return answers.page_invalid;
    if (perPage === null || perPage > PER_PAGE_MAX) return answers.per_page_invalid;
    try {
      const balance = await readBalance(tx, fundSourceId);
      const source = (await readFundSources(tx)).find((one) => one.fundSourceId === fundSourceId)!;
      const statement = await readStatement(tx, fundSourceId, { ...days, page, perPage });
      return { source, balance, statement };
    } catch (error) {
      if (FundSourceError.is(error, "not_found")) return answers.fund_source_not_available;
      throw error;
    }
  });
  if ("message" in read) return { answer: read };
  return { answer: answers.found, data: writeData(read, await readAccount(call, read.source)) };
}

type Account = Awaited<ReturnType<typeof revealFundSourceAccount>>;

/** Returns the account to which money for the fund source is sent; null: it has no account at a bank. */
async function readAccount({ ctx, caller }: Call, source: FundSource): Promise<Account | null> {
  if (source.accountLast4 === null) return null;
  return revealFundSourceAccount(ctx, caller.merchantId, source.fundSourceId);
}

/** Returns the start and end in India of the requested days; null if they make no range. */
function readDays(query: Fields, now: Date): { from: Date; to: Date } | null {
  const [first, last] = [readDay(query, "startDate"), readDay(query, "endDate")];
  if (first === null || last === null) return null;
  const today = istDate(now);
  const lastDay = midnightOf(last ?? today);
  const firstDay = first === undefined ? lastDay - (STATEMENT_DAYS_MAX - 1) * DAY_MS : midnightOf(first);
  if ((last ?? today) > today || firstDay > lastDay || lastDay - firstDay >= STATEMENT_DAYS_MAX * DAY_MS)
    return null;
  return { from: new Date(firstDay), to: new Date(lastDay + DAY_MS) };
}

const midnightOf = (day: string): number => Date.parse(`${day}T00:00:00+05:30`);

function readCount(query: Fields, name: string, fallback: number): number | null {
  const count = readWhole(query, name);
  if (count === undefined) return fallback;
  return count === null || count < 1 ? null : count;
}

function wordOf(kind: string): string {
  return kind.toUpperCase();
}

interface Read {
  readonly source: FundSource;
  readonly balance: Balance;
  readonly statement: Statement;
}

function writeData({ source, balance, statement }: Read, account: Account | null): Record<string, unknown> {
  return {
    fundSource: {
      paymentInstrumentId: source.fundSourceId,
      name: source.name,
      ...account,
      balance: formatRupees(balance.balancePaise),
      availableBalance: formatRupees(balance.availablePaise),
      overdraftLimit: formatRupees(balance.overdraftLimitPaise),
      lowBalanceThreshold: formatRupees(source.lowBalanceThresholdPaise),
      notifyLowBalance: source.notifyLowBalance ? 1 : 0,
      ...lastOf("lastRecharge", source.lastTopUpPaise),
      ...lastOf("lastWithdrawal", source.lastWithdrawalPaise),
      ...lastOf("lastInternalTransfer", source.lastInternalTransferPaise),
    },
    openingBalance: formatRupees(statement.openingPaise),
    closingBalance: formatRupees(statement.closingPaise),
    totalEntries: statement.entryCount,
    entries: statement.entries.map(writeEntry),
  };
}

/** Leaves out a value that never existed. */
function lastOf(name: string, paise: bigint | null): Record<string, string> {
  return paise === null ? {} : { [name]: formatRupees(paise) };
}

function writeEntry(entry: StatementEntry): Record<string, string> {
  const { at, kind, amountPaise, chargesPaise, changePaise, balancePaise, key, referenceId, utr } = entry;
  return {
    eventTime: istText(at),
    type: wordOf(kind),
    amount: formatRupees(amountPaise),
    charges: formatRupees(chargesPaise),
    debit: formatRupees(changePaise < 0n ? -changePaise : 0n),
    credit: formatRupees(changePaise > 0n ? changePaise : 0n),
    balance: formatRupees(balancePaise),
    transferId: key ?? "",
    referenceId: referenceId === null ? "" : String(referenceId),
    utr: utr ?? "",
    remarks: entry.remarks ?? "",
  };
}

function exampleData(): Record<string, unknown> {
  return {
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
  };
}
