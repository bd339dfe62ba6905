import type { Tx } from "#lib/db";

/** A way that payments can take: by one mode to a payee's bank or UPI handle, or through one of our banks. */
interface PaymentWay {
  readonly entity: "bank" | "handle" | "our_bank";
  readonly entityCode: string;
  readonly mode: string;
  /** One of our banks that is behind the same code. Null means none. */
  readonly bankId: string | null;
}

/** Transfers without an outcome that go that way. */
export interface Exposure {
  readonly count: number;
  readonly amountPaise: bigint;
}

/** Counts the transfers without an outcome by way, in the order given. */
export async function countExposed(tx: Tx, ways: readonly PaymentWay[]): Promise<Exposure[]> {
  if (ways.length === 0) return [];
  return tx.query<Exposure>(COUNT, [
    tx.merchantId,
    ways.map(({ entity }) => entity),
    ways.map(({ entityCode }) => entityCode),
    ways.map(({ mode }) => mode),
    ways.map(({ bankId }) => bankId),
  ]);
}

// Uses the index of due times. What was sent in the last few seconds has no due time and is not counted.
const COUNT = `
  with open as materialized (
    select transfer.rail, transfer.bank_id, transfer.amount_paise,
      upper(left(payee.ifsc, 4)) as bank, beneficiaries.handle_of(payee.vpa_handle, payee.vpa) as handle
    from transfers.transfer
    join beneficiaries.beneficiary as payee
      on payee.merchant_id = $1 and payee.beneficiary_id = transfer.beneficiary_id
    where transfer.merchant_id = $1
      and transfer.due_at is not null
      and transfer.status in ('waiting', 'ready', 'sent')
  )
  select count(open.amount_paise)::int as count, coalesce(sum(open.amount_paise), 0)::bigint as "amountPaise"
  from unnest($2::text[], $3::text[], $4::text[], $5::text[]) with ordinality
    as way (entity, code, mode, bank_id, place)
  left join open
    on open.rail = way.mode
    and (
      open.bank_id = way.bank_id
      or case way.entity when 'bank' then open.bank = way.code else open.handle = way.code end
    )
  group by way.place
  order by way.place`;
