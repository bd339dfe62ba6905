/** Attempts as rows: the intent to send, committed before any byte leaves. */
import assert from "node:assert/strict";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import type { Rail } from "#rails";

interface NewAttempt {
  transferId: string;
  attempt: number;
  bankId: string;
  bankNo: number;
  rail: Rail;
  /** Our reference, which this bank never sees for another attempt. */
  reference: string;
  decisionId: string;
  /** Nothing is sent after this moment of the merchant's clock. */
  sendBy: Date;
}

/** Writes the intents to send of a set. */
export async function insertAttempts(tx: Tx, attempts: readonly NewAttempt[]): Promise<void> {
  if (attempts.length === 0) return;
  const count = await tx.execute(
    `insert into transfers.attempt (
       merchant_id, transfer_id, attempt, bank_id, bank_no, rail, reference, decision_id, send_by, at
     )
     select $1, transfer_id, attempt, bank_id, bank_no, rail, reference, decision_id, send_by, $2
     from unnest($3::uuid[], $4::smallint[], $5::text[], $6::smallint[], $7::text[], $8::text[], $9::uuid[],
       $10::timestamptz[])
       as made (transfer_id, attempt, bank_id, bank_no, rail, reference, decision_id, send_by)`,
    [
      tx.merchantId,
      tx.now,
      attempts.map((attempt) => attempt.transferId),
      attempts.map((attempt) => attempt.attempt),
      attempts.map((attempt) => attempt.bankId),
      attempts.map((attempt) => attempt.bankNo),
      attempts.map((attempt) => attempt.rail),
      attempts.map((attempt) => attempt.reference),
      attempts.map((attempt) => attempt.decisionId),
      attempts.map((attempt) => attempt.sendBy),
    ],
  );
  assert.equal(count, attempts.length, "every attempt is written");
}

export interface FoundAttempt {
  transferId: string;
  attempt: number;
  amountPaise: bigint;
  /** False if it was given up as unpaid. */
  live: boolean;
}

/** Finds attempts by the references that we gave them at one bank. Unknown references are left out. */
export async function findAttempts(
  ctx: Context,
  merchantId: string,
  { bankId, references }: { bankId: string; references: readonly string[] },
): Promise<Map<string, FoundAttempt>> {
  const rows = await ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<FoundAttempt & { reference: string }>(
      `select attempt.reference, attempt.transfer_id as "transferId", attempt.attempt, attempt.live,
         transfer.amount_paise as "amountPaise"
       from transfers.attempt
       join transfers.transfer using (merchant_id, transfer_id)
       where attempt.merchant_id = $1
         and attempt.bank_id = $2
         and attempt.reference = any ($3::text[])`,
      [merchantId, bankId, references],
    ),
  );
  return new Map(rows.map(({ reference, ...attempt }) => [reference, attempt]));
}
