/** Reads from recent traffic which payees' banks and handles were offline, and how often. */
import type { Context } from "#lib/context";
import type { Reader, Tx } from "#lib/db";
import { MERCHANTS_MIN, OFFLINE_MIN, WINDOW_MS, type Subject } from "./incidents.ts";

/** The most offline reports of one merchant that are read, the newest first. */
const FACTS_MAX = 1_000;
/** The most transfers read of one merchant, twice: the newest, and up to the newest that met one offline. */
const SAMPLE_MAX = 1_000;
/** The most merchants sampled: those that met it offline most often, then those that ordered last. */
const SAMPLED_MERCHANTS_MAX = 50;

/**
 * The facts by which a bank reports that the payee's bank did not respond: offline, so that nothing was paid,
 * or silent until the scheme deemed the payment settled. It is literally the condition of the index.
 */
export const IS_OFFLINE = "(fact.reason = 'BENEFICIARY_BANK_OFFLINE' or fact.evidence = 'DEEMED')";

/** The outcomes of the transfers to one subject. */
export interface Traffic extends Subject {
  /** Transfers for which a bank reported that the beneficiary's bank did not respond. */
  readonly offline: number;
  /** False if there were too many reports to read all of them, so that `offline` may be too low. */
  readonly isWhole: boolean;
  /** Those of them in the sample, to be compared with `paid`. */
  readonly offlineSampled: number;
  /** The time of the first offline report. Null means that there is none. */
  readonly firstAt: Date | null;
  /** The merchants that met it offline, and how many must before others are notified. */
  readonly merchants: number;
  readonly merchantsMin: number;
  /** Transfers of the sample that were paid. */
  readonly paid: number;
  /** Those of them that were paid after it was last offline. */
  readonly paidSince: number;
}

/** A subject whose incident ended at `before`: all earlier traffic is ignored. */
export interface Forgotten extends Subject {
  readonly before: Date;
}

interface TrafficQuery {
  readonly forgotten: readonly Forgotten[];
  /** Subjects with an incident from traffic, which are always in the result. */
  readonly watched: readonly Subject[];
}

/**
 * Reads a sandbox merchant's traffic to subjects that were offline often enough for an incident, and to watched ones.
 * Offline ones are all counted, paid ones in a sample. If nothing was offline often enough, no transfer is read.
 */
export async function readTraffic(tx: Tx, query: TrafficQuery): Promise<Traffic[]> {
  const found = await readPart(tx, tx.merchantId, query);
  return found.map((one) => ({ ...one, merchantsMin: 1 }));
}

/**
 * Reads that of all live merchants together. A subject that is not watched counts only at the homes where it was
 * offline often enough. As long as a home is away, the traffic is not whole.
 */
export async function readLiveTraffic(ctx: Pick<Context, "db">, query: TrafficQuery): Promise<Traffic[]> {
  const homes = await ctx.db.sweepReachable(async (read) => {
    const found = await readPart(read, null, query);
    // A live merchant that never paid has no traffic that could contradict another's.
    const paying = found.length === 0 ? [] : await read.query(READ_PAYING);
    return [{ found, paying: paying.length }];
  });
  const isWhole = homes.length === ctx.db.homes.all().length;
  const merchantsMin = Math.min(
    MERCHANTS_MIN,
    homes.reduce((sum, { paying }) => sum + paying, 0),
  );
  const bySubject = Map.groupBy(
    homes.flatMap(({ found }) => found),
    ({ entity, entityCode, mode }) => JSON.stringify([entity, entityCode, mode]),
  );
  return [...bySubject.values()].map((parts) => ({
    ...joinParts(parts),
    isWhole: isWhole && parts.every((part) => part.isWhole),
    merchantsMin,
  }));
}

/** The traffic of one home to one subject. */
type PartOfTraffic = Omit<Traffic, "merchantsMin">;

function joinParts(parts: readonly PartOfTraffic[]): PartOfTraffic {
  const sum = (count: (part: PartOfTraffic) => number): number =>
    parts.reduce((total, part) => total + count(part), 0);
  const firsts = parts.flatMap(({ firstAt }) => firstAt?.getTime() ?? []);
  return {
    ...parts[0]!,
    offline: sum(({ offline }) => offline),
    offlineSampled: sum(({ offlineSampled }) => offlineSampled),
    firstAt: firsts.length === 0 ? null : new Date(Math.min(...firsts)),
    merchants: sum(({ merchants }) => merchants),
    paid: sum(({ paid }) => paid),
    paidSince: sum(({ paidSince }) => paidSince),
  };
}

/** Reads one home's part. Without a merchant it is that of its live merchants. */
function readPart(
  read: Reader,
  merchantId: string | null,
  { forgotten, watched }: TrafficQuery,
): Promise<PartOfTraffic[]> {
  return read.query<PartOfTraffic>(READ, [
    merchantId,
    WINDOW_MS,
    OFFLINE_MIN,
    forgotten.map(({ entity }) => entity),
    forgotten.map(({ entityCode }) => entityCode),
    forgotten.map(({ mode }) => mode),
    forgotten.map(({ before }) => before),
    watched.map(({ entity }) => entity),
    watched.map(({ entityCode }) => entityCode),
    watched.map(({ mode }) => mode),
  ]);
}

