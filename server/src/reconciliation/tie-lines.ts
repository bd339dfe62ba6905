/** Ties lines to the attempts that they are of: by the strongest rule that names exactly one, else not at all. */
import type { Tx } from "#lib/db";

export interface DayOfBank {
  readonly bankId: string;
  readonly day: string;
}

/** Ties the new lines of one bank and day. A line that more than one attempt could be of is left as it is. */
export async function tieLines(tx: Tx, { bankId, day }: DayOfBank): Promise<void> {
  for (const rule of [BY_REFERENCE, BY_UTR, BY_LIKENESS])
    await tx.execute(rule, [tx.merchantId, bankId, day]);
  await tx.execute(BY_OTHER_HALF, [tx.merchantId, bankId]);
}

/** Ties what lies in suspense to attempts that have become known since: after a restore, say. */
export async function tieSuspense(tx: Tx): Promise<void> {
  await tx.execute(SUSPENSE_BY_REFERENCE, [tx.merchantId]);
  await tx.execute(SUSPENSE_BY_UTR, [tx.merchantId]);
}

/** Lets lines that wait for the whole day be looked at again: a payment with their UTR has become known. */
export async function wakeKnown(tx: Tx): Promise<void> {
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

export const IS_UNTIED = `
  line.merchant_id = $1
    and line.bank_id = $2
    and line.day = $3::date
    and line.state = 'new'
    and not line.awaits_day
    and line.transfer_id is null`;

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
 * An attempt may be what a line is of: the same amount to the same account's end, about then, not stated yet. A payee
 * without a bank account has no such end, and may be whom any debit went to.
 */
export const IS_LIKE = `
  transfer.merchant_id = $1
    and transfer.amount_paise = line.amount_paise
    and attempt.merchant_id = $1
    and attempt.transfer_id = transfer.transfer_id
    and attempt.bank_id = $2
    and beneficiary.merchant_id = $1
    and beneficiary.beneficiary_id = transfer.beneficiary_id
    and (
      line.counterparty_last4 is null
      or beneficiary.account_last4 = line.counterparty_last4
      or (line.side = 'debit' and beneficiary.account_last4 is null)
    )
    and (line.side = 'credit' or line.utr is null or transfer.utr is null or transfer.utr = line.utr)
    and (attempt.at at time zone 'Asia/Kolkata')::date
      between line.day - case line.side when 'debit' then 1 else 7 end and line.day
    and not exists (
      select from reconciliation.line as stated
      where stated.merchant_id = $1
        and stated.transfer_id = attempt.transfer_id
        and stated.attempt = attempt.attempt
        and stated.side = line.side
        and stated.state <> 'vanished'
    )`;

/** The statement of the whole day is here. */
export const IS_WHOLE = `
  exists (
    select from reconciliation.statement
    where statement.merchant_id = $1
      and statement.bank_id = $2
      and statement.day = $3::date
      and statement.whole
      and statement.state = 'imported'
  )`;

/**
 * Only when the whole day is known: then exactly one line and exactly one attempt are like each other, or nothing is
 * tied. A line that carries some reference of the payer is not likened: if it were ours it would be known.
 */
const BY_LIKENESS = `
  with pair as materialized (
    select line.line_id, attempt.transfer_id, attempt.attempt
    from reconciliation.line, transfers.transfer, transfers.attempt, beneficiaries.beneficiary
    where ${IS_UNTIED}
      and line.reference is null
      and (line.kind in ('reversal', 'return') or line.side = 'debit')
      and line.kind <> 'charge'
      and beneficiary.account_last4 = line.counterparty_last4
      and ${IS_LIKE}
      and ${IS_WHOLE}
  ), counted as (
    select *, count(*) over (partition by line_id) as attempts,
      count(*) over (partition by transfer_id, attempt) as lines
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
