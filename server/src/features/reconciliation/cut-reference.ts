import type { Tx } from "#lib/db";
import { END, HAS_NO_ACCOUNT, IS_TIEABLE } from "./conditions.ts";
import { ALIKE_MAX, type Untied } from "./decide-untied.ts";
import type { Line } from "./line.ts";

/** References of ours do not share this many first characters by chance. */
const CHARACTERS_MIN = 8;

/**
 * Returns the words of a narration that may begin a reference of ours. They are stored next to the sealed
 * narration, so numbers and words with an @ are left out: no VPA, e-mail or phone number is a reference.
 */
export function wordsOf(narration: string): string[] {
  const words = narration.replaceAll(/[^\s/]*@[^\s/]*/g, " ").split(/[^A-Z0-9]+/);
  return [...new Set(words.filter((word) => word.length >= CHARACTERS_MIN && !/^\d+$/.test(word)))];
}

/**
 * CTE: the attempts of bank $2 and of the line's amount whose references begin with words of narrations. A debit that
 * went to another account is of none of them, whatever its words.
 */
const namedBy = (isMeant: string): string => `
  named as materialized (
    select line.line_id, line.side, line.amount_paise, attempt.transfer_id, attempt.attempt, attempt.live,
      max(word) as word,
      exists (
        select from reconciliation.line as stated
        where stated.merchant_id = $1
          and stated.transfer_id = attempt.transfer_id
          and stated.attempt = attempt.attempt
          and stated.side = line.side
          and stated.amount_paise = line.amount_paise
          and stated.state <> 'vanished'
        offset 0
      ) as stated
    from reconciliation.line
    -- Lines that are not sealed yet have their words in the narration alone.
    cross join lateral unnest(
      coalesce(line.reference_words, regexp_split_to_array(line.narration, '[^A-Z0-9]+'))
    ) as word
    -- A range, which the index of references can serve; "offset 0" has it served before amounts are looked at.
    cross join lateral (
      select transfer_id, attempt, live, rail
      from transfers.attempt
      where merchant_id = $1
        and bank_id = $2
        and reference between word and word || 'ZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZ'
        and starts_with(reference, word)
      offset 0
    ) as attempt
    cross join lateral (
      select beneficiary_id
      from transfers.transfer
      where merchant_id = $1
        and transfer_id = attempt.transfer_id
        and amount_paise = line.amount_paise
      offset 0
    ) as of_its_amount
    cross join lateral (
      select ${END} as tail
      from beneficiaries.beneficiary
      where merchant_id = $1
        and beneficiary_id = of_its_amount.beneficiary_id
      offset 0
    ) as payee
    where ${isMeant}
      and length(word) >= ${CHARACTERS_MIN}
      and (line.side = 'credit' or ${HAS_NO_ACCOUNT} or coalesce(line.counterparty_last4 = tail, true))
    group by line.line_id, line.side, line.amount_paise, attempt.transfer_id, attempt.attempt, attempt.live
  )`;

/**
 * Banks without a field for our reference put it into the narration, and truncate it. Members and payees write words
 * of narrations too, so this says no more than likeness does (decision 0108). A line is of the attempt whose reference
 * begins with a word of its narration, if the bank has only one such attempt of that amount, no other line states it
 * on that side, and no other line has such a word.
 */
const byWord = (side: "debit" | "credit"): string => `
  with ${namedBy(`${IS_TIEABLE} and line.reference is null and line.side = '${side}'`)}, counted as (
    select *, count(*) over (partition by line_id) as candidates,
      count(*) over (partition by transfer_id, attempt) as lines
    from named
    where not stated
  )
  update reconciliation.line
  set transfer_id = counted.transfer_id, attempt = counted.attempt, rule = 'likeness',
    evidence = jsonb_build_object('reference', counted.word, 'amount', line.amount_paise::text)
  from counted
  where line.merchant_id = $1
    and line.line_id = counted.line_id
    and counted.candidates = 1
    and counted.lines = 1`;

export const DEBIT_BY_WORD = byWord("debit");
export const CREDIT_BY_WORD = byWord("credit");

/** The attempts that words of untied credits of day $3 name. Their bank is asked whether they came back. */
export const NAMED_BY_CREDITS = `
  with ${namedBy(`${IS_TIEABLE} and line.side = 'credit'`)}
  select transfer_id, attempt
  from named`;

/**
 * Counts the attempts that the words of each line name, at most ALIKE_MAX. Only one that was not refused and that no
 * line states explains a debit; all such debits and attempts of an amount are compared. A credit may be money of any.
 */
export async function countNamed(
  tx: Tx,
  bankId: string,
  lines: readonly Line[],
): Promise<(line: Line) => Pick<Untied, "alike" | "isCovered">> {
  const [debits, credits] = [lines.filter(isDebit), lines.filter((line) => !isDebit(line))];
  const amounts = debits.map(({ amountPaise }) => amountPaise);
  const ids = credits.map(({ lineId }) => lineId);
  const rows =
    lines.length === 0 ? [] : await tx.query<Named>(COUNT_NAMED, [tx.merchantId, bankId, amounts, ids]);
  const counts = new Map(rows.map(({ lineId, ...count }) => [lineId, count]));
  return ({ lineId }) => counts.get(lineId) ?? { alike: 0, isCovered: false };
}

const isDebit = ({ side }: Line): boolean => side === "debit";

type Named = Pick<Untied, "lineId" | "alike" | "isCovered">;

// A debit that came back under its number is nothing, so it takes no attempt from another one.
const COUNT_NAMED = `
  with ${namedBy(`
    line.merchant_id = $1
      and line.bank_id = $2
      and line.state in ('new', 'suspense')
      and line.transfer_id is null
      and (
        line.line_id = any ($4::uuid[])
        or (
          line.side = 'debit'
          and line.amount_paise = any ($3::bigint[])
          and line.reference is null
          and line.kind not in ('charge', 'batch')
          and not exists (
            select from reconciliation.line as half
            where half.merchant_id = $1
              and half.bank_id = $2
              and half.utr = line.utr
              and half.side = 'credit'
              and half.amount_paise = line.amount_paise
              and half.state in ('new', 'suspense')
              and half.transfer_id is null
            offset 0
          )
        )
      )`)}, possible as materialized (
    select *
    from named
    where side = 'credit' or (live and not stated)
  ), compared as (
    select amount_paise, count(distinct line_id) <= count(distinct (transfer_id, attempt)) as is_covered
    from possible
    where side = 'debit'
    group by amount_paise
  )
  select line_id as "lineId", least(count(*), ${ALIKE_MAX})::int as alike,
    side = 'debit' and bool_or(is_covered) as "isCovered"
  from possible
  left join compared using (amount_paise)
  group by line_id, side`;
