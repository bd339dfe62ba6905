/**
 * Browsers in which a member has logged in before. Each holds a random token of its own in a cookie that outlives
 * sessions; only its SHA-256 is kept.
 */
import { randomBytes } from "node:crypto";
import type { Db, DirectoryTx } from "#lib/db";
import { type FairQueue, shareFairly } from "#lib/fair-queue";
import { lineOf } from "#lib/line-of";
import { digest } from "./credentials.ts";

/** A browser is forgotten when no one has logged in there for this long. */
export const KNOWN_BROWSER_DAYS = 180;
/**
 * Each browser gets its own number of guesses, so a member can have only this many. The one unused for longest is
 * removed first.
 */
const BROWSERS_MAX = 20;

/** True if a text looks like a known browser's token in a cookie. */
const isBrowserToken = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

/** Returns the hash under which a browser is stored; null if it sends no token. */
export const hashBrowser = (token: string | undefined): Buffer | null =>
  token !== undefined && isBrowserToken(token) ? digest(token) : null;

interface SeenBrowser {
  /** The token for the cookie: the one that the browser had if we issued it, or a new one. */
  readonly token: string;
  readonly hash: Buffer;
  /** True if the member has never logged in there before. */
  readonly isNew: boolean;
}

/**
 * Notes that a member has logged in in a browser. A token that we never issued is replaced, because a stranger may have
 * put it there.
 */
export async function noteBrowser(
  tx: DirectoryTx,
  memberId: string,
  brought: string | undefined,
): Promise<SeenBrowser> {
  const found = hashBrowser(brought);
  const [given] = found === null ? [] : await tx.query<{ own: boolean }>(FIND, [found, memberId]);
  const token = given === undefined ? randomBytes(32).toString("base64url") : brought!;
  const hash = digest(token);
  await tx.execute(NOTE, [memberId, hash]);
  await tx.execute(FORGET_OLD, [memberId, KNOWN_BROWSER_DAYS, BROWSERS_MAX]);
  return { token, hash, isNew: given?.own !== true };
}

/** Forgets a member's browsers, all but that of the session given: their passwords may be known to someone else. */
export async function forgetBrowsers(
  tx: DirectoryTx,
  { memberId, exceptId }: { memberId: string; exceptId?: string | undefined },
): Promise<void> {
  await tx.execute(FORGET, [memberId, exceptId ?? null]);
}

/** An SQL condition on a row of `member`: the browser `$2` (a hash, or null) is known. */
export const IS_KNOWN_BROWSER = `exists (
  select from access.known_browser
  where known_browser.member_id = member.member_id
    and known_browser.token_hash = $2
    and known_browser.last_seen_at > now() - interval '${KNOWN_BROWSER_DAYS} days'
)`;

const FIND = `
  select coalesce(bool_or(member_id = $2), false) as own
  from access.known_browser
  where token_hash = $1
  having count(*) > 0`;

const NOTE = `
  insert into access.known_browser (member_id, token_hash)
  values ($1, $2)
  on conflict (member_id, token_hash) do update set last_seen_at = now()`;

const FORGET_OLD = `
  delete from access.known_browser
  where member_id = $1
    and (
      last_seen_at <= now() - make_interval(days => $2)
      or token_hash in (
        select token_hash
        from access.known_browser
        where member_id = $1
        order by last_seen_at desc, token_hash
        offset $3
      )
    )`;

const FORGET = `
  delete from access.known_browser
  where member_id = $1
    and token_hash is distinct from (
      select browser_hash from access.session where session_id = $2 and member_id = $1
    )`;

// Remembers which merchants have authenticated lately, and from which addresses. Such calls have a lane of their
// own. All other calls from an address share one lane, so a stranger who names many merchants still counts once.

/** A merchant is remembered for as long as a token lasts. */
const LASTS_MS = 600_000;
const PAIRS_MAX = 20_000;

interface Doorway {
  /** The times, by `performance.now()`, when a merchant at an address becomes a stranger again. */
  readonly known: Map<string, number>;
  readonly strangers: FairQueue;
}

/** The merchant that a call names, and the address that it comes from. */
export interface CallOrigin {
  readonly merchantId: string;
  readonly ip: string;
}

const doorways = new WeakMap<Db, Doorway>();

function doorwayOf(db: Db): Doorway {
  let doorway = doorways.get(db);
  if (doorway === undefined) {
    const strangers = shareFairly({ places: 64, perKey: 16, waitingMax: 1_000 });
    doorways.set(db, (doorway = { known: new Map(), strangers }));
  }
  return doorway;
}

const pairOf = ({ merchantId, ip }: CallOrigin): string => `${merchantId} ${lineOf(ip)}`;

/** Returns true if the merchant has authenticated from this address lately. */
export function isFamiliar(db: Db, arrival: CallOrigin): boolean {
  return (doorwayOf(db).known.get(pairOf(arrival)) ?? 0) > performance.now();
}

/** Remembers that the merchant has authenticated from this address. */
export function noteFamiliar(db: Db, arrival: CallOrigin): void {
  const { known } = doorwayOf(db);
  const pair = pairOf(arrival);
  const endsAt = performance.now() + LASTS_MS;
  // Once a minute is enough.
  if ((known.get(pair) ?? 0) > endsAt - LASTS_MS / 10) return;
  known.delete(pair);
  if (known.size >= PAIRS_MAX) known.delete(known.keys().next().value as string);
  known.set(pair, endsAt);
}

/**
 * Returns the lane in which a caller is looked up. Known callers are looked up at once, and others take turns by
 * address. Look-ups in one lane may be done together.
 */
export function laneOf(
  db: Db,
  arrival: CallOrigin,
): { name: string; inTurn: <T>(lookUp: () => Promise<T>) => Promise<T> } {
  if (isFamiliar(db, arrival)) return { name: arrival.merchantId, inTurn: (lookUp) => lookUp() };
  const { strangers } = doorwayOf(db);
  return { name: pairOf(arrival), inTurn: (lookUp) => strangers.run(lineOf(arrival.ip), lookUp) };
}
