import { type PayeeFacts, readPayees } from "#beneficiaries";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { firstIdAt } from "#lib/ids";
import type { TransferMode } from "#rails";
import { readSameDestinations } from "#risk";
import type { Status } from "../machine.ts";
import { mayPay, paidLate, type TransferDetails } from "../states.ts";

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
  const [found] = await tx.query<Duplicate>(FIND_DUPLICATE, [
    tx.merchantId,
    firstIdAt(tx, since),
    since,
    amountPaise,
    same!.destinations,
  ]);
  return found ?? null;
}

const FIND_DUPLICATE = `
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

type Told = Pick<
  TransferDetails,
  "transferId" | "reason" | "acceptedAt" | "beneficiaryId" | "mode" | "amountPaise"
>;

/**
 * Warns callers that ask about a transfer paid after a failure: names others of the same amount to the same
 * payee within a day that were paid or may be, as the payee may have the money twice. Null means no warning.
 */
export async function explainAgain(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { transferId, reason, acceptedAt, beneficiaryId, mode, amountPaise }: Told,
): Promise<string | null> {
  if (reason !== "PAID_AFTER_FAILURE") return null;
  const span = DUPLICATE_HOURS * 3_600_000;
  const [from, to] = [-span, span].map((ms) => new Date(acceptedAt.getTime() + ms));
  const found = await ctx.db.inMerchant(merchantId, async (tx) => {
    const [payee] = await readPayees(tx, { beneficiaryIds: [beneficiaryId] });
    const [same] = await readSameDestinations(tx, [{ payee: payee!, mode }]);
    const asked = [merchantId, transferId, amountPaise, from, to, firstIdAt(tx, from!), same!.destinations];
    return tx.query<{ transferKey: string }>(FIND_AGAIN, asked);
  });
  if (found.length === 0) return null;
  const keys = found.map(({ transferKey }) => transferKey).join(", ");
  return (
    `Within ${DUPLICATE_HOURS} hours the same amount went to the same payee under another transferId too: ${keys}. ` +
    "If that was meant to replace this payment, request a recall of one of them."
  );
}

const FIND_AGAIN = `
  select other.transfer_key as "transferKey"
  from transfers.transfer as other
  join beneficiaries.beneficiary as payee
    on payee.merchant_id = other.merchant_id and payee.beneficiary_id = other.beneficiary_id
  where other.merchant_id = $1
    and other.transfer_id >= $6
    and other.transfer_id <> $2
    and other.amount_paise = $3
    and other.accepted_at between $4 and $5
    and ${mayPay("other")}
    and risk.paid_to(
      other.mode, payee.beneficiary_id, payee.account_index, payee.vpa_index, payee.phone_index, payee.card_index,
      payee.vpa, payee.phone
    ) = any ($7::bytea[])
  order by other.reference_id desc
  limit 3`;
