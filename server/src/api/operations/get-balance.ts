import { FundSourceError, readBalance } from "#fund-sources";
import { formatRupees } from "#lib/money";
import { type Answers, refuse, type Reply, success, unknownError } from "./answers.ts";
import { readText } from "./fields.ts";
import type { Call, CallerOperation, Version } from "./operation.ts";
import { FUND_SOURCE_ID_LENGTH_MAX } from "./order-fields.ts";
import { sourceAsked } from "./source-asked.ts";

const answers = {
  found: success("Ledger balance for the account"),
  fund_source_not_available: refuse("422", "Specified paymentInstrumentId not available"),
  breakdown: unknownError,
} as const;

export const getBalance: CallerOperation = {
  name: "getBalance",
  method: "GET",
  path: "/getBalance",
  versions: ["v1", "v1.2"],
  access: "token",
  scope: "read",
  tag: "Balance",
  summary: "Get a balance",
  description: "`availableBalance` is `balance` minus what is held for transfers in progress.",
  query: {
    paymentInstrumentId: {
      schema: {
        type: "string",
        maxLength: FUND_SOURCE_ID_LENGTH_MAX,
        description: "The fund source; the wallet by default.",
      },
      versions: ["v1.2"],
    },
  },
  answers: answersOf,
  data: {
    schema: {
      type: "object",
      properties: {
        balance: { type: "string", pattern: "^-?[0-9]+\\.[0-9]{2}$" },
        availableBalance: { type: "string", pattern: "^-?[0-9]+\\.[0-9]{2}$" },
      },
      required: ["balance", "availableBalance"],
    },
    examples: { found: { balance: "214735.50", availableBalance: "173980.50" } },
  },
  breakdown: answers.breakdown,
  handle,
};

function answersOf(version: Version): Answers {
  const { fund_source_not_available, ...others } = answers;
  return version === "v1.2" ? { ...others, fund_source_not_available } : others;
}

async function handle({ ctx, caller, query, version }: Call): Promise<Reply> {
  const asked = version === "v1.2" ? readText(query, "paymentInstrumentId") : undefined;
  const fundSourceId = asked === null ? null : sourceAsked(caller, asked);
  if (fundSourceId === null) return { answer: answers.fund_source_not_available };
  try {
    const balance = await ctx.db.inMerchant(caller.merchantId, (tx) => readBalance(tx, fundSourceId));
    return {
      answer: answers.found,
      data: {
        balance: formatRupees(balance.balancePaise),
        availableBalance: formatRupees(balance.availablePaise),
      },
    };
  } catch (error) {
    if (asked !== undefined && FundSourceError.is(error, "not_found")) {
      return { answer: answers.fund_source_not_available };
    }
    throw error;
  }
}
