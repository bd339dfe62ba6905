import { createHash, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { memberOf, readMerchant, requireOfMember, requirePermission } from "#access";
import { type Actor, listRecords, recordAudit } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import type { Vault } from "#lib/vault";
import { type ClaimMode, type Destination, destinationColumns } from "./claim.ts";
import { findByKey } from "./create-link.ts";
import { endLink } from "./decide-link.ts";
import { LinkError } from "./errors.ts";
import {
  CODES_REFUSED_MS,
  isOpen,
  lockLinks,
  openLink,
  PASSWORD_MINUTES,
  PAUSES_MAX,
  SESSION_MINUTES,
  WRONG_MAX,
  type Link,
} from "./link.ts";
import { forgetPasswordsOf, sendPasswordTo } from "./tell-payees.ts";
import { writeLinkChanges } from "./write-link-changes.ts";

// The one-time password of a payee: six digits, stored as a keyed hash that only the key can test.

const HOUR_MS = 3_600_000;
const AGAIN_AFTER_MS = 60_000;
const SENT_PER_HOUR_MAX = 5;
const DAY_MS = 24 * HOUR_MS;
const SENT_PER_DAY_MAX = 10;
/** The number of times in 24 hours that the codes of a link are accepted again before its pauses are over. */
const ACCEPTED_OF_DAY_MAX = 3;

function makePassword(): string {
  return String(randomInt(1_000_000)).padStart(6, "0");
}

function hashPassword(vault: Vault, linkId: string, password: string): Buffer {
  return vault.hmac("links.one_time_password", `${linkId}\n${password}`);
}

/** Returns when the next one can be sent: now or at a later moment. */
function nextSendAt(link: Link, now: Date): Date {
  const afterLast = (link.passwordSentAt?.getTime() ?? 0) + AGAIN_AFTER_MS;
  const { hourAt, inHour } = hourOf(link, now);
  const afterHour = inHour >= SENT_PER_HOUR_MAX ? hourAt.getTime() + HOUR_MS : 0;
  const afterPause = codesRefusedUntil(link, now)?.getTime() ?? 0;
  return new Date(Math.max(now.getTime(), afterLast, afterHour, afterPause));
}

/** Returns the current hour of the limit, and how many were sent in it. */
function hourOf({ passwordHourAt, passwordsInHour }: Link, now: Date): { hourAt: Date; inHour: number } {
  const isOver = passwordHourAt === null || passwordHourAt.getTime() + HOUR_MS <= now.getTime();
  return isOver ? { hourAt: now, inHour: 0 } : { hourAt: passwordHourAt, inHour: passwordsInHour };
}

/** Returns the current day of the limit, and how many were sent in it. */
function dayOf({ passwordDayAt, passwordsSent }: Link, now: Date): { dayAt: Date; inDay: number } {
  const isOver = passwordDayAt === null || passwordDayAt.getTime() + DAY_MS <= now.getTime();
  return isOver ? { dayAt: now, inDay: 0 } : { dayAt: passwordDayAt, inDay: passwordsSent };
}

/**
 * Returns until when no code is sent, because wrong ones were entered or those of the day are used up; null if codes
 * can be sent. This is what a member can end.
 */
export function codesRefusedUntil(link: Link, now: Date): Date | null {
  const { dayAt, inDay } = dayOf(link, now);
  const nextDay = inDay >= SENT_PER_DAY_MAX ? dayAt.getTime() + DAY_MS : 0;
  const until = Math.max(pauseOf(link, now)?.getTime() ?? 0, nextDay);
  return until === 0 ? null : new Date(until);
}

/** Returns until when no code is accepted because wrong ones were entered; null if codes are accepted. */
export function pauseOf({ passwordsRefusedUntil: until }: Link, now: Date): Date | null {
  return until !== null && until > now ? until : null;
}

type PasswordSending =
  | { readonly kind: "sent" }
  /** Too many were sent, or wrong ones were entered: another is possible from `at`. */
  | { readonly kind: "too_soon"; readonly at: Date }
  | { readonly kind: "closed" };

/** Sends a link's payee a new one-time password, which replaces the last; null without such a link. */
export async function sendPassword(ctx: Context, token: string): Promise<PasswordSending | null> {
  return openLink(ctx, token, async (tx, link): Promise<PasswordSending> => {
    if (!isOpen(link, tx.now)) return { kind: "closed" };
    const at = nextSendAt(link, tx.now);
    if (at > tx.now) return { kind: "too_soon", at };
    const password = makePassword();
    await keepPassword(ctx, tx, link, password);
    await sendPasswordTo(tx, link, { password, merchant: await readMerchant(tx), minutes: PASSWORD_MINUTES });
    return { kind: "sent" };
  });
}

async function keepPassword(ctx: Context, tx: Tx, link: Link, password: string): Promise<void> {
  const { hourAt, inHour } = hourOf(link, tx.now);
  const { dayAt, inDay } = dayOf(link, tx.now);
  await tx.execute(
    `update links.link
     set password_hash = $3,
         password_sent_at = $4,
         password_ends_at = $5,
         password_hour_at = $6,
         passwords_in_hour = $7,
         password_day_at = $8,
         passwords_sent = $9
     where merchant_id = $1
       and link_id = $2`,
    [
      tx.merchantId,
      link.linkId,
      hashPassword(ctx.vault, link.linkId, password),
      tx.now,
      new Date(tx.now.getTime() + PASSWORD_MINUTES * 60_000),
      hourAt,
      inHour + 1,
      dayAt,
      inDay + 1,
    ],
  );
}

// A browser in which the right one-time password was entered: it can claim for half an hour.

const SESSION = /^[A-Za-z0-9_-]{43}$/;

interface PayeeSession {
  readonly sessionHash: Buffer;
  /** The details that were entered and not confirmed yet. */
  readonly draft: ClaimDraft | null;
}

export interface ClaimDraft extends Destination {
  /** Changes with every draft. */
  readonly draftId: string;
}

/** Makes a secret for a browser's cookie: 256 random bits. */
export function makeSessionToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Returns true if a cookie's text has the form of a secret. */
export function isSessionToken(text: string): boolean {
  return SESSION.test(text);
}

/** Reads the session of a browser at a link; null if there was none, or it has expired. */
export async function readSession(
  tx: Tx,
  linkId: string,
  sessionToken: string | null,
): Promise<PayeeSession | null> {
  if (sessionToken === null) return null;
  const [row] = await tx.query<SessionRow>(
    `select session_hash as "sessionHash", draft_id as "draftId", ${destinationColumns}
     from links.session
     where merchant_id = $1
       and session_hash = $2
       and link_id = $3
       and ends_at > $4`,
    [tx.merchantId, hashSession(linkId, sessionToken), linkId, tx.now],
  );
  if (row === undefined) return null;
  const { sessionHash, draftId, mode, ...rest } = row;
  return { sessionHash, draft: draftId === null ? null : { draftId, mode: mode!, ...rest } };
}

interface SessionRow extends Omit<Destination, "mode"> {
  readonly sessionHash: Buffer;
  readonly draftId: string | null;
  readonly mode: ClaimMode | null;
}

/** Begins a session, deletes expired sessions of the link, and returns the secret for the cookie. */
async function beginSession(tx: Tx, linkId: string): Promise<string> {
  const token = makeSessionToken();
  const endsAt = new Date(tx.now.getTime() + SESSION_MINUTES * 60_000);
  await tx.execute(
    `delete from links.session
     where merchant_id = $1
       and link_id = $2
       and ends_at <= $3`,
    [tx.merchantId, linkId, tx.now],
  );
  await tx.execute(
    `insert into links.session (merchant_id, session_hash, link_id, proved_at, ends_at)
     values ($1, $2, $3, $4, $5)`,
    [tx.merchantId, hashSession(linkId, token), linkId, tx.now, endsAt],
  );
  return token;
}

/** Replaces the draft of a session; null removes it. */
export async function keepDraft(
  tx: Tx,
  { sessionHash }: PayeeSession,
  draft: ClaimDraft | null,
): Promise<void> {
  await tx.execute(
    `update links.session
     set draft_id = $3, mode = $4, sealed_account = $5, account_last4 = $6, ifsc = $7, vpa = $8
     where merchant_id = $1
       and session_hash = $2`,
    [
      tx.merchantId,
      sessionHash,
      draft?.draftId ?? null,
      draft?.mode ?? null,
      draft?.sealedAccount ?? null,
      draft?.accountLast4 ?? null,
      draft?.ifsc ?? null,
      tx.seal(draft?.vpa ?? null),
    ],
  );
}

/** The hash includes the link, so that rows of two links do not reveal that it is the same browser. */
function hashSession(linkId: string, token: string): Buffer {
  return createHash("sha256").update(`${linkId}\n${token}`).digest();
}

type PayeeProof =
  | { readonly kind: "proved"; readonly sessionToken: string }
  /** The number of tries before codes are refused for a while. */
  | { readonly kind: "wrong"; readonly left: number }
  /** Too many wrong ones were entered: none is accepted before `until`. */
  | { readonly kind: "refused"; readonly until: Date }
  /** No password is valid any more. */
  | { readonly kind: "stale" }
  | { readonly kind: "closed" };

/**
 * Checks a one-time password. The right one works once and begins a session. After the fifth wrong one in a row,
 * counted over all browsers and passwords, none is accepted for a while, or, after the pauses of a link, the link ends.
 * Null if there is no such link.
 */
export async function provePayee(ctx: Context, token: string, password: string): Promise<PayeeProof | null> {
  return openLink(ctx, token, async (tx, link): Promise<PayeeProof> => {
    const { linkId, passwordHash, passwordEndsAt } = link;
    if (!isOpen(link, tx.now)) return { kind: "closed" };
    const until = pauseOf(link, tx.now);
    if (until !== null) return { kind: "refused", until };
    if (passwordHash === null || passwordEndsAt === null || passwordEndsAt <= tx.now)
      return { kind: "stale" };
    if (!timingSafeEqual(passwordHash, hashPassword(ctx.vault, linkId, password)))
      return countWrong(tx, link);
    await tx.execute(
      `update links.link
       set password_hash = null, password_ends_at = null, passwords_wrong = 0
       where merchant_id = $1
         and link_id = $2`,
      [tx.merchantId, linkId],
    );
    await forgetPasswordsOf(tx, link);
    return { kind: "proved", sessionToken: await beginSession(tx, linkId) };
  });
}

async function countWrong(tx: Tx, link: Link): Promise<PayeeProof> {
  const passwordsWrong = link.passwordsWrong + 1;
  if (passwordsWrong >= WRONG_MAX)
    return link.passwordPauses < PAUSES_MAX ? refuseCodes(tx, link) : endAfterPauses(tx, link);
  await tx.execute(
    `update links.link
     set passwords_wrong = $3
     where merchant_id = $1
       and link_id = $2`,
    [tx.merchantId, link.linkId, passwordsWrong],
  );
  return { kind: "wrong", left: WRONG_MAX - passwordsWrong };
}

async function endAfterPauses(tx: Tx, link: Link): Promise<PayeeProof> {
  const ended = endLink({ ...link, passwordsWrong: WRONG_MAX }, "OTP_ATTEMPTS_EXCEEDED", tx.now);
  await writeLinkChanges(tx, [ended]);
  await forgetPasswordsOf(tx, link);
  return { kind: "closed" };
}

/** Refuses codes for a while, twice as long as the last time. The link itself lives on: anyone can guess wrong. */
async function refuseCodes(tx: Tx, link: Link): Promise<PayeeProof> {
  const until = new Date(tx.now.getTime() + CODES_REFUSED_MS * 2 ** link.passwordPauses);
  await tx.execute(
    `update links.link
     set passwords_wrong = 0,
         password_hash = null,
         password_ends_at = null,
         passwords_refused_until = $3,
         password_pauses = password_pauses + 1
     where merchant_id = $1
       and link_id = $2`,
    [tx.merchantId, link.linkId, until],
  );
  await forgetPasswordsOf(tx, link);
  await recordCodes(tx, link, { actor: "system", action: "links.codes_refused" });
  return { kind: "refused", until };
}

/**
 * Lets codes of a link be sent and accepted again at once, and counts its pauses anew, also if none is under way. Only
 * its maker, the member who was shown the secret that made it, and Owners can do this, three times in 24 hours in all,
 * so that the pauses keep their effect. Throws LinkError.not_found, ended or accepted_too_often, and
 * AccessError.not_permitted.
 */
export async function acceptLinkCodes(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { linkKey, by }: { linkKey: string; by: Actor },
): Promise<void> {
  await ctx.db.inMerchant(merchantId, async (tx) => {
    await requireOfMember(tx, by, "initiate_quick_transfer");
    const found = await findByKey(tx, linkKey);
    if (found === undefined) throw LinkError.not_found({ linkKey });
    const [link] = await lockLinks(tx, [found.linkId]);
    const { createdBy, secretShownTo: holderId } = link!;
    const isMaker = createdBy === by || (holderId !== null && holderId === memberOf(by));
    if (!isMaker) await requirePermission(tx, by, "own_organization");
    if (!isOpen(link!, tx.now)) throw LinkError.ended({ linkKey });
    if (codesRefusedUntil(link!, tx.now) === null && link!.passwordPauses === 0) return;
    const accepted = await listRecords(tx, {
      subject: `link:${link!.linkId}`,
      actions: ["links.codes_accepted"],
      from: new Date(tx.now.getTime() - DAY_MS),
      limit: ACCEPTED_OF_DAY_MAX,
    });
    if (accepted.length === ACCEPTED_OF_DAY_MAX)
      throw LinkError.accepted_too_often({ max: ACCEPTED_OF_DAY_MAX });
    await tx.execute(
      `update links.link
       set passwords_refused_until = null,
           password_pauses = 0,
           password_day_at = null
       where merchant_id = $1
         and link_id = $2`,
      [tx.merchantId, link!.linkId],
    );
    await recordCodes(tx, link!, { actor: by, action: "links.codes_accepted" });
  });
}

async function recordCodes(
  tx: Tx,
  { linkId, linkKey }: Link,
  did: { actor: Actor; action: string },
): Promise<void> {
  await recordAudit(tx, [{ ...did, subject: `link:${linkId}`, detail: { cashgramId: linkKey } }]);
}
