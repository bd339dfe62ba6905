import type { NameMatch } from "#beneficiaries";
import type { Context } from "#lib/context";

/**
 * How the given name agreed with the bank's when a payment's phone number was looked up; null where no names were
 * compared. `lookupId` is the origin of the transfer.
 */
export async function readNameMatch(
  ctx: Pick<Context, "db">,
  merchantId: string,
  lookupId: string,
): Promise<NameMatch | null> {
  const [match] = await ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<NameMatch>(
      `select score, outcome
       from phone.lookup
       where merchant_id = $1
         and lookup_id = $2
         and outcome is not null`,
      [merchantId, lookupId],
    ),
  );
  return match ?? null;
}
