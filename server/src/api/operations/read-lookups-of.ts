import type { Context } from "#lib/context";
import { type LookupView, readLookups } from "#phone";
import type { Transfer } from "#transfers";

/** What is known of the phone numbers that some of a merchant's transfers paid to; null for every other transfer. */
export async function readLookupsOf(
  ctx: Pick<Context, "db">,
  transfers: readonly Transfer[],
): Promise<(transfer: Transfer) => LookupView | null> {
  const toPhones = transfers.filter(({ originKind }) => originKind === "phone");
  const lookupIds = toPhones.map(({ originId }) => originId!);
  const lookups = await readLookups(ctx, toPhones[0]?.merchantId ?? "", lookupIds);
  return ({ originId }) => lookups.get(originId ?? "") ?? null;
}
