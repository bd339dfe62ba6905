/**
 * A limit on calls that prove nothing: no signature, a wrong one, an unknown address. The caller must
 * find a call to be forged before it counts, so a genuine one is never held up by others.
 */
import type { Context } from "#lib/context";
import type { Db } from "#lib/db";
import { lineOf } from "#lib/line-of";
import { countFailure } from "./count-failures.ts";
import { readAddress } from "./read-address.ts";

/** Of one address and kind of call, in a minute, over all processes. */
export const FORGERIES_PER_MINUTE = 30;

const MINUTE_MS = 60_000;
const LINES_MAX = 10_000;

/** Addresses that are known here to be over the limit, with the end of their minute by `performance.now()`. */
const overOf = new WeakMap<Db, Map<string, number>>();

/**
 * Counts a forged call; answers null, or the seconds until the minute is over when that was one too
 * many. Once an address is over the limit its further calls cost the database nothing here.
 */
export async function countForgery(
  ctx: Context,
  { kind, ip }: { kind: string; ip: string },
): Promise<number | null> {
  const line = lineOf(readAddress(ip) ?? ip);
  const over = overIn(ctx.db);
  const key = `${kind}\n${line}`;
  const endsAt = over.get(key) ?? 0;
  const leftMs = endsAt - performance.now();
  if (leftMs > 0) return secondsOf(leftMs);
  over.delete(key);
  const hash = ctx.vault.hmac("access failures", `forgery\n${key}`);
  if (!(await countFailure(ctx, [{ kind: "address", hash, limit: FORGERIES_PER_MINUTE }]))) return null;
  const untilMinuteMs = MINUTE_MS - (Date.now() % MINUTE_MS);
  if (over.size >= LINES_MAX) over.delete(over.keys().next().value as string);
  over.set(key, performance.now() + untilMinuteMs);
  return secondsOf(untilMinuteMs);
}

const secondsOf = (ms: number): number => Math.max(1, Math.ceil(ms / 1_000));

function overIn(db: Db): Map<string, number> {
  let over = overOf.get(db);
  if (over === undefined) overOf.set(db, (over = new Map()));
  return over;
}
