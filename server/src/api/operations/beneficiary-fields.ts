/** The fields of a beneficiary, for the calls that take or return one. */
import type { Rule } from "#http";
import { PHONE_LENGTH_MAX, PHONE_PATTERN } from "#rails";
import { anyText, idText } from "./classic-rules.ts";

const beneIdShape = {
  min: 1,
  max: 50,
  pattern: "^[A-Za-z0-9_]+$",
  description: "Your ID for the beneficiary: letters, digits and underscores.",
};

/** The merchant's ID of a beneficiary, where any text may be looked up. */
export const anyBeneIdRule = (description = beneIdShape.description): Rule<string> =>
  anyText({ ...beneIdShape, description });

/** The merchant's ID of a beneficiary. */
export const beneIdRule = idText(beneIdShape);

/** An Indian phone number, as people write it; ten digits are stored. */
export const phoneRule = (
  description = "An Indian number: 8 to 12 digits, with or without +91 or 0; blanks, hyphens and brackets do not " +
    "count.",
): Rule<string> => anyText({ max: PHONE_LENGTH_MAX, pattern: PHONE_PATTERN, description });

export const IFSC_PATTERN = "^[A-Z]{4}0[A-Z0-9]{6}$";

/** The limit for an account number given with an order or a validation. */
export const ACCOUNT_LENGTH_MAX = 40;

/** The number of an account that is not listed. */
export const anyAccountRule = anyText({ max: ACCOUNT_LENGTH_MAX, pattern: "^[0-9A-Za-z]{6,40}$" });

/** The fields of a payee except the ID. Which of them a payee needs, and their values, is judged where it is used. */
export const payeeFields = {
  name: anyText({ max: 100, description: "Not required for a payee who is paid only to wallets." }),
  email: anyText({ max: 200, description: "Not required for a payee who is paid only to wallets." }),
  phone: phoneRule(),
  bankAccount: anyText({ max: 18, pattern: "^[0-9A-Za-z]{9,18}$", description: "Requires `ifsc`." }),
  ifsc: anyText({ max: 11, pattern: IFSC_PATTERN }),
  vpa: anyText({
    max: 100,
    description: "UPI ID: letters, digits, dots and underscores; hyphens only before the @.",
  }),
  address1: anyText({ max: 150 }),
  address2: anyText({ max: 150 }),
  city: anyText({ max: 50, description: "Letters and spaces." }),
  state: anyText({ max: 50, description: "Letters and spaces." }),
  pincode: anyText({ max: 6, pattern: "^[0-9]{6}$" }),
} as const;
