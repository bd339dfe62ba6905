import { createLink, EXPIRY_DAYS_MAX, LinkError, type LinkErrorCode, type LinkInput } from "#links";
import { parseRupees } from "#lib/money";
import { type Answer, answerFor, refuse, type Reply, success } from "./answers.ts";
import { cashgramIdSchema, flagSchema, readFlag } from "./cashgram-fields.ts";
import { phoneSchema } from "./beneficiary-fields.ts";
import { type Fields, readField, readText } from "./fields.ts";
import type { Call, CallerOperation } from "./operation.ts";
import { amountSchema } from "./order-fields.ts";

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

type Refusal = keyof typeof answers;

/** Fields that must be text if they are present, and the refusals if they are not. */
const TEXTS = {
  cashgramId: "key_invalid",
  name: "name_invalid",
  phone: "phone_invalid",
  email: "email_invalid",
  linkExpiry: "expiry_invalid",
  remarks: "remarks_invalid",
} as const satisfies Record<string, Refusal>;

const UNUSED = { type: "string", maxLength: 1_000, description: "Accepted for compatibility; not used." };

export const createCashgram: CallerOperation = {
  name: "createCashgram",
  method: "POST",
  path: "/createCashgram",
  versions: ["v1"],
  access: "token",
  scope: "pay",
  tag: "Flowgram",
  summary: "Create a payout link",
  description:
    "The payee opens the link, confirms who they are with a one-time password and chooses where the money goes. " +
    "No money is held: the available balance must cover the amount now, and is checked again when the payee " +
    "claims.",
  body: {
    cashgramId: { schema: cashgramIdSchema, required: true },
    amount: { schema: amountSchema, required: true },
    name: { schema: { type: "string", maxLength: 100 }, required: true },
    phone: {
      schema: {
        ...phoneSchema,
        description:
          "Where we send the payee's code. With fewer than ten digits the code goes to `email`, which is then " +
          "required.",
      },
      required: true,
    },
    linkExpiry: {
      schema: {
        type: "string",
        maxLength: 10,
        pattern: "^[0-9]{4}/[0-9]{2}/[0-9]{2}$",
        description: `The last day (Indian time) on which the link works: from today to ${EXPIRY_DAYS_MAX} days ahead.`,
      },
      required: true,
    },
    email: { schema: { type: "string", maxLength: 200 } },
    remarks: {
      schema: {
        type: "string",
        maxLength: 70,
        pattern: "^[A-Za-z0-9\\s]{0,70}$",
        description: "Shown to the payee.",
      },
    },
    notifyCustomer: {
      schema: flagSchema(
        "1: the payee gets a message with the link, and a reminder on the day before the last.",
      ),
    },
    validateAccount: { schema: flagSchema("1: the name at the payee's bank must match the payee's name.") },
    payoutType: { schema: UNUSED },
    description: { schema: UNUSED },
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
  answers: () => answers,
  data: {
    schema: {
      type: "object",
      properties: {
        referenceId: { type: "integer", minimum: 1 },
        cashgramLink: { type: "string", format: "uri" },
      },
      required: ["referenceId", "cashgramLink"],
    },
    examples: {
      created: {
        referenceId: 10023,
        cashgramLink: "https://payouts.example.com/pay/AZoAAAAAcACAAAAAAAAAATo5x1bYw8b2n0J4fQh7s3dXkZ6u",
      },
    },
  },
  repeatable: true,
  breakdown: answers.breakdown,
  handle,
};

async function handle({ ctx, caller, body, keyId }: Call): Promise<Reply> {
  if (!caller.settings.payoutsEnabled) return { answer: answers.feature_not_available };
  const input = readLinkInput(body);
  if (typeof input === "string") return { answer: answers[input] };
  try {
    const { link, address, repeated } = await createLink(ctx, caller.merchantId, {
      ...input,
      by: `api-key:${caller.clientId}`,
      repeatable: keyId !== null,
    });
    return {
      answer: answers.created,
      data: { referenceId: Number(link.referenceId), cashgramLink: address },
      ...(repeated ? { replayed: true } : {}),
    };
  } catch (error) {
    return { answer: answerFor(error, LinkError, answers), values: { id: input.linkKey } };
  }
}

/** Reads the link to be created, or returns the first error of form; other rules are checked later. */
function readLinkInput(body: Fields): LinkInput | Refusal {
  for (const name of Object.keys(TEXTS) as (keyof typeof TEXTS)[]) {
    if (readText(body, name) === null) return TEXTS[name];
  }
  const amount = parseRupees(readField(body, "amount"));
  if (amount === "not_an_amount") return "amount_malformed";
  if (amount === "too_many_decimals") return "amount_decimals";
  const notifyPayee = readFlag(body, "notifyCustomer");
  if (notifyPayee === null) return "notify_invalid";
  const checkName = readFlag(body, "validateAccount");
  if (checkName === null) return "validate_invalid";
  const text = (name: keyof typeof TEXTS): string => readText(body, name) ?? "";
  return {
    linkKey: text("cashgramId"),
    amountPaise: amount,
    name: text("name"),
    phone: text("phone"),
    email: text("email"),
    expiry: text("linkExpiry"),
    remarks: text("remarks"),
    notifyPayee,
    checkName,
  };
}
