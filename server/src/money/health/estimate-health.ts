/**
 * Estimates the health of our banks from a stream of their responses and a clock. Pure: the same stream gives
 * the same estimates.
 *
 * If only payments to the payees of one bank fail, that is this bank's trouble, and not counted for all
 * others.
 */
import {
  badOf,
  COOL_MS,
  COOL_MS_MAX,
  fade,
  isBad,
  keyOfBank,
  makeHealth,
  RAMP_MS,
  remember,
  totalOf,
  type Estimates,
  type KeyHealth,
  type Memory,
  type Observation,
  type Sign,
} from "./bank-health.ts";

/** The interval for a share seen in a sample (E. B. Wilson, 1927), sound for few and for rare events. */

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** `count` of `total`, which can be weighed and thus fractional; `z`: 1.96 for 95%, 2.58 for 99%. */
export function wilson(count: number, total: number, z: number): Interval {
  if (total <= 0) return { low: 0, high: 1 };
  const share = count / total;
  const square = (z * z) / total;
  const centre = share + square / 2;
  const spread = z * Math.sqrt((share * (1 - share)) / total + square / (4 * total));
  return {
    low: Math.max(0, (centre - spread) / (1 + square)),
    high: Math.min(1, (centre + spread) / (1 + square)),
  };
}

/** With fewer calls than this, the share of bad responses is not judged. */
export const CALLS_MIN = 20;
/**
 * A bank is in trouble after `run` bad responses in a row, or if their share is high. With `degrades`, a lower share is
 * enough.
 */
interface Rule {
  readonly run: number;
  readonly degrades: boolean;
}
export const FOR_ALL: Rule = { run: 8, degrades: true };
/** Payees of one bank are separate only if they can hardly be paid: lesser trouble may affect all. */
const FOR_PAYEE: Rule = { run: 5, degrades: false };
const WHILE_RECOVERING: Rule = { run: 3, degrades: true };
/** The fewest bad responses, after fading, from which a share is judged. */
const BAD_MIN = 3;
/** Lower bounds of Wilson's interval of the bad share. Unknown weighs more: it holds money for hours. */
export const DOWN = { z: 1.96, low: 0.35 };
export const DEGRADED = { z: 2.58, low: 0.05 };
export const UNKNOWN = { z: 2.58, low: 0.02 };
/** A degraded bank that still gets payments is healthy again below this. */
const CALM = { low: 0.02, fast: 0.1 };
/** The good probes in a row after which a bank recovers. */
export const PROBES = { down: 5, degraded: 20 };
/** After this long without trouble, the next trouble is not a relapse. */
const FORGIVEN_MS = 10 * 60_000;
/** The most payees' banks that are treated separately for one bank on one rail. */
const PAYEES_MAX = 32;
/** Trouble counts as one payee bank's own if this many of the last 20 calls to other banks went well. */
const CONTRAST_MIN = 3;

/** Returns the estimates after these observations, in order, and after the changes by time until `now`. */
export function stepHealth(before: Estimates, observations: readonly Observation[], now: number): Estimates {
  const estimates = structuredClone(before);
  for (const observation of observations) observe(estimates, observation);
  for (const [key, health] of Object.entries(estimates)) {
    turn(health, now);
    fade(health, Math.max(now, health.at));
    if (isForgotten(key, health)) delete estimates[key];
  }
  return estimates;
}

export function isIll({ state }: Pick<KeyHealth, "state">): boolean {
  return state !== "healthy";
}

function isForgotten(key: string, health: KeyHealth): boolean {
  return key.split(" ").length === 3 && !isIll(health) && totalOf(health.slow) < 0.5;
}

function observe(estimates: Estimates, observation: Observation): void {
  const bankKey = keyOfBank({ ...observation, payeeCode: null });
  const bank = (estimates[bankKey] ??= makeHealth(observation.at));
  const payee = payeeHealthOf(estimates, observation, bank);
  const wasIll = payee !== null && isIll(payee);
  if (payee !== null) take(payee, observation, FOR_PAYEE);
  if (payee !== null && !wasIll && isIll(payee)) forgive(bank, payee);
  // Trouble of one bank's payees says nothing about this bank and all others.
  if (payee !== null && isIll(payee)) return;
  const wasWell = !isIll(bank);
  take(bank, observation, FOR_ALL);
  if (wasWell && isIll(bank)) forgetPayees(estimates, bankKey);
}

/**
 * Returns the health for the payees of one bank. It is kept from the first bad response on, while the bank
 * itself is healthy and pays others. Without others to compare with, the trouble is the bank's.
 */
function payeeHealthOf(estimates: Estimates, observation: Observation, bank: KeyHealth): KeyHealth | null {
  const { payeeCode } = observation;
  if (payeeCode === null || isIll(bank)) return null;
  const key = keyOfBank(observation);
  const known = estimates[key];
  if (known !== undefined && isIll(known)) return known;
  if (bank.fast.good - (bank.goods[payeeCode] ?? 0) < CONTRAST_MIN) return null;
  if (known !== undefined || !isBad(observation.sign)) return known ?? null;
  const prefix = `${keyOfBank({ ...observation, payeeCode: null })} `;
  if (Object.keys(estimates).filter((one) => one.startsWith(prefix)).length >= PAYEES_MAX) return null;
  return (estimates[key] = makeHealth(observation.at));
}

