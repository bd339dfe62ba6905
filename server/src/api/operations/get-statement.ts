import {
  FundSourceError,
  readBalance,
  readFundSources,
  readStatement,
  revealFundSourceAccount,
  type FundSource,
} from "#fund-sources";
import { optional, withDefault } from "#http";
import { istDate } from "#rails";
import { refuse, success, unknownError } from "./answers.ts";
import { dayRule, digitsRule, orNull } from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";
import type { Call } from "./operation.ts";
import { statementExample, statementOutput, type StatementToWrite } from "./statement-fields.ts";
import { askedSource, sourceAsked } from "./source-asked.ts";
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

async function readAccount({ ctx, caller }: Call, source: FundSource): Promise<StatementToWrite["account"]> {
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
