import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readMerchant, requireOfMember, requirePayouts, secretShownTo } from "#access";
import { type Actor, recordAudit } from "#audit";
import { readBalance, WALLET_ID } from "#fund-sources";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { newId } from "#lib/ids";
import type { Vault } from "#lib/vault";
import { isEmailAddress, isPhoneNumber } from "#messages";
import { istDate } from "#lib/ist";
import { containsCardNumber, isCardNumberAsId, isEmail, isName, isRemarks, parsePhone } from "#rails";
import { dueOf } from "./decide-link.ts";
import { LinkError, type LinkErrorCode } from "./errors.ts";
import {
  hashLinkToken,
  type Link,
  linkAddressOf,
  linkColumns,
  makeLinkToken,
  sealLinkToken,
} from "./link.ts";
import { tellPayees } from "./tell-payees.ts";

/** A payout link is valid for at most this many days from today. */
export const EXPIRY_DAYS_MAX = 30;

// Checks a merchant's input for a link. Pure: balances and existing IDs are checked elsewhere.

/** A link to be made. Absent and empty mean the same. */
export interface LinkInput {
  /** The merchant's own ID: at most 35 letters, digits, hyphens and underscores. */
  readonly linkKey: string;
  readonly amountPaise: bigint;
  /** The payee's name. */
  readonly name: string;
  readonly phone: string;
  readonly email?: string | undefined;
  /** The last day in India on which it can be claimed, `YYYY/MM/DD`, at most 30 days ahead. */
  readonly expiry: string;
  readonly remarks?: string | undefined;
  /** True if the payee gets the link by message, and a reminder. */
  readonly notifyPayee: boolean;
  /** True if the name at the bank must match the payee's. */
  readonly checkName: boolean;
}

const MIN_PAISE = 1_00n;
const DAY_MS = 86_400_000;

/** Returns the first thing wrong with a link at a moment of the merchant's clock, or null. */
function checkLink(input: LinkInput, now: Date): LinkErrorCode | null {
  if (!isLinkKey(input.linkKey)) return "key_invalid";
  if (input.amountPaise < MIN_PAISE) return "amount_invalid";
  if (!isName(input.name) || containsCardNumber(input.name)) return "name_invalid";
  const phone = parsePhone(input.phone);
  if (phone === null) return "phone_invalid";
  const { email = "", remarks = "" } = input;
  if (email !== "" && (!isEmail(email) || containsCardNumber(email))) return "email_invalid";
  // A payee who cannot get a one-time password could never be paid.
  if (!isPhoneNumber(phone) && !isEmailAddress(email)) return "phone_invalid";
  if (parseExpiry(input.expiry, now) === null) return "expiry_invalid";
  return isRemarks(remarks) && !containsCardNumber(remarks) ? null : "remarks_invalid";
}

/** Returns true if a text can be a link key. */
export function isLinkKey(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,35}$/.test(text) && !isCardNumberAsId(text);
}

/** Returns the end of the day `YYYY/MM/DD` in India; null unless it is from today to 30 days ahead. */
function parseExpiry(text: string, now: Date): Date | null {
  if (!/^\d{4}\/\d{2}\/\d{2}$/.test(text)) return null;
  const date = text.replaceAll("/", "-");
  const midnight = new Date(`${date}T00:00:00+05:30`);
  if (Number.isNaN(midnight.getTime()) || istDate(midnight) !== date) return null;
  const isInTime =
    date >= istDate(now) && date <= istDate(new Date(now.getTime() + EXPIRY_DAYS_MAX * DAY_MS));
  return isInTime ? new Date(midnight.getTime() + DAY_MS) : null;
}

/** The time from ten in the morning of the day before the last to the end of the last day. */
const REMINDER_BEFORE_END_MS = 38 * 3_600_000;

/** Returns when the payee gets the only reminder: at ten on the day before the last; null if that is past. */
function reminderFor(expiresAt: Date, now: Date): Date | null {
  const remindAt = new Date(expiresAt.getTime() - REMINDER_BEFORE_END_MS);
  return remindAt > now ? remindAt : null;
}

/** Hashes the content of a link, so that the same ID with other content is noticed. */
function hashLink(input: LinkInput): Buffer {
  const { linkKey, amountPaise, name, phone, email = "", expiry, remarks = "" } = input;
  const content = [linkKey, amountPaise.toString(), name, phone, email, expiry, remarks];
  const wishes = [input.notifyPayee, input.checkName];
  return createHash("sha256")
    .update(JSON.stringify([content, wishes]))
    .digest()
    .subarray(0, 16);
}

/** Makes a keyed hash, so that phone numbers cannot be guessed from a leaked row. */
export function sealContentHash(vault: Vault, plain: Buffer): Buffer {
  return vault.hmac("links.content", plain.toString("hex")).subarray(0, 16);
}

