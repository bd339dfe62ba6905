/** Organizations that visitors make: by sign-up, or to try out without an account. */
import { randomBytes } from "node:crypto";
import { foundOrganization, makingSubjects, takeAttempt, type BusinessType } from "#access";
import type { Context } from "#lib/context";
import { EntryError } from "./send-links.ts";

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

/** An organization of the try-out works for this many hours. */
export const TRY_OUT_HOURS = 24;

/**
 * Creates an organization for a visitor who wants to look around. Its Owner has no password, and after a day it stops
 * working. Throws AccessError.too_many_attempts, and EntryError.sign_up_closed if there is no sandbox.
 */
export async function startTryOut(
  ctx: Context,
  { ip }: { ip: string },
  prepare?: (organizationId: string) => Promise<void>,
): Promise<{ organizationId: string; memberId: string }> {
  if (ctx.config.mode !== "sandbox") throw EntryError.sign_up_closed();
  await takeAttempt(ctx, makingSubjects(ctx, { what: "try_out", ip }));
  const email = `visitor-${randomBytes(6).toString("hex")}@try.vitaran.example`;
  const owner = { name: "Visitor", email, password: null };
  const founding = {
    name: "Sandbox Traders",
    businessType: "private_limited",
    owner,
    hours: TRY_OUT_HOURS,
  } as const;
  return foundOrganization(ctx, founding, prepare);
}
