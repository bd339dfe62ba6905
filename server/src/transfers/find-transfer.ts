import type { Tx } from "#lib/db";
import { transferColumns, type Transfer } from "./transfer.ts";

/** Names a transfer by our ID, by the transfer key, or by a text that can be either. */
export type TransferChoice =
  | { readonly transferId: string }
  | { readonly transferKey: string }
  | { readonly anyId: string };

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Reads one transfer without locking it; undefined if there is none. A matching transfer key goes first. */
export async function findTransfer(tx: Tx, choice: TransferChoice): Promise<Transfer | undefined> {
  if ("transferId" in choice) return findBy(tx, { transferId: choice.transferId });
  const key = "anyId" in choice ? choice.anyId : choice.transferKey;
  const found = await findBy(tx, { transferKey: key });
  return found === undefined && "anyId" in choice && UUID.test(key) ? findBy(tx, { transferId: key }) : found;
}

async function findBy(
  tx: Tx,
  { transferId = null, transferKey = null }: { transferId?: string | null; transferKey?: string | null },
): Promise<Transfer | undefined> {
  const [found] =
    transferId === null
      ? await tx.query<Transfer>(`${SELECT} and transfer_key = $2`, [tx.merchantId, transferKey])
      : await tx.query<Transfer>(`${SELECT} and transfer_id = $2`, [tx.merchantId, transferId]);
  return found;
}

const SELECT = `select ${transferColumns} from transfers.transfer where merchant_id = $1`;
