import { createHash, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { readMerchant } from "#access";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import type { Vault } from "#lib/vault";
import { type ClaimMode, type Destination, destinationColumns } from "./claim.ts";
import { endLink } from "./decide-link.ts";
import { isOpen, type Link, openLink } from "./link.ts";
import { forgetPasswordsOf, sendPasswordTo } from "./tell-payees.ts";
import { PASSWORD_MINUTES, SESSION_MINUTES, WRONG_MAX } from "./terms.ts";
import { writeLinkChanges } from "./write-link-changes.ts";

// The one-time password of a payee: six digits, stored as a keyed hash that only the key can test.

const HOUR_MS = 3_600_000;
const AGAIN_AFTER_MS = 60_000;
const SENT_PER_HOUR_MAX = 5;
const SENT_MAX = 20;

function makePassword(): string {
  return String(randomInt(1_000_000)).padStart(6, "0");
}

function hashPassword(vault: Vault, linkId: string, password: string): Buffer {
  return vault.hmac("links.one_time_password", `${linkId}\n${password}`);
}

/** Returns when the next one can be sent: now, at a later moment, or (null) never. */
export function nextSendAt(link: Link, now: Date): Date | null {
  if (link.passwordsSent >= SENT_MAX) return null;
  const afterLast = (link.passwordSentAt?.getTime() ?? 0) + AGAIN_AFTER_MS;
  const { hourAt, inHour } = hourOf(link, now);
  const afterHour = inHour >= SENT_PER_HOUR_MAX ? hourAt.getTime() + HOUR_MS : 0;
  return new Date(Math.max(now.getTime(), afterLast, afterHour));
}

/** Returns the current hour of the limit, and how many were sent in it. */
function hourOf({ passwordHourAt, passwordsInHour }: Link, now: Date): { hourAt: Date; inHour: number } {
  const isOver = passwordHourAt === null || passwordHourAt.getTime() + HOUR_MS <= now.getTime();
  return isOver ? { hourAt: now, inHour: 0 } : { hourAt: passwordHourAt, inHour: passwordsInHour };
}

export type Sending =
  | { readonly kind: "sent" }
  /** Too many were sent: another is possible from `at`, or never if it is null. */
  | { readonly kind: "too_soon"; readonly at: Date | null }
  | { readonly kind: "closed" };

/** Sends a link's payee a new one-time password, which replaces the last; null without such a link. */
export async function sendPassword(ctx: Context, token: string): Promise<Sending | null> {
  return openLink(ctx, token, async (tx, link): Promise<Sending> => {
    if (!isOpen(link, tx.now)) return { kind: "closed" };
    const at = nextSendAt(link, tx.now);
    if (at === null || at > tx.now) return { kind: "too_soon", at };
    const password = makePassword();
    await keepPassword(ctx, tx, link, password);
    await sendPasswordTo(tx, link, { password, merchant: await readMerchant(tx), minutes: PASSWORD_MINUTES });
    return { kind: "sent" };
  });
}

async function keepPassword(ctx: Context, tx: Tx, link: Link, password: string): Promise<void> {
  const { hourAt, inHour } = hourOf(link, tx.now);
  await tx.execute(
    `update links.link
     set password_hash = $3,
         password_sent_at = $4,
         password_ends_at = $5,
         password_hour_at = $6,
         passwords_in_hour = $7,
         passwords_sent = passwords_sent + 1
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
    ],
  );
}

// A browser in which the right one-time password was entered: it can claim for half an hour.

const SESSION = /^[A-Za-z0-9_-]{43}$/;

export interface Session {
  readonly sessionHash: Buffer;
  /** The details that were entered and not confirmed yet. */
  readonly draft: Draft | null;
}

export interface Draft extends Destination {
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
): Promise<Session | null> {
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
export async function keepDraft(tx: Tx, { sessionHash }: Session, draft: Draft | null): Promise<void> {
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

export type Proof =
  | { readonly kind: "proved"; readonly sessionToken: string }
  /** The number of tries before the link ends. */
  | { readonly kind: "wrong"; readonly left: number }
  /** No password is valid any more. */
  | { readonly kind: "stale" }
  | { readonly kind: "closed" };

/**
 * Checks a one-time password. The right one works once and begins a session. The fifth wrong one in a row
 * ends the link, counted over all browsers and passwords. Null if there is no such link.
 */
export async function provePayee(ctx: Context, token: string, password: string): Promise<Proof | null> {
  return openLink(ctx, token, async (tx, link): Promise<Proof> => {
    const { linkId, passwordHash, passwordEndsAt } = link;
    if (!isOpen(link, tx.now)) return { kind: "closed" };
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

async function countWrong(tx: Tx, link: Link): Promise<Proof> {
  const passwordsWrong = link.passwordsWrong + 1;
  if (passwordsWrong >= WRONG_MAX) {
    await writeLinkChanges(tx, [endLink({ ...link, passwordsWrong }, "OTP_ATTEMPTS_EXCEEDED", tx.now)]);
    await forgetPasswordsOf(tx, link);
    return { kind: "closed" };
  }
  await tx.execute(
    `update links.link
     set passwords_wrong = $3
     where merchant_id = $1
       and link_id = $2`,
    [tx.merchantId, link.linkId, passwordsWrong],
  );
  return { kind: "wrong", left: WRONG_MAX - passwordsWrong };
}
