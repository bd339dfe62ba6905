/**
 * Limits on failed authorizations, in the database so that they hold over processes and restarts.
 *
 * Counted per client id together with the address, and per address alone. Not per client id alone: a stranger
 * who knows a client id could then lock its owner out, and guessing 256 random bits gains nothing from many
 * addresses.
 */
import type { Context } from "#lib/context";
import type { Reader } from "#lib/db";

const FAILURES_PER_MINUTE = { clientAtAddress: 10, address: 100 };

/**
 * Under what a failure is counted: keyed hashes, with the number of failures allowed in one minute.
 */
export interface FailureSubject {
  readonly kind: keyof typeof FAILURES_PER_MINUTE;
  readonly hash: Buffer;
  readonly limit: number;
}

/** What an address counts as: IPv6 by /64, which is what one customer line gets. */
export function lineOf(ip: string): string {
  return ip.includes(":") ? networkOf(ip) : ip;
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
 * Whether one of the subjects has failed as often as is allowed; then even the right secret is not accepted.
 */
export async function hasFailedTooOften(read: Reader, subjects: readonly FailureSubject[]): Promise<boolean> {
  return (await findFailedTooOften(read, subjects)).size > 0;
}

/** The hashes, in Base64, of those subjects that have failed as often as is allowed. */
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

/** Counts a failure; true when it is one too many, and must not learn what was wrong. */
export async function countFailure(ctx: Context, subjects: readonly FailureSubject[]): Promise<boolean> {
  await ctx.db.directory((tx) => tx.execute(FORGET));
  // In one order for all, so that two failures never wait for each other.
  const ordered = subjects.toSorted((a, b) => a.hash.compare(b.hash));
  const counts = await ctx.db.directory((tx) =>
    tx.query<{ hash: Buffer; used: number }>(COUNT, [ordered.map((subject) => subject.hash)]),
  );
  return counts.some(({ hash, used }) =>
    ordered.some((subject) => subject.hash.equals(hash) && used > subject.limit),
  );
}

const COUNT = `
  insert into access.failure_window as failed (subject_hash, window_start, used)
  select hash, date_trunc('minute', now(), 'UTC'), 1
  from unnest($1::bytea[]) as subject (hash)
  on conflict (subject_hash) do update
  set window_start = greatest(failed.window_start, excluded.window_start),
    used = case when failed.window_start < excluded.window_start then 1 else failed.used + 1 end
  returning subject_hash as hash, used`;

const FORGET = `
  delete from access.failure_window
  where window_start < now() - interval '1 hour'`;

/** The first 64 bits of an IPv6 address, as text that is the same for every address within. */
function networkOf(ip: string): string {
  const [head = "", tail] = ip.split("::");
  const before = head === "" ? [] : head.split(":");
  if (tail === undefined || before.length >= 4) return before.slice(0, 4).join(":");
  const after = tail === "" ? 0 : tail.split(":").length;
  const zeros = new Array<string>(Math.max(0, 8 - before.length - after)).fill("0");
  return [...before, ...zeros, ...tail.split(":")].slice(0, 4).join(":");
}
