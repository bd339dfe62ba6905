/** Asks browsers to sign with passkeys, and checks the signatures. */
import type * as webauthn from "@simplewebauthn/server";
import type { Context } from "#lib/context";
import type { DirectoryTx, Tx } from "#lib/db";
import { AccessError } from "./errors.ts";
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
export function listCredentials(
  tx: DirectoryTx,
  memberId: string,
): Promise<{ id: string; transports: string[] }[]> {
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
