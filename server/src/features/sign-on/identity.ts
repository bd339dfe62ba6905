/** Keeps which member an account of a provider is. */
import { recordAudit } from "#audit";
import { type Reader, type Tx, violates } from "#lib/db";
import { SignOnError } from "./errors.ts";
import type { Provider } from "./provider.ts";

interface Identity {
  readonly memberId: string;
  readonly followsClaims: boolean;
  readonly claimedRole: string | null;
}

/** Returns the member whom a provider knows by a subject; null if it names the person for the first time. */
export async function findIdentity(
  read: Reader,
  { organizationId, issuer }: Provider,
  subject: string,
): Promise<Identity | null> {
  const [known] = await read.query<Identity>(FIND, [organizationId, issuer, subject]);
  return known ?? null;
}

/** Returns what the provider calls a member; null if the member has not logged in with it yet. */
export async function findSubject(read: Reader, memberId: string, issuer: string): Promise<string | null> {
  const [found] = await read.query<{ subject: string }>(FIND_SUBJECT, [memberId, issuer]);
  return found?.subject ?? null;
}

interface ToNote {
  readonly provider: Provider;
  readonly memberId: string;
  readonly subject: string;
  /** The role that a claim gave the member, who was added by the provider; null for any other member. */
  readonly claimedRole: string | null;
}

/**
 * Stores which member an account of the provider is. Throws `other_identity` if it is another one, or the member has
 * another account.
 */
export async function noteIdentity(
  tx: Tx,
  { provider: { organizationId, issuer }, memberId, subject, claimedRole }: ToNote,
): Promise<void> {
  const row = [organizationId, issuer, subject, memberId, claimedRole !== null, claimedRole];
  try {
    if ((await tx.directory.execute(INSERT, row)) === 0) throw SignOnError.other_identity();
  } catch (error) {
    throw violates(error, "identity_of_one_member") ? SignOnError.other_identity() : error;
  }
  const who = `member:${memberId}` as const;
  const detail = { issuer };
  await recordAudit(tx, [{ actor: who, action: "sign-on.identity_linked", subject: who, detail }]);
}

const FIND = `
  select member_id as "memberId", follows_claims as "followsClaims", claimed_role as "claimedRole"
  from sign_on.identity
  where organization_id = $1 and issuer = $2 and subject = $3`;

const FIND_SUBJECT = `
  select subject
  from sign_on.identity
  where member_id = $1 and issuer = $2`;

// A member whom the provider has just added may be found by a second log-in before this is stored: it follows claims.
const INSERT = `
  insert into sign_on.identity (organization_id, issuer, subject, member_id, follows_claims, claimed_role)
  values ($1, $2, $3, $4, $5, $6)
  on conflict on constraint identity_once do update
  set follows_claims = identity.follows_claims or excluded.follows_claims,
    claimed_role = coalesce(excluded.claimed_role, identity.claimed_role)
  where identity.member_id = excluded.member_id`;
