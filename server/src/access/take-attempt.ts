/**
 * Limits on guesses of people: counted before a password or code is checked, so that many at once are no way around
 * them. A correct guess gets its attempt back.
 */
import type { Context } from "#lib/context";
import { lineOf } from "#lib/line-of";
import { AccessError } from "./errors.ts";
import { readAddress } from "./read-address.ts";

/** Under what an attempt counts: a keyed hash, and how many of a window are allowed. */
export interface AttemptSubject {
  readonly hash: Buffer;
  readonly limit: number;
  /** 60 at most. */
  readonly windowMinutes: number;
}

const LIMITS = {
  /** Someone who has forgotten a password tries less often. */
  accountAtAddress: { limit: 10, windowMinutes: 15 },
  account: { limit: 50, windowMinutes: 60 },
  address: { limit: 100, windowMinutes: 15 },
  everyone: { limit: 1_000, windowMinutes: 1 },
  /** Things that an address makes here without being known: try-outs, sign-ups, mails to be sent. */
  making: { limit: 20, windowMinutes: 60 },
  mailTo: { limit: 5, windowMinutes: 60 },
} as const;

type Kind = keyof typeof LIMITS;

const subjectOf = (ctx: Context, kind: Kind, text: string): AttemptSubject => ({
  ...LIMITS[kind],
  hash: ctx.vault.hmac("access attempts", `${kind}\n${text}`),
});

const ofAddress = (ip: string): string => lineOf(readAddress(ip) ?? ip);

/** The subjects of a guess at what proves to be `account`: an e-mail address, or a member's id. */
export function guessSubjects(
  ctx: Context,
  { account, ip }: { account: string; ip: string },
): AttemptSubject[] {
  const address = ofAddress(ip);
  return [
    subjectOf(ctx, "accountAtAddress", `${address}\n${account}`),
    subjectOf(ctx, "account", account),
    subjectOf(ctx, "address", address),
    subjectOf(ctx, "everyone", ""),
  ];
}

/** The subjects of something made for a stranger: `what` it is, and to whom a mail goes. */
export function makingSubjects(
  ctx: Context,
  { what, ip, mailTo }: { what: string; ip: string; mailTo?: string },
): AttemptSubject[] {
  const making = subjectOf(ctx, "making", `${what}\n${ofAddress(ip)}`);
  return mailTo === undefined ? [making] : [making, subjectOf(ctx, "mailTo", `${what}\n${mailTo}`)];
}

/** Counts an attempt. Throws `too_many_attempts` when a subject has had its share of the window. */
export async function takeAttempt(ctx: Context, subjects: readonly AttemptSubject[]): Promise<void> {
  await ctx.db.directory((tx) => tx.execute(FORGET));
  const counts = await ctx.db.directory((tx) => tx.query<Counted>(TAKE, columnsOf(subjects)));
  if (counts.some(({ within }) => !within)) throw AccessError.too_many_attempts();
}

/** Runs the check of a guess; an attempt for which `guess` does not throw is given back. */
export async function withAttempt<T>(
  ctx: Context,
  subjects: readonly AttemptSubject[],
  guess: () => Promise<T>,
): Promise<T> {
  await takeAttempt(ctx, subjects);
  const right = await guess();
  await ctx.db.directory((tx) => tx.execute(GIVE_BACK, columnsOf(subjects).slice(0, 2)));
  return right;
}

interface Counted {
  readonly within: boolean;
}

/** In one order for all, so that two attempts never wait for each other. */
function columnsOf(subjects: readonly AttemptSubject[]): [Buffer[], number[], number[]] {
  const ordered = subjects.toSorted((a, b) => a.hash.compare(b.hash));
  return [
    ordered.map(({ hash }) => hash),
    ordered.map(({ windowMinutes }) => windowMinutes),
    ordered.map(({ limit }) => limit),
  ];
}

const WINDOW = "date_bin(make_interval(mins => subject.minutes), now(), timestamptz 'epoch')";

const TAKE = `
  with subject as (
    select hash, minutes, allowed
    from unnest($1::bytea[], $2::integer[], $3::integer[]) as subject (hash, minutes, allowed)
  ), counted as (
    insert into access.failure_window as kept (subject_hash, window_start, used)
    select subject.hash, ${WINDOW}, 1
    from subject
    on conflict (subject_hash) do update
    set window_start = greatest(kept.window_start, excluded.window_start),
      used = case when kept.window_start < excluded.window_start then 1 else kept.used + 1 end
    returning subject_hash, used
  )
  select counted.used <= subject.allowed as within
  from counted
  join subject on subject.hash = counted.subject_hash`;

const GIVE_BACK = `
  update access.failure_window as kept
  set used = greatest(0, kept.used - 1)
  from unnest($1::bytea[], $2::integer[]) as subject (hash, minutes)
  where kept.subject_hash = subject.hash and kept.window_start = ${WINDOW}`;

const FORGET = `
  delete from access.failure_window
  where window_start < now() - interval '1 hour'`;
