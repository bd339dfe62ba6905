import { foundOrganization, makingSubjects, takeAttempt, type BusinessType } from "#access";
import type { Context } from "#lib/context";
import { EntryError } from "./errors.ts";

export interface SignUp {
  readonly organization: string;
  readonly businessType: BusinessType;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly ip: string;
}

/**
 * Registers an organization with its Owner, after the work of `prepare` for it. A person who signs up never learns
 * whether the address is another member's. Throws as `foundOrganization` does, AccessError.too_many_attempts, and
 * EntryError.sign_up_closed if there is no sandbox.
 */
export async function signUp(
  ctx: Context,
  { organization, businessType, ip, ...owner }: SignUp,
  prepare?: (organizationId: string) => Promise<void>,
): Promise<{ organizationId: string; memberId: string }> {
  if (ctx.config.mode !== "sandbox") throw EntryError.sign_up_closed();
  await takeAttempt(ctx, makingSubjects(ctx, { what: "sign_up", ip }));
  return foundOrganization(ctx, { name: organization, businessType, owner }, prepare);
}
