import { asGiven, missingAs, optional, outputOf, refusing, shown, withDefault } from "#http";
import { createLink, type CreatedLink, EXPIRY_DAYS_MAX, LinkError, type LinkErrorCode } from "#links";
import { positive, text } from "./answer-schemas.ts";
import { type Answer, answerFor, refuse, success } from "./answers.ts";
import { phoneRule } from "./beneficiary-fields.ts";
import { cashgramIdRule } from "./cashgram-fields.ts";
import { amountRule, anyRemarks, anyText, flagRule } from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";

const answers = {
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
  answers,
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
  breakdown: answers.breakdown,
  gate: ({ settings }) => (settings.payoutsEnabled ? null : { answer: answers.feature_not_available }),
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
      return { answer: answers.created, data: output.write(created), ...replayed };
    } catch (error) {
      return { answer: answerFor(error, LinkError, answers), values: { id: linkKey } };
    }
  },
});
