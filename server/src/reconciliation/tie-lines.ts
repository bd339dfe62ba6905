/** Ties lines to the attempts that they are of: by the strongest rule that names exactly one, else not at all. */
import type { Tx } from "#lib/db";
import { IS_LIKE, IS_UNTIED, IS_WHOLE, TAILS } from "./conditions.ts";
import { BY_CUT_REFERENCE } from "./cut-reference.ts";

export interface DayOfBank {
  readonly bankId: string;
  readonly day: string;
}

/** Ties the new lines of one bank and day. A line that more than one attempt could be of is left as it is. */
export async function tieLines(tx: Tx, { bankId, day }: DayOfBank): Promise<void> {
  for (const rule of [BY_REFERENCE, BY_UTR, BY_CUT_REFERENCE, BY_LIKENESS])
    await tx.execute(rule, [tx.merchantId, bankId, day]);
  await tx.execute(BY_OTHER_HALF, [tx.merchantId, bankId]);
}

/** Ties what lies in suspense to attempts that have become known since: after a restore, say. */
export async function tieSuspense(tx: Tx): Promise<void> {
  await tx.execute(SUSPENSE_BY_REFERENCE, [tx.merchantId]);
  await tx.execute(SUSPENSE_BY_UTR, [tx.merchantId]);
}

/**
 * Lets lines that wait for the whole day be looked at again, and those that were paired as nothing that is known: a
 * payment with their UTR has become known.
 */
export async function wakeKnown(tx: Tx): Promise<void> {
  await tx.execute(WAKE_PAIRED, [tx.merchantId, tx.now]);
  await tx.execute(
    `update reconciliation.line
     set awaits_day = false
     where ${IS_KNOWN_BY_NOW}
       and line.merchant_id = $1`,
    [tx.merchantId],
  );
}

export const IS_KNOWN_BY_NOW = `
  line.state = 'new'
    and line.awaits_day
    and exists (
      select from transfers.fact
      where fact.merchant_id = line.merchant_id
        and fact.utr = line.utr
    )`;

const WAKE_PAIRED = `
  update reconciliation.line
  set state = 'new', awaits_day = false, settled_at = null
  where merchant_id = $1
    and state = 'paired'
    and transfer_id is null
    and settled_at > $2::timestamptz - interval '2 days'
    and exists (
      select from transfers.fact
      where fact.merchant_id = $1
        and fact.utr = line.utr
    )`;

/** A person who has undone a match has said that the line is not of that attempt. */
const IS_LEFT = `
  line.merchant_id = $1
    and line.state = 'suspense'
    and line.transfer_id is null
    and not coalesce(line.evidence ? 'undone', false)`;

const SUSPENSE_BY_REFERENCE = `
  update reconciliation.line
  set transfer_id = attempt.transfer_id, attempt = attempt.attempt, rule = 'reference',
    evidence = jsonb_build_object('reference', line.reference)
  from transfers.attempt
  where ${IS_LEFT}
    and attempt.merchant_id = $1
    and attempt.bank_id = line.bank_id
    and attempt.reference = line.reference`;

const SUSPENSE_BY_UTR = `
  with candidate as materialized (
    select distinct line.line_id, attempt.transfer_id, attempt.attempt
    from reconciliation.line
    join transfers.fact on fact.merchant_id = $1 and fact.utr = line.utr
    join transfers.attempt
      on attempt.merchant_id = $1
     and attempt.transfer_id = fact.transfer_id
     and attempt.attempt = fact.attempt
     and attempt.bank_id = line.bank_id
    join transfers.transfer on transfer.merchant_id = $1 and transfer.transfer_id = fact.transfer_id
    where ${IS_LEFT}
      and transfer.amount_paise = line.amount_paise
  ), counted as (
    select *, count(*) over (partition by line_id) as candidates
    from candidate
  )
  update reconciliation.line
  set transfer_id = counted.transfer_id, attempt = counted.attempt, rule = 'utr',
    evidence = jsonb_build_object('utr', line.utr)
  from counted
  where line.merchant_id = $1
    and line.line_id = counted.line_id
    and counted.candidates = 1`;

