/** Contact details, as given with a beneficiary or a transfer. */
import { containsCardNumber, isAddress, isEmail, isPincode, isPlaceName, parsePhone } from "#rails";
import { readField, readText, type Fields } from "./fields.ts";
import { invalid, Refused, type Refusals } from "./refusals.ts";

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
} as const satisfies Refusals;

const isKept = (isRight: (text: string) => boolean) => (text: string) =>
  isRight(text) && !containsCardNumber(text);

const READ = [
  ["email", "beneficiary_email", contactRefusals.email_invalid, isKept(isEmail)],
  // A phone number looks like a card's only by chance: it is shorter.
  ["phone", "beneficiary_phone", contactRefusals.phone_invalid, (text: string) => parsePhone(text) !== null],
  ["address1", "beneficiary_address", contactRefusals.address_invalid, isKept(isAddress)],
  ["city", "beneficiary_city", contactRefusals.city_invalid, isPlaceName],
  ["state", "beneficiary_state", contactRefusals.state_invalid, isPlaceName],
  ["pincode", "beneficiary_postal_code", contactRefusals.pincode_invalid, isPincode],
] as const;

/** Reads contact details; `place` stands before the codes of their refusals. */
export function readContact(fields: Fields, place: string): Contact {
  const contact: Record<string, string> = {};
  for (const [key, name, refusal, isRight] of READ) {
    const text = readText(fields, name, { refusal, place });
    if (text === undefined) continue;
    if (!isRight(text.trim())) throw new Refused(refusal, { place });
    contact[key] = text.trim();
  }
  const country = readField(fields, "beneficiary_country_code");
  if (country !== undefined && country !== "+91" && country !== "91")
    throw new Refused(contactRefusals.country_code_invalid, { place });
  return contact;
}
