/** A transfer in Cashfree's words; nothing of it is believed before its form is right. */
import { isObject, isPlain, isText, shortened } from "#banks/json";

export interface Transfer {
  /** Theirs; empty where the answer leaves it out, as some webhooks do. */
  readonly id: string;
  readonly reference: string;
  readonly amountPaise: bigint;
  readonly status: string;
  readonly code: string;
  readonly description: string;
  /** Empty until there is one. */
  readonly utr: string;
  /** Whom it pays, as far as the answer repeats it. */
  readonly payee: string | undefined;
}

/** The transfer in an object, or the name of the field that is wrong. */
export function readTransfer(value: unknown): Transfer | string {
  if (!isObject(value)) return "no transfer";
  const { cf_transfer_id: id = "", transfer_id: reference, status, status_code: code = "" } = value;
  const { transfer_utr: utr = "", status_description: description } = value;
  if (!isPlain(reference, 64) || reference === "") return "no transfer_id";
  if (!isPlain(id, 40)) return "a cf_transfer_id that is none";
  if (!isPlain(status, 40) || status === "") return "no status";
  if (!isPlain(code, 60)) return "a status_code that is none";
  if (!isPlain(utr, 35)) return "a transfer_utr that is none";
  const amountPaise = paiseOf(value["transfer_amount"]);
  if (amountPaise === undefined) return "no transfer_amount";
  return {
    id,
    reference,
    amountPaise,
    status,
    code,
    description: isText(description, 1_000) ? shortened(description) : "",
    utr,
    payee: payeeOf(value["beneficiary_details"]),
  };
}

/** Account number or VPA of a beneficiary that was told in full; lower case. */
function payeeOf(beneficiary: unknown): string | undefined {
  const details = isObject(beneficiary) ? beneficiary["beneficiary_instrument_details"] : undefined;
  if (!isObject(details)) return undefined;
  const told = details["bank_account_number"] ?? details["vpa"];
  return typeof told === "string" && told !== "" ? told.toLowerCase() : undefined;
}

/** Paise of a JSON number of rupees, by its digits. */
function paiseOf(amount: unknown): bigint | undefined {
  if (typeof amount !== "number") return undefined;
  const digits = /^(\d{1,13})(?:\.(\d{1,2}))?$/.exec(String(amount));
  return digits === null ? undefined : BigInt(`${digits[1]}${(digits[2] ?? "").padEnd(2, "0")}`);
}
