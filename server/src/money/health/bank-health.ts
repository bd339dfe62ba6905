/**
 * The health of our own banks: what their responses show, what is remembered of it, in two memories that fade with
 * time and with each further call, and the resulting states.
 */
import type { Rail } from "#rails";

/**
 * The meaning of one response for the health of its bank. `taken`: it has the instruction. `refused`: nothing
 * was paid, through its own fault. A fault of the payee, or ours, is no sign at all.
 */
export type Sign = "paid" | "taken" | "refused" | "unknown";

export interface Observation {
  readonly bankId: string;
  readonly rail: Rail;
  /** The first four letters of the payee's IFSC, or the handle of its VPA. Null means that it has neither. */
  readonly payeeCode: string | null;
  readonly sign: Sign;
  /** The time of the response by the merchant's clock, or the database's if live (ms since 1970). */
  readonly at: number;
  /** The response time in ms. Null means that the report came later, unasked. */
  readonly tookMs: number | null;
}

/**
 * `probing`: ill, while a few transfers test whether it still is. `recovering`: the probes were paid, and it
 * gets more transfers step by step.
 */
export const BANK_STATES = ["healthy", "degraded", "down", "probing", "recovering"] as const;
export type BankState = (typeof BANK_STATES)[number];

/** Counts that fade with time and with each further call. */
export interface Memory {
  good: number;
  refused: number;
  unknown: number;
}

/** The known health of one bank on one rail, for all payees or for those of one bank. */
export interface KeyHealth {
  state: BankState;
  /** The time when the state began (ms since 1970). */
  since: number;
  /** The state before probing, to which it returns if probing fails. */
  ill: "degraded" | "down" | null;
  /** The time from which it can be probed. Null means that it is not ill. */
  probeAt: number | null;
  /** The time without any transfer; it doubles with each relapse. */
  coolMs: number;
  /** Good responses in a row since probing began. */
  probes: number;
  /** Calls since it was last known to be healthy. */
  seen: number;
  /** Bad responses in a row. */
  run: number;
  /** These weigh the last 20 and the last 200 calls. */
  fast: Memory;
  slow: Memory;
  /** Good ones among the last 20 calls, by the payee's bank. */
  goods: Record<string, number>;
  /** The recent response time in ms. Null means not known. */
  latencyMs: number | null;
  /** The moment up to which the memories have faded. */
  at: number;
}

/** Estimates by `keyOfBank`. */
export type Estimates = Record<string, KeyHealth>;

export interface BankKey {
  readonly bankId: string;
  readonly rail: Rail;
  /** Null means for all payees. */
  readonly payeeCode: string | null;
}

/** Returns the key of a bank's estimate. */
export function keyOfBank({ bankId, rail, payeeCode }: BankKey): string {
  return payeeCode === null ? `${bankId} ${rail}` : `${bankId} ${rail} ${payeeCode}`;
}

export function bankOfKey(key: string): BankKey {
  const [bankId, rail, payeeCode = null] = key.split(" ");
  return { bankId: bankId!, rail: rail as Rail, payeeCode };
}

/** The first and the longest time without any transfer. No bank changes its state more often. */
export const COOL_MS = 60_000;
export const COOL_MS_MAX = 10 * 60_000;

/** One probe at once, then one after each of these. */
export const PROBE_EVERY_MS = 5_000;

/** Recovering starts at one transfer a second and doubles after each step; after five it is healthy. */
export const RAMP_STEP_MS = 30_000;
const RAMP_STEPS = 5;
export const RAMP_MS = RAMP_STEPS * RAMP_STEP_MS;

/** Returns how many transfers in total can be sent within `ms` after probing or recovering began. */
export function placesAfter(state: "probing" | "recovering", ms: number): number {
  if (state === "probing") return 1 + Math.floor(Math.max(ms, 0) / PROBE_EVERY_MS);
  const steps = Math.min(Math.floor(ms / RAMP_STEP_MS), RAMP_STEPS);
  const before = (2 ** steps - 1) * RAMP_STEP_MS;
  return 1 + Math.floor((before + (ms - steps * RAMP_STEP_MS) * 2 ** steps) / 1_000);
}

/** Returns after how many ms the place with this number, from 0, becomes available. */
export function msOfPlace(state: "probing" | "recovering", place: number): number {
  if (state === "probing") return place * PROBE_EVERY_MS;
  const perStep = RAMP_STEP_MS / 1_000;
  const step = Math.min(Math.floor(Math.log2(place / perStep + 1)), RAMP_STEPS);
  const within = (place - (2 ** step - 1) * perStep) / 2 ** step;
  return step * RAMP_STEP_MS + Math.ceil(within * 1_000);
}

/** The number of calls that each memory weighs, and the time after which a call counts half. */
const FAST = { calls: 20, halfMs: 10 * 60_000 };
const SLOW = { calls: 200, halfMs: 30 * 60_000 };

/** Makes the health of a bank about which nothing is known yet. */
export function makeHealth(at: number): KeyHealth {
  const memory = (): Memory => ({ good: 0, refused: 0, unknown: 0 });
  return {
    state: "healthy",
    since: at,
    ill: null,
    probeAt: null,
    coolMs: COOL_MS,
    probes: 0,
    seen: 0,
    run: 0,
    fast: memory(),
    slow: memory(),
    goods: {},
    latencyMs: null,
    at,
  };
}

export function isBad(sign: Sign): boolean {
  return sign === "refused" || sign === "unknown";
}

/** Adds one response to both memories. */
export function remember(health: KeyHealth, sign: Sign, payeeCode: string | null): void {
  add(health.fast, sign, FAST.calls);
  add(health.slow, sign, SLOW.calls);
  rememberGood(health, isBad(sign) ? null : payeeCode);
}

/** Lets the memories fade up to a moment. */
export function fade(health: KeyHealth, at: number): void {
  const passed = at - health.at;
  health.at = at;
  if (passed <= 0) return;
  for (const [memory, halfMs] of [
    [health.fast, FAST.halfMs],
    [health.slow, SLOW.halfMs],
  ] as const) {
    scale(memory, 0.5 ** (passed / halfMs));
  }
}

function add(memory: Memory, sign: Sign, calls: number): void {
  memory[isBad(sign) ? (sign as "refused" | "unknown") : "good"] += 1;
  const total = totalOf(memory);
  if (total > calls) scale(memory, calls / total);
}

/**
 * Fades every count in `goods` and then adds one for this payee's bank. Their sum stays within that of the fast memory.
 */
function rememberGood({ goods }: KeyHealth, payeeCode: string | null): void {
  for (const [code, count] of Object.entries(goods)) {
    const left = count * (1 - 1 / FAST.calls);
    if (left < 0.05) delete goods[code];
    else goods[code] = left;
  }
  if (payeeCode !== null) goods[payeeCode] = (goods[payeeCode] ?? 0) + 1;
}

function scale(memory: Memory, by: number): void {
  memory.good *= by;
  memory.refused *= by;
  memory.unknown *= by;
}

export function badOf({ refused, unknown }: Memory): number {
  return refused + unknown;
}

export function totalOf({ good, refused, unknown }: Memory): number {
  return good + refused + unknown;
}
