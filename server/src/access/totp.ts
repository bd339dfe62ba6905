/** Codes of authenticator apps: RFC 6238 with SHA-1, six digits and steps of 30 seconds, as all apps know them. */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const STEP_MS = 30_000;
const SECRET_BYTES = 20;
/** A clock may be a step off, and typing takes its time. */
const STEPS_AROUND = [0, -1, 1] as const;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

export const makeTotpSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** The code of a secret at a step (RFC 4226, section 5.3). */
export function totpCode(secret: Buffer, step: bigint): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(step);
  const mac = createHmac("sha1", secret).update(counter).digest();
  const offset = mac.at(-1)! & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, "0");
}

/** The step around `now` at which the secret gives the code; null when none does. */
export function findTotpStep(secret: Buffer, code: string, now: Date): bigint | null {
  if (!/^\d{6}$/.test(code)) return null;
  const given = Buffer.from(code);
  const current = BigInt(Math.floor(now.getTime() / STEP_MS));
  const fits = STEPS_AROUND.map((around) => current + BigInt(around)).filter((step) =>
    timingSafeEqual(Buffer.from(totpCode(secret, step)), given),
  );
  return fits[0] ?? null;
}

/** A secret as people can type it into an app. */
export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{5}/g) ?? []).map((five) => BASE32[Number.parseInt(five, 2)]).join("");
}

/** The address that an app reads from a QR code. */
export function totpUri(secret: Buffer, { issuer, email }: { issuer: string; email: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${toBase32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}
