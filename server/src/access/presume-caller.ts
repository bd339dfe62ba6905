/**
 * Calls that begin on what their token was found to be a moment ago. That may be true no longer: before such a call
 * does anything, or is answered, its token is read again, with what it does where that is possible.
 */
import { isDeepStrictEqual } from "node:util";
import type { Context } from "#lib/context";
import type { Asking, Db } from "#lib/db";
import type { Caller } from "./caller.ts";
import { digest } from "./credentials.ts";
import { AccessError } from "./errors.ts";
import { type FoundToken, readTokens } from "./read-tokens.ts";

/** Who a call is taken to come from. */
export interface Presumed {
  readonly caller: Caller;
  readonly tokenHash: Buffer;
  /** What its token was found to be. */
  readonly found: FoundToken;
  /** Whether its token still is the same; null: not asked yet. */
  holds: boolean | null;
}

/** As long as a token lasts. */
const LASTS_MS = 600_000;
const CALLERS_MAX = 20_000;

interface Entry {
  readonly found: FoundToken;
  /** Where the call came from, as the server saw it. */
  readonly ip: string;
  /** By `performance.now()`. */
  readonly endsAt: number;
}

const entriesOf = new WeakMap<Db, Map<string, Entry>>();

/** Keeps what was found with a token of a caller that was let in. */
export function rememberToken(
  db: Db,
  { tokenHash, ip, found }: { tokenHash: Buffer; ip: string; found: FoundToken },
): void {
  let entries = entriesOf.get(db);
  if (entries === undefined) entriesOf.set(db, (entries = new Map()));
  const name = tokenHash.toString("base64");
  entries.delete(name);
  if (entries.size >= CALLERS_MAX) entries.delete(entries.keys().next().value as string);
  entries.set(name, { found, ip, endsAt: performance.now() + LASTS_MS });
}

/** Who calls with this token, as it was found last for a caller from there; null: it is to be looked up. */
export function presumeCaller(
  { db }: Context,
  { token, ip }: { token: string; ip: string },
): Presumed | null {
  const tokenHash = digest(token);
  const entry = entriesOf.get(db)?.get(tokenHash.toString("base64"));
  if (entry === undefined || entry.ip !== ip || entry.endsAt < performance.now()) return null;
  const { found } = entry;
  return { caller: found.caller, tokenHash, found, holds: null };
}

/** Reads the tokens again and notes who still is the caller that was presumed. */
export async function confirmPresumed(ask: Asking, presumed: readonly Presumed[]): Promise<void> {
  const tokens = await readTokens(
    ask,
    presumed.map(({ tokenHash }) => tokenHash),
  );
  for (const [index, one] of presumed.entries()) one.holds = isDeepStrictEqual(tokens[index], one.found);
}

/** Makes sure that a call comes from whom it was taken to come from. Throws `caller_changed`. */
export async function confirmCaller({ db }: Context, presumed: Presumed): Promise<void> {
  if (presumed.holds === null)
    await db.look(presumed.caller.merchantId, (ask) => confirmPresumed(ask, [presumed]));
  if (presumed.holds !== true) throw AccessError.caller_changed();
}
