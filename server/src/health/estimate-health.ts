/**
 * How our banks are, from a stream of their answers and a clock. Pure: the same stream gives the same estimates.
 *
 * What fails to the payees of one bank only is that bank's trouble, and is kept from the estimate for all others.
 */
import {
  COOL_MS,
  COOL_MS_MAX,
  keyOfBank,
  RAMP_MS,
  type Estimates,
  type KeyHealth,
  type Memory,
  type Observation,
  type Sign,
} from "./bank-health.ts";
import { badOf, fade, isBad, makeHealth, remember, totalOf } from "./bank-memory.ts";
import { wilson } from "./wilson.ts";

/** A share of bad answers is judged from so many calls on. */
export const CALLS_MIN = 20;
/** What makes ill: so many bad answers in a row, which need no share; and whether a lower share makes degraded. */
interface Rule {
  readonly run: number;
  readonly degrades: boolean;
}
export const FOR_ALL: Rule = { run: 8, degrades: true };
/** Payees of one bank are kept apart only if they can hardly be paid: what is less may be all others' trouble too. */
const FOR_PAYEE: Rule = { run: 5, degrades: false };
const WHILE_RECOVERING: Rule = { run: 3, degrades: true };
/** A share is judged from so many bad answers on, as far as they are not forgotten. */
const BAD_MIN = 3;
/** Bounds of Wilson's interval of the bad share, from below. Unknowns weigh more: each holds money for hours. */
export const DOWN = { z: 1.96, low: 0.35 };
export const DEGRADED = { z: 2.58, low: 0.05 };
export const UNKNOWN = { z: 2.58, low: 0.02 };
/** A degraded bank that is still paid by is healthy again below this. */
const CALM = { low: 0.02, fast: 0.1 };
/** Good probes in a row that let a bank recover. */
export const PROBES = { down: 5, degraded: 20 };
/** After so long without trouble the next one is not a relapse. */
const FORGIVEN_MS = 10 * 60_000;
/** Of so many payees' banks at most the health of one bank on one rail is kept apart. */
const PAYEES_MAX = 32;
/** Of the last 20 calls so many must have gone well to other payees before one's trouble is held to be its own. */
const CONTRAST_MIN = 3;

/** The estimates after these observations, in their order, and after all that time alone has changed until `now`. */
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

/** Whether a state asks for less than everything. */
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
  // One bank's payees in trouble say nothing about this bank and all others.
  if (payee !== null && isIll(payee)) return;
  const wasWell = !isIll(bank);
  take(bank, observation, FOR_ALL);
  if (wasWell && isIll(bank)) forgetPayees(estimates, bankKey);
}

/**
 * What is known of the payees of one bank: kept from the first bad answer on, while the bank itself is well and pays
 * others. Without others to compare them with, trouble is the bank's.
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

/** Takes back what the payees of one bank made the whole look like. */
function forgive(bank: KeyHealth, payee: KeyHealth): void {
  for (const memory of ["fast", "slow"] as const) {
    for (const sign of ["refused", "unknown"] as const) {
      bank[memory][sign] = Math.max(0, bank[memory][sign] - payee[memory][sign]);
    }
  }
  bank.run = Math.max(0, bank.run - payee.run);
}

/** Takes one answer in, and changes the state where that follows. */
function take(health: KeyHealth, { sign, at, tookMs, payeeCode }: Observation, rule: Rule): void {
  turn(health, at);
  // What was sent before it was probed says how it was then.
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

/** What an answer makes of each state. */
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
  // Answers to what was sent before it was noticed; they change nothing.
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

/** Into a state in which what was before does not count. */
function enter(health: KeyHealth, state: "healthy" | "probing" | "recovering", at: number): void {
  const { fast, slow, goods } = makeHealth(at);
  // Bad answers in a row are as many whether it was probed in between or not.
  const run = state === "probing" ? health.run : 0;
  Object.assign(health, { state, since: at, probes: 0, seen: 0, run, fast, slow, goods });
  if (state === "healthy") Object.assign(health, { ill: null, probeAt: null });
}

/** What time alone changes. */
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
