/** Limits the answers of one address, and of all together, in a period. The counts are kept only in memory. */

interface AnswerLimits {
  readonly perAddress: number;
  readonly altogether: number;
  readonly windowMs: number;
}

const ANSWER_LIMITS: AnswerLimits = { perAddress: 30, altogether: 3_000, windowMs: 600_000 };

/** Makes a function that returns true if an address may answer once more at `nowMs`, and then counts the answer. */
export function limitAnswers(limits: AnswerLimits = ANSWER_LIMITS): (ip: string, nowMs: number) => boolean {
  // There are never more entries than answers, so the total limit also bounds the memory.
  const given = new Map<string, number>();
  let startedMs = -Infinity;
  let total = 0;
  return (ip, nowMs) => {
    if (nowMs - startedMs >= limits.windowMs) {
      given.clear();
      total = 0;
      startedMs = nowMs;
    }
    const line = lineOf(ip);
    const before = given.get(line) ?? 0;
    if (before >= limits.perAddress || total >= limits.altogether) return false;
    given.set(line, before + 1);
    total += 1;
    return true;
  };
}

/** IPv6 addresses count by their first four groups as written, which is about one customer's line. */
function lineOf(ip: string): string {
  return ip.includes(":") && !ip.includes(".") ? ip.split(":").slice(0, 4).join(":") : ip;
}
