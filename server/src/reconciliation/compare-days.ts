import type { LongStatement } from "#banks";
import type { Tx } from "#lib/db";
import type { Vault } from "#lib/vault";
import { makeLineKeys } from "./line-keys.ts";

/**
 * What a file has of a day of which lines are here: all of them and more, or no line that is not here; null: lines on
 * both sides that the other lacks. A person who exports a statement at noon has half of the day.
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
