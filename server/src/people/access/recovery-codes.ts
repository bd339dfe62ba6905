/** Ten recovery codes replace a second factor that is lost. Each works once. */
import { randomBytes } from "node:crypto";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import type { OwnSession } from "./authenticator.ts";
import { AccessError } from "./errors.ts";
import { inOrganization } from "./organization.ts";
import { hasSecondFactor, noteFactorChange, readFactors } from "./second-factor.ts";

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
