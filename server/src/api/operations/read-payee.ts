/** Reads a payee given with the order, with the contract's tolerances. */
import { checkPayee, NAMELESS, type PayeeInput } from "#beneficiaries";
import { asGiven, optional, readInput, type Rule, schemaOf, type Values } from "#http";
import { type Instrument, instrumentOf, isTransferMode } from "#rails";
import { anyAccountRule, anyBeneIdRule, payeeFields } from "./beneficiaries.ts";
import { MANNER } from "./classic-rules.ts";
import { type Fields, readField } from "./fields.ts";
import type { JsonSchema, Version } from "./operation.ts";
import type { Refusal } from "./transfer-answers.ts";

/** The required fields of a direct transfer's payee; in v1.2 a wallet's phone number replaces the name. */
const REQUIRED: Readonly<Record<Version, readonly string[]>> = {
  v1: ["name", "email", "phone"],
  "v1.1": ["name", "email", "phone"],
  "v1.2": ["name"],
  "v1.3": ["name"],
};

const { name, email, phone, ifsc, vpa, address1, address2, city, state, pincode } = payeeFields;

const detailFields = {
  beneId: optional(anyBeneIdRule("Not looked up: we pay the details given here.")),
  name: optional(name),
  email: optional(email),
  phone: optional(phone),
  bankAccount: optional(anyAccountRule),
  ifsc: optional(ifsc),
  vpa: optional(vpa),
  address1: optional(address1),
  address2: optional(address2),
  city: optional(city),
  state: optional(state),
  pincode: optional(pincode),
} as const;

/** The details of a payee, as they were sent. */
export type PayeeDetails = Fields;

/** Publishes the details of a payee and takes any value: `readDetails` judges it. */
export function detailsRule(version: Version): Rule<unknown> {
  const { properties } = schemaOf(detailFields) as unknown as {
    properties: Readonly<Record<string, JsonSchema>>;
  };
  const name = {
    ...properties["name"],
    description: "Required, except for wallets, which require only `phone`.",
  };
  const schema =
    version === "v1.2"
      ? { type: "object", properties: { ...properties, name }, required: [] }
      : { type: "object", properties, required: REQUIRED[version] };
  return asGiven(schema);
}

/** Returns the details if they have all required fields; in v1.2 a wallet needs only its phone number. */
export function readDetails(
  given: unknown,
  { version, transferMode }: { readonly version: Version; readonly transferMode: unknown },
): PayeeDetails | null {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return null;
  const details = given as PayeeDetails;
  const isGiven = (field: string): boolean => readField(details, field) !== undefined;
  const isToWallet = isTransferMode(transferMode) && instrumentOf(transferMode) === "phone";
  const isWhole = REQUIRED[version].every(isGiven) || (version === "v1.2" && isToWallet && isGiven("phone"));
  return isWhole ? details : null;
}

/** Reads the payee with the instrument that is paid to, or returns the refusal. */
export function readPayee(details: PayeeDetails, instrument: Instrument): PayeeInput | Refusal {
  const read = readInput(detailFields, details, MANNER);
  if ("faults" in read) return "beneficiary_details_invalid";
  const payee = payeeOf(read.values);
  if (instrument === "account" && (payee.accountNumber === undefined || payee.ifsc === undefined)) {
    return "no_bank_account";
  }
  if (instrument === "vpa" && payee.vpa === undefined) return "no_vpa";
  if (instrument === "phone" && payee.phone === undefined) return "mode_not_valid_for_beneficiary";
  const problem = checkPayee(payee);
  if (problem === null) return payee;
  return problem === "ifsc_invalid" ? "invalid_ifsc" : "beneficiary_details_invalid";
}

function payeeOf({ beneId: _beneId, bankAccount, ...details }: Values<typeof detailFields>): PayeeInput {
  // Only wallets can lack a name here.
  return { ...details, name: details.name ?? NAMELESS.wallet, accountNumber: bankAccount };
}
