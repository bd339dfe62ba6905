/** Checks a merchant's input for a link. Pure: balances and existing IDs are checked elsewhere. */
import { createHash } from "node:crypto";
import type { Vault } from "#lib/vault";
import { isEmailAddress, isPhoneNumber } from "#messages";
import {
  containsCardNumber,
  isCardNumberAsId,
  isEmail,
  isName,
  isRemarks,
  istDate,
  parsePhone,
} from "#rails";
import type { LinkErrorCode } from "./errors.ts";
import { EXPIRY_DAYS_MAX } from "./expiry-days.ts";

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
export function checkLink(input: LinkInput, now: Date): LinkErrorCode | null {
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
export function parseExpiry(text: string, now: Date): Date | null {
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
export function reminderFor(expiresAt: Date, now: Date): Date | null {
  const remindAt = new Date(expiresAt.getTime() - REMINDER_BEFORE_END_MS);
  return remindAt > now ? remindAt : null;
}

/** Hashes the content of a link, so that the same ID with other content is noticed. */
export function hashLink(input: LinkInput): Buffer {
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
