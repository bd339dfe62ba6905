/** What a merchant gives for a link, and the first thing wrong with it. Pure: balances and ids are asked elsewhere. */
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
  /** The merchant's own id: at most 35 letters, digits, hyphens and underscores. */
  readonly linkKey: string;
  readonly amountPaise: bigint;
  /** The payee's. */
  readonly name: string;
  readonly phone: string;
  readonly email?: string | undefined;
  /** The last day in India on which it can be claimed, `YYYY/MM/DD`, at most 30 days ahead. */
  readonly expiry: string;
  readonly remarks?: string | undefined;
  /** Whether the payee is told of the link, and reminded of it. */
  readonly notifyPayee: boolean;
  /** Whether the name at the payee's bank must be the payee's. */
  readonly checkName: boolean;
}

const MIN_PAISE = 1_00n;
const DAY_MS = 86_400_000;

/** The first thing wrong with a link at a moment of the merchant's clock, or null. */
export function checkLink(input: LinkInput, now: Date): LinkErrorCode | null {
  if (!isLinkKey(input.linkKey)) return "key_invalid";
  if (input.amountPaise < MIN_PAISE) return "amount_invalid";
  if (!isName(input.name) || containsCardNumber(input.name)) return "name_invalid";
  const phone = parsePhone(input.phone);
  if (phone === null) return "phone_invalid";
  const { email = "", remarks = "" } = input;
  if (email !== "" && (!isEmail(email) || containsCardNumber(email))) return "email_invalid";
  // Anyone who cannot be sent a one-time password is never paid.
  if (!isPhoneNumber(phone) && !isEmailAddress(email)) return "phone_invalid";
  if (parseExpiry(input.expiry, now) === null) return "expiry_invalid";
  return isRemarks(remarks) && !containsCardNumber(remarks) ? null : "remarks_invalid";
}

/** Whether a text can be a merchant's own id of a link. */
export function isLinkKey(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,35}$/.test(text) && !isCardNumberAsId(text);
}

/** The end of the day in India that `YYYY/MM/DD` names; null when it names none from today to 30 days ahead. */
export function parseExpiry(text: string, now: Date): Date | null {
  if (!/^\d{4}\/\d{2}\/\d{2}$/.test(text)) return null;
  const date = text.replaceAll("/", "-");
  const midnight = new Date(`${date}T00:00:00+05:30`);
  if (Number.isNaN(midnight.getTime()) || istDate(midnight) !== date) return null;
  const isInTime =
    date >= istDate(now) && date <= istDate(new Date(now.getTime() + EXPIRY_DAYS_MAX * DAY_MS));
  return isInTime ? new Date(midnight.getTime() + DAY_MS) : null;
}

/** From ten in the morning of the day before the last to the end of the last. */
const REMINDER_BEFORE_END_MS = 38 * 3_600_000;

/** When the payee is reminded: once, on the day before the last one, at ten; null when that is past already. */
export function reminderFor(expiresAt: Date, now: Date): Date | null {
  const remindAt = new Date(expiresAt.getTime() - REMINDER_BEFORE_END_MS);
  return remindAt > now ? remindAt : null;
}

/** A hash of all that a link says, so that the same id with other content is noticed. */
export function hashLink(input: LinkInput): Buffer {
  const { linkKey, amountPaise, name, phone, email = "", expiry, remarks = "" } = input;
  const content = [linkKey, amountPaise.toString(), name, phone, email, expiry, remarks];
  const wishes = [input.notifyPayee, input.checkName];
  return createHash("sha256")
    .update(JSON.stringify([content, wishes]))
    .digest()
    .subarray(0, 16);
}

/** The same keyed, so that phone numbers cannot be tried out on a row that has leaked. */
export function sealContentHash(vault: Vault, plain: Buffer): Buffer {
  return vault.hmac("links.content", plain.toString("hex")).subarray(0, 16);
}
