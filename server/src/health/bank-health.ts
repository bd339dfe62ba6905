/** How our own banks are: what their answers say of them, what is remembered of it, and what follows. */
import type { Rail } from "#rails";

/**
 * What one answer says of the bank that gave it. `taken`: it has the instruction. `refused`: by its own fault, and
 * nothing was paid. What is the payee's fault, or ours, is no sign at all.
 */
export type Sign = "paid" | "taken" | "refused" | "unknown";

export interface Observation {
  readonly bankId: string;
  readonly rail: Rail;
  /** The first four letters of the payee's IFSC, or the handle of its VPA; null: it has neither. */
  readonly payeeCode: string | null;
  readonly sign: Sign;
  /** When the bank answered: by the merchant's clock, or the database's for live merchants (ms since 1970). */
  readonly at: number;
  /** How long the bank took to answer; null: it came by itself, later. */
  readonly tookMs: number | null;
}

/**
 * `probing`: ill, and a few transfers find out whether it still is; `recovering`: they were paid, and it gets more
 * from second to second.
 */
export const BANK_STATES = ["healthy", "degraded", "down", "probing", "recovering"] as const;
export type BankState = (typeof BANK_STATES)[number];

/** Counts that fade with time and with each further call. */
export interface Memory {
  good: number;
  refused: number;
  unknown: number;
}

/** What is known of one bank on one rail; or of that for the payees of one bank. */
export interface KeyHealth {
  state: BankState;
  /** When it came to be in this state (ms since 1970). */
  since: number;
  /** What it was before it was probed, and is again when that fails. */
  ill: "degraded" | "down" | null;
  /** When it may be probed; null: it is not ill. */
  probeAt: number | null;
  /** How long it is left alone; doubles with each relapse. */
  coolMs: number;
  /** Good answers in a row since probing began. */
  probes: number;
  /** Calls since it was last known to be well. */
  seen: number;
  /** Bad answers in a row. */
  run: number;
  /** Weighs the last 20 calls, and the last 200. */
  fast: Memory;
  slow: Memory;
  /** Of the good ones among the last 20: to the payees of which bank. */
  goods: Record<string, number>;
  /** How long it takes to answer, of late (ms); null: not known. */
  latencyMs: number | null;
  /** Up to when memory has faded. */
  at: number;
}

/** By `keyOfBank`. */
export type Estimates = Record<string, KeyHealth>;

export interface BankKey {
  readonly bankId: string;
  readonly rail: Rail;
  /** Null: for all payees. */
  readonly payeeCode: string | null;
}

/** The name of what is estimated. */
export function keyOfBank({ bankId, rail, payeeCode }: BankKey): string {
  return payeeCode === null ? `${bankId} ${rail}` : `${bankId} ${rail} ${payeeCode}`;
}

export function bankOfKey(key: string): BankKey {
  const [bankId, rail, payeeCode = null] = key.split(" ");
  return { bankId: bankId!, rail: rail as Rail, payeeCode };
}

/** How long it is left alone at first, and at most: no bank changes its state more often. */
export const COOL_MS = 60_000;
export const COOL_MS_MAX = 10 * 60_000;

/** One probe at once, then one after each of these. */
export const PROBE_EVERY_MS = 5_000;

/** Recovering begins with one transfer a second and doubles after each of these; after five steps it is healthy. */
export const RAMP_STEP_MS = 30_000;
const RAMP_STEPS = 5;
export const RAMP_MS = RAMP_STEPS * RAMP_STEP_MS;

/** How many transfers may have been sent `ms` after probing or recovering began, altogether. */
export function placesAfter(state: "probing" | "recovering", ms: number): number {
  if (state === "probing") return 1 + Math.floor(Math.max(ms, 0) / PROBE_EVERY_MS);
  const steps = Math.min(Math.floor(ms / RAMP_STEP_MS), RAMP_STEPS);
  const before = (2 ** steps - 1) * RAMP_STEP_MS;
  return 1 + Math.floor((before + (ms - steps * RAMP_STEP_MS) * 2 ** steps) / 1_000);
}

/** How long after its beginning the place with this number, from 0, is there (ms). */
export function msOfPlace(state: "probing" | "recovering", place: number): number {
  if (state === "probing") return place * PROBE_EVERY_MS;
  const perStep = RAMP_STEP_MS / 1_000;
  const step = Math.min(Math.floor(Math.log2(place / perStep + 1)), RAMP_STEPS);
  const within = (place - (2 ** step - 1) * perStep) / 2 ** step;
  return step * RAMP_STEP_MS + Math.ceil(within * 1_000);
}
