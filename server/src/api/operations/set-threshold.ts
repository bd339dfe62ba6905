import { FundSourceError, setLowBalanceThreshold } from "#fund-sources";
import { formatRupees, parseRupees } from "#lib/money";
import { refuse, type Reply, success, unknownError } from "./answers.ts";
import { type Fields, readField, readText } from "./fields.ts";
import type { Call, CallerOperation } from "./operation.ts";
import { AMOUNT_LENGTH_MAX } from "./classic-rules.ts";
import { FUND_SOURCE_ID_LENGTH_MAX } from "./order-fields.ts";
import { sourceAsked } from "./source-asked.ts";

const answers = {
  set: success("Low balance threshold set"),
  minimum_missing: refuse("412", "minimumBalance missing in the request"),
  minimum_invalid: refuse("422", "Please provide a valid minimumBalance"),
  notify_invalid: refuse("422", "Please provide a valid notify"),
  fund_source_not_available: refuse("422", "Specified paymentInstrumentId not available"),
  breakdown: unknownError,
} as const;

/** Our extension of the contract: the threshold in the dashboard's settings. */
export const setThreshold: CallerOperation = {
  name: "setThreshold",
  method: "POST",
  path: "/setThreshold",
  versions: ["v1.2"],
  access: "token",
  scope: "pay",
  tag: "Balance",
  summary: "Set a low balance threshold",
  description:
    "An extension of the classic contract. With `notify`, LOW_BALANCE_ALERT is sent once when the available " +
    "balance drops below the threshold, and again only after the balance has recovered.",
  body: {
    minimumBalance: {
      schema: {
        description: "Rupees, at most two decimals; a string or a number.",
        anyOf: [
          { type: "string", maxLength: AMOUNT_LENGTH_MAX, pattern: "^[0-9]{1,13}(\\.[0-9]{1,2})?$" },
          { type: "number", minimum: 0 },
        ],
      },
      required: true,
    },
    notify: { schema: { anyOf: [{ type: "integer", enum: [0, 1] }, { type: "boolean" }], default: 1 } },
    paymentInstrumentId: {
      schema: {
        type: "string",
        maxLength: FUND_SOURCE_ID_LENGTH_MAX,
        description: "The fund source; the wallet by default.",
      },
    },
  },
  bodyExample: () => ({ paymentInstrumentId: "WALLET_1", minimumBalance: "50000.00", notify: 1 }),
  answers: () => answers,
  data: {
    schema: {
      type: "object",
      properties: {
        paymentInstrumentId: { type: "string" },
        minimumBalance: { type: "string", pattern: "^[0-9]+\\.[0-9]{2}$" },
        notify: { type: "integer", enum: [0, 1] },
      },
      required: ["paymentInstrumentId", "minimumBalance", "notify"],
    },
    examples: { set: { paymentInstrumentId: "WALLET_1", minimumBalance: "50000.00", notify: 1 } },
  },
  breakdown: answers.breakdown,
  handle,
};

async function handle({ ctx, caller, body }: Call): Promise<Reply> {
  const minimum = readField(body, "minimumBalance");
  if (minimum === undefined) return { answer: answers.minimum_missing };
  const thresholdPaise = parseRupees(minimum);
  if (typeof thresholdPaise !== "bigint") return { answer: answers.minimum_invalid };
  const notify = readNotify(body);
  if (notify === null) return { answer: answers.notify_invalid };
  const asked = readText(body, "paymentInstrumentId");
  const fundSourceId = asked === null ? null : sourceAsked(caller, asked);
  if (fundSourceId === null) return { answer: answers.fund_source_not_available };
  try {
    const by = `api-key:${caller.clientId}` as const;
    await setLowBalanceThreshold(ctx, caller.merchantId, { fundSourceId, thresholdPaise, notify, by });
  } catch (error) {
    if (FundSourceError.is(error, "not_found")) return { answer: answers.fund_source_not_available };
    throw error;
  }
  const minimumBalance = formatRupees(thresholdPaise);
  return {
    answer: answers.set,
    data: { paymentInstrumentId: fundSourceId, minimumBalance, notify: notify ? 1 : 0 },
  };
}

/** Reads the flag, on by default; null if it is not a flag. */
function readNotify(body: Fields): boolean | null {
  const value = readField(body, "notify");
  if (value === undefined || value === true || value === 1 || value === "1") return true;
  return value === false || value === 0 || value === "0" ? false : null;
}
