/** A transfer in Cashfree's words; nothing of it is believed before its form is right. */
import { isMasked, isObject, isPlain, isText, shortened } from "#banks/json";

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
  const { transfer_id: reference, status, status_description: description } = value;
  const id = wordOf(value["cf_transfer_id"]);
  const code = wordOf(value["status_code"]);
  const utr = wordOf(value["transfer_utr"]);
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

/** What may be left out, which some services write as null; and an id that is a number. */
function wordOf(value: unknown): unknown {
  if (value === undefined || value === null) return "";
  return typeof value === "number" ? String(value) : value;
}

/** Account number or VPA of a beneficiary that was told in full; lower case. */
function payeeOf(beneficiary: unknown): string | undefined {
  const details = isObject(beneficiary) ? beneficiary["beneficiary_instrument_details"] : undefined;
  if (!isObject(details)) return undefined;
  const told = details["bank_account_number"] ?? details["vpa"];
  return typeof told === "string" && told !== "" && !isMasked(told) ? told.toLowerCase() : undefined;
}

/** Paise of rupees as a JSON number or as text, by their digits. */
function paiseOf(amount: unknown): bigint | undefined {
  if (typeof amount !== "number" && typeof amount !== "string") return undefined;
  const digits = /^(\d{1,13})(?:\.(\d{1,2}))?$/.exec(String(amount));
  return digits === null ? undefined : BigInt(`${digits[1]}${(digits[2] ?? "").padEnd(2, "0")}`);
}
