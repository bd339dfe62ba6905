/** Reads a payee given with the order, with the contract's tolerances. */
import { checkPayee, NAMELESS, type PayeeInput } from "#beneficiaries";
import { type Instrument, instrumentOf, isTransferMode } from "#rails";
import { REQUIRED_PAYEE_FIELDS } from "./beneficiary-fields.ts";
import { type Fields, readField, readText } from "./fields.ts";
import type { Version } from "./operation.ts";
import type { Refusal } from "./transfer-answers.ts";

/** Returns the details if they have all required fields; in v1.2 a wallet needs only its phone number. */
export function readDetails(body: Fields, version: Version): Fields | null {
  const details = readField(body, "beneDetails");
  if (typeof details !== "object" || details === null || Array.isArray(details)) return null;
  const fields = details as Fields;
  const isGiven = (name: string): boolean => readField(fields, name) !== undefined;
  const isWhole = REQUIRED_PAYEE_FIELDS[version].every(isGiven);
  return isWhole || (version === "v1.2" && isToWallet(body) && isGiven("phone")) ? fields : null;
}

function isToWallet(body: Fields): boolean {
  const mode = readField(body, "transferMode");
  return isTransferMode(mode) && instrumentOf(mode) === "phone";
}

/** Reads the payee with the instrument that is paid to, or returns the refusal. */
export function readPayee(details: Fields, instrument: Instrument): PayeeInput | Refusal {
  if ([...TEXTS, "beneId"].some((name) => readText(details, name) === null))
    return "beneficiary_details_invalid";
  const text = (name: (typeof TEXTS)[number]): string | undefined => readText(details, name) ?? undefined;
  const payee: PayeeInput = {
    // Only wallets can lack a name here.
    name: text("name") ?? NAMELESS.wallet,
    email: text("email"),
    phone: text("phone"),
    accountNumber: text("bankAccount"),
    ifsc: text("ifsc"),
    vpa: text("vpa"),
    address1: text("address1"),
    address2: text("address2"),
    city: text("city"),
    state: text("state"),
    pincode: text("pincode"),
  };
  if (instrument === "account" && (payee.accountNumber === undefined || payee.ifsc === undefined)) {
    return "no_bank_account";
  }
  if (instrument === "vpa" && payee.vpa === undefined) return "no_vpa";
  if (instrument === "phone" && payee.phone === undefined) return "mode_not_valid_for_beneficiary";
  const problem = checkPayee(payee);
  if (problem === null) return payee;
  return problem === "ifsc_invalid" ? "invalid_ifsc" : "beneficiary_details_invalid";
}

const TEXTS = [
  "name",
  "email",
  "phone",
  "bankAccount",
  "ifsc",
  "vpa",
  "address1",
  "address2",
  "city",
  "state",
  "pincode",
] as const;
