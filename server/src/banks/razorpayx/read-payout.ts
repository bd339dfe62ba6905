/** A payout in RazorpayX's words; nothing of it is believed before its form is right. */
import { isMasked, isObject, isPlain, isText, shortened } from "#banks/json";

export interface Payout {
  readonly id: string;
  /** Ours; null for a payout that was made without one, e.g. on RazorpayX's own pages. */
  readonly reference: string | null;
  readonly amountPaise: bigint;
  readonly mode: string;
  readonly status: string;
  /** Empty until RazorpayX has it. */
  readonly utr: string;
  /** Empty when there are no status details. */
  readonly reason: string;
  readonly description: string;
  /** Whom it pays, as far as the answer repeats it. */
  readonly payee: string | undefined;
}

/** The payout in an object, or the name of the field that is wrong. */
export function readPayout(value: unknown): Payout | string {
  if (!isObject(value) || value["entity"] !== "payout") return "no payout";
  const { id, reference_id: reference = null, amount, currency, mode, status, utr } = value;
  if (!isPlain(id, 40) || id === "") return "no id";
  if (reference !== null && !isPlain(reference, 40)) return "a reference_id that is none";
  if (!isPaise(amount)) return "no amount";
  if (currency !== "INR") return "another currency";
  if (!isPlain(mode, 20)) return "no mode";
  if (!isPlain(status, 20)) return "no status";
  const details = isObject(value["status_details"]) ? value["status_details"] : {};
  const { reason, description } = details;
  if (!isAbsent(reason) && !isPlain(reason, 60)) return "a reason that is none";
  if (!isAbsent(utr) && !isPlain(utr, 35)) return "an utr that is none";
  return {
    id,
    reference: reference === "" ? null : reference,
    amountPaise: BigInt(amount),
    mode,
    status,
    utr: isAbsent(utr) ? "" : (utr as string),
    reason: isAbsent(reason) ? "" : (reason as string),
    description: isText(description, 500) ? shortened(description) : "",
    payee: payeeOf(value["fund_account"]),
  };
}

/** Account number, VPA or phone of a fund account that was told in full; lower case. */
function payeeOf(fundAccount: unknown): string | undefined {
  if (!isObject(fundAccount)) return undefined;
  const { bank_account: account, vpa, wallet } = fundAccount;
  const told =
    (isObject(account) ? account["account_number"] : undefined) ??
    (isObject(vpa) ? vpa["address"] : undefined) ??
    (isObject(wallet) ? wallet["phone"] : undefined);
  return typeof told === "string" && !isMasked(told) ? told.toLowerCase() : undefined;
}

/** Whole paise that a JSON number holds exactly. */
export function isPaise(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}

/** The examples write a missing text as null, as nothing, and as "null". */
function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === "null";
}
