/** The one-time password of a payee: six digits, stored as a keyed hash that only the key can test. */
import { randomInt } from "node:crypto";
import type { Vault } from "#lib/vault";
import type { Link } from "./link.ts";

const HOUR_MS = 3_600_000;
const AGAIN_AFTER_MS = 60_000;
const SENT_PER_HOUR_MAX = 5;
const SENT_MAX = 20;

export function makePassword(): string {
  return String(randomInt(1_000_000)).padStart(6, "0");
}

export function hashPassword(vault: Vault, linkId: string, password: string): Buffer {
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
export function hourOf(
  { passwordHourAt, passwordsInHour }: Link,
  now: Date,
): { hourAt: Date; inHour: number } {
  const isOver = passwordHourAt === null || passwordHourAt.getTime() + HOUR_MS <= now.getTime();
  return isOver ? { hourAt: now, inHour: 0 } : { hourAt: passwordHourAt, inHour: passwordsInHour };
}