function forgetPayees(estimates: Estimates, bankKey: string): void {
  for (const key of Object.keys(estimates)) if (key.startsWith(`${bankKey} `)) delete estimates[key];
}

/** Removes the effect of one bank's payees from the health for all payees. */
function forgive(bank: KeyHealth, payee: KeyHealth): void {
  for (const memory of ["fast", "slow"] as const) {
    for (const sign of ["refused", "unknown"] as const) {
      bank[memory][sign] = Math.max(0, bank[memory][sign] - payee[memory][sign]);
    }
  }
  bank.run = Math.max(0, bank.run - payee.run);
}

/** Takes one response into account, and changes the state if necessary. */
function take(health: KeyHealth, { sign, at, tookMs, payeeCode }: Observation, rule: Rule): void {
  turn(health, at);
  // A response to a payment sent before the state began describes the earlier state.
  const isOld =
    (health.state === "probing" || health.state === "recovering") && at - (tookMs ?? 0) < health.since;
  if (isOld) return;
  fade(health, Math.max(at, health.at));
  remember(health, sign, payeeCode);
  if (tookMs !== null) health.latencyMs = Math.round((health.latencyMs ?? tookMs) * 0.9 + tookMs * 0.1);
  health.seen += 1;
  health.run = isBad(sign) ? health.run + 1 : 0;
  NEXT[health.state](health, { sign, at, rule });
}

interface Taken {
  sign: Sign;
  at: number;
  rule: Rule;
}

/** The effect of a response in each state. */
const NEXT: Readonly<Record<KeyHealth["state"], (health: KeyHealth, taken: Taken) => void>> = {
  healthy(health, { at, rule }) {
    const ill = illOf(health, rule);
    if (ill === null) return;
    if (at - health.since > FORGIVEN_MS) health.coolMs = COOL_MS;
    fall(health, ill, at);
  },
  degraded(health, { at, rule }) {
    if (illOf(health, rule) === "down") return fall(health, "down", at);
    const { low } = wilson(badOf(health.slow), totalOf(health.slow), DEGRADED.z);
    const isCalm = low < CALM.low && badOf(health.fast) <= CALM.fast * totalOf(health.fast);
    if (isCalm && at - health.since >= COOL_MS) enter(health, "healthy", at);
  },
  // These respond to payments sent before the outage was noticed; they change nothing.
  down: () => undefined,
  probing(health, { sign, at, rule }) {
    if (isBad(sign)) return relapse(health, illOf(health, rule) ?? health.ill ?? "down", at);
    health.probes += 1;
    if (health.probes >= PROBES[health.ill ?? "down"]) enter(health, "recovering", at);
  },
  recovering(health, { at }) {
    const ill = illOf(health, WHILE_RECOVERING);
    if (ill !== null) relapse(health, ill, at);
  },
};

function illOf({ seen, run, fast, slow }: KeyHealth, rule: Rule): "degraded" | "down" | null {
  if (run >= rule.run) return "down";
  if (seen < CALLS_MIN) return null;
  const isOver = (bad: number, memory: Memory, { z, low }: { z: number; low: number }): boolean =>
    bad >= BAD_MIN && wilson(bad, totalOf(memory), z).low >= low;
  if (isOver(badOf(fast), fast, DOWN)) return "down";
  if (!rule.degrades) return null;
  return isOver(badOf(slow), slow, DEGRADED) || isOver(slow.unknown, slow, UNKNOWN) ? "degraded" : null;
}

function fall(health: KeyHealth, ill: "degraded" | "down", at: number): void {
  Object.assign(health, { state: ill, ill, since: at, probeAt: at + health.coolMs });
}

function relapse(health: KeyHealth, ill: "degraded" | "down", at: number): void {
  health.coolMs = Math.min(2 * health.coolMs, COOL_MS_MAX);
  fall(health, ill, at);
}

/** Enters a state in which earlier calls do not count. */
function enter(health: KeyHealth, state: "healthy" | "probing" | "recovering", at: number): void {
  const { fast, slow, goods } = makeHealth(at);
  // Bad responses in a row are counted across a probe.
  const run = state === "probing" ? health.run : 0;
  Object.assign(health, { state, since: at, probes: 0, seen: 0, run, fast, slow, goods });
  if (state === "healthy") Object.assign(health, { ill: null, probeAt: null });
}

/** Makes the changes that are due to time alone. */
function turn(health: KeyHealth, at: number): void {
  const { state, probeAt, since } = health;
  if ((state === "down" || state === "degraded") && probeAt !== null && at >= probeAt) {
    enter(health, "probing", probeAt);
  }
  if (state === "recovering" && at >= since + RAMP_MS) {
    const { seen, run, fast, slow } = health;
    enter(health, "healthy", since + RAMP_MS);
    Object.assign(health, { seen, run, fast, slow });
  }
}
