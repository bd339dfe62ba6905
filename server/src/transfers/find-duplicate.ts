import type { Tx } from "#lib/db";
import { firstIdAt } from "#lib/find-first-at";
import type { PayeeFacts } from "#beneficiaries";
import type { TransferMode } from "#rails";
import { readSameDestinations } from "#risk";
import type { Status } from "./machine.ts";
import { mayPay, paidLate } from "./states.ts";

/** An earlier transfer of the same amount to the same bank account, UPI ID or phone. */
export interface Duplicate {
  readonly transferId: string;
  readonly transferKey: string;
  readonly status: Status;
  readonly acceptedAt: Date;
  /** True if it failed and was paid late. */
  readonly paidLate: boolean;
}

/** An equal payment counts as a possible duplicate for this many hours. */
export const DUPLICATE_HOURS = 24;

/** Returns the newest of the last 24 hours that was paid, even late, or may still be paid; or null. */
export async function findDuplicate(
  tx: Tx,
  { payee, mode, amountPaise }: { payee: PayeeFacts; mode: TransferMode; amountPaise: bigint },
): Promise<Duplicate | null> {
  const since = new Date(tx.now.getTime() - DUPLICATE_HOURS * 3_600_000);
  const [same] = await readSameDestinations(tx, [{ payee, mode }]);
  const [found] = await tx.query<Duplicate>(FIND, [
    tx.merchantId,
    firstIdAt(tx, since),
    since,
    amountPaise,
    same!.destinations,
  ]);
  return found ?? null;
}

const FIND = `
  select transfer.transfer_id as "transferId", transfer.transfer_key as "transferKey", transfer.status,
    transfer.accepted_at as "acceptedAt", ${paidLate("transfer")} as "paidLate"
  from transfers.transfer
  join beneficiaries.beneficiary as payee
    on payee.merchant_id = transfer.merchant_id and payee.beneficiary_id = transfer.beneficiary_id
  where transfer.merchant_id = $1
    and transfer.transfer_id >= $2
    and transfer.accepted_at >= $3
    and transfer.amount_paise = $4
    and ${mayPay("transfer")}
    and risk.paid_to(
      transfer.mode, payee.beneficiary_id, payee.account_index, payee.vpa_index, payee.phone_index, payee.card_index,
      payee.vpa, payee.phone
    ) = any ($5::bytea[])
  order by transfer.transfer_id desc
  limit 1`;
