import type { Tx } from "#lib/db";
import { loanColumns, type Loan } from "./loan.ts";

/** A merchant's loans, newest first, at most `limit` (1 to 1,000); with `before` only those made before it. */
export async function listLoans(
  tx: Tx,
  { limit, before }: { limit: number; before?: { readonly loanId: string } },
): Promise<Loan[]> {
  return tx.query<Loan>(
    `select ${loanColumns}
     from lending.loan
     where merchant_id = $1
       and ($2::uuid is null or loan_id < $2)
     order by loan_id desc
     limit $3`,
    [tx.merchantId, before?.loanId ?? null, Math.min(Math.max(limit, 1), 1_000)],
  );
}
