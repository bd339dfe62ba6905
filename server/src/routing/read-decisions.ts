import type { Tx } from "#lib/db";
import type { Explanation } from "./facts.ts";

/** Reads the explanations of stored decisions by their IDs. */
export async function readDecisions(
  tx: Tx,
  decisionIds: readonly string[],
): Promise<ReadonlyMap<string, Explanation>> {
  if (decisionIds.length === 0) return new Map();
  const rows = await tx.query<{ decisionId: string; explanation: Explanation }>(READ, [
    tx.merchantId,
    decisionIds,
  ]);
  return new Map(rows.map(({ decisionId, explanation }) => [decisionId, explanation]));
}

const READ = `
  select decision_id as "decisionId", explanation
  from routing.decision
  where merchant_id = $1
    and decision_id = any ($2::uuid[])`;
