/** The opening hours of rails and withdrawals. Pages are made from them too, so nothing is read here. */
import type { Rail } from "./rail.ts";

/** A service with opening hours: a rail, or the withdrawal from the wallet to the merchant's own bank. */
export type Service = Rail | "withdrawal";

/** Open from `opensMs` (included) to `closesMs` (not included) past midnight IST, on working days. */
export interface Window {
  readonly opensMs: number;
  readonly closesMs: number;
}

/**
 * `working_days`: the published hours. `neft_24x7`: NEFT and RTGS at any hour, as RBI runs them since 2020.
 */
export type CalendarName = "working_days" | "neft_24x7";

const time = (hours: number, minutes: number): number => (hours * 60 + minutes) * 60_000;

const TRANSFER_HOURS: Window = { opensMs: time(1, 0), closesMs: time(18, 45) };
const WITHDRAWAL_HOURS: Window = { opensMs: time(8, 0), closesMs: time(18, 45) };

/** The windows of each preset; a service without a window is always open. */
export const WINDOWS: Readonly<Record<CalendarName, Readonly<Partial<Record<Service, Window>>>>> = {
  working_days: { neft: TRANSFER_HOURS, rtgs: TRANSFER_HOURS, withdrawal: WITHDRAWAL_HOURS },
  neft_24x7: { withdrawal: WITHDRAWAL_HOURS },
};
