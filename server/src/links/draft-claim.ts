import type { Context } from "#lib/context";
import { newId } from "#lib/ids";
import {
  checkDestination,
  cleanDestination,
  type DestinationInput,
  type DestinationProblem,
} from "./check-destination.ts";
import { sealClaimAccount } from "./claim.ts";
import { isOpen } from "./link.ts";
import { readOfferedModes } from "./offered-modes.ts";
import { openLink } from "./open-link.ts";
import { keepDraft, readSession, type Draft } from "./session.ts";

/** The identity of a visitor: the link's token, and the secret in the browser's cookie. */
export interface Visitor {
  readonly token: string;
  readonly sessionToken: string | null;
}

export type Drafting =
  | { readonly kind: "drafted" }
  | { readonly kind: "invalid"; readonly problems: readonly DestinationProblem[] }
  /** The last claim had a passing failure. The next one can begin at `at`. */
  | { readonly kind: "too_soon"; readonly at: Date }
  | { readonly kind: "not_proved" }
  | { readonly kind: "closed" };

/** Stores the input of a verified payee until it is confirmed. Null if there is no such link. */
export async function draftClaim(
  ctx: Context,
  { token, sessionToken }: Visitor,
  input: DestinationInput,
): Promise<Drafting | null> {
  const given = cleanDestination(input);
  return openLink(ctx, token, async (tx, link): Promise<Drafting> => {
    const session = await readSession(tx, link.linkId, sessionToken);
    if (session === null) return { kind: "not_proved" };
    if (!isOpen(link, tx.now)) return { kind: "closed" };
    if (link.retryAt !== null && link.retryAt > tx.now) return { kind: "too_soon", at: link.retryAt };
    const problems = checkDestination(given);
    const isOffered = (await readOfferedModes(ctx, tx, link)).includes(given.mode);
    if (problems.length > 0 || !isOffered) return { kind: "invalid", problems };
    await keepDraft(tx, session, draftOf(ctx, link.merchantId, given));
    return { kind: "drafted" };
  });
}

function draftOf(
  { vault }: Context,
  merchantId: string,
  { mode, accountNumber, ifsc, vpa }: DestinationInput,
): Draft {
  const isAccount = mode === "banktransfer";
  return {
    draftId: newId(),
    mode,
    sealedAccount: isAccount ? sealClaimAccount(vault, merchantId, accountNumber) : null,
    accountLast4: isAccount ? accountNumber.slice(-4) : null,
    ifsc: isAccount ? ifsc : null,
    vpa: mode === "upi" ? vpa : null,
  };
}
