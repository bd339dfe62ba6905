/** Payout links in the classic API, which calls them cashgrams (Flowgram). */
import { asGiven, ifAny, missingAs, optional, outputOf, refusing, shown, together, withDefault } from "#http";
import {
  type CreatedLink,
  createLink,
  deactivateLink,
  EXPIRY_DAYS_MAX,
  LinkError,
  type LinkErrorCode,
  type LinkView,
  readLink,
} from "#links";
import { readTold } from "#stories";
import {
  type Answer,
  answerFor,
  positive,
  refuse,
  type Reply,
  success,
  text,
  unknownError,
} from "./answers.ts";
import { phoneRule } from "./beneficiaries.ts";
import { amountRule, anyRemarks, anyText, flagRule, orNull, required } from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";
import type { ClassicCall } from "./operation.ts";

/** The merchant's ID of a link, where any text may be looked up. */
const cashgramIdRule = anyText({
  max: 35,
  pattern: "^[A-Za-z0-9_-]{1,35}$",
  description: "Your ID for the link: at most 35 letters, digits, hyphens and underscores.",
});

const statusOutput = outputOf<LinkView>({
  cashgramStatus: shown(
    {
      ...text,
      enum: ["ACTIVE", "EXPIRED", "PENDING", "FAILED", "REDEEMED", "REVERSED"],
      description:
        "`FAILED`: the last claim was not paid; the payee can enter other details until the link expires. `EXPIRED` " +
        "also covers a link that was deactivated or blocked: see `reason`.",
    },
    ({ status }) => status,
  ),
  reason: ifAny(
    { ...text, description: "Why it is FAILED or EXPIRED." },
    ({ reason }) => reason ?? undefined,
  ),
  referenceId: shown(positive, ({ referenceId }) => Number(referenceId)),
  cashgramId: shown(text, ({ linkKey }) => linkKey),
  cashgramLink: shown({ ...text, format: "uri" }, ({ address }) => address),
  redeemRefId: ifAny(
    { ...positive, description: "Our ID of the transfer that paid the link." },
    ({ paidReferenceId: paid }) => (paid === null ? undefined : Number(paid)),
  ),
  utr: ifAny(text, ({ utr }) => utr ?? undefined),
});

const statusExample = {
  cashgramStatus: "REDEEMED",
  referenceId: 10023,
  cashgramId: "REFUND_2026_0001",
  cashgramLink: "https://payouts.example.com/pay/AZoAAAAAcACAAAAAAAAAATo5x1bYw8b2n0J4fQh7s3dXkZ6u",
  redeemRefId: 10117,
  utr: "632512345678",
};

const createCashgramAnswers = {
  created: success("Cashgram Created"),
  key_invalid: refuse("422", "Please provide a valid cashgram Id"),
  amount_malformed: refuse("422", "Invalid amount passed."),
  amount_decimals: refuse("422", "Invalid Amount Passed.Only 2 decimal places are allowed."),
  amount_invalid: refuse("422", "amount should be at least 1.0"),
  name_invalid: refuse("422", "Please provide a valid name"),
  phone_invalid: refuse("422", "Please provide a valid Phone Number"),
  email_invalid: refuse("422", "Please provide a valid email"),
  expiry_invalid: refuse("422", "Please provide a valid linkExpiry"),
  remarks_invalid: refuse("422", "Remarks can have only numbers, alphabets and whitespaces."),
  notify_invalid: refuse("422", "Please provide a valid notifyCustomer"),
  validate_invalid: refuse("422", "Please provide a valid validateAccount"),
  key_exists: refuse("409", "Cashgram with id {id} already exists"),
  insufficient_balance: refuse("412", "Available balance is less than requested cashgram amount."),
  feature_not_available: refuse("403", "This feature is not available for your account."),
  breakdown: refuse("520", "Unknown error occurred. Please try again."),
} as const satisfies Partial<Record<LinkErrorCode, Answer>> & Record<string, Answer>;

const unused = optional(
  asGiven({ type: "string", maxLength: 1_000, description: "Accepted for compatibility; not used." }),
);

