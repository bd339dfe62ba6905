import type { LongStatement } from "#banks";
import type { Tx } from "#lib/db";
import type { Vault } from "#lib/vault";
import { makeLineKeys } from "./line-keys.ts";

/**
 * Compares a file with the stored lines of its day: "more" if it has all of them and others, "less" if it has
 * no others, null if each side lacks some. A statement exported at noon has half of the day.
 */
export async function compareDays(
  tx: Tx,
  vault: Vault,
  { bankId, statement }: { readonly bankId: string; readonly statement: LongStatement },
): Promise<"more" | "less" | null> {
  const rows = await tx.query<{ key: string }>(
    `select line_key as key
     from reconciliation.line
     where merchant_id = $1
       and bank_id = $2
       and day = $3
       and vanished_at is null`,
    [tx.merchantId, bankId, statement.day],
  );
  const stored = new Set(rows.map(({ key }) => key));
  const keysOf = makeLineKeys(vault, tx);
  let isMore = false;
  for await (const lines of statement.sets()) {
    const { own, others } = keysOf(lines);
    for (const [index, key] of own.entries()) {
      const isKnown = stored.delete(key) || stored.delete(others[index]!);
      isMore ||= !isKnown;
    }
  }
  if (stored.size > 0) return isMore ? null : "less";
  return isMore ? "more" : "less";
}
