/** Ties lines to their attempts, by the strongest rule that names exactly one, otherwise not at all. */
import type { Tx } from "#lib/db";
import { IS_CALLED_RETURN, IS_TIEABLE, IS_TOLD, isBesideHand, isRecharge, TOLD } from "./conditions.ts";
import { CREDIT_BY_WORD, DEBIT_BY_WORD } from "./cut-reference.ts";
import { CREDIT_BY_LIKENESS, DEBIT_BY_LIKENESS } from "./likeness.ts";

export interface DayOfBank {
  readonly bankId: string;
  readonly day: string;
}

/**
 * Ties new lines of one bank and day. Leaves a line that more than one attempt could explain, and the lines that only
 * `tieWeakly` can tie.
 */
export async function tieLines(tx: Tx, { bankId, day }: DayOfBank): Promise<void> {
  const ofDay = [tx.merchantId, bankId, day];
  for (const rule of [BY_REFERENCE, BY_UTR, CREDIT_BY_WORD]) await tx.execute(rule, ofDay);
  await tx.execute(BY_OTHER_HALF, [tx.merchantId, bankId]);
  await tx.execute(BY_NUMBER_OF_LINE, ofDay);
}

/**
 * Ties debits by words and likeness and credits by likeness, after the bank was asked about the payments that are like
 * them: its answer may tell the UTR by which a debit is tied for certain, or which payment came back.
 */
export async function tieWeakly(tx: Tx, { bankId, day }: DayOfBank): Promise<void> {
  const ofDay = [tx.merchantId, bankId, day];
  for (const rule of [DEBIT_BY_WORD, DEBIT_BY_LIKENESS]) await tx.execute(rule, ofDay);
  // These are the credits of debits that were tied only now.
  await tx.execute(BY_OTHER_HALF, [tx.merchantId, bankId]);
  await tx.execute(BY_NUMBER_OF_LINE, ofDay);
  await tx.execute(CREDIT_BY_LIKENESS, ofDay);
}

/** Ties lines in suspense to attempts that have become known since, for example after a restore. */
export async function tieSuspense(tx: Tx): Promise<void> {
  await tx.execute(SUSPENSE_BY_REFERENCE, [tx.merchantId]);
  await tx.execute(SUSPENSE_BY_UTR, [tx.merchantId]);
}

/**
 * Takes up again lines that wait for the whole day, and lines that were paired without a known attempt, if a
 * payment with their UTR has become known.
 */
export async function wakeKnown(tx: Tx): Promise<void> {
  await tx.execute(WAKE_PAIRED, [tx.merchantId, tx.now]);
  await tx.execute(WAKE_WAITING, [tx.merchantId]);
}

export const IS_KNOWN_BY_NOW = `
  line.state = 'new'
    and line.awaits_day
    and ${IS_TOLD}`;

/** The lines of the CTE `line` whose own bank has told their UTR, each with the attempts that it told it for. */
const FROM_TOLD = `
  from line
  join told using (utr)
  join transfers.attempt
    on attempt.merchant_id = $1
   and attempt.transfer_id = told.transfer_id
   and attempt.attempt = told.attempt
   and attempt.bank_id = line.bank_id`;

const WAKE_WAITING = `
  with line as materialized (
    select line_id, bank_id, utr
    from reconciliation.line
    where merchant_id = $1
      and state = 'new'
      and awaits_day
  ), ${TOLD}
  update reconciliation.line
  set awaits_day = false
  where merchant_id = $1
    and line_id in (select line_id ${FROM_TOLD})`;

const WAKE_PAIRED = `
  with line as materialized (
    select line_id, bank_id, utr
    from reconciliation.line
    where merchant_id = $1
      and state = 'paired'
      and transfer_id is null
      and settled_at > $2::timestamptz - interval '2 days'
  ), ${TOLD}
  update reconciliation.line
  set state = 'new', awaits_day = false, settled_at = null
  where merchant_id = $1
    and state = 'paired'
    and line_id in (select line_id ${FROM_TOLD})`;

/**
 * Leaves out undone matches: a person has said that the line does not belong to that attempt. Credits about which only
 * a person can say more stay as they are.
 */
const IS_LEFT = `
  line.merchant_id = $1
    and line.state = 'suspense'
    and line.transfer_id is null
    and line.kind <> 'charge'
    and not coalesce(line.evidence ? 'undone', false)
    and not ${isRecharge()}
    and not ${isBesideHand()}`;

