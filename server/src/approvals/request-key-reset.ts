import {
  AccessError,
  readApiClient,
  requirePermission,
  resetApiClientWithin,
  type IssuedKeys,
} from "#access";
import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { askForApprovals } from "./ask-for-approvals.ts";
import { hashContent } from "./hash-content.ts";
import type { Proposal } from "./request.ts";

export type KeyReset =
  /** No policy asks for approval: the key pair has a new secret, told once. */
  | { readonly kind: "reset"; readonly keys: IssuedKeys }
  /** Others must agree; after that anyone who asked calls `completeKeyReset`. */
  | { readonly kind: "pending"; readonly requestId: string };

/**
 * Resets a merchant's key pair, or asks for approval of it where a policy says so. This is the way for people; an
 * operator who must stop a stolen secret at once has `reset-client --emergency`. Throws AccessError `not_permitted` (it
 * takes the permission to manage keys) and `api_client_not_found`; `already_open`.
 */
export async function requestKeyReset(
  ctx: Context,
  merchantId: string,
  { by }: { by: Actor },
): Promise<KeyReset> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    await requirePermission(tx, by, "manage_keys");
    const content = await readContent(tx);
    const [asked] = await askForApprovals(tx, "key_reset", [
      {
        subjectId: content.clientId,
        contentHash: hashContent(content),
        maker: by,
        facts: { amountPaise: null, rail: null, fundSourceId: null, creator: "member" },
        proposal: content,
      },
    ]);
    if (asked?.kind === "pending") return { kind: "pending", requestId: asked.requestId };
    return { kind: "reset", keys: await resetApiClientWithin(tx, ctx.vault, { by }) };
  });
}

/** What is approved is to end the secret of now. One that was reset since needs no approval of old. */
export async function readContent(tx: Tx): Promise<Proposal & { clientId: string; endsVersion: number }> {
  const client = await readApiClient(tx);
  if (client === null) throw AccessError.api_client_not_found({ merchantId: tx.merchantId });
  return { clientId: client.clientId, endsVersion: client.version };
}
