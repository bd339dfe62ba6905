/** A browser in which the right one-time password was entered: it can claim for half an hour. */
import { createHash, randomBytes } from "node:crypto";
import type { Tx } from "#lib/db";
import { destinationColumns, type ClaimMode, type Destination } from "./claim.ts";
import { SESSION_MINUTES } from "./terms.ts";

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
export async function beginSession(tx: Tx, linkId: string): Promise<string> {
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
