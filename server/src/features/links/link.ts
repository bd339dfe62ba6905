/** A link as the database stores it, its public status, how it is found under a lock, and its limits. */
import { createHash, randomBytes } from "node:crypto";
import type { Actor } from "#audit";
import type { Config } from "#lib/config";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import type { Vault } from "#lib/vault";

/**
 * The statuses that can follow each status. A bank's report counts whatever was recorded before: a process
 * that was suspended may cause a payment after the link has expired, and then the link is redeemed.
 */
export const linkMachine = {
  active: ["pending", "expired"],
  pending: ["failed", "redeemed", "reversed", "expired"],
  failed: ["pending", "redeemed", "reversed", "expired"],
  redeemed: ["reversed"],
  reversed: [],
  expired: ["redeemed", "reversed"],
} as const;

export type LinkStatus = keyof typeof linkMachine;

/** The statuses of the contract. */
export type PublicLinkStatus = Uppercase<LinkStatus>;

/** The reasons for which a link is expired. Wrong one-time passwords ended links of earlier versions. */
export type EndReason =
  | "LINK_EXPIRED"
  | "DEACTIVATED"
  | "OTP_ATTEMPTS_EXCEEDED"
  | "REDEMPTION_ATTEMPTS_EXCEEDED";

/** One link. Amounts are in paise, times by the merchant's clock. */
export interface Link {
  readonly merchantId: string;
  readonly linkId: string;
  readonly linkKey: string;
  readonly referenceId: bigint;
  readonly contentHash: Buffer;
  readonly sealedToken: Buffer;
  readonly amountPaise: bigint;
  readonly name: string;
  readonly phone: string;
  readonly email: string | null;
  readonly remarks: string;
  readonly notifyPayee: boolean;
  /** True if the name at the bank must match the payee's. */
  readonly checkName: boolean;
  readonly status: LinkStatus;
  readonly reason: string | null;
  /** The number of claims so far, which is also the number of the newest. */
  readonly claims: number;
  /** The number of claims that failed because of the payee's details. */
  readonly failures: number;
  /** The number of its transfers that definitely did not pay. The next one has the following number. */
  readonly transfersFailed: number;
  /** The moment before which no new claim is possible. */
  readonly retryAt: Date | null;
  /** The reference ID of the transfer that paid. */
  readonly paidReferenceId: bigint | null;
  readonly utr: string | null;
  readonly passwordHash: Buffer | null;
  readonly passwordSentAt: Date | null;
  readonly passwordEndsAt: Date | null;
  readonly passwordHourAt: Date | null;
  readonly passwordsInHour: number;
  readonly passwordDayAt: Date | null;
  /** The number sent in the day that began at `passwordDayAt`. */
  readonly passwordsSent: number;
  readonly passwordsWrong: number;
  /** The moment before which no password is sent or accepted. Null if there is none, or a member ended the pause. */
  readonly passwordsRefusedUntil: Date | null;
  /** The number of times that wrong passwords caused a pause. */
  readonly passwordPauses: number;
  /** The first moment at which it can no longer be claimed. */
  readonly expiresAt: Date;
  readonly remindAt: Date | null;
  readonly dueAt: Date | null;
  readonly events: number;
  readonly createdAt: Date;
  readonly createdBy: Actor;
  /** The member who was shown the secret that the link was made with; null if there is none. */
  readonly secretShownTo: string | null;
  readonly endedAt: Date | null;
}

/** The columns of a link under the names of the interface above. */
export const linkColumns = `
  link.merchant_id as "merchantId", link.link_id as "linkId", link_key as "linkKey",
  link.reference_id as "referenceId", content_hash as "contentHash", sealed_token as "sealedToken",
  amount_paise as "amountPaise", name, phone, email, remarks, notify_payee as "notifyPayee",
  check_name as "checkName", link.status, link.reason, claims, failures, transfers_failed as "transfersFailed",
  retry_at as "retryAt",
  paid_reference_id as "paidReferenceId", utr, password_hash as "passwordHash",
  password_sent_at as "passwordSentAt", password_ends_at as "passwordEndsAt",
  password_hour_at as "passwordHourAt", passwords_in_hour as "passwordsInHour",
  passwords_sent as "passwordsSent", passwords_wrong as "passwordsWrong",
  password_day_at as "passwordDayAt", passwords_refused_until as "passwordsRefusedUntil",
  password_pauses as "passwordPauses", expires_at as "expiresAt",
  remind_at as "remindAt", due_at as "dueAt", events, created_at as "createdAt", created_by as "createdBy",
  link.secret_shown_to as "secretShownTo", link.ended_at as "endedAt"`;

/** Returns true if the payee can claim. The clock decides, even before the worker has expired the link. */
export function isOpen({ status, expiresAt }: Pick<Link, "status" | "expiresAt">, now: Date): boolean {
  return (status === "active" || status === "failed") && expiresAt > now;
}

/** Returns the status for the merchant at a moment, with the reason if there is one. */
export function publicStatusOf(link: Link, now: Date): { status: PublicLinkStatus; reason: string | null } {
  const isOver = (link.status === "active" || link.status === "failed") && link.expiresAt <= now;
  if (isOver) return { status: "EXPIRED", reason: "LINK_EXPIRED" satisfies EndReason };
  return { status: link.status.toUpperCase() as PublicLinkStatus, reason: link.reason };
}

