import type { Context } from "#lib/context";
import { type LookupView, readLookups } from "#phone";
import type { Transfer } from "#transfers";

/** Returns the lookups for those of a merchant's transfers that paid to phone numbers; null for others. */
export async function readLookupsOf(
  ctx: Pick<Context, "db">,
  transfers: readonly Transfer[],
): Promise<(transfer: Transfer) => LookupView | null> {
  const toPhones = transfers.filter(({ originKind }) => originKind === "phone");
  const lookupIds = toPhones.map(({ originId }) => originId!);
  const lookups = await readLookups(ctx, toPhones[0]?.merchantId ?? "", lookupIds);
  return ({ originId }) => lookups.get(originId ?? "") ?? null;
}
