/** What tokens were found to be: a call may begin on it, and acts only on what `confirm-caller.ts` finds then. */
import type { Context } from "#lib/context";
import type { Db } from "#lib/db";
import type { Caller } from "./caller.ts";
import { digest } from "./credentials.ts";
import type { FoundToken } from "./read-tokens.ts";

/** Who a call is taken to come from. */
export interface Presumed {
  readonly caller: Caller;
  readonly tokenHash: Buffer;
  /** Where it comes from, as the server sees it. */
  readonly ip: string;
  /** What its token was found to be. */
  readonly found: FoundToken;
  /** Whether its token still is the same; null: not asked yet. */
  holds: boolean | null;
}

/** As long as a token lasts. */
const LASTS_MS = 600_000;
const TOKENS_MAX = 20_000;

interface Entry extends Pick<Presumed, "found" | "ip"> {
  /** By `performance.now()`. */
  readonly endsAt: number;
}

const entriesOf = new WeakMap<Db, Map<string, Entry>>();

const nameOf = (tokenHash: Buffer): string => tokenHash.toString("base64");

/** Keeps what was found with the token of a caller that was let in. */
export function rememberToken(
  db: Db,
  { tokenHash, ip, found }: Pick<Presumed, "tokenHash" | "ip" | "found">,
): void {
  let entries = entriesOf.get(db);
  if (entries === undefined) entriesOf.set(db, (entries = new Map()));
  const name = nameOf(tokenHash);
  entries.delete(name);
  if (entries.size >= TOKENS_MAX) entries.delete(entries.keys().next().value as string);
  entries.set(name, { found, ip, endsAt: performance.now() + LASTS_MS });
}

/** Forgets a token that no longer lets anyone in. */
export function forgetToken(db: Db, tokenHash: Buffer): void {
  entriesOf.get(db)?.delete(nameOf(tokenHash));
}

/** Who calls with this token, as it was found last for a caller from there; null: it is to be looked up. */
export function presumeCaller(
  { db }: Context,
  { token, ip }: { token: string; ip: string },
): Presumed | null {
  const tokenHash = digest(token);
  const entry = entriesOf.get(db)?.get(nameOf(tokenHash));
  if (entry === undefined || entry.ip !== ip || entry.endsAt < performance.now()) return null;
  const { found } = entry;
  return { caller: found.caller, tokenHash, ip, found, holds: null };
}
