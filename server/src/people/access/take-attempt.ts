/**
 * Limits how often people can guess. A guess is counted before the password or code is checked, so that many concurrent
 * guesses cannot get around the limit. A correct guess is not counted in the end. A guess that one limit refuses
 * unchecked counts towards no other limit, so a flood cannot use up the others.
 */
import type { Context } from "#lib/context";
import type { DirectoryTx } from "#lib/db";
import { lineOf } from "#lib/line-of";
import { AccessError } from "./errors.ts";
import { readAddress } from "./read-allowlist.ts";

/** The key under which an attempt counts, as a keyed hash, and the number of attempts that a window allows. */
export interface AttemptSubject {
  readonly hash: Buffer;
  readonly limit: number;
  /** The length of the window, at most 60 minutes. */
  readonly windowMinutes: number;
}

const LIMITS = {
  /** A person who has forgotten a password tries less often than this. */
  accountAtAddress: { limit: 10, windowMinutes: 15 },
  account: { limit: 50, windowMinutes: 60 },
  address: { limit: 100, windowMinutes: 15 },
  /** A browser that the member has logged in with before: strangers' guesses do not count against it. */
  browser: { limit: 10, windowMinutes: 15 },
  session: { limit: 10, windowMinutes: 15 },
  /** Things that an unknown address creates here: try-outs, sign-ups, e-mails to be sent. */
  making: { limit: 20, windowMinutes: 60 },
  /**
   * Account numbers that a member tries out in a form; each counts once. The limit leaves room for normal typing with
   * its slips.
   */
  accountNumbers: { limit: 60, windowMinutes: 60 },
  accountNumber: { limit: 1, windowMinutes: 60 },
  /** Questions to passkeys, each of which is kept for five minutes; a whole office may share an address. */
  asking: { limit: 300, windowMinutes: 15 },
  /**
   * The window is not longer than a link to set a password is valid, so that the newest link is still valid even if a
   * stranger asked for it.
   */
  mailTo: { limit: 3, windowMinutes: 30 },
  /** Ends of another member's sessions; without a limit one member could lock another out. */
  ending: { limit: 3, windowMinutes: 60 },
  /** Requests to remove others' second factors. The member and all Owners are notified of each. */
  resetting: { limit: 5, windowMinutes: 60 },
  /**
   * Invitations from all organizations to one address. The limit leaves room for several senders, so that one sender
   * does not block the invitations of another.
   */
  invitationMail: { limit: 12, windowMinutes: 30 },
} as const;

type Kind = keyof typeof LIMITS;

const subjectOf = (ctx: Context, kind: Kind, text: string): AttemptSubject => ({
  ...LIMITS[kind],
  hash: ctx.vault.hmac("access attempts", `${kind}\n${text}`),
});

/** Returns the form in which an address is counted. */
export const ofAddress = (ip: string): string => lineOf(readAddress(ip) ?? ip);

/** The subjects of a stranger's guess at what proves to be `account`: an e-mail address, or a member's id. */
export function guessSubjects(
  ctx: Context,
  { account, ip }: { account: string; ip: string },
): AttemptSubject[] {
  const address = ofAddress(ip);
  return [
    subjectOf(ctx, "accountAtAddress", `${address}\n${account}`),
    subjectOf(ctx, "account", account),
    subjectOf(ctx, "address", address),
  ];
}

/** The subject of a guess in a browser that the member is known to use. */
export const browserSubjects = (
  ctx: Context,
  { memberId, hash }: { memberId: string; hash: Buffer },
): AttemptSubject[] => [subjectOf(ctx, "browser", `${memberId}\n${hash.toString("hex")}`)];

/** The subject of a guess within a member's session. */
export const sessionSubjects = (ctx: Context, sessionId: string): AttemptSubject[] => [
  subjectOf(ctx, "session", sessionId),
];

/** The subject of a proof that cannot be guessed and costs work to check: only the address counts. */
export const addressSubjects = (ctx: Context, ip: string): AttemptSubject[] => [
  subjectOf(ctx, "address", ofAddress(ip)),
];

/** The subject of a question to a passkey that anyone may ask for. */
export const askingSubjects = (ctx: Context, ip: string): AttemptSubject[] => [
  subjectOf(ctx, "asking", ofAddress(ip)),
];

/** The subjects of something made for a stranger: `what` it is, and to whom a mail goes. */
export function makingSubjects(
  ctx: Context,
  { what, ip, mailTo }: { what: string; ip: string; mailTo?: string },
): AttemptSubject[] {
  const making = subjectOf(ctx, "making", `${what}\n${ofAddress(ip)}`);
  return mailTo === undefined ? [making] : [making, mailSubject(ctx, what, mailTo)];
}

/**
 * The subjects under which an invitation is counted: the member who invites, and the address or member within the
 * organization.
 */
export const invitingSubjects = (
  ctx: Context,
  { organizationId, by, to }: { organizationId: string; by: string; to: string },
): AttemptSubject[] => [
  subjectOf(ctx, "making", `invitation\n${by}`),
  mailSubject(ctx, "invitation", `${organizationId}\n${to}`),
];

/** The subject of the end of another member's sessions. */
export const endingSubjects = (
  ctx: Context,
  { by, memberId }: { by: string; memberId: string },
): AttemptSubject[] => [subjectOf(ctx, "ending", `${by}\n${memberId}`)];

/** The subject of a request to remove another member's second factors. */
export const resettingSubjects = (ctx: Context, by: string): AttemptSubject[] => [
  subjectOf(ctx, "resetting", by),
];

