import { readPermissions } from "#access";
import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Break } from "./break.ts";
import { changeBreak } from "./change-break.ts";
import { ReconciliationError } from "./errors.ts";
import { lockBreak } from "./lock-break.ts";

/**
 * Sets the member who owns a break; null removes the owner. Throws ReconciliationError.break_not_found,
 * break_closed or owner_unknown; AccessError.not_permitted.
 */
export async function assignBreak(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { breakId, ownerId, by }: { breakId: string; ownerId: string | null; by: Actor },
): Promise<Break> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const found = await lockBreak(tx, breakId, by);
    if (found.closedAt !== null) throw ReconciliationError.break_closed({ breakId });
    const owner = ownerId === null ? null : (await readPermissions(tx, [ownerId])).get(ownerId);
    if (owner === undefined) throw ReconciliationError.owner_unknown();
    const note = owner === null ? "no owner" : owner.name;
    return changeBreak(tx, found, { action: "assigned", note, by, ownerId });
  });
}
