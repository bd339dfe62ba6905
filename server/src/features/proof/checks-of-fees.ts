/** The invariant of fees. */
import { feeFor, feeGroupOf, PRICE_LISTS, RAILS, TAX_RATES } from "#rails";
import type { Check } from "./checks.ts";

// The price list becomes rows of SQL, so that the proof of fees uses the same table by which the engine charges.

const NEVER = "9999-12-31";
const NO_END = 9_223_372_036_854_775_807n;

/** The first day of every price list and tax rate, each with the first day after its time. */
function times(): { from: string; until: string }[] {
  const starts = [...new Set([...PRICE_LISTS, ...TAX_RATES].map(({ from }) => from))].toSorted();
  return starts.map((from, index) => ({
    from: index === 0 ? "0001-01-01" : from,
    until: starts[index + 1] ?? NEVER,
  }));
}

function bandsAt(from: string): { above: bigint; upto: bigint }[] {
  const list = PRICE_LISTS.findLast((one) => one.from <= from) ?? PRICE_LISTS[0];
  const ends = list.bands.map(({ uptoPaise }) => uptoPaise ?? NO_END);
  return ends.map((upto, index) => ({ above: ends[index - 1] ?? 0n, upto }));
}

/**
 * Rows with the first day, the day after the last one, the amounts (above and up to, in paise), the rail, true if paid
 * by phone, and fee and tax in paise.
 */
const PRICES_OF_RAILS = times()
  .flatMap(({ from, until }) =>
    bandsAt(from).flatMap(({ above, upto }) =>
      RAILS.flatMap((rail) =>
        [false, true].map((byPhone) => {
          const { feePaise, taxPaise } = feeFor(
            feeGroupOf(rail, byPhone),
            upto,
            new Date(`${from}T12:00:00Z`),
          );
          return `('${from}', '${until}', ${above}, ${upto}, '${rail}', ${byPhone}, ${feePaise}, ${taxPaise})`;
        }),
      ),
    ),
  )
  .join(", ");

export const CHECKS_OF_FEES: readonly Check[] = [
  {
    name: "fees-follow-the-rail",
    says: "Each payment took the fee and GST of the rail that carried it, by the price list of its order's day.",
    sql: `
      with price (first_day, next_day, above_paise, upto_paise, rail, is_by_phone, fee_paise, tax_paise) as (
        values ${PRICES_OF_RAILS}
      ), charged as (
        select merchant_id, cause_id,
          case when kind = 'late_success' then line / 10 end as late_attempt,
          coalesce(sum(amount_paise) filter (where credit_no = 10), 0) as fee_paise,
          coalesce(sum(amount_paise) filter (where credit_no = 11), 0) as tax_paise
        from ledger.posting
        where kind in ('post', 'late_success')
        group by merchant_id, cause_id, late_attempt
      )
      select transfer.merchant_id, transfer.transfer_id::text as subject,
        format('attempt %s by %s: fee %s, tax %s', attempt.attempt, attempt.rail, charged.fee_paise,
          charged.tax_paise) as detail
      from charged
      join transfers.transfer
        on transfer.merchant_id = charged.merchant_id and transfer.transfer_id = charged.cause_id
      join transfers.attempt
        on attempt.merchant_id = charged.merchant_id
       and attempt.transfer_id = charged.cause_id
       and attempt.attempt = coalesce(charged.late_attempt, transfer.attempt)
      left join price
        on price.rail = attempt.rail
       and price.is_by_phone = (coalesce(transfer.origin_kind, '') = 'phone')
       and transfer.amount_paise > price.above_paise
       and transfer.amount_paise <= price.upto_paise
       and (transfer.accepted_at at time zone 'Asia/Kolkata')::date >= price.first_day::date
       and (transfer.accepted_at at time zone 'Asia/Kolkata')::date < price.next_day::date
      -- What was ordered before fees followed the rail keeps the price it was told.
      where uuid_extract_timestamp(transfer.transfer_id) >= transfers.fees_follow_rails_since()
        and (charged.fee_paise, charged.tax_paise) is distinct from
          case
            when transfer.origin_kind in ('withdrawal', 'refund') then (0::numeric, 0::numeric)
            else (price.fee_paise::numeric, price.tax_paise::numeric)
          end`,
  },
];