const output = outputOf<CreatedLink>({
  referenceId: shown(positive, ({ link }) => Number(link.referenceId)),
  cashgramLink: shown({ ...text, format: "uri" }, ({ address }) => address),
});

export const createCashgram = declareClassic({
  name: "createCashgram",
  method: "POST",
  path: "/createCashgram",
  versions: ["v1"],
  scope: "pay",
  tag: "Flowgram",
  summary: "Create a payout link",
  description:
    "The payee opens the link, confirms who they are with a one-time password and chooses where the money goes. " +
    "No money is held: the available balance must cover the amount now, and is checked again when the payee " +
    "claims.",
  // `createLink` judges the values, and an amount below one rupee.
  body: {
    cashgramId: refusing(missingAs(cashgramIdRule, ""), { wrong: "key_invalid" }),
    name: refusing(missingAs(anyText({ max: 100 }), ""), { wrong: "name_invalid" }),
    phone: refusing(
      missingAs(
        phoneRule(
          "Where we send the payee's code. With fewer than ten digits the code goes to `email`, which is then " +
            "required.",
        ),
        "",
      ),
      { wrong: "phone_invalid" },
    ),
    email: refusing(withDefault(anyText({ max: 200 }), ""), { wrong: "email_invalid" }),
    linkExpiry: refusing(
      missingAs(
        anyText({
          max: 10,
          pattern: "^[0-9]{4}/[0-9]{2}/[0-9]{2}$",
          description:
            "The last day (Indian time) on which the link works: " +
            `from today to ${EXPIRY_DAYS_MAX} days ahead.`,
        }),
        "",
      ),
      { wrong: "expiry_invalid" },
    ),
    remarks: refusing(withDefault(anyRemarks({ description: "Shown to the payee." }), ""), {
      wrong: "remarks_invalid",
    }),
    amount: refusing(amountRule({ min: 0n }), {
      missing: "amount_malformed",
      too_many_decimals: "amount_decimals",
      wrong: "amount_malformed",
    }),
    notifyCustomer: refusing(
      withDefault(
        flagRule("1: the payee gets a message with the link, and a reminder on the day before the last."),
        false,
      ),
      { wrong: "notify_invalid" },
    ),
    validateAccount: refusing(
      withDefault(flagRule("1: the name at the payee's bank must match the payee's name."), false),
      { wrong: "validate_invalid" },
    ),
    payoutType: unused,
    description: unused,
  },
  bodyExample: () => ({
    cashgramId: "REFUND_2026_0001",
    amount: "500.00",
    name: "John Doe",
    phone: "9876543210",
    email: "johndoe@example.com",
    linkExpiry: "2026/12/01",
    remarks: "Refund of order 7",
    notifyCustomer: 1,
  }),
  answers: createCashgramAnswers,
  data: {
    schema: output.schema,
    examples: {
      created: {
        referenceId: 10023,
        cashgramLink: "https://payouts.example.com/pay/AZoAAAAAcACAAAAAAAAAATo5x1bYw8b2n0J4fQh7s3dXkZ6u",
      },
    },
  },
  repeatable: true,
  breakdown: createCashgramAnswers.breakdown,
  gate: ({ settings }) =>
    settings.payoutsEnabled ? null : { answer: createCashgramAnswers.feature_not_available },
  handle: async ({ ctx, caller, keyId, input }) => {
    const {
      cashgramId: linkKey,
      amount: amountPaise,
      linkExpiry: expiry,
      name,
      phone,
      email,
      remarks,
    } = input;
    const { notifyCustomer: notifyPayee, validateAccount: checkName } = input;
    try {
      const created = await createLink(ctx, caller.merchantId, {
        ...{ linkKey, amountPaise, name, phone, email, expiry, remarks, notifyPayee, checkName },
        by: `api-key:${caller.clientId}`,
        repeatable: keyId !== null,
      });
      const replayed = created.repeated ? { replayed: true } : {};
      return { answer: createCashgramAnswers.created, data: output.write(created), ...replayed };
    } catch (error) {
      return { answer: answerFor(error, LinkError, createCashgramAnswers), values: { id: linkKey } };
    }
  },
});

