/** Attempts as rows: the intent to send, committed before any byte leaves. */
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import {
  boolean,
  defineRow,
  insertRows,
  nullable,
  smallint,
  text,
  timestamptz,
  uuid,
  type RowOf,
} from "#lib/rows";
import type { Rail } from "#rails";

export const ATTEMPT = defineRow("transfers.attempt", {
  transferId: uuid,
  attempt: smallint,
  bankId: text(),
  bankNo: smallint,
  rail: text<Rail>(),
  /** Our reference, which this bank never sees for another attempt. */
  reference: text(),
  decisionId: uuid,
  /** Nothing is sent after this moment of the merchant's clock. */
  sendBy: timestamptz,
  /** False if it was given up, because `evidence` proved that it had paid nothing. */
  live: boolean,
  evidence: nullable(text<"NEG" | "NOSEND">()),
  at: timestamptz,
});

/** An attempt as a bank's report is weighed against it. */
export type AttemptRow = Pick<
  RowOf<typeof ATTEMPT>,
  "transferId" | "attempt" | "bankId" | "bankNo" | "rail" | "reference"
>;

/** Writes the intents to send of a set. */
export async function insertAttempts(
  tx: Tx,
  attempts: readonly Omit<RowOf<typeof ATTEMPT>, "live" | "evidence" | "at">[],
): Promise<void> {
  await insertRows(tx, ATTEMPT, attempts, { at: tx.now, live: true });
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
