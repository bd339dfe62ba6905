/** The only place where transfers are counted, both for days that are over and kept, and for the others. */

/** The merchant's own payments, without withdrawals and refunds. */
const OWN_PAYMENTS = "coalesce(origin_kind, '') not in ('withdrawal', 'refund')";

/**
 * Counts the transfers of `wanted.day` between `wanted.first_id` and `wanted.last_id`. A reversed transfer has no time,
 * because its row has the time of the return, and only its history has that of the payment.
 */
export const TALLY_OF_WANTED = `
  select fund_source_id, mode, rail, bank_id, status, reason,
    case when status in ('succeeded', 'failed') then figures.took_ms(accepted_at, finished_at) end as took_ms,
    count(*) as transfers, sum(amount_paise)::bigint as amount_paise,
    sum(fee_paise + tax_paise)::bigint as charges_paise
  from transfers.transfer
  where merchant_id = $1
    and transfer_id between wanted.first_id and wanted.last_id
    and accepted_at >= wanted.day::timestamp at time zone 'Asia/Kolkata'
    and accepted_at < (wanted.day + 1)::timestamp at time zone 'Asia/Kolkata'
    and ${OWN_PAYMENTS}
  group by 1, 2, 3, 4, 5, 6, 7`;

/** The days of `wanted` whose kept tallies are still correct. */
export const KEPT_DAYS = `
  select wanted.day
  from wanted
  join figures.day as kept on kept.merchant_id = $1 and kept.day = wanted.day
  where kept.late_changes = (
    select count(*) from transfers.late_change where late_change.merchant_id = $1 and late_change.day = wanted.day
  )`;
