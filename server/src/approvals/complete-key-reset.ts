import { requirePermission, type IssuedKeys } from "#access";
import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import { ApprovalError } from "./errors.ts";
import { hashContent } from "./hash-content.ts";
import { releaseRequests } from "./release-requests.ts";
import { issueKeys, readContent } from "./request-key-reset.ts";

/**
 * Does a key reset that was approved, once. Only who asked for it is told the new secret. Throws ApprovalError with
 * what stands in the way, and AccessError `not_permitted`.
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
