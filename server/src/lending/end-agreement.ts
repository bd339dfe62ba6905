import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import { readAgreement, type Agreement } from "./agreement.ts";
import { LendingError } from "./errors.ts";
import { lockAgreements, writeAgreement } from "./write-agreement.ts";

/**
 * Ends co-lending for new loans; those under way go on, and the ledgers keep their money. One that has ended stays as
 * it is. Throws LendingError.not_agreed.
 */
export async function endAgreement(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { by }: { by: Actor },
): Promise<Agreement> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    await lockAgreements(tx);
    const before = await readAgreement(tx);
    if (before === null) throw LendingError.not_agreed();
    if (!before.enabled) return before;
    const { version, lenderName, lenderPercent, originatorPercent } = before;
    const terms = { lenderName, lenderPercent, originatorPercent, enabled: false };
    return writeAgreement(tx, { terms, version: version + 1, by });
  });
}
