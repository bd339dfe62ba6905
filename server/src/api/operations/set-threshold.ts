import { FundSourceError, setLowBalanceThreshold } from "#fund-sources";
import { outputOf, refusing, shown, withDefault } from "#http";
import { formatRupees } from "#lib/money";
import { flag, refuse, rupees, success, text, unknownError } from "./answers.ts";
import { amountRule, amountSchemaOf, switchRule } from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";
import { askedSource, sourceAsked } from "./source-asked.ts";

const thresholdAnswers = {
  set: success("Low balance threshold set"),
  minimum_missing: refuse("412", "minimumBalance missing in the request"),
  minimum_invalid: refuse("422", "Please provide a valid minimumBalance"),
  notify_invalid: refuse("422", "Please provide a valid notify"),
  fund_source_not_available: refuse("422", "Specified paymentInstrumentId not available"),
  breakdown: unknownError,
} as const;

interface Threshold {
  readonly fundSourceId: string;
  readonly thresholdPaise: bigint;
  readonly notify: boolean;
}

const thresholdOutput = outputOf<Threshold>({
  paymentInstrumentId: shown(text, ({ fundSourceId }) => fundSourceId),
  minimumBalance: shown(rupees, ({ thresholdPaise }) => formatRupees(thresholdPaise)),
  notify: shown(flag, ({ notify }) => (notify ? 1 : 0)),
});

/** Our extension of the contract: the threshold in the dashboard's settings. */
export const setThreshold = declareClassic({
  name: "setThreshold",
  method: "POST",
  path: "/setThreshold",
  versions: ["v1.2"],
  scope: "pay",
  tag: "Balance",
  summary: "Set a low balance threshold",
  description:
    "An extension of the classic contract. With `notify`, LOW_BALANCE_ALERT is sent once when the available " +
    "balance drops below the threshold, and again only after the balance has recovered.",
  body: {
    minimumBalance: refusing(
      amountRule({
        min: 0n,
        schema: amountSchemaOf(0, "Rupees, at most two decimals; a string or a number."),
      }),
      { missing: "minimum_missing", wrong: "minimum_invalid" },
    ),
    notify: refusing(withDefault(switchRule({ default: 1 }), true), { wrong: "notify_invalid" }),
    paymentInstrumentId: askedSource,
  },
  bodyExample: () => ({ paymentInstrumentId: "WALLET_1", minimumBalance: "50000.00", notify: 1 }),
  answers: thresholdAnswers,
  data: {
    schema: thresholdOutput.schema,
    examples: { set: { paymentInstrumentId: "WALLET_1", minimumBalance: "50000.00", notify: 1 } },
  },
  breakdown: thresholdAnswers.breakdown,
  handle: async ({ ctx, caller, input }) => {
    const fundSourceId = sourceAsked(caller, input.paymentInstrumentId);
    if (fundSourceId === null) return { answer: thresholdAnswers.fund_source_not_available };
    const threshold = { fundSourceId, thresholdPaise: input.minimumBalance, notify: input.notify };
    try {
      const by = `api-key:${caller.clientId}` as const;
      await setLowBalanceThreshold(ctx, caller.merchantId, { ...threshold, by });
    } catch (error) {
      if (FundSourceError.is(error, "not_found"))
        return { answer: thresholdAnswers.fund_source_not_available };
      throw error;
    }
    return { answer: thresholdAnswers.set, data: thresholdOutput.write(threshold) };
  },
});
