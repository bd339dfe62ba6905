/**
 * Authenticator apps: each shares a secret with us, which is sealed here, and each code works once. Ten recovery codes
 * replace a second factor that is lost, and each of them works once too.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import type { SealedFor } from "#lib/vault";
import { AccessError } from "./errors.ts";
import { inOrganization } from "./organization.ts";
import { hasSecondFactor, noteFactorChange, readFactors, requireFactorLeft } from "./second-factor.ts";
import { sessionSubjects, withAttempt } from "./take-attempt.ts";

// Codes of authenticator apps: RFC 6238 with SHA-1, six digits and steps of 30 seconds, as all apps know
// them.

const STEP_MS = 30_000;
const SECRET_BYTES = 20;
/** The app's clock may be a step off, and typing takes time. */
const STEPS_AROUND = [0, -1, 1] as const;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

export const makeTotpSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** Returns the code of a secret at a step (RFC 4226, section 5.3). */
export function totpCode(secret: Buffer, step: bigint): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(step);
  const mac = createHmac("sha1", secret).update(counter).digest();
  const offset = mac.at(-1)! & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, "0");
}

/** Returns the step around `now` at which the secret gives the code; null if there is none. */
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

/** Binds a sealed secret to its member. `organizationId` is the id of the transaction's organization. */
const sealedFor = (organizationId: string, memberId: string): SealedFor => ({
  merchantId: organizationId,
  purpose: `authenticator ${memberId}`,
});

interface Row {
  readonly sealed_secret: Buffer;
}

/**
 * Uses up a code of the member's app, which is confirmed or (with `confirming`) was just set up. Returns false if the
 * code is wrong, from another time, or not newer than the last one used. Only one of many concurrent tries with the
 * same code succeeds.
 */
export async function takeTotpCode(
  ctx: Context,
  tx: Tx,
  { memberId, code, confirming = false }: { memberId: string; code: string; confirming?: boolean },
): Promise<boolean> {
  const [row] = await tx.query<Row>(READ, [memberId, confirming]);
  if (row === undefined) return false;
  const secret = ctx.vault.open(sealedFor(tx.merchantId, memberId), row.sealed_secret);
  const step = findTotpStep(secret, code.replaceAll(/\s/g, ""), tx.now);
  return step !== null && (await tx.execute(TAKE, [memberId, confirming, step])) === 1;
}

const READ = `
  select sealed_secret
  from access.authenticator
  where member_id = $1 and (confirmed_at is null) = $2`;

const TAKE = `
  update access.authenticator
  set last_step = $3, confirmed_at = coalesce(confirmed_at, now())
  where member_id = $1 and (confirmed_at is null) = $2 and last_step < $3`;

/** The member who sets up a second factor, and the session in which it is done. */
export interface OwnSession {
  readonly organizationId: string;
  readonly memberId: string;
  readonly sessionId: string;
}

const ISSUER = "Vitaran";

/**
 * Makes a secret for a member's authenticator app. It counts once `confirmAuthenticator` has received a code of it.
 * Throws `factor_exists` if an app is set up already.
 */
export async function setUpAuthenticator(
  ctx: Context,
  { organizationId, memberId, email }: OwnSession & { email: string },
): Promise<{ secret: string; uri: string }> {
  const secret = makeTotpSecret();
  const sealed = ctx.vault.seal(sealedFor(organizationId, memberId), secret);
  const made = await inOrganization(ctx, organizationId, (tx) => tx.execute(SET_UP, [memberId, sealed]));
  if (made === 0) throw AccessError.factor_exists();
  return { secret: toBase32(secret), uri: totpUri(secret, { issuer: ISSUER, email }) };
}

const SET_UP = `
  insert into access.authenticator as kept (member_id, sealed_secret)
  values ($1, $2)
  on conflict (member_id) do update
  set sealed_secret = excluded.sealed_secret, last_step = 0, created_at = now()
  where kept.confirmed_at is null`;

/**
 * Switches a member's authenticator app on with a code from it, and returns ten recovery codes, shown once. The
 * member's other sessions end. Throws `wrong_code`, `too_many_attempts`.
 */
