/** How often one address, and all together, may answer in a time: kept in memory and forgotten with the process. */

export interface AnswerLimits {
  readonly perAddress: number;
  readonly altogether: number;
  readonly windowMs: number;
}

export const ANSWER_LIMITS: AnswerLimits = { perAddress: 30, altogether: 3_000, windowMs: 600_000 };

/** Gives a function that says whether an address may answer once more at `nowMs`, and counts it if so. */
export function limitAnswers(limits: AnswerLimits = ANSWER_LIMITS): (ip: string, nowMs: number) => boolean {
  // Never more entries than answers, so the limit of all bounds it.
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

/** IPv6 counts by the first four groups as they are written: about what one customer line gets. */
function lineOf(ip: string): string {
  return ip.includes(":") && !ip.includes(".") ? ip.split(":").slice(0, 4).join(":") : ip;
}
