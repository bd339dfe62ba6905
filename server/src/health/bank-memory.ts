/** The memory of a bank's responses: two memories that fade with time and with each further call. */
import { COOL_MS, type KeyHealth, type Memory, type Sign } from "./bank-health.ts";

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

/** Fades all of `goods` and adds one. Their sum is at most that of the fast memory. */
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
