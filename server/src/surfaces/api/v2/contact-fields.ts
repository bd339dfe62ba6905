/** Contact details, as given with a beneficiary or a transfer. */
import { optional, refusing } from "#http";
import {
  containsCardNumber,
  isAddress,
  isEmail,
  isPincode,
  isPlaceName,
  parsePhone,
  PHONE_LENGTH_MAX,
  PHONE_PATTERN,
} from "#rails";
import { invalid, type V2Refusals } from "./refusals.ts";
import type { Fields } from "#http";
import { readFields, rightText, textRule } from "./rules.ts";

/** Valid contact details; details that were not given are absent. */
export interface Contact {
  readonly email?: string;
  readonly phone?: string;
  readonly address1?: string;
  readonly city?: string;
  readonly state?: string;
  readonly pincode?: string;
}

export const contactRefusals = {
  email_invalid: invalid("beneficiary_email_invalid", "beneficiary_email is invalid"),
  phone_invalid: invalid("beneficiary_phone_invalid", "beneficiary_phone should be 8 to 12 digits"),
  country_code_invalid: invalid("beneficiary_country_code_invalid", "beneficiary_country_code should be +91"),
  address_invalid: invalid(
    "beneficiary_address_invalid",
    "beneficiary_address should not be more than 150 characters long, on one line",
  ),
  city_invalid: invalid(
    "beneficiary_city_invalid",
    "beneficiary_city is invalid. only alphabets and whitespaces are allowed",
  ),
  state_invalid: invalid(
    "beneficiary_state_invalid",
    "beneficiary_state is invalid. only alphabets and whitespaces are allowed",
  ),
  pincode_invalid: invalid("beneficiary_postal_code_invalid", "beneficiary_postal_code should be 6 digits"),
} as const satisfies V2Refusals;

type ContactRefusal = keyof typeof contactRefusals;

/** A text around which blanks do not count. */
const detail = (
  schema: Readonly<Record<string, unknown>>,
  { isRight, wrong }: { readonly isRight: (text: string) => boolean; readonly wrong: ContactRefusal },
) =>
  refusing(
    optional(textRule(schema, (text) => (isRight(text.trim()) ? text.trim() : { problem: "wrong" }))),
    { wrong },
  );

const kept = (isRight: (text: string) => boolean) => (text: string) =>
  isRight(text) && !containsCardNumber(text);

export const contactFields = {
  beneficiary_email: detail({ maxLength: 200 }, { isRight: kept(isEmail), wrong: "email_invalid" }),
  // A phone number looks like a card's only by chance: it is shorter.
  beneficiary_phone: detail(
    {
      maxLength: PHONE_LENGTH_MAX,
      pattern: PHONE_PATTERN,
      description:
        "An Indian number: 8 to 12 digits, with or without +91 or 0; blanks, hyphens and brackets do not count.",
    },
    { isRight: (text) => parsePhone(text) !== null, wrong: "phone_invalid" },
  ),
  beneficiary_address: detail({ maxLength: 150 }, { isRight: kept(isAddress), wrong: "address_invalid" }),
  beneficiary_city: detail({ maxLength: 50 }, { isRight: isPlaceName, wrong: "city_invalid" }),
  beneficiary_state: detail({ maxLength: 50 }, { isRight: isPlaceName, wrong: "state_invalid" }),
  beneficiary_postal_code: detail(
    { maxLength: 6, pattern: "^[0-9]{6}$" },
    { isRight: isPincode, wrong: "pincode_invalid" },
  ),
  beneficiary_country_code: refusing(
    optional(rightText({ enum: ["+91", "91"] }, (text) => text === "+91" || text === "91")),
    { wrong: "country_code_invalid" },
  ),
} as const;

/** Reads contact details, or returns the problem of the first wrong one. */
export function readContact(fields: Fields) {
  const read = readFields(contactFields, fields);
  if ("problem" in read) return read;
  const { values } = read;
  const contact = {
    email: values.beneficiary_email,
    phone: values.beneficiary_phone,
    address1: values.beneficiary_address,
    city: values.beneficiary_city,
    state: values.beneficiary_state,
    pincode: values.beneficiary_postal_code,
  };
  const given = Object.entries(contact).filter(([, value]) => value !== undefined);
  return { contact: Object.fromEntries(given) as Contact };
}
