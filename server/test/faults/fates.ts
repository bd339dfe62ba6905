/**
 * The possible courses of a payment as the merchant sees them: its statuses, the money that each takes, and their
 * times.
 */
import type { PublicStatus } from "#transfers";

export const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** By this time every bank has been asked once, and the banks with callbacks have called. */
export const ASKED_MS = 2 * MINUTE_MS;
/** The time during which banks are asked. */
export const ASKING_MS = 3 * DAY_MS;

/**
 * A status that the merchant sees, and its effect on the money. It can begin at `fromMs` after sending, and has
 * certainly begun at `byMs`.
 */
export interface Phase {
  readonly status: PublicStatus;
  /** `held`: no longer available, but still in the balance. `taken`: out of both. */
  readonly money: "free" | "held" | "taken";
  readonly fromMs: number;
  readonly byMs: number;
}

export const phase = (status: PublicStatus, money: Phase["money"], fromMs: number, byMs: number): Phase => ({
  status,
  money,
  fromMs,
  byMs,
});
export const PENDING = phase("PENDING", "held", 0, 0);
export const paid = (fromMs: number, byMs: number): Phase => phase("SUCCESS", "taken", fromMs, byMs);
const unpaid = (fromMs: number, byMs: number): Phase => phase("FAILED", "free", fromMs, byMs);
export const back = (fromMs: number, byMs: number): Phase => phase("REVERSED", "free", fromMs, byMs);

/** The course of a payment, by what its payee makes the banks do. `promptMs`: the bank's time for a usual payment. */
export const FATES = {
  success: (promptMs: number) => [PENDING, paid(0, promptMs)],
  "no-account": () => [unpaid(0, 0)],
  declined: () => [unpaid(0, 0)],
  "bank-offline": () => [unpaid(0, 0)],
  // Each bank refuses, and the next one is tried.
  "npci-down": () => [unpaid(0, 0)],
  pending: () => [PENDING, paid(5_000, ASKED_MS)],
  "pending-failed": () => [PENDING, unpaid(5_000, ASKED_MS)],
  never: () => [PENDING],
  reversed: (promptMs: number) => [PENDING, paid(0, promptMs), back(30_000, ASKED_MS)],
  "reversed-next-day": (promptMs: number) => [PENDING, paid(0, promptMs), back(DAY_MS, DAY_MS)],
  // The merchant still sees FAILED, but the money is gone.
  "late-success": () => [unpaid(0, 0), phase("FAILED", "taken", 30_000, ASKED_MS)],
  "credited-later": (promptMs: number) => [PENDING, paid(0, promptMs)],
  deemed: () => [PENDING, paid(DAY_MS, DAY_MS)],
  // A return that a bank reports unasked counts when the bank is asked again, at the latest at the end of the
  // enquiries.
  "deemed-returned": () => [PENDING, back(DAY_MS, ASKING_MS)],
  returned: () => [back(0, 0)],
  "cut-paid": () => [PENDING, paid(0, ASKED_MS)],
  "error-paid": () => [PENDING, paid(0, ASKED_MS)],
  html: () => [PENDING, paid(0, ASKED_MS)],
  "new-code": () => [PENDING, paid(0, ASKED_MS)],
  "wrong-amount": () => [PENDING, paid(0, ASKED_MS)],
  "wrong-reference": () => [PENDING, paid(0, ASKED_MS)],
  duplicate: () => [PENDING, paid(0, ASKED_MS)],
  // It is sent again after enquiries, and lost again every time. It has failed once every bank has promised to refuse
  // it; while one bank cannot promise that, it must not be called failed.
  "cut-unpaid": () => [PENDING, unpaid(10 * MINUTE_MS, Infinity)],
  "error-unpaid": () => [PENDING, unpaid(10 * MINUTE_MS, Infinity)],
} satisfies Record<string, (promptMs: number) => readonly Phase[]>;

export type Fate = keyof typeof FATES;
export const FATE_NAMES = Object.keys(FATES) as Fate[];
