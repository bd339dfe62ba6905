/** The fields of a beneficiary as the contract publishes them, for the calls that take or return one. */
import { PHONE_LENGTH_MAX, PHONE_PATTERN } from "#rails";
import type { FieldShapes, JsonSchema, Version } from "./operation.ts";

const text = (maxLength: number, description?: string): JsonSchema => ({
  type: "string",
  maxLength,
  ...(description === undefined ? {} : { description }),
});

export const beneIdSchema: JsonSchema = {
  type: "string",
  minLength: 1,
  maxLength: 50,
  pattern: "^[A-Za-z0-9_]+$",
  description: "Your ID for the beneficiary: letters, digits and underscores.",
};

/** An Indian phone number, as people write it; ten digits are stored. */
export const phoneSchema: JsonSchema = {
  type: "string",
  maxLength: PHONE_LENGTH_MAX,
  pattern: PHONE_PATTERN,
  description:
    "An Indian number: 8 to 12 digits, with or without +91 or 0; blanks, hyphens and brackets do not count.",
};

/** The fields of a payee except the id. */
export const payeeFields: FieldShapes = {
  name: { schema: text(100, "Not required for a payee who is paid only to wallets.") },
  email: { schema: text(200, "Not required for a payee who is paid only to wallets.") },
  phone: { schema: phoneSchema, required: true },
  bankAccount: {
    schema: {
      type: "string",
      maxLength: 18,
      pattern: "^[0-9A-Za-z]{9,18}$",
      description: "Requires `ifsc`.",
    },
  },
  ifsc: { schema: { type: "string", maxLength: 11, pattern: "^[A-Z]{4}0[A-Z0-9]{6}$" } },
  vpa: { schema: text(100, "UPI ID: letters, digits, dots and underscores; hyphens only before the @.") },
  address1: { schema: text(150) },
  address2: { schema: text(150) },
  city: { schema: text(50, "Letters and spaces.") },
  state: { schema: text(50, "Letters and spaces.") },
  pincode: { schema: { type: "string", maxLength: 6, pattern: "^[0-9]{6}$" } },
};

/** The payee's schema in a direct transfer: v1 requires the contact, v1.2 the name or a wallet's phone. */
export function payeeSchema(version: Version): JsonSchema {
  const properties = Object.fromEntries(
    Object.entries(payeeFields).map(([name, field]) => [name, field.schema]),
  );
  return {
    type: "object",
    properties: {
      beneId: { ...beneIdSchema, description: "Not looked up: we pay the details given here." },
      ...properties,
      name:
        version === "v1.2" ? { ...payeeFields.name!.schema, description: NAME_OR_PHONE } : properties.name!,
      bankAccount: { type: "string", maxLength: 40, pattern: "^[0-9A-Za-z]{6,40}$" },
    },
    required: version === "v1.2" ? [] : REQUIRED_PAYEE_FIELDS[version],
  };
}

const NAME_OR_PHONE = "Required, except for wallets, which require only `phone`.";

/** The required fields of a direct transfer's payee; in v1.2 a wallet's phone number replaces the name. */
export const REQUIRED_PAYEE_FIELDS: Readonly<Record<Version, readonly string[]>> = {
  v1: ["name", "email", "phone"],
  "v1.1": ["name", "email", "phone"],
  "v1.2": ["name"],
  "v1.3": ["name"],
};
