/** The code that the adapters' contract tests share. */
import type { BankAdapter } from "../../src/money/banks/adapter.ts";
import type { Mishap, SimulatedBank } from "../../src/money/banks/simulated-bank.ts";

export interface Bench {
  readonly adapter: BankAdapter;
  readonly bankId: string;
  readonly bank: () => SimulatedBank;
  /** The abilities that this bank's protocol lacks; absent: none. */
  readonly lacks?: readonly Lack[];
}

/**
 * `closing-words`: a closed bank has no words of its own for that, so nothing is known then.
 * `signing-time`: callbacks are repeated unchanged for a day, and do not contain the time of sending.
 * `account-name`: callbacks about payments do not name our account as we know it.
 * `arrivals`: callbacks do not report money that arrives, or not in a documented form.
 * `payees`: statements do not name the other side of a payment.
 * `coming-days`: a day that has not begun looks like one without bookings.
 */
export type Lack = "closing-words" | "signing-time" | "account-name" | "arrivals" | "payees" | "coming-days";

/** Mishaps after which nothing is known, even if the bank paid. */
export const LOST: readonly Mishap[] = [
  { kind: "timeout" },
  { kind: "cut" },
  { kind: "http-error", httpStatus: 500 },
  { kind: "http-error", httpStatus: 502 },
  { kind: "http-error", httpStatus: 504 },
  { kind: "html" },
  { kind: "truncated-json" },
  { kind: "empty-body" },
];

export function nameOf({ kind, httpStatus, atByte, posted = true }: Mishap): string {
  const which = httpStatus ?? atByte;
  return `${kind}${which === undefined ? "" : ` ${String(which)}`}${posted ? "" : " without payment"}`;
}
