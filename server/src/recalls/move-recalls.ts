import { recordAudit, type Actor } from "#audit";
import type { Tx } from "#lib/db";
import { recallColumns, recallMachine, type Recall, type RecallStatus } from "./recall.ts";

/** One move of a recall that is held under a lock. */
export interface RecallMove {
  readonly recall: Recall;
  readonly to: RecallStatus;
  readonly because: string;
  readonly bankReference?: string | null;
  readonly refusal?: string | null;
}

/**
 * Moves recalls and writes their history and the audit records, all in the caller's transaction. Returns the recalls
 * after the move. A move that the machine does not allow is a bug, and throws.
 */
export async function moveRecalls(tx: Tx, moves: readonly RecallMove[], by: Actor): Promise<Recall[]> {
  if (moves.length === 0) return [];
  for (const { recall, to } of moves) {
    const next: readonly RecallStatus[] = recallMachine[recall.status];
    if (!next.includes(to)) throw new Error(`a recall never goes from ${recall.status} to ${to}`);
  }
  const moved = await tx.query<Recall>(MOVE, [
    tx.merchantId,
    tx.now,
    moves.map(({ recall }) => recall.recallId),
    moves.map(({ to }) => to),
    moves.map(({ recall, bankReference }) => bankReference ?? recall.bankReference),
    moves.map(({ recall, refusal }) => refusal ?? recall.refusal),
  ]);
  await writeSteps(
    tx,
    moves.map(({ recall, to, because }) => ({
      recallId: recall.recallId,
      step: recall.steps + 1,
      from: recall.status,
      to,
      because,
      by,
    })),
  );
  await recordAudit(
    tx,
    moves.map(({ recall, to, because }) => ({
      actor: by,
      action: `recalls.recall_${to}`,
      subject: `recall:${recall.recallId}`,
      detail: { transferId: recall.transferId, because },
    })),
  );
  return moved;
}

const MOVE = `
  update recalls.recall
  set status = moved.status,
      bank_reference = moved.bank_reference,
      refusal = moved.refusal,
      due_at = case moved.status when 'with_bank' then recall.due_at end,
      ended_at = case when moved.status <> 'with_bank' then $2::timestamptz end,
      steps = recall.steps + 1
  from unnest($3::uuid[], $4::text[], $5::text[], $6::text[]) as moved (recall_id, status, bank_reference, refusal)
  where recall.merchant_id = $1
    and recall.recall_id = moved.recall_id
  returning ${recallColumns}`;

/** One row of a recall's history. */
export interface RecallStep {
  readonly recallId: string;
  readonly step: number;
  readonly from: RecallStatus | "new";
  readonly to: RecallStatus;
  readonly because: string;
  readonly by: Actor;
}

/** Appends to the history of recalls. */
export async function writeSteps(tx: Tx, steps: readonly RecallStep[]): Promise<void> {
  await tx.execute(
    `insert into recalls.step (merchant_id, recall_id, step, from_status, to_status, because, by, at)
     select $1, recall_id, step, from_status, to_status, because, by, $2
     from unnest($3::uuid[], $4::smallint[], $5::text[], $6::text[], $7::text[], $8::text[])
       as taken (recall_id, step, from_status, to_status, because, by)`,
    [
      tx.merchantId,
      tx.now,
      steps.map(({ recallId }) => recallId),
      steps.map(({ step }) => step),
      steps.map(({ from }) => from),
      steps.map(({ to }) => to),
      steps.map(({ because }) => because),
      steps.map(({ by }) => by),
    ],
  );
}