/** Joins the payee of a transfer of `source`, each by its key: the planner must not read all payees. */
const payeeOf = (source: string): string => `
    cross join lateral (
      select case ${source}.rail when 'upi' then 'handle' else 'bank' end as entity,
        case ${source}.rail
          when 'upi' then beneficiaries.handle_of(beneficiary.vpa_handle, beneficiary.vpa)
          else upper(left(beneficiary.ifsc, 4))
        end as entity_code,
        ${source}.rail as mode
      from beneficiaries.beneficiary
      where beneficiary.merchant_id = ${source}.merchant_id
        and beneficiary.beneficiary_id = ${source}.beneficiary_id
        and ${source}.rail in ('upi', 'imps', 'neft', 'rtgs')
      limit 1
    ) as payee
    left join forgotten
      on forgotten.entity = payee.entity
     and forgotten.entity_code = payee.entity_code
     and forgotten.mode = payee.mode`;

const SAMPLE = `
  select merchant_id, transfer_id, beneficiary_id, rail, finished_at, status in ('succeeded', 'reversed') as paid
  from transfers.transfer
  where merchant_id = chosen.merchant_id`;

/** Finds all that met a bank offline. `down` are the subjects offline often enough, or watched. */
const READ_DOWN = `
  clock as materialized (
    select merchant_id, lib.now_of(merchant_id) - $2 * interval '1 ms' as since
    from access.merchant
    where case when $1::uuid is null then mode = 'live' else merchant_id = $1 end
  ), forgotten as materialized (
    select *
    from unnest($4::text[], $5::text[], $6::text[], $7::timestamptz[]) as given (entity, entity_code, mode, before)
  ), met as materialized (
    select clock.merchant_id, newest.transfer_id, count(*) as facts, min(newest.at) as first_at,
      max(newest.at) as last_at
    from clock
    cross join lateral (
      select fact.transfer_id, fact.at
      from transfers.fact
      where fact.merchant_id = clock.merchant_id
        and ${IS_OFFLINE}
        and fact.at >= clock.since
      order by fact.at desc
      limit ${FACTS_MAX}
    ) as newest
    group by clock.merchant_id, newest.transfer_id
  ), offline as materialized (
    select met.merchant_id, met.transfer_id, payee.entity, payee.entity_code, payee.mode,
      greatest(met.first_at, forgotten.before) as first_at, met.last_at
    from met
    cross join lateral (
      select merchant_id, beneficiary_id, rail
      from transfers.transfer
      where merchant_id = met.merchant_id
        and transfer_id = met.transfer_id
      limit 1
    ) as transfer
    ${payeeOf("transfer")}
    where payee.entity_code is not null
      and (forgotten.before is null or met.last_at > forgotten.before)
  ), down as materialized (
    select entity, entity_code, mode, count(offline.transfer_id) as offline,
      count(distinct offline.merchant_id) as merchants, min(offline.first_at) as first_at,
      max(offline.last_at) as last_at
    from offline
    full join unnest($8::text[], $9::text[], $10::text[]) as watched (entity, entity_code, mode)
      using (entity, entity_code, mode)
    group by entity, entity_code, mode
    having count(offline.transfer_id) >= $3
      or bool_or(watched.entity is not null)
  )`;

/** Reads the paid transfers of the merchants most concerned. If nothing is offline, no transfers are read. */
const READ_PAID = `
  chosen as materialized (
    select clock.merchant_id, clock.since, concerned.last_id
    from clock
    left join (
      select merchant_id, count(*) as offline, (array_agg(transfer_id order by transfer_id desc))[1] as last_id
      from offline
      join down using (entity, entity_code, mode)
      group by merchant_id
    ) as concerned using (merchant_id)
    cross join lateral (
      select transfer_id
      from transfers.transfer
      where merchant_id = clock.merchant_id
      order by transfer_id desc
      limit 1
    ) as newest
    where exists (select from down where down.offline > 0)
    order by concerned.offline desc nulls last, newest.transfer_id desc
    limit ${SAMPLED_MERCHANTS_MAX}
  ), sampled as materialized (
    select sample.*, chosen.since
    from chosen
    cross join lateral (
      (${SAMPLE} order by transfer_id desc limit ${SAMPLE_MAX})
      union
      (${SAMPLE} and transfer_id <= chosen.last_id order by transfer_id desc limit ${SAMPLE_MAX})
    ) as sample
  ), finished as materialized (
    select *
    from sampled
    where paid
      and finished_at >= since
      and not exists (
        select from met
        where met.merchant_id = sampled.merchant_id
          and met.transfer_id = sampled.transfer_id
      )
  ), paid as materialized (
    select payee.entity, payee.entity_code, payee.mode, finished.finished_at as at
    from finished
    ${payeeOf("finished")}
    where forgotten.before is null
       or finished.finished_at > forgotten.before
  )`;

const READ = `
  with ${READ_DOWN}, ${READ_PAID}
  select down.entity, down.entity_code as "entityCode", down.mode, down.offline::int as offline,
    not exists (select from met group by met.merchant_id having sum(met.facts) >= ${FACTS_MAX}) as "isWhole",
    (
      select count(*)::int
      from offline
      join sampled using (merchant_id, transfer_id)
      where (offline.entity, offline.entity_code, offline.mode) = (down.entity, down.entity_code, down.mode)
    ) as "offlineSampled",
    down.first_at as "firstAt", down.merchants::int as merchants,
    count(paid.at)::int as paid,
    count(paid.at) filter (where paid.at > down.last_at)::int as "paidSince"
  from down
  left join paid using (entity, entity_code, mode)
  group by down.entity, down.entity_code, down.mode, down.offline, down.first_at, down.last_at, down.merchants`;

const READ_PAYING = `
  select from access.merchant
  where mode = 'live'
    and exists (select from transfers.transfer where transfer.merchant_id = merchant.merchant_id)
  limit ${MERCHANTS_MIN}`;
