import type { Tx } from "#lib/db";
import { transferColumns, type Transfer } from "./transfer.ts";
import { viewTransfer, type TransferView } from "./view.ts";

/** Lists a payee's newest transfers, at most `limit`, and only those before `beforeReferenceId` if given. */
export async function listPaymentsTo(
  tx: Tx,
  beneficiaryId: string,
  { limit, beforeReferenceId }: { limit: number; beforeReferenceId?: bigint | undefined },
): Promise<TransferView[]> {
  const rows = await tx.query<Transfer>(
    `select ${transferColumns}
     from transfers.transfer
     where merchant_id = $1
       and beneficiary_id = $2
       and ($3::bigint is null or reference_id < $3)
     order by reference_id desc
     limit $4`,
    [tx.merchantId, beneficiaryId, beforeReferenceId ?? null, limit],
  );
  return rows.map(viewTransfer);
}