/** Locks links in the order of their IDs until the transaction ends. */
export function lockLinks(tx: Tx, linkIds: readonly string[]): Promise<Link[]> {
  return tx.query<Link>(
    `select ${linkColumns}
     from unnest($2::uuid[]) as wanted (id)
     join links.link
       on link.merchant_id = $1
      and link.link_id = wanted.id
     order by link.link_id
     for update of link`,
    [tx.merchantId, [...new Set(linkIds)]],
  );
}

/** Finds a link by the hash of its token; undefined if there is none. */
export async function findLinkOfToken(tx: Tx, tokenHash: Buffer): Promise<Link | undefined> {
  const [link] = await tx.query<Link>(FIND_BY_TOKEN, [tx.merchantId, tokenHash]);
  return link;
}

/** Finds and locks a link until the transaction ends. */
async function lockLinkOfToken(tx: Tx, tokenHash: Buffer): Promise<Link | undefined> {
  const [link] = await tx.query<Link>(`${FIND_BY_TOKEN} for update`, [tx.merchantId, tokenHash]);
  return link;
}

const FIND_BY_TOKEN = `
  select ${linkColumns}
  from links.link
  where merchant_id = $1
    and token_hash = $2`;

// The secret in a link's URL. It contains the merchant's ID, so that only that merchant's rows are searched,
// and 160 random bits, which cannot be guessed.

const TOKEN = /^[A-Za-z0-9_-]{47}[A-Za-z0-9]$/;
const MERCHANT_BYTES = 16;
const RANDOM_BYTES = 20;
const PURPOSE = "links.token";

/** Makes a token that ends in a letter or digit: programs that detect URLs cut off a final hyphen. */
export function makeLinkToken(merchantId: string): string {
  const merchant = Buffer.from(merchantId.replaceAll("-", ""), "hex");
  for (;;) {
    const token = Buffer.concat([merchant, randomBytes(RANDOM_BYTES)]).toString("base64url");
    if (TOKEN.test(token)) return token;
  }
}

/** Returns the merchant in a token; null if it is not a token. */
export function merchantOfLinkToken(token: string): string | null {
  if (!TOKEN.test(token)) return null;
  const hex = Buffer.from(token, "base64url").toString("hex", 0, MERCHANT_BYTES);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Hashes a token for the lookup. It is random enough for a plain SHA-256. */
export function hashLinkToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

export function sealLinkToken(vault: Vault, merchantId: string, token: string): Buffer {
  return vault.seal({ merchantId, purpose: PURPOSE }, token);
}

/** Returns the payee's URL for a stored token. Throws VaultError if the token cannot be opened. */
export function linkAddressOf(
  { config, vault }: { config: Config; vault: Vault },
  { merchantId, sealedToken }: { merchantId: string; sealedToken: Buffer },
): string {
  const token = vault.open({ merchantId, purpose: PURPOSE }, sealedToken).toString();
  return `${config.publicUrl ?? `http://localhost:${config.port}`}/pay/${token}`;
}

/** Runs `work` with a token's locked link, in its merchant's transaction; null without such a link. */
export async function openLink<T>(
  ctx: Pick<Context, "db">,
  token: string,
  work: (tx: Tx, link: Link) => Promise<T>,
): Promise<T | null> {
  const merchantId = merchantOfLinkToken(token);
  if (merchantId === null) return null;
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const link = await lockLinkOfToken(tx, hashLinkToken(token));
    return link === undefined ? null : work(tx, link);
  });
}

/** The names of a link. */
interface NamedLink {
  readonly linkId: string;
  readonly linkKey: string;
  readonly createdBy: Actor;
}

/** Reads the names of links by our IDs. Links that do not exist are left out. */
export async function nameLinks(tx: Tx, linkIds: readonly string[]): Promise<ReadonlyMap<string, NamedLink>> {
  if (linkIds.length === 0) return new Map();
  const rows = await tx.query<NamedLink>(
    `select link_id as "linkId", link_key as "linkKey", created_by as "createdBy"
     from links.link
     where merchant_id = $1
       and link_id = any ($2::uuid[])`,
    [tx.merchantId, linkIds],
  );
  return new Map(rows.map((row) => [row.linkId, row]));
}

/** The validity of a one-time password. */
export const PASSWORD_MINUTES = 10;
/** After this number of wrong ones in a row, codes are refused for a while. */
export const WRONG_MAX = 5;
/** The first of these pauses; each is twice as long as the one before. */
export const CODES_REFUSED_MS = 3_600_000;
/**
 * The pauses of a link. If five wrong codes follow the last one, the link ends, 31 hours after the first pause began or
 * later. Someone who guesses all the time has six times five guesses at codes of six digits: a chance of 0.003 %.
 */
export const PAUSES_MAX = 5;
/** The length of a session, from the right password on, by the merchant's clock. */
export const SESSION_MINUTES = 30;
/** The most claims of a link that can fail because of the payee's details. */
export const FAILURES_MAX = 5;
/** After a passing failure, the payee waits this long before the next claim. */
export const PASSING_WAIT_MS = 15 * 60_000;
