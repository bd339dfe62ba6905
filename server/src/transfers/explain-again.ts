import { readPayees } from "#beneficiaries";
import type { Context } from "#lib/context";
import { firstIdAt } from "#lib/find-first-at";
import { readSameDestinations } from "#risk";
import { DUPLICATE_HOURS } from "./find-duplicate.ts";
import { mayPay } from "./states.ts";
import type { TransferDetails } from "./view.ts";

type Told = Pick<
  TransferDetails,
  "transferId" | "reason" | "acceptedAt" | "beneficiaryId" | "mode" | "amountPaise"
>;

/**
 * Warns callers that ask about a transfer paid after a failure: names others of the same amount to the same
 * payee within a day that were paid or may be, as the payee may have the money twice. Null: no warning.
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
    return tx.query<{ transferKey: string }>(FIND, asked);
  });
  if (found.length === 0) return null;
  const keys = found.map(({ transferKey }) => transferKey).join(", ");
  return (
    `Within ${DUPLICATE_HOURS} hours the same amount went to the same payee under another transferId too: ${keys}. ` +
    "If that was meant to replace this payment, request a recall of one of them."
  );
}

const FIND = `
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
