/** The balance of a fund source, and the threshold below which it is low. */
import { coversSource, type Caller } from "#access";
import { WALLET_ID, type Balance, FundSourceError, readBalance, setLowBalanceThreshold } from "#fund-sources";
import { optional, refusing, type FieldRule, outputOf, shown, withDefault } from "#http";
import { formatRupees } from "#lib/money";
import { refuse, signedRupees, success, unknownError, flag, rupees, text } from "./answers.ts";
import { anyText, amountRule, amountSchemaOf, switchRule } from "./classic-rules.ts";
import { declareClassic, since12 } from "./declare-classic.ts";
import { FUND_SOURCE_ID_LENGTH_MAX } from "./order-fields.ts";

/** The ID of a fund source, where any text may be looked up. */
export const anySourceRule = (description: string): FieldRule<string> =>
  anyText({ max: FUND_SOURCE_ID_LENGTH_MAX, description });

/** The fund source that a request is about. */
export const askedSource = refusing(optional(anySourceRule("The fund source; the wallet by default.")), {
  wrong: "fund_source_not_available",
});

/**
 * Returns the fund source of a request: the named one, else the wallet. If the key pair may not use the
 * wallet, it is the first one that it may use: orders that name none are paid from these too. Null means that the key
 * pair may not use the named one, which is answered like one that does not exist.
 */
export function sourceAsked(
  { fundSourceIds }: Pick<Caller, "fundSourceIds">,
  named: string | undefined,
): string | null {
  if (named !== undefined) return coversSource(fundSourceIds, named) ? named : null;
  return coversSource(fundSourceIds, WALLET_ID) ? WALLET_ID : fundSourceIds![0]!;
}

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
