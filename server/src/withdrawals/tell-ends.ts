import { formatRupeesIndian } from "#lib/money";
import { noteEvents } from "#notifications";
import type { Tx } from "#lib/db";

/** A withdrawal that has just ended, or come back after its end. */
export interface WithdrawalEnd {
  readonly withdrawalId: string;
  readonly withdrawalKey: string;
  readonly amountPaise: bigint;
  readonly status: "paid" | "failed" | "returned";
}

/** The columns of the interface above, in what a statement about `withdrawals.withdrawal as withdrawal` returns. */
export const endColumns = `withdrawal.withdrawal_id as "withdrawalId", withdrawal.withdrawal_key as "withdrawalKey",
    withdrawal.amount_paise as "amountPaise", withdrawal.status`;

/** Lets the people who want to know hear of it by e-mail, by the merchant's own id. */
export async function tellEnds(tx: Tx, ends: readonly WithdrawalEnd[]): Promise<void> {
  await noteEvents(
    tx,
    ends.map(({ withdrawalId, withdrawalKey, amountPaise, status }) => ({
      category: "withdrawal",
      sourceKey: `withdrawal_${withdrawalId}_${status}`,
      what: WORDS[status],
      id: withdrawalKey,
      detail: formatRupeesIndian(amountPaise),
    })),
  );
}

const WORDS = { paid: "Paid", failed: "Failed", returned: "Sent back" } as const;
