import type { Context } from "#lib/context";
import { firstIdAt } from "#lib/first-id-at";
import { DUPLICATE_HOURS } from "./find-duplicate.ts";
import type { TransferDetails } from "./view.ts";

type Told = Pick<TransferDetails, "transferId" | "reason" | "acceptedAt">;

/**
 * A warning for whoever asks about a transfer that was paid after a failure: which others paid the same amount to the
 * same payee within a day, or may still, so that the payee may have the money twice. Null: none, or nothing to warn of.
 */
export async function explainAgain(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { transferId, reason, acceptedAt }: Told,
): Promise<string | null> {
  if (reason !== "PAID_AFTER_FAILURE") return null;
  const span = DUPLICATE_HOURS * 3_600_000;
  const [from, to] = [-span, span].map((ms) => new Date(acceptedAt.getTime() + ms));
  const found = await ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<{ transferKey: string }>(FIND, [merchantId, transferId, from, to, firstIdAt(tx, from!)]),
  );
  if (found.length === 0) return null;
  const keys = found.map(({ transferKey }) => transferKey).join(", ");
  return (
    `Within ${DUPLICATE_HOURS} hours the same amount went to the same payee under another transferId too: ${keys}. ` +
    "If that was meant to replace this payment, request a recall of one of them."
  );
}

const DESTINATION = (of: string): string => `(
    select risk.destination_of(${of}.mode, beneficiary_id, account_index, vpa, phone, card_index)
    from beneficiaries.beneficiary as payee
    where payee.merchant_id = ${of}.merchant_id and payee.beneficiary_id = ${of}.beneficiary_id
  )`;

const FIND = `
  with late as materialized (
    select *, ${DESTINATION("transfer")} as destination
    from transfers.transfer
    where merchant_id = $1 and transfer_id = $2
  )
  select other.transfer_key as "transferKey"
  from late
  join transfers.transfer as other
    on other.merchant_id = $1
   and other.transfer_id >= $5
   and other.transfer_id <> late.transfer_id
   and other.amount_paise = late.amount_paise
   and other.accepted_at between $3 and $4
  where (
      other.status not in ('failed', 'rejected', 'cancelled', 'reversed')
      or coalesce(other.reason = 'PAID_AFTER_FAILURE', false)
    )
    and ${DESTINATION("other")} = late.destination
  order by other.reference_id desc
  limit 3`;
