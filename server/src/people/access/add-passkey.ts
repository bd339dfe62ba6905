import type {
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import type { Context } from "#lib/context";
import { violates } from "#lib/db";
import { cleanName } from "./clean-name.ts";
import { AccessError } from "./errors.ts";
import { inOrganization } from "./organization.ts";
import { noteFactorChange, readFactors } from "./second-factor.ts";
import { listCredentials, loadWebauthn, type Site } from "./passkeys.ts";
import { renewRecoveryCodes } from "./recovery-codes.ts";
import type { OwnSession } from "./authenticator.ts";
import { makeTicket, takeTicket } from "./ticket.ts";

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
