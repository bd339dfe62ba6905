/**
 * A rule that becomes active also counts earlier transfers. Its counts are made once from the stored transfers, while
 * no order of the merchant is being accepted.
 */
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { firstIdAt } from "#lib/ids";
import { holdAcceptance } from "./stored-rules.ts";
import { IS_COUNTED_SQL, type RuleTerms, SUBJECT_SQL } from "./rule.ts";
import { kindOf } from "./kinds.ts";
import { startOfDay, startOfMinute } from "./usage.ts";

const CHUNK = 20_000;

/**
 * Stores most of the precedents that a rule needs, in transactions of its own, so that orders do not wait for what may
 * be millions of rows. Returns the last reference ID that is covered, for `startCounting`.
 */
export async function gatherPrecedents(
  ctx: Pick<Context, "db">,
  merchantId: string,
  rule: RuleTerms,
): Promise<bigint> {
  if (!comparesWithPrecedents(rule)) return 0n;
  const start = await ctx.db.inMerchant(merchantId, async (tx) => {
    const [row] = await tx.query<{ last: bigint | null }>(LAST_REFERENCE, [merchantId]);
    const since = reachOf(tx, rule);
    return { last: row!.last ?? 0n, since, firstId: firstIdAt(tx, since) };
  });
  let after: string | null = start.firstId;
  while (after !== null) {
    const from: string = after;
    after = await ctx.db.inMerchant(merchantId, async (tx) => {
      const [row] = await tx.query<{ last: string }>(GATHER, [merchantId, from, start.since, CHUNK]);
      return row?.last ?? null;
    });
  }
  return start.last;
}

/**
 * Completes the counts of a rule in the transaction that makes it active. No order of the merchant is accepted until
 * that ends, so none is missed. `gathered` is the result of `gatherPrecedents`.
 */
export async function startCounting(tx: Tx, rule: RuleTerms, gathered: bigint): Promise<void> {
  await holdAcceptance(tx);
  const { need } = kindOf(rule.kind);
  if (need === null) return;
  if (need === "day") return countDay(tx, rule);
  if (need === "minutes") return countMinutes(tx, rule);
  await tx.execute(GATHER_REST, [tx.merchantId, gathered, reachOf(tx, rule)]);
}

function comparesWithPrecedents({ kind }: RuleTerms): boolean {
  const { need } = kindOf(kind);
  return need === "same" || need === "paid" || need === "newest";
}

function reachOf(tx: Tx, { kind, parameters }: RuleTerms): Date {
  return new Date(tx.now.getTime() - kindOf(kind).lookBackMs(parameters));
}

async function countDay(tx: Tx, { scope, scopeId }: RuleTerms): Promise<void> {
  const since = startOfDay(tx.now);
  await tx.execute(countSql(SUBJECT_SQL[scope], { span: "day", startsAt: "$3::timestamptz" }), [
    tx.merchantId,
    firstIdAt(tx, since),
    since,
    wantedSubject(scope, scopeId),
  ]);
}

async function countMinutes(tx: Tx, rule: RuleTerms): Promise<void> {
  const since = startOfMinute(reachOf(tx, rule));
  await tx.execute(
    countSql(SUBJECT_SQL[rule.scope], { span: "minute", startsAt: "date_trunc('minute', at)" }),
    [tx.merchantId, firstIdAt(tx, since), since, wantedSubject(rule.scope, rule.scopeId)],
  );
}

function wantedSubject(scope: string, scopeId: string | null): string | null {
  // A rule about one beneficiary also counts payments to the same account under other IDs.
  return scopeId === null || scope === "beneficiary" ? null : `${scope}:${scopeId}`;
}

// Existing counts were made in the same way, so they can be overwritten.
function countSql(subject: string, { span, startsAt }: { span: string; startsAt: string }): string {
  return `
    insert into risk.usage (merchant_id, span, subject, starts_at, transfers, paise)
    select $1, '${span}', counted.subject, counted.starts_at, count(*), sum(counted.amount_paise)
    from (
      select ${subject} as subject, ${startsAt} as starts_at, amount_paise
      from (
        select *, accepted_at as at
        from risk.past_transfer
        where merchant_id = $1
          and transfer_id >= $2
          and accepted_at >= $3
          and released_at is null
        union all
        select *, released_at
        from risk.past_transfer
        where merchant_id = $1
          and released_at >= $3
      ) as past
      where released
        and ${IS_COUNTED_SQL}
    ) as counted
    where $4::text is null
       or counted.subject = $4
    group by counted.subject, counted.starts_at
    on conflict (merchant_id, span, subject, starts_at) do update
    set transfers = excluded.transfers,
        paise = excluded.paise`;
}

const LAST_REFERENCE = `
  select max(reference_id) as last
  from risk.past_transfer
  where merchant_id = $1`;

const GATHER = `
  with chunk as materialized (
    select transfer_id, reference_id, destination, amount_paise, accepted_at, taken
    from risk.past_transfer
    where merchant_id = $1
      and transfer_id > $2
      and accepted_at >= $3
      and ${IS_COUNTED_SQL}
    order by transfer_id
    limit $4
  ), gathered as (
    insert into risk.precedent (
      merchant_id, transfer_id, reference_id, destination, amount_paise, accepted_at
    )
    select $1, transfer_id, reference_id, destination, amount_paise, accepted_at
    from chunk
    where taken
    on conflict do nothing
  )
  select transfer_id as last
  from chunk
  order by transfer_id desc
  limit 1`;

// Reference IDs are assigned in the order of acceptance, so the missing transfers have higher ones.
const GATHER_REST = `
  insert into risk.precedent (merchant_id, transfer_id, reference_id, destination, amount_paise, accepted_at)
  select $1, transfer_id, reference_id, destination, amount_paise, accepted_at
  from risk.past_transfer
  where merchant_id = $1
    and reference_id > $2
    and accepted_at >= $3
    and taken
    and ${IS_COUNTED_SQL}
  on conflict do nothing`;
