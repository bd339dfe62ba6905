import { recordAudit, type Actor } from "#audit";
import type { Tx } from "#lib/db";
import { asSet, insertRows, pick } from "#lib/rows";
import { RECALL, RECALL_STEP, recallMachine, type Recall, type RecallStatus } from "./recall.ts";

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
    ...MOVED.arrays(
      moves.map(({ recall, to, ...told }) => ({
        recallId: recall.recallId,
        status: to,
        bankReference: told.bankReference ?? recall.bankReference,
        refusal: told.refusal ?? recall.refusal,
      })),
    ),
  ]);
  const steps = moves.map(({ recall, to, because }) => ({
    recallId: recall.recallId,
    step: recall.steps + 1,
    fromStatus: recall.status,
    toStatus: to,
    because,
  }));
  await insertRows(tx, RECALL_STEP, steps, { by, at: tx.now });
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

const MOVED = asSet(pick(RECALL, "recallId", "status", "bankReference", "refusal"));

const MOVE = `
  update recalls.recall
  set status = given.status,
      bank_reference = given.bank_reference,
      refusal = given.refusal,
      due_at = case given.status when 'with_bank' then recall.due_at end,
      ended_at = case when given.status <> 'with_bank' then $2::timestamptz end,
      steps = recall.steps + 1
  from ${MOVED.from(3)}
  where recall.merchant_id = $1
    and recall.recall_id = given.recall_id
  returning ${RECALL.columns}`;
