/** What live traffic says of the banks and handles that were paid to lately: those that were offline, and how often. */
import type { Reader } from "#lib/db";
import type { Subject } from "./incident.ts";

/** How far back traffic is looked at. */
export const WINDOW_MS = 10 * 60_000;
/** Of a merchant's traffic the newest transfers accepted within this time are looked at, at most so many. */
const SAMPLE_MS = 2 * 3_600_000;
const SAMPLE_MAX = 1_000;
/** How far a machine's clock, which makes the ids, may be from the database's. */
const SLACK_MS = 60_000;

/**
 * The facts by which a bank says that the beneficiary's bank did not answer: offline, so that nothing was paid; or
 * silent until the scheme counted the payment as settled. The condition of the index, word for word.
 */
export const IS_OFFLINE = "(fact.reason = 'BENEFICIARY_BANK_OFFLINE' or fact.evidence = 'DEEMED')";

/** What became of the sampled transfers to one subject that was offline at least once. */
export interface Traffic extends Subject {
  /** Transfers of which a bank said that the beneficiary's bank did not answer. */
  readonly offline: number;
  readonly firstAt: Date;
  /** Transfers that were paid. */
  readonly paid: number;
  /** Those of them that were paid after it was last offline. */
  readonly paidSince: number;
}

/** A subject of which all is forgotten that was before a moment: an incident ended then. */
export interface Forgotten extends Subject {
  readonly before: Date;
}

/**
 * Reads the traffic of one sandbox merchant, or with null of all live ones together. Costs something only where a bank
 * was offline: then the newest transfers of a merchant are read by the key, a bounded number of them.
 */
export function readTraffic(
  read: Reader,
  merchantId: string | null,
  forgotten: readonly Forgotten[],
): Promise<Traffic[]> {
  return read.query<Traffic>(READ, [
    merchantId,
    WINDOW_MS,
    firstIdSince(Date.now() - SAMPLE_MS - SLACK_MS),
    forgotten.map(({ entity }) => entity),
    forgotten.map(({ entityCode }) => entityCode),
    forgotten.map(({ mode }) => mode),
    forgotten.map(({ before }) => before),
  ]);
}

/** The least id that can have been made at a moment; a test clock, which only goes forward, makes time no longer. */
function firstIdSince(atMs: number): string {
  const time = atMs.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

const READ = `
  with clock as materialized (
    select merchant_id, lib.now_of(merchant_id) - $2 * interval '1 ms' as since
    from access.merchant
    where case when $1::uuid is null then mode = 'live' else merchant_id = $1 end
  ), offline as materialized (
    select fact.merchant_id, fact.transfer_id, min(fact.at) as first_at, max(fact.at) as last_at
    from clock
    join transfers.fact
      on fact.merchant_id = clock.merchant_id
     and ${IS_OFFLINE}
     and fact.at >= clock.since
    group by fact.merchant_id, fact.transfer_id
  ), sampled as materialized (
    select payee.entity, payee.entity_code, sample.rail as mode, offline.first_at, offline.last_at,
      case when sample.paid and sample.finished_at >= clock.since then sample.finished_at end as paid_at
    from clock
    cross join lateral (
      select transfer.transfer_id, transfer.beneficiary_id, transfer.rail, transfer.finished_at,
        transfer.status in ('succeeded', 'reversed') as paid
      from transfers.transfer
      where transfer.merchant_id = clock.merchant_id
        and transfer.transfer_id >= $3
        and transfer.rail in ('upi', 'imps', 'neft', 'rtgs')
        and exists (select from offline)
      order by transfer.transfer_id desc
      limit ${SAMPLE_MAX}
    ) as sample
    cross join lateral (
      select case sample.rail when 'upi' then 'handle' else 'bank' end as entity,
        case sample.rail
          when 'upi' then lower(split_part(beneficiary.vpa, '@', 2))
          else upper(left(beneficiary.ifsc, 4))
        end as entity_code
      from beneficiaries.beneficiary
      where beneficiary.merchant_id = clock.merchant_id
        and beneficiary.beneficiary_id = sample.beneficiary_id
      -- One by one by the key: the planner must not read all payees of the merchant instead.
      limit 1
    ) as payee
    left join offline
      on offline.merchant_id = clock.merchant_id
     and offline.transfer_id = sample.transfer_id
  ), remembered as (
    select sampled.entity, sampled.entity_code, sampled.mode, sampled.first_at, sampled.last_at, sampled.paid_at
    from sampled
    left join unnest($4::text[], $5::text[], $6::text[], $7::timestamptz[]) as forgotten (entity, entity_code, mode, at)
      on forgotten.entity = sampled.entity
     and forgotten.entity_code = sampled.entity_code
     and forgotten.mode = sampled.mode
    where forgotten.at is null
       or coalesce(sampled.last_at, sampled.paid_at) > forgotten.at
  ), down as (
    select entity, entity_code, mode, count(*) as offline, min(first_at) as first_at, max(last_at) as last_at
    from remembered
    where last_at is not null
      and entity_code is not null
    group by entity, entity_code, mode
  )
  select down.entity, down.entity_code as "entityCode", down.mode, down.offline::int as offline,
    down.first_at as "firstAt",
    count(*) filter (where remembered.last_at is null and remembered.paid_at is not null)::int as paid,
    count(*) filter (where remembered.last_at is null and remembered.paid_at > down.last_at)::int as "paidSince"
  from down
  join remembered
    on remembered.entity = down.entity
   and remembered.entity_code = down.entity_code
   and remembered.mode = down.mode
  group by down.entity, down.entity_code, down.mode, down.offline, down.first_at, down.last_at`;
