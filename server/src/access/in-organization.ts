import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";

/**
 * A transaction in the name of an organization, for what concerns all its merchants. It has an audit chain of its
 * own, under the organization's id, and the database's clock: only a sandbox merchant has another one.
 */
export function inOrganization<T>(
  ctx: Pick<Context, "db">,
  organizationId: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return ctx.db.inMerchant(organizationId, work);
}
