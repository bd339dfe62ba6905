/** Reads what a provider answers about a person, and finds the member who that is. */
import {
  AccessError,
  addressSubjects,
  type Browser,
  enterByProvider,
  type LogInOutcome,
  noteProviderProof,
  type OwnSession,
  takeTicket,
  withAttempt,
} from "#access";
import { askToProveEmail } from "#entry";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { SignOnError } from "./errors.ts";
import { findIdentity, findSubject, noteIdentity } from "./identity.ts";
import { followRole, joinByProvider } from "./join-by-provider.ts";
import { type Claims, discover, readAnswer } from "./openid.ts";
import { clientOf, type Provider, readInForce, returnAddress } from "./provider.ts";
import { outsideOf, type Place, tiesOf } from "./start-log-in.ts";

interface Answer {
  readonly ticket: string;
  /** The query with which the provider sent the browser back. */
  readonly query: string;
}

/**
 * Logs in the member whom the provider names, as after the right password. Throws `provider_not_found`, what
 * `readAnswer` throws, `email_unproved`, `domain_not_allowed`, `not_a_member`, `other_identity`, `no_role`, and
 * AccessError `ticket_invalid`, `log_in_refused`, `too_many_attempts`.
 */
export async function answerProviderLogIn(
  ctx: Context,
  { ticket, query, browser, place }: Answer & { readonly browser: Browser; readonly place: Place },
): Promise<LogInOutcome> {
  return withAttempt(ctx, addressSubjects(ctx, place.ip), async () => {
    const { challenge } = await ctx.db.directory((tx) => takeTicket(tx, "provider_log_in", ticket));
    const provider = await ctx.db.directory((tx) => readInForce(tx, challenge));
    const claims = await ask(ctx, { provider, ticket, query, place, again: false });
    const { memberId, isNew } = await findMember(ctx, provider, claims);
    const { organizationId } = provider;
    const outcome = await ctx.db.inMerchant(organizationId, (tx) => enterByProvider(tx, memberId, browser));
    if (isNew) await sendProof(ctx, { organizationId, memberId, ip: place.ip });
    return outcome;
  });
}

interface ToAsk extends Answer {
  readonly provider: Provider;
  readonly place: Place;
  readonly again: boolean;
}

async function ask(ctx: Context, { provider, ticket, query, place, again }: ToAsk): Promise<Claims> {
  const configuration = await discover(outsideOf(ctx, place), clientOf(ctx, provider));
  const answer = new URL(returnAddress(ctx, place.origin));
  answer.search = query;
  try {
    return await readAnswer(configuration, { answer, ties: tiesOf(ctx, ticket), again });
  } catch (error) {
    const { providerId, organizationId } = provider;
    if (SignOnError.is(error))
      ctx.log.warn(
        { providerId, organizationId, code: error.code, ...error.details },
        "a log-in was refused",
      );
    throw error;
  }
}

interface Found {
  readonly memberId: string;
  /** True if the provider names the member for the first time. */
  readonly isNew: boolean;
}

async function findMember(ctx: Context, provider: Provider, claims: Claims): Promise<Found> {
  const { organizationId } = provider;
  const known = await ctx.db.directory((tx) => findIdentity(tx, provider, claims.sub));
  if (known !== null) {
    if (known.followsClaims) await followRole(ctx, provider, { ...known, claims });
    return { memberId: known.memberId, isNew: false };
  }
  const email = provedEmail(provider, claims);
  const linked = await ctx.db.inMerchant(organizationId, (tx) => link(tx, { provider, claims, email }));
  if (linked !== null) return { memberId: linked, isNew: true };
  return { memberId: await joinByProvider(ctx, provider, { claims, email }), isNew: true };
}

/** The address counts only if the provider has verified it and the organization accepts its domain. */
function provedEmail({ issuer, domains }: Provider, claims: Claims): string {
  const { email } = claims;
  if (typeof email !== "string" || !isVerified(issuer, claims)) throw SignOnError.email_unproved();
  const address = email.trim().toLowerCase();
  const parts = address.split("@");
  const isOurs = parts.length === 2 && domains.includes(parts[1]!) && isOfCompany(issuer, claims, domains);
  if (!isOurs) throw SignOnError.domain_not_allowed();
  return address;
}

