/** Reads and writes facts. */
import type { UntimedTx, Tx } from "#lib/db";
import { sealWords } from "#lib/seals";
import type { Fact } from "./fact.ts";

/** Reads all facts about transfers, in the order in which they came. */
export function readFacts(tx: UntimedTx, transferIds: readonly string[]): Promise<Fact[]> {
  return tx.query<Fact>(
    `select transfer_id as "transferId", attempt, fact_key as "factKey", source, evidence, credited, code, detail,
       utr, reason, other_bank as "otherBank", false as alarm, false as "ofRequest"
     from unnest($2::uuid[]) as wanted (id)
     join transfers.fact
       on merchant_id = $1
      and transfer_id = wanted.id
     order by at, fact_key`,
    [tx.merchantId, transferIds],
  );
}

/** Stores facts that were not known before. */
export async function insertFacts(tx: Tx, facts: readonly Fact[]): Promise<void> {
  if (facts.length === 0) return;
  await tx.execute(
    `insert into transfers.fact (
       merchant_id, transfer_id, attempt, fact_key, source, evidence, credited, code, detail, utr, reason,
       other_bank, at
     )
     select $1, transfer_id, attempt, fact_key, source, evidence, credited, code, detail, utr, reason,
       other_bank, $2
     from unnest($3::uuid[], $4::smallint[], $5::text[], $6::text[], $7::text[], $8::boolean[], $9::text[],
       $10::text[], $11::text[], $12::text[], $13::boolean[])
       as said (transfer_id, attempt, fact_key, source, evidence, credited, code, detail, utr, reason, other_bank)`,
    [
      tx.merchantId,
      tx.now,
      facts.map((fact) => fact.transferId),
      facts.map((fact) => fact.attempt),
      facts.map((fact) => fact.factKey),
      facts.map((fact) => fact.source),
      facts.map((fact) => fact.evidence),
      facts.map((fact) => fact.credited),
      facts.map((fact) => fact.code),
      facts.map((fact) => sealWords(tx, fact.detail.slice(0, 500))),
      facts.map((fact) => fact.utr),
      facts.map((fact) => fact.reason),
      facts.map((fact) => fact.otherBank),
    ],
  );
}
