/** What the adapters' contract tests share. */
import type { BankAdapter } from "./adapter.ts";
import type { Mishap, SimulatedBank } from "./simulated-bank.ts";

export interface Bench {
  readonly adapter: BankAdapter;
  readonly bankId: string;
  readonly bank: () => SimulatedBank;
}

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