/** "offset 0" looks each reference up in the index of references, however many lines and attempts exist. */
const tieByReference = (isMeant: string): string => `
  update reconciliation.line
  set transfer_id = known.transfer_id, attempt = known.attempt, rule = 'reference',
    evidence = jsonb_build_object('reference', line.reference)
  from (
    select line.line_id, sent.transfer_id, sent.attempt
    from reconciliation.line
    cross join lateral (
      select transfer_id, attempt
      from transfers.attempt
      where merchant_id = $1
        and bank_id = line.bank_id
        and reference = line.reference
      offset 0
    ) as sent
    where ${isMeant}
      and line.reference is not null
  ) as known
  where line.merchant_id = $1
    and line.line_id = known.line_id`;

const SUSPENSE_BY_REFERENCE = tieByReference(IS_LEFT);

const SUSPENSE_BY_UTR = `
  with line as materialized (
    select line_id, bank_id, utr, amount_paise
    from reconciliation.line
    where ${IS_LEFT}
  ), ${TOLD}, candidate as materialized (
    select line.line_id, told.transfer_id, told.attempt
    ${FROM_TOLD}
    join transfers.transfer on transfer.merchant_id = $1 and transfer.transfer_id = told.transfer_id
    where transfer.amount_paise = line.amount_paise
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

const BY_REFERENCE = tieByReference(IS_TIEABLE);

/** Ties by the bank's reference. If several attempts share one, the amount must single one out. */
const BY_UTR = `
  with line as materialized (
    select line_id, utr, amount_paise
    from reconciliation.line
    where ${IS_TIEABLE}
  ), ${TOLD}, candidate as materialized (
    select line.line_id, told.transfer_id, told.attempt, transfer.amount_paise = line.amount_paise as fits
    from line
    join told using (utr)
    join transfers.attempt
      on attempt.merchant_id = $1
     and attempt.transfer_id = told.transfer_id
     and attempt.attempt = told.attempt
     and attempt.bank_id = $2
    join transfers.transfer on transfer.merchant_id = $1 and transfer.transfer_id = told.transfer_id
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

const HALF_RULE = "case rule when 'likeness' then rule else 'utr' end";

/**
 * A payment and its return carry one number of the bank, and the return may carry nothing else: it belongs to
 * the attempt of the other half, even if it is already in suspense. A match by hand says nothing of other lines, nor
 * does the likeness of a credit. What is the other half of a likened debit is known by likeness too.
 */
const BY_OTHER_HALF = `
  with line as materialized (
    select line_id, utr, side, amount_paise
    from reconciliation.line
    where merchant_id = $1
      and bank_id = $2
      and state in ('new', 'suspense')
      and transfer_id is null
      and top_up_id is null
      and utr is not null
      and not coalesce(evidence ? 'undone', false)
      and not ${isRecharge()}
  ), stated as materialized (
    select utr, side, amount_paise, transfer_id, attempt, ${HALF_RULE} as rule
    from reconciliation.line
    where merchant_id = $1
      and bank_id = $2
      and utr = any (array(select utr from line))
      and transfer_id is not null
      and rule <> 'by_hand'
      and not (rule = 'likeness' and side = 'credit')
      and state <> 'vanished'
  ), half as (
    select line_id, other.transfer_id, other.attempt, other.rule, count(*) over (partition by line_id) as others
    from line
    join stated as other using (utr, amount_paise)
    where other.side <> line.side
  )
  update reconciliation.line
  set transfer_id = half.transfer_id, attempt = half.attempt, rule = half.rule, awaits_day = false,
    evidence = jsonb_build_object('utr', line.utr)
  from half
  where line.merchant_id = $1
    and line.line_id = half.line_id
    and half.others = 1`;

/**
 * A reversal may carry nothing but the number of the entry that it reverses: it belongs to the attempt of the
 * only debit with this number and amount.
 */
const BY_NUMBER_OF_LINE = `
  with line as materialized (
    select line_id, bank_line_id, amount_paise
    from reconciliation.line
    where ${IS_TIEABLE}
      and ${IS_CALLED_RETURN}
      and line.bank_line_id is not null
  ), half as (
    select line_id, payment.transfer_id, payment.attempt, payment.rule, count(*) over (partition by line_id) as payments
    from line
    cross join lateral (
      select transfer_id, attempt, ${HALF_RULE} as rule
      from reconciliation.line as stated
      where stated.merchant_id = $1
        and stated.bank_id = $2
        and stated.bank_line_id = line.bank_line_id
        and stated.side = 'debit'
        and stated.amount_paise = line.amount_paise
        and stated.transfer_id is not null
        and stated.rule <> 'by_hand'
        and stated.state <> 'vanished'
      offset 0
    ) as payment
  )
  update reconciliation.line
  set transfer_id = half.transfer_id, attempt = half.attempt, rule = half.rule,
    evidence = jsonb_build_object('bankLineId', line.bank_line_id)
  from half
  where line.merchant_id = $1
    and line.line_id = half.line_id
    and half.payments = 1`;