const GOOGLE = "accounts.google.com";

/** A personal Google account may have an address of a company, for good. Only `hd` says that the company owns it. */
const isOfCompany = (issuer: string, { hd }: Claims, domains: readonly string[]): boolean =>
  new URL(issuer).hostname !== GOOGLE || (typeof hd === "string" && domains.includes(hd.toLowerCase()));

const ENTRA_ID = "login.microsoftonline.com";

/** Entra ID has no `email_verified`; it says by `xms_edov` that the tenant owns the domain of the address. */
function isVerified(issuer: string, { email_verified: verified, xms_edov: owned }: Claims): boolean {
  if (verified === true || verified === "true") return true;
  return new URL(issuer).hostname === ENTRA_ID && [true, 1, "1", "true"].includes(owned as string);
}

interface ToLink {
  readonly provider: Provider;
  readonly claims: Claims;
  readonly email: string;
}

/** Ties a member with this address to the provider's account; null if there is no such member. */
async function link(tx: Tx, { provider, claims, email }: ToLink): Promise<string | null> {
  const { organizationId, issuer } = provider;
  const keys = [organizationId, email];
  const [member] = await tx.directory.query<{ memberId: string; active: boolean }>(LOCK_MEMBER, keys);
  if (member === undefined) return null;
  const { memberId, active } = member;
  if (!active) throw AccessError.log_in_refused();
  if ((await findSubject(tx.directory, memberId, issuer)) !== null) throw SignOnError.other_identity();
  await noteIdentity(tx, { provider, memberId, subject: claims.sub, claimedRole: null });
  return memberId;
}

/** The provider proves no address to other organizations, so a member confirms it by mail, as everyone does. */
async function sendProof(
  ctx: Context,
  member: { organizationId: string; memberId: string; ip: string },
): Promise<void> {
  try {
    await askToProveEmail(ctx, member);
  } catch (error) {
    ctx.log.warn({ err: error, memberId: member.memberId }, "the e-mail to confirm an address was not sent");
  }
}

/** The log-in at the provider may be this much older than the start of the proof, because clocks differ. */
const SKEW_SECONDS = 30;

/**
 * Notes a fresh proof of a member's session by the provider, which has asked the member to log in again. Throws what
 * `readAnswer` throws, `provider_not_found`, `other_identity`, `proof_too_old`, and AccessError `ticket_invalid`,
 * `factor_needed`, `session_invalid`, `too_many_attempts`.
 */
export async function answerProviderProof(
  ctx: Context,
  own: OwnSession,
  { ticket, query, place }: Answer & { readonly place: Place },
): Promise<{ provedAt: Date }> {
  return withAttempt(ctx, addressSubjects(ctx, place.ip), async () => {
    const taken = await ctx.db.directory((tx) => takeTicket(tx, "provider_proof", ticket));
    const [providerId, sessionId, startedAt] = (taken.challenge ?? "").split(" ");
    if (taken.memberId !== own.memberId || sessionId !== own.sessionId) throw SignOnError.answer_unproved();
    const provider = await ctx.db.directory((tx) => readInForce(tx, providerId!));
    const claims = await ask(ctx, { provider, ticket, query, place, again: true });
    const subject = await ctx.db.directory((tx) => findSubject(tx, own.memberId, provider.issuer));
    if (subject !== claims.sub) throw SignOnError.other_identity();
    const loggedInAt = Number(claims["auth_time"]);
    if (!(loggedInAt >= Number(startedAt) / 1_000 - SKEW_SECONDS)) throw SignOnError.proof_too_old();
    return noteProviderProof(ctx, own);
  });
}

const LOCK_MEMBER = `
  select member_id as "memberId", active
  from access.member
  where organization_id = $1 and email = $2
  for no key update`;
