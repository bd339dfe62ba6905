import { type Balance, FundSourceError, readBalance } from "#fund-sources";
import { outputOf, shown } from "#http";
import { formatRupees } from "#lib/money";
import { refuse, signedRupees, success, unknownError } from "./answers.ts";
import { declareClassic, since12 } from "./declare-classic.ts";
import { askedSource, sourceAsked } from "./source-asked.ts";

const v1 = {
  found: success("Ledger balance for the account"),
  breakdown: unknownError,
} as const;
const v12 = {
  ...v1,
  fund_source_not_available: refuse("422", "Specified paymentInstrumentId not available"),
} as const;

const balanceOutput = outputOf<Balance>({
  balance: shown(signedRupees, ({ balancePaise }) => formatRupees(balancePaise)),
  availableBalance: shown(signedRupees, ({ availablePaise }) => formatRupees(availablePaise)),
});

export const getBalance = declareClassic({
  name: "getBalance",
  method: "GET",
  path: "/getBalance",
  versions: ["v1", "v1.2"],
  scope: "read",
  tag: "Balance",
  summary: "Get a balance",
  description: "`availableBalance` is `balance` minus what is held for transfers in progress.",
  query: { paymentInstrumentId: since12(askedSource) },
  answers: (version) => (version === "v1.2" ? v12 : v1),
  data: {
    schema: balanceOutput.schema,
    examples: { found: { balance: "214735.50", availableBalance: "173980.50" } },
  },
  breakdown: v1.breakdown,
  handle: async ({ ctx, caller, input: { paymentInstrumentId: asked } }) => {
    const fundSourceId = sourceAsked(caller, asked);
    if (fundSourceId === null) return { answer: v12.fund_source_not_available };
    try {
      const balance = await ctx.db.inMerchant(caller.merchantId, (tx) => readBalance(tx, fundSourceId));
      return { answer: v1.found, data: balanceOutput.write(balance) };
    } catch (error) {
      if (asked !== undefined && FundSourceError.is(error, "not_found"))
        return { answer: v12.fund_source_not_available };
      throw error;
    }
  },
});
