/** Stores the reasons for the routes of transfers. */
import type { Tx } from "#lib/db";
import { freshText, keyOfText } from "./decision-key.ts";
import type { Explanation } from "./facts.ts";

/** Anything that carries an explanation: a route, or the lack of one. */
export interface Decision {
  readonly explanation: Explanation;
}

/**
 * Records the new decisions of a set of transfers and returns their IDs, in the order of the set. A decision
 * that is stored already is not stored again: thousands of transfers share a few rows.
 */
export async function recordDecisions(tx: Tx, decisions: readonly Decision[]): Promise<string[]> {
  const { ids, recorded } = issueDecisions(tx, decisions);
  await recorded;
  return ids;
}

/** Does the same, but returns the IDs before the statement has finished. */
export function issueDecisions(
  tx: Tx,
  decisions: readonly Decision[],
): { ids: string[]; recorded: Promise<unknown> } {
  const texts = decisions.map(({ explanation }) => freshText(explanation));
  const ids = texts.map(keyOfText);
  const rows = new Map(
    ids.map((id, index) => [id, { text: texts[index]!, ...decisions[index]!.explanation }]),
  );
  if (rows.size === 0) return { ids, recorded: Promise.resolve() };
  // Sorted, so that two sets that insert the same rows cannot deadlock.
  const sorted = [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const recorded = tx.execute(INSERT, [
    tx.merchantId,
    sorted.map(([id]) => id),
    sorted.map(([, { chosen }]) => chosen?.rail ?? null),
    sorted.map(([, { chosen }]) => chosen?.bankId ?? null),
    sorted.map(([, { text }]) => text),
    tx.now,
  ]);
  return { ids, recorded };
}

const INSERT = `
  insert into routing.decision (merchant_id, decision_id, rail, bank_id, explanation, created_at)
  select $1, decision_id, rail, bank_id, explanation, $6
  from unnest($2::uuid[], $3::text[], $4::text[], $5::jsonb[])
    as made (decision_id, rail, bank_id, explanation)
  on conflict (merchant_id, decision_id) do nothing`;
