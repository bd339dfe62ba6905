/** Asks browsers to sign with passkeys, checks the signatures, and adds, lists and removes members' passkeys. */
import type * as webauthn from "@simplewebauthn/server";
import type {
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import type { Context } from "#lib/context";
import { type DirectoryTx, type Reader, type Tx, violates } from "#lib/db";
import { type OwnSession, renewRecoveryCodes } from "./authenticator.ts";
import { AccessError } from "./errors.ts";
import { cleanName } from "./names.ts";
import { inOrganization } from "./organization.ts";
import { noteFactorChange, readFactors, requireFactorLeft } from "./second-factor.ts";
import { makeTicket, takeTicket } from "./ticket.ts";

/** The site that a passkey belongs to: a domain, and the origin of the page that asks. */
export interface Site {
  readonly rpId: string;
  readonly origin: string;
}

export interface PasskeyQuestion {
  /** Must be sent back with the browser's answer. */
  readonly ticket: string;
  readonly options: webauthn.PublicKeyCredentialRequestOptionsJSON;
}

export interface PasskeyAnswer {
  readonly ticket: string;
  readonly response: webauthn.AuthenticationResponseJSON;
  readonly site: Site;
}

/** The library for passkeys is a fifth of all modules, so only a process that serves the dashboard loads it. */
export const loadWebauthn = (): Promise<typeof webauthn> => import("@simplewebauthn/server");

/** Asks for a signature by a passkey of the member, or (null) by any that the browser has for this site. */
export async function askForPasskey(
  tx: DirectoryTx,
  { memberId, rpId }: { memberId: string | null; rpId: string },
): Promise<PasskeyQuestion> {
  const known = memberId === null ? [] : await listCredentials(tx, memberId);
  const { generateAuthenticationOptions } = await loadWebauthn();
  const options = await generateAuthenticationOptions({
    rpID: rpId,
    userVerification: "required",
    allowCredentials: known,
  });
  const ticket = await makeTicket(tx, "passkey_log_in", { memberId, challenge: options.challenge });
  return { ticket, options };
}

/** A member's passkeys in the form browsers expect. */
function listCredentials(tx: DirectoryTx, memberId: string): Promise<{ id: string; transports: string[] }[]> {
  return tx.query(LIST_CREDENTIALS, [memberId]);
}

/** Returns the member whose passkey it is, or null if it is unknown. */
export async function findPasskeyMember(ctx: Context, passkeyId: string): Promise<string | null> {
  const [row] = await ctx.db.directory((tx) => tx.query<{ memberId: string }>(FIND_MEMBER, [passkeyId]));
  return row?.memberId ?? null;
}

interface Row {
  readonly memberId: string;
  readonly publicKey: Buffer;
  readonly counter: bigint;
  readonly transports: string[];
}

/**
 * Returns the member whose passkey has signed, and uses the question up. Throws `ticket_invalid`, or `wrong_passkey`
 * for one that is unknown, another member's, or did not sign it here.
 */
export async function takePasskey(tx: DirectoryTx | Tx, answer: PasskeyAnswer): Promise<string> {
  const { response, site } = answer;
  const asked = await takeTicket(tx, "passkey_log_in", answer.ticket);
  const [row] = await tx.query<Row>(FIND, [response.id]);
  const theirs = row !== undefined && (asked.memberId === null || asked.memberId === row.memberId);
  if (!theirs || asked.challenge === null) throw AccessError.wrong_passkey();
  const { publicKey, transports } = row;
  const counter = Number(row.counter);
  const { verifyAuthenticationResponse } = await loadWebauthn();
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: asked.challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    credential: { id: response.id, publicKey: new Uint8Array(publicKey), counter, transports },
  }).catch(() => null);
  if (verified?.verified !== true) throw AccessError.wrong_passkey();
  await tx.execute(USE, [response.id, verified.authenticationInfo.newCounter]);
  return row.memberId;
}

const LIST_CREDENTIALS = `
  select credential_id as id, transports
  from access.passkey
  where member_id = $1
  order by created_at`;

const FIND_MEMBER = `
  select member_id as "memberId"
  from access.passkey
  where credential_id = $1`;

const FIND = `
  select member_id as "memberId", public_key as "publicKey", counter, transports
  from access.passkey
  where credential_id = $1
  for update`;

const USE = `
  update access.passkey
  set counter = $2, used_at = now()
  where credential_id = $1`;

