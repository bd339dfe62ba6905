/**
 * Limits failed authorizations, in the database so that the limits hold over processes and restarts. Failures are
 * counted per client id together with the address, and per address alone, but not per client id alone: then a stranger
 * who knows a client id could lock its owner out, and guessing 256 random bits gains nothing from many addresses.
 */
import type { Context } from "#lib/context";
import type { Db, Reader } from "#lib/db";
import { gather } from "#lib/gather";
import { lineOf } from "#lib/line-of";
import { FAILURES_PER_MINUTE } from "./credentials.ts";
import { readAddress } from "./read-allowlist.ts";

/**
 * The key under which a failure is counted, as a keyed hash, and the number of failures that are allowed in one minute.
 */
export interface FailureSubject {
  readonly kind: keyof typeof FAILURES_PER_MINUTE;
  readonly hash: Buffer;
  readonly limit: number;
}

/** The subjects of one attempt. */
export function failureSubjects(ctx: Context, attempt: { clientId: string; ip: string }): FailureSubject[] {
  const line = lineOf(attempt.ip);
  const subject = (kind: FailureSubject["kind"], text: string): FailureSubject => ({
    kind,
    hash: ctx.vault.hmac("access failures", text),
    limit: FAILURES_PER_MINUTE[kind],
  });
  return [
    subject("clientAtAddress", `client\n${line}\n${attempt.clientId}`),
    subject("address", `address\n${line}`),
  ];
}

/**
 * Returns the hashes, in Base64, of the subjects that have failed as often as is allowed. Then even the right secret is
 * refused.
 */
export async function findFailedTooOften(
  read: Reader,
  subjects: readonly FailureSubject[],
): Promise<ReadonlySet<string>> {
  const distinct = [
    ...new Map(subjects.map((subject) => [subject.hash.toString("base64"), subject])).values(),
  ];
  const found = await read.query<{ hash: Buffer }>(
    `select failed.subject_hash as hash
     from unnest($1::bytea[], $2::integer[]) as subject (hash, failures_max)
     join access.failure_window as failed on failed.subject_hash = subject.hash
     where failed.window_start = date_trunc('minute', now(), 'UTC') and failed.used >= subject.failures_max`,
    [distinct.map((subject) => subject.hash), distinct.map((subject) => subject.limit)],
  );
  return new Set(found.map(({ hash }) => hash.toString("base64")));
}

/** Counts a failure. Returns true if it is one too many; the caller must then not learn what was wrong. */
export async function countFailure(ctx: Context, subjects: readonly FailureSubject[]): Promise<boolean> {
  return isKnownOver(ctx.db, subjects) || counterOf(ctx.db).count(subjects);
}

/** True if this process knows that one of the subjects has failed as often as is allowed in this minute. */
export function isKnownOver(db: Db, subjects: readonly FailureSubject[]): boolean {
  const { over } = counterOf(db);
  return (
    over.size > 0 && subjects.some(({ hash }) => (over.get(keyOf(hash)) ?? -Infinity) > performance.now())
  );
}

/** Failures as one process knows them. Those that come together are counted in one transaction. */
interface Counter {
  readonly count: (subjects: readonly FailureSubject[]) => Promise<boolean>;
  /** Subjects that have failed as often as is allowed, with the end of their minute by `performance.now()`. */
  readonly over: Map<string, number>;
  /** The time when old windows were last removed. */
  forgotAt: number;
}

const counters = new WeakMap<Db, Counter>();
const OVER_MAX = 20_000;
const FORGET_EVERY_MS = 60_000;

function counterOf(db: Db): Counter {
  const known = counters.get(db);
  if (known !== undefined) return known;
  const flush = (sets: (readonly FailureSubject[])[]): Promise<boolean[]> => countSets(db, made, sets);
  const made: Counter = {
    count: gather({ limit: 1_000, lanes: 1, waitingMax: 10_000, flush }),
    over: new Map(),
    forgotAt: -Infinity,
  };
  counters.set(db, made);
  return made;
}

const keyOf = (hash: Buffer): string => hash.toString("base64");

interface Counted {
  readonly hash: Buffer;
  readonly used: number;
  readonly msLeft: number;
}

/** Counts failures, and reports for each whether it exceeded the limit. */
async function countSets(
  db: Db,
  counter: Counter,
  sets: readonly (readonly FailureSubject[])[],
): Promise<boolean[]> {
  await forgetOld(db, counter);
  const bySubject = Map.groupBy(sets.flat(), ({ hash }) => keyOf(hash));
  // Every process locks rows in the same order, so that two processes never wait for each other.
  const ordered = [...bySubject.values()].sort(([a], [b]) => a!.hash.compare(b!.hash));
  const askedAt = performance.now();
  const rows = await db.directory((tx) =>
    tx.query<Counted>(COUNT, [ordered.map(([one]) => one!.hash), ordered.map(({ length }) => length)]),
  );
  // The number of failures that each subject had before these.
  const used = new Map(
    rows.map((row) => [keyOf(row.hash), row.used - bySubject.get(keyOf(row.hash))!.length]),
  );
  const told = sets.map((subjects) =>
    subjects
      .map(({ hash, limit }) => {
        const now = used.get(keyOf(hash))! + 1;
        used.set(keyOf(hash), now);
        return now > limit;
      })
      .includes(true),
  );
  for (const { hash, used: times, msLeft } of rows) {
    const [{ limit }] = bySubject.get(keyOf(hash))! as [FailureSubject];
    if (times >= limit) noteOver(counter, keyOf(hash), askedAt + msLeft);
  }
  return told;
}

function noteOver({ over }: Counter, key: string, endsAt: number): void {
  over.delete(key);
  if (over.size >= OVER_MAX) over.delete(over.keys().next().value as string);
  over.set(key, endsAt);
}

async function forgetOld(db: Db, counter: Counter): Promise<void> {
  if (performance.now() - counter.forgotAt < FORGET_EVERY_MS) return;
  counter.forgotAt = performance.now();
  await db.directory((tx) => tx.execute(FORGET));
}

const COUNT = `
  insert into access.failure_window as failed (subject_hash, window_start, used)
  select hash, date_trunc('minute', now(), 'UTC'), times
  from unnest($1::bytea[], $2::integer[]) as subject (hash, times)
  on conflict (subject_hash) do update
  set window_start = greatest(failed.window_start, excluded.window_start),
    used = case when failed.window_start < excluded.window_start then excluded.used
      else failed.used + excluded.used end
  returning subject_hash as hash, used,
    extract(epoch from window_start + interval '1 minute' - now())::float8 * 1000 as "msLeft"`;

const FORGET = `
  delete from access.failure_window
  where window_start < now() - interval '1 hour'`;

// Limits calls that prove nothing: without a signature, with a wrong one, or from an unknown address. The caller must
// find a call to be forged before it counts, so others never delay a genuine one.

/** The limit for one address and kind of call in a minute, over all processes. */
export const FORGERIES_PER_MINUTE = 30;

const MINUTE_MS = 60_000;
const LINES_MAX = 10_000;

/** Addresses that are known here to be over the limit, with the end of their minute by `performance.now()`. */
const overOf = new WeakMap<Db, Map<string, number>>();

/**
 * Counts a forged call; returns null, or the seconds until the minute is over when that was one too
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