export async function confirmAuthenticator(
  ctx: Context,
  own: OwnSession,
  { code }: { code: string },
): Promise<{ recoveryCodes: string[] }> {
  const { organizationId, memberId } = own;
  return withAttempt(ctx, sessionSubjects(ctx, own.sessionId), () =>
    inOrganization(ctx, organizationId, async (tx) => {
      if (!(await takeTotpCode(ctx, tx, { memberId, code, confirming: true })))
        throw AccessError.wrong_code();
      const recoveryCodes = await renewRecoveryCodes(ctx, tx, memberId);
      await noteFactorChange(tx, own, "access.authenticator_added");
      return { recoveryCodes };
    }),
  );
}

/**
 * Removes a member's own authenticator app. The member's other sessions end. Throws `factor_not_found`, and
 * `factor_compulsory` for the last second factor of a member who must have one.
 */
export async function removeAuthenticator(ctx: Context, own: OwnSession): Promise<void> {
  await inOrganization(ctx, own.organizationId, async (tx) => {
    if ((await tx.execute(REMOVE, [own.memberId])) === 0) throw AccessError.factor_not_found();
    await requireFactorLeft(tx, own.memberId);
    await noteFactorChange(tx, own, "access.authenticator_removed");
  });
}

const REMOVE = `
  delete from access.authenticator
  where member_id = $1`;

const CODES = 10;
/**
 * There are thirty-two, so that every byte picks each with equal chance. I, L, O and 1 are left out, because they look
 * like others.
 */
const LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ234567890";
const LETTERS_PER_HALF = 5;

/** Gives a member ten new codes that replace all earlier ones; they are shown once. */
export async function renewRecoveryCodes(ctx: Context, tx: Tx, memberId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, makeCode);
  await tx.execute(FORGET, [memberId]);
  await tx.execute(KEEP, [memberId, codes.map((code) => hashCode(ctx, memberId, code))]);
  return codes;
}

/** Uses a recovery code up; returns false if it is not the member's, or was used before. */
export async function takeRecoveryCode(
  ctx: Context,
  tx: Tx,
  { memberId, code }: { memberId: string; code: string },
): Promise<boolean> {
  return (await tx.execute(TAKE_CODE, [memberId, hashCode(ctx, memberId, code)])) === 1;
}

function makeCode(): string {
  const letters = [...randomBytes(2 * LETTERS_PER_HALF)].map((byte) => LETTERS[byte % LETTERS.length]!);
  return `${letters.slice(0, LETTERS_PER_HALF).join("")}-${letters.slice(LETTERS_PER_HALF).join("")}`;
}

/**
 * The hash is keyed, because the fifty bits of a code could be found from a plain hash. It ignores how the code is
 * typed.
 */
function hashCode(ctx: Context, memberId: string, code: string): Buffer {
  const letters = code.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  return ctx.vault.hmac("recovery codes", `${memberId}\n${letters}`);
}

const FORGET = `
  delete from access.recovery_code
  where member_id = $1`;

const KEEP = `
  insert into access.recovery_code (member_id, code_hash)
  select $1, hash
  from unnest($2::bytea[]) as code (hash)
  on conflict do nothing`;

const TAKE_CODE = `
  update access.recovery_code
  set used_at = now()
  where member_id = $1 and code_hash = $2 and used_at is null`;

/**
 * Gives a member ten new recovery codes, shown once; the earlier ones stop working. Throws
 * `factor_not_found` when no second factor is set up.
 */
export async function replaceRecoveryCodes(
  ctx: Context,
  own: OwnSession,
): Promise<{ recoveryCodes: string[] }> {
  return inOrganization(ctx, own.organizationId, async (tx) => {
    if (!hasSecondFactor(await readFactors(tx, own.memberId))) throw AccessError.factor_not_found();
    const recoveryCodes = await renewRecoveryCodes(ctx, tx, own.memberId);
    await noteFactorChange(tx, own, "access.codes_renewed");
    return { recoveryCodes };
  });
}