interface PasskeySetUp {
  /** Must be sent back with the browser's answer. */
  readonly ticket: string;
  readonly options: PublicKeyCredentialCreationOptionsJSON;
}

interface PasskeyToAdd {
  readonly ticket: string;
  readonly response: RegistrationResponseJSON;
  readonly name: string;
  readonly site: Site;
}

/** Asks the browser for a new passkey of the member. */
export async function startPasskey(
  ctx: Context,
  { organizationId, memberId, name, email, rpId }: OwnSession & { name: string; email: string; rpId: string },
): Promise<PasskeySetUp> {
  const { generateRegistrationOptions } = await loadWebauthn();
  return inOrganization(ctx, organizationId, async (tx) => {
    const options = await generateRegistrationOptions({
      rpName: "Vitaran",
      rpID: rpId,
      userID: new TextEncoder().encode(memberId),
      userName: email,
      userDisplayName: name,
      supportedAlgorithmIDs: ALGORITHMS,
      excludeCredentials: await listCredentials(tx, memberId),
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    const ticket = await makeTicket(tx, "passkey_set_up", { memberId, challenge: options.challenge });
    return { ticket, options };
  });
}

/**
 * Stores a passkey that the browser has made. Returns recovery codes, which are shown once, if the member has none
 * left; otherwise null. The member's other sessions end. Throws `ticket_invalid`, `wrong_passkey`, `bad_name`.
 */
export async function addPasskey(
  ctx: Context,
  own: OwnSession,
  { ticket, response, name, site }: PasskeyToAdd,
): Promise<{ recoveryCodes: string[] | null }> {
  const label = cleanName(name);
  const { organizationId, memberId } = own;
  try {
    return await inOrganization(ctx, organizationId, async (tx) => {
      const asked = await takeTicket(tx, "passkey_set_up", ticket);
      if (asked.memberId !== memberId) throw AccessError.ticket_invalid();
      const { id, publicKey, counter, transports } = await verify(response, asked.challenge!, site);
      const values = [id, memberId, label, Buffer.from(publicKey), counter, transports ?? []];
      await tx.execute(ADD, values);
      await noteFactorChange(tx, own, "access.passkey_added");
      const { recoveryCodes } = await readFactors(tx, memberId);
      return { recoveryCodes: recoveryCodes > 0 ? null : await renewRecoveryCodes(ctx, tx, memberId) };
    });
  } catch (error) {
    if (violates(error, "passkey_pkey")) throw AccessError.wrong_passkey();
    throw error;
  }
}

async function verify(response: RegistrationResponseJSON, challenge: string, site: Site) {
  const { verifyRegistrationResponse } = await loadWebauthn();
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null);
  if (verified?.verified !== true) throw AccessError.wrong_passkey();
  return verified.registrationInfo.credential;
}

/** EdDSA, ES256 and RS256 by their COSE numbers. Every browser supports one of them. */
const ALGORITHMS = [-8, -7, -257];

const ADD = `
  insert into access.passkey (credential_id, member_id, name, public_key, counter, transports)
  values ($1, $2, $3, $4, $5, $6)`;

interface ListedPasskey {
  /** The credential's id, as the browser knows it. */
  readonly passkeyId: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly usedAt: Date | null;
}

/** A member's passkeys, at most 100, the oldest first. */
export function listPasskeys(read: Reader, memberId: string): Promise<ListedPasskey[]> {
  return read.query<ListedPasskey>(LIST, [memberId]);
}

const LIST = `
  select credential_id as "passkeyId", name, created_at as "createdAt", used_at as "usedAt"
  from access.passkey
  where member_id = $1
  order by created_at
  limit 100`;

/**
 * Takes one of a member's own passkeys away. The member's other sessions end. Throws `factor_not_found`,
 * and `factor_compulsory` for the last second factor of a member who must have one.
 */
export async function removePasskey(
  ctx: Context,
  own: OwnSession,
  { passkeyId }: { passkeyId: string },
): Promise<void> {
  await inOrganization(ctx, own.organizationId, async (tx) => {
    const removed = await tx.execute(REMOVE, [own.memberId, passkeyId]);
    if (removed === 0) throw AccessError.factor_not_found();
    await requireFactorLeft(tx, own.memberId);
    await noteFactorChange(tx, own, "access.passkey_removed");
  });
}

const REMOVE = `
  delete from access.passkey
  where member_id = $1 and credential_id = $2`;