/** The subject of an invitation's e-mail, whichever organization it comes from. */
export const invitationMailSubject = (ctx: Context, email: string): AttemptSubject =>
  subjectOf(ctx, "invitationMail", email);

/** The subject of an e-mail about `what` to one address or member. */
export const mailSubject = (ctx: Context, what: string, mailTo: string): AttemptSubject =>
  subjectOf(ctx, "mailTo", `${what}\n${mailTo}`);

/**
 * Counts an account number that a member tries out; the same one again within the hour counts no more. Throws
 * `too_many_attempts`.
 */
export async function takeNumber(
  ctx: Context,
  { memberId, number }: { memberId: string; number: string },
): Promise<void> {
  const ofNumber = subjectOf(ctx, "accountNumber", `${memberId}\n${number}`);
  try {
    await takeAttempt(ctx, [subjectOf(ctx, "accountNumbers", memberId), ofNumber]);
  } catch (error) {
    const [standing] = await ctx.db.directory((tx) => tx.query<Standing>(HOLD, columnsOf([ofNumber])));
    if (standing?.full !== true) throw error;
  }
}

/**
 * Counts an attempt if every subject has room for it. Otherwise counts nothing and throws `too_many_attempts` with the
 * time until the last full window ends.
 */
export async function takeAttempt(ctx: Context, subjects: readonly AttemptSubject[]): Promise<void> {
  await ctx.db.directory((tx) => tx.execute(FORGET));
  await ctx.db.directory((tx) => count(tx, subjects));
}

/** Counts an attempt as `takeAttempt` does, but returns false if a subject has no room for it. */
export async function mayAttempt(ctx: Context, subjects: readonly AttemptSubject[]): Promise<boolean> {
  try {
    await takeAttempt(ctx, subjects);
    return true;
  } catch (error) {
    if (AccessError.is(error, "too_many_attempts")) return false;
    throw error;
  }
}

async function count(tx: DirectoryTx, subjects: readonly AttemptSubject[]): Promise<void> {
  const ordered = inOrder(subjects);
  const standing = await tx.query<Standing>(HOLD, columnsOf(ordered));
  const msLeft = standing.filter(({ full }) => full).map((window) => window.msLeft);
  if (msLeft.length > 0) throw AccessError.too_many_attempts(waitOf(Math.max(...msLeft)));
  await tx.execute(TAKE, [ordered.map(({ hash }) => hash)]);
}

/** Runs the check of a guess; an attempt for which `guess` does not throw is given back. */
export async function withAttempt<T>(
  ctx: Context,
  subjects: readonly AttemptSubject[],
  guess: () => Promise<T>,
): Promise<T> {
  await takeAttempt(ctx, subjects);
  const right = await guess();
  await ctx.db.directory((tx) => tx.execute(GIVE_BACK, columnsOf(inOrder(subjects)).slice(0, 2)));
  return right;
}

/** Returns a wait in seconds and in words for people, rounded up. */
function waitOf(ms: number): { seconds: number; wait: string } {
  const seconds = Math.max(1, Math.ceil(ms / 1_000));
  const minutes = Math.ceil(seconds / 60);
  if (seconds < 60) return { seconds, wait: seconds === 1 ? "a second" : `${seconds} seconds` };
  return { seconds, wait: minutes === 1 ? "a minute" : `${minutes} minutes` };
}

interface Standing {
  readonly full: boolean;
  readonly msLeft: number;
}

/** Every attempt locks rows in the same order, so that two attempts never wait for each other. */
const inOrder = (subjects: readonly AttemptSubject[]): AttemptSubject[] =>
  subjects.toSorted((a, b) => a.hash.compare(b.hash));

const columnsOf = (ordered: readonly AttemptSubject[]): [Buffer[], number[], number[]] => [
  ordered.map(({ hash }) => hash),
  ordered.map(({ windowMinutes }) => windowMinutes),
  ordered.map(({ limit }) => limit),
];

const WINDOW = "date_bin(make_interval(mins => subject.minutes), now(), timestamptz 'epoch')";

// The rows are locked as they are read, so that each of many concurrent attempts sees those before it.
const HOLD = `
  with subject as (
    select hash, minutes, allowed
    from unnest($1::bytea[], $2::integer[], $3::integer[]) as subject (hash, minutes, allowed)
  ), held as (
    insert into access.failure_window as kept (subject_hash, window_start, used)
    select subject.hash, ${WINDOW}, 0
    from subject
    on conflict (subject_hash) do update
    set window_start = greatest(kept.window_start, excluded.window_start),
      used = case when kept.window_start < excluded.window_start then 0 else kept.used end
    returning subject_hash, window_start, used
  )
  select held.used >= subject.allowed as full,
    extract(epoch from held.window_start + make_interval(mins => subject.minutes) - now())::float8 * 1000 as "msLeft"
  from held
  join subject on subject.hash = held.subject_hash`;

const TAKE = `
  update access.failure_window
  set used = used + 1
  where subject_hash = any ($1::bytea[])`;

const GIVE_BACK = `
  update access.failure_window as kept
  set used = greatest(0, kept.used - 1)
  from unnest($1::bytea[], $2::integer[]) as subject (hash, minutes)
  where kept.subject_hash = subject.hash and kept.window_start = ${WINDOW}`;

const FORGET = `
  delete from access.failure_window
  where window_start < now() - interval '1 hour'`;
