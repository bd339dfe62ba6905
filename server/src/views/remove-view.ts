import type { Tx } from "#lib/db";
import { ViewError } from "./errors.ts";

/** Removes a view of a member's own. Throws ViewError.view_not_found. */
export async function removeView(
  tx: Tx,
  { viewId, memberId }: { viewId: string; memberId: string },
): Promise<void> {
  const removed = await tx.execute(
    "delete from views.saved_view where merchant_id = $1 and view_id = $2 and member_id = $3",
    [tx.merchantId, viewId, memberId],
  );
  if (removed === 0) throw ViewError.view_not_found({ viewId });
}
