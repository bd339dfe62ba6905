/** Writes transfers directly into the tables: many, at any time, in any state, with any text. */
import { newId } from "#lib/ids";
import type { World } from "#test/world";

interface TransferToInsert {
  readonly status?: string;
  readonly acceptedAt?: Date;
  readonly amountPaise?: bigint;
  readonly referenceId?: bigint;
  readonly transferKey?: string;
  readonly text?: string;
}

interface InsertedTransfer {
  readonly transferId: string;
  readonly transferKey: string;
  readonly referenceId: bigint;
}

let inserted = 0;

/** Inserts transfers of a merchant, by default with the next reference IDs. `text` fills every text. */
export async function insertTransfers(
  world: World,
  merchantId: string,
  transfers: readonly TransferToInsert[],
): Promise<InsertedTransfer[]> {
  const [row] = await world.look<{ last: string }>(
    "select coalesce(max(reference_id), 0) as last from transfers.transfer where merchant_id = $1",
    [merchantId],
  );
  const last = BigInt(row!.last);
  const rows = transfers.map((transfer, index) => {
    inserted += 1;
    return {
      transferId: newId(),
      beneficiaryId: newId(),
      referenceId: transfer.referenceId ?? last + BigInt(index + 1),
      transferKey: transfer.transferKey ?? `order_${inserted}`,
      status: transfer.status ?? "succeeded",
      acceptedAt: transfer.acceptedAt ?? new Date(),
      amountPaise: transfer.amountPaise ?? BigInt(1_00 + (inserted % 5_000)),
      text: transfer.text ?? `text ${inserted}`,
    };
  });
  await world.look(INSERT, [
    merchantId,
    rows.map((one) => one.transferId),
    rows.map((one) => one.beneficiaryId),
    rows.map((one) => String(one.referenceId)),
    rows.map((one) => one.transferKey),
    rows.map((one) => one.status),
    rows.map((one) => one.acceptedAt.toISOString()),
    rows.map((one) => String(one.amountPaise)),
    rows.map((one) => one.text),
  ]);
  return rows;
}

// The sealed account numbers are as long as those of long numbers.
const INSERT = `
  with given as materialized (
    select *
    from unnest($2::uuid[], $3::uuid[], $4::bigint[], $5::text[], $6::text[], $7::timestamptz[], $8::bigint[],
      $9::text[])
      as given (transfer_id, beneficiary_id, reference_id, transfer_key, status, accepted_at, amount_paise, words)
  ), payees as (
    insert into beneficiaries.beneficiary (
      merchant_id, beneficiary_id, bene_id, name, phone, sealed_account, account_last4, account_index, ifsc, vpa,
      card_last4, card_network, added_at, added_by
    )
    select $1, beneficiary_id, transfer_key || words, words, words, decode(repeat('00', 60), 'hex'), left(words, 4),
      decode(md5(transfer_key), 'hex'), words, words, '4242', 'visa', accepted_at, 'test'
    from given
  )
  insert into transfers.transfer (
    merchant_id, transfer_id, reference_id, transfer_key, content_hash, source_no, fund_source_id, beneficiary_id,
    amount_paise, fee_paise, tax_paise, mode, rail, remarks, status, waiting_for, utr, reason, bank_id, bank_no,
    attempt, steps, accepted_at, sent_at, finished_at
  )
  select $1, transfer_id, reference_id, transfer_key, '\\x00', 0, words, beneficiary_id, amount_paise, 300, 54, words,
    words, words, status, case when status = 'waiting' then 'funds' end, words, words, words, 1, 1, 1, accepted_at,
    accepted_at, case when status in ('succeeded', 'failed', 'reversed') then accepted_at + interval '1 s' end
  from given`;