const BY_REFERENCE = `
  update reconciliation.line
  set transfer_id = attempt.transfer_id, attempt = attempt.attempt, rule = 'reference',
    evidence = jsonb_build_object('reference', line.reference)
  from transfers.attempt
  where ${IS_UNTIED}
    and attempt.merchant_id = $1
    and attempt.bank_id = $2
    and attempt.reference = line.reference`;

/** The bank's reference. Where several attempts share one, the amount must single one of them out. */
const BY_UTR = `
  with candidate as materialized (
    select distinct line.line_id, attempt.transfer_id, attempt.attempt,
      transfer.amount_paise = line.amount_paise as fits
    from reconciliation.line
    join transfers.fact on fact.merchant_id = $1 and fact.utr = line.utr
    join transfers.attempt
      on attempt.merchant_id = $1
     and attempt.transfer_id = fact.transfer_id
     and attempt.attempt = fact.attempt
     and attempt.bank_id = $2
    join transfers.transfer on transfer.merchant_id = $1 and transfer.transfer_id = fact.transfer_id
    where ${IS_UNTIED}
      and line.utr is not null
  ), counted as (
    select *, count(*) over of_line as candidates, count(*) filter (where fits) over of_line as fitting
    from candidate
    window of_line as (partition by line_id)
  )
  update reconciliation.line
  set transfer_id = counted.transfer_id, attempt = counted.attempt, rule = 'utr',
    evidence = jsonb_build_object('utr', line.utr, 'candidates', counted.candidates)
  from counted
  where line.merchant_id = $1
    and line.line_id = counted.line_id
    and ((fitting = 1 and fits) or candidates = 1)`;

/**
 * Only when the whole day is known: then exactly one line of a side and exactly one attempt are like each other, or
 * nothing is tied. A line that carries some reference of the payer is not likened: if it were ours it would be known.
 */
const BY_LIKENESS = `
  with pair as materialized (
    select line.line_id, line.side, attempt.transfer_id, attempt.attempt
    from reconciliation.line, transfers.transfer, transfers.attempt, beneficiaries.beneficiary
    where ${IS_UNTIED}
      and line.reference is null
      and (line.kind in ('reversal', 'return') or line.side = 'debit')
      and line.kind <> 'charge'
      and line.counterparty_last4 = any (${TAILS})
      and ${IS_LIKE}
      and ${IS_WHOLE}
  ), counted as (
    select *, count(*) over (partition by line_id) as attempts,
      count(*) over (partition by transfer_id, attempt, side) as lines
    from pair
  )
  update reconciliation.line
  set transfer_id = counted.transfer_id, attempt = counted.attempt, rule = 'likeness',
    evidence = jsonb_build_object('amount', line.amount_paise::text, 'accountTail', line.counterparty_last4, 'day', $3)
  from counted
  where line.merchant_id = $1
    and line.line_id = counted.line_id
    and counted.attempts = 1
    and counted.lines = 1`;

/**
 * What went and what came back carry one number of the bank's, and what came back may carry nothing else: it is of the
 * attempt that the other half is of, also when it lies in suspense already.
 */
const BY_OTHER_HALF = `
  with half as materialized (
    select line.line_id, other.transfer_id, other.attempt,
      count(*) over (partition by line.line_id) as others
    from reconciliation.line
    join reconciliation.line as other
      on other.merchant_id = $1
     and other.bank_id = $2
     and other.utr = line.utr
     and other.side <> line.side
     and other.amount_paise = line.amount_paise
     and other.transfer_id is not null
     and other.state <> 'vanished'
    where line.merchant_id = $1
      and line.bank_id = $2
      and line.state in ('new', 'suspense')
      and line.transfer_id is null
      and line.top_up_id is null
      and line.utr is not null
      and not coalesce(line.evidence ? 'undone', false)
  )
  update reconciliation.line
  set transfer_id = half.transfer_id, attempt = half.attempt, rule = 'utr', awaits_day = false,
    evidence = jsonb_build_object('utr', line.utr)
  from half
  where line.merchant_id = $1
    and line.line_id = half.line_id
    and half.others = 1`;