export interface CreatedLink {
  readonly link: Link;
  /** The URL for the payee. */
  readonly address: string;
  /** True if the same link existed already; nothing was done. */
  readonly repeated: boolean;
}

/**
 * Makes a link. No money is held for it: the balance is checked when the link is made, and again when the payee claims.
 * With `repeatable`, the same link is returned if it exists. Throws the errors of `checkLink`, key_exists or
 * insufficient_balance; for a member also AccessError.not_permitted without the permission to initiate transfers, or
 * payouts_disabled.
 */
export async function createLink(
  ctx: Context,
  merchantId: string,
  { by, repeatable = false, ...input }: LinkInput & { by: Actor; repeatable?: boolean },
): Promise<CreatedLink> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    await requireOfMember(tx, by, "initiate_quick_transfer");
    await requirePayouts(tx, by);
    const problem = checkLink(input, tx.now);
    if (problem !== null) throw LinkError[problem]();
    const plainHash = hashLink(input);
    const keyedHash = sealContentHash(ctx.vault, plainHash);
    const known = await findByKey(tx, input.linkKey);
    if (known !== undefined)
      return repeat(
        ctx,
        known,
        repeatable && [plainHash, keyedHash].some((hash) => known.contentHash.equals(hash)),
      );
    const { spendablePaise } = await readBalance(tx, WALLET_ID);
    if (spendablePaise < input.amountPaise) throw LinkError.insufficient_balance();
    const contentHash = tx.sealsDetails ? keyedHash : plainHash;
    const link = await insertLink(ctx, tx, { input, contentHash, by });
    // Another call made it at the same moment.
    if (link === undefined) throw LinkError.key_exists();
    if (link.notifyPayee)
      await tellPayees(ctx, tx, { links: [link], merchant: await readMerchant(tx), about: "link" });
    await recordAudit(tx, [
      {
        actor: by,
        action: "links.link_created",
        subject: `link:${link.linkId}`,
        detail: { cashgramId: link.linkKey, amountPaise: link.amountPaise.toString() },
      },
    ]);
    return { link, address: linkAddressOf(ctx, link), repeated: false };
  });
}

function repeat(ctx: Context, link: Link, sameContent: boolean): CreatedLink {
  if (!sameContent) throw LinkError.key_exists();
  return { link, address: linkAddressOf(ctx, link), repeated: true };
}

/** Finds a link by its link key; undefined if there is none. */
export async function findByKey(tx: Tx, linkKey: string): Promise<Link | undefined> {
  const [link] = await tx.query<Link>(
    `select ${linkColumns}
     from links.link
     where merchant_id = $1
       and link_key = $2`,
    [tx.merchantId, linkKey],
  );
  return link;
}

async function insertLink(
  ctx: Context,
  tx: Tx,
  { input, contentHash, by }: { input: LinkInput; contentHash: Buffer; by: Actor },
): Promise<Link | undefined> {
  const { merchantId, now } = tx;
  const token = makeLinkToken(merchantId);
  const expiresAt = parseExpiry(input.expiry, now);
  assert(expiresAt !== null, "it was checked");
  const [phone, email] = [parsePhone(input.phone), input.email || null];
  const remindAt = input.notifyPayee ? reminderFor(expiresAt, now) : null;
  const [link] = await tx.query<Link>(INSERT, [
    merchantId,
    newId(),
    input.linkKey,
    await takeReferenceId(tx),
    contentHash,
    hashLinkToken(token),
    sealLinkToken(ctx.vault, merchantId, token),
    input.amountPaise,
    input.name.trim(),
    tx.seal(phone),
    tx.seal(email),
    input.remarks ?? "",
    input.notifyPayee,
    input.checkName,
    expiresAt,
    remindAt,
    dueOf({ remindAt, expiresAt }),
    now,
    by,
    tx.indexOf("phone", phone),
    tx.indexOf("email", email),
  ]);
  return link;
}

/** Takes a 32-bit number, enough for two thousand million links. An unused number leaves a gap. */
async function takeReferenceId(tx: Tx): Promise<bigint> {
  const [counter] = await tx.query<{ last: bigint }>(
    `insert into links.counter as counter (merchant_id, last_reference_id)
     values ($1, 10001)
     on conflict (merchant_id) do update
     set last_reference_id = counter.last_reference_id + 1
     returning last_reference_id as last`,
    [tx.merchantId],
  );
  return counter!.last;
}

const INSERT = `
  insert into links.link (
    merchant_id, link_id, link_key, reference_id, content_hash, token_hash, sealed_token, amount_paise, name, phone,
    email, remarks, notify_payee, check_name, expires_at, remind_at, due_at, created_at, created_by,
    phone_index, email_index, secret_shown_to
  )
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21,
    ${secretShownTo("$1", "$19::text")})
  on conflict (merchant_id, link_key) do nothing
  returning ${linkColumns}`;
