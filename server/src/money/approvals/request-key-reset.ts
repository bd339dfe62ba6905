import {
  AccessError,
  insertApiClient,
  type IssuedKeys,
  makeSignatureKeys,
  readApiClient,
  requirePermission,
  resetApiClientWithin,
} from "#access";
import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { askForApprovals } from "./ask-for-approvals.ts";
import { ApprovalError } from "./errors.ts";
import { hashContent } from "./hash-content.ts";
import { releaseRequests } from "./release-requests.ts";
import type { Proposal } from "./request.ts";

export type KeyReset =
  /** No policy asks for approval. The key pair has a new secret, which is shown once. */
  | { readonly kind: "reset"; readonly keys: IssuedKeys }
  /** Others must agree. After that, the member who requested it calls `completeKeyReset`. */
  | { readonly kind: "pending"; readonly requestId: string; readonly aloneUntil: Date | null };

interface KeysToAsk {
  readonly by: Actor;
  /** True for the merchant's first key pair; false for a new secret for the one that it has. */
  readonly first?: boolean;
}

/**
 * Resets a merchant's key pair or creates its first, or requests approval of it if a policy requires that. This is the
 * way for people; an operator who must stop a stolen secret at once has `reset-client --emergency`. Throws AccessError
 * `not_permitted` (it takes the permission to manage keys), `api_client_not_found`, or for the first key pair
 * `api_client_exists`; and `already_open`.
 */
export async function requestKeyReset(
  ctx: Context,
  merchantId: string,
  { by, first = false }: KeysToAsk,
): Promise<KeyReset> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    await requirePermission(tx, by, "manage_keys");
    const content = await readContent(tx);
    if (!first && content.endsVersion === 0) throw AccessError.api_client_not_found({ merchantId });
    if (first && content.endsVersion > 0) throw AccessError.api_client_exists({ merchantId });
    const [asked] = await askForApprovals(tx, "key_reset", [
      {
        subjectId: subjectOf(tx, content),
        contentHash: hashContent(content),
        maker: by,
        facts: { amountPaise: null, rail: null, fundSourceId: null, creator: "member" },
        proposal: content,
      },
    ]);
    if (asked?.kind === "pending") return asked;
    return { kind: "reset", keys: await issueKeys(ctx, tx, { content, by }) };
  });
}

type Content = Proposal & { readonly clientId: string; readonly endsVersion: number };

/**
 * Reads what would be approved: the end of the present secret, or 0 if there is none yet. After a reset it is a
 * different content.
 */
async function readContent(tx: Tx): Promise<Content> {
  const client = await readApiClient(tx);
  return { clientId: client?.clientId ?? "", endsVersion: client?.version ?? 0 };
}

/** The subject of a request about keys: the key pair, or the merchant that has none yet. */
export const subjectOf = ({ merchantId }: Pick<Tx, "merchantId">, { clientId }: Content): string =>
  clientId === "" ? merchantId : clientId;

/** Does what was asked for and returns the secret, which is shown once. */
async function issueKeys(
  ctx: Pick<Context, "vault">,
  tx: Tx,
  { content: { endsVersion }, by }: { content: Content; by: Actor },
): Promise<IssuedKeys> {
  if (endsVersion > 0) return resetApiClientWithin(tx, ctx.vault, { by, version: endsVersion });
  return insertApiClient(ctx, tx, { name: "API keys", by, signatureKeys: await makeSignatureKeys() });
}

/**
 * Does a key reset that was approved, once. Only the member who asked for it is shown the new secret. Throws
 * ApprovalError with the obstacle, and AccessError `not_permitted`.
 */
export async function completeKeyReset(
  ctx: Context,
  merchantId: string,
  { requestId, by }: { requestId: string; by: Actor },
): Promise<IssuedKeys> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const content = await readContent(tx);
    const release = { request: { requestId }, contentHash: hashContent(content) };
    const [outcome] = await releaseRequests(tx, [release]);
    if (outcome!.kind === "refused") throw ApprovalError[outcome!.code]({ requestId });
    if (outcome!.request.maker !== by) throw ApprovalError.not_the_maker({ requestId });
    await requirePermission(tx, by, "manage_keys");
    return issueKeys(ctx, tx, { content, by });
  });
}
