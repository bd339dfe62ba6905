import type { NameMatch } from "#beneficiaries";
import type { Context } from "#lib/context";

type Match = Pick<NameMatch, "score" | "outcome">;

/** What a payment to a phone number reads back with. */
export interface LookupView {
  /** The listed beneficiary whose number it was; null: the number came with the order. */
  readonly beneId: string | null;
  /** How the given name agreed with the bank's; null where no names were compared. */
  readonly match: Match | null;
}

/** The lookups behind payments to phone numbers, by their ids, which are the origins of the transfers. */
export async function readLookups(
  ctx: Pick<Context, "db">,
  merchantId: string,
  lookupIds: readonly string[],
): Promise<ReadonlyMap<string, LookupView>> {
  if (lookupIds.length === 0) return new Map();
  const rows = await ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<{ lookupId: string; beneId: string | null } & (Match | { score: null; outcome: null })>(
      `select lookup_id as "lookupId", bene_id as "beneId", score, outcome
       from phone.lookup
       where merchant_id = $1
         and lookup_id = any ($2)`,
      [merchantId, lookupIds],
    ),
  );
  return new Map(
    rows.map(({ lookupId, beneId, score, outcome }) => [
      lookupId,
      { beneId, match: outcome === null ? null : { score, outcome } },
    ]),
  );
}