const deactivateCashgramAnswers = {
  deactivated: success("Cashgram with id - {id} successfully deactivated!"),
  not_found: refuse("404", "Cashgram with id {id} does not exist"),
  ended: refuse("404", "Active cashgrams id can only be deactivated"),
  under_way: refuse("412", "Active cashgrams can only be deactivated"),
  key_missing: refuse("422", "Please provide a valid cashgram Id"),
  breakdown: unknownError,
} as const;

export const deactivateCashgram = declareClassic({
  name: "deactivateCashgram",
  method: "POST",
  path: "/deactivateCashgram",
  versions: ["v1"],
  scope: "pay",
  tag: "Flowgram",
  summary: "Deactivate a payout link",
  description:
    "Possible before the payee claims, or after a claim that failed. While a claim is in progress the response " +
    "is 412, because the money may be leaving; after the link has ended it is 404.",
  body: { cashgramId: required(cashgramIdRule, "key_missing") },
  bodyExample: () => ({ cashgramId: "REFUND_2026_0001" }),
  answers: deactivateCashgramAnswers,
  breakdown: deactivateCashgramAnswers.breakdown,
  handle: async ({ ctx, caller, input: { cashgramId: linkKey } }) => {
    const values = { id: linkKey };
    try {
      await deactivateLink(ctx, caller.merchantId, { linkKey, by: `api-key:${caller.clientId}` });
      return { answer: deactivateCashgramAnswers.deactivated, values };
    } catch (error) {
      return { answer: answerFor(error, LinkError, deactivateCashgramAnswers), values };
    }
  },
});

const getCashgramStatusAnswers = {
  found: success("Cashgram details retrieved"),
  not_found: refuse("404", "Cashgram with id {id} does not exist"),
  key_missing: refuse("422", "Please provide a valid cashgram Id"),
  breakdown: unknownError,
} as const;

const shared = {
  path: "/getCashgramStatus",
  versions: ["v1"],
  scope: "read",
  tag: "Flowgram",
  answers: getCashgramStatusAnswers,
  data: { schema: statusOutput.schema, examples: { found: statusExample } },
  breakdown: getCashgramStatusAnswers.breakdown,
} as const;

export const getCashgramStatus = declareClassic({
  ...shared,
  name: "getCashgramStatus",
  method: "GET",
  summary: "Get a payout link",
  query: { cashgramId: required(cashgramIdRule, "key_missing") },
  handle: (call) => answer(call, call.input.cashgramId),
});

const given = together({ cashgramId: optional(orNull(cashgramIdRule)) }, ({ cashgramId }) => ({
  value: cashgramId,
}));

/** Some clients ask by POST, with the id in the query and again in the body. */
export const postCashgramStatus = declareClassic({
  ...shared,
  name: "postCashgramStatus",
  method: "POST",
  summary: "Get a payout link (POST)",
  query: { inQuery: given },
  body: { inBody: given },
  bodyExample: () => ({ cashgramId: "REFUND_2026_0001" }),
  handle: (call) => answer(call, call.input.inQuery ?? call.input.inBody),
});

async function answer({ ctx, caller }: ClassicCall, linkKey: string | null | undefined): Promise<Reply> {
  if (linkKey === null || linkKey === undefined) return { answer: getCashgramStatusAnswers.key_missing };
  try {
    const link = await readLink(ctx, caller.merchantId, linkKey);
    const { paidReferenceId: paid } = link;
    const isTold = paid === null || (await readTold(ctx, caller, { referenceIds: [paid] })) !== undefined;
    if (!isTold) return { answer: getCashgramStatusAnswers.not_found, values: { id: linkKey } };
    return { answer: getCashgramStatusAnswers.found, data: statusOutput.write(link) };
  } catch (error) {
    return { answer: answerFor(error, LinkError, getCashgramStatusAnswers), values: { id: linkKey } };
  }
}
