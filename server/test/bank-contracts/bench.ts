/** What the adapters' contract tests share. */
import type { BankAdapter } from "../../src/banks/adapter.ts";
import type { Mishap, SimulatedBank } from "../../src/banks/simulated-bank.ts";

export interface Bench {
  readonly adapter: BankAdapter;
  readonly bankId: string;
  readonly bank: () => SimulatedBank;
  /** What this bank's protocol lacks; absent: nothing. */
  readonly lacks?: readonly Lack[];
}

/**
 * `closing-words`: a bank that is closed has no words of its own for it, so that nothing is known then.
 * `signing-time`: callbacks are repeated as they are for a day, and carry no time of their sending.
 * `account-name`: callbacks about payments do not name our account as we know it.
 * `arrivals`: callbacks do not tell money that arrives, or not in a form that is documented.
 * `payees`: statements do not name the other side of a payment.
 * `coming-days`: a day that has not begun looks like one on which nothing was booked.
 */
export type Lack = "closing-words" | "signing-time" | "account-name" | "arrivals" | "payees" | "coming-days";

/** Mishaps after which nothing is known, whether or not the bank paid. */
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
