import { IS_TIEABLE } from "./conditions.ts";

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
 * Banks without a field for our reference put it into the narration, and truncate it. Members and payees write words
 * of narrations too, so this says no more than likeness does (decision 0108). A line is of the attempt whose reference
 * begins with a word of its narration, if the bank has only one such attempt of that amount, no other line states it
 * on that side, and no other line has such a word.
 */
const byWord = (side: "debit" | "credit"): string => `
  with candidate as materialized (
    select distinct line.line_id, word, attempt.transfer_id, attempt.attempt
    from reconciliation.line
    -- Lines that are not sealed yet have their words in the narration alone.
    cross join lateral unnest(
      coalesce(line.reference_words, regexp_split_to_array(line.narration, '[^A-Z0-9]+'))
    ) as word
    -- A range, which the index of references can serve; "offset 0" has it served before amounts are looked at.
    cross join lateral (
      select transfer_id, attempt
      from transfers.attempt
      where merchant_id = $1
        and bank_id = $2
        and reference between word and word || 'ZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZ'
        and starts_with(reference, word)
      offset 0
    ) as attempt
    cross join lateral (
      select
      from transfers.transfer
      where merchant_id = $1
        and transfer_id = attempt.transfer_id
        and amount_paise = line.amount_paise
      offset 0
    ) as of_its_amount
    where ${IS_TIEABLE}
      and line.side = '${side}'
      and line.reference is null
      and length(word) >= ${CHARACTERS_MIN}
      and not exists (
        select from reconciliation.line as stated
        where stated.merchant_id = $1
          and stated.transfer_id = attempt.transfer_id
          and stated.attempt = attempt.attempt
          and stated.side = line.side
          and stated.amount_paise = line.amount_paise
          and stated.state <> 'vanished'
        offset 0
      )
  ), counted as (
    select *, count(*) over (partition by line_id) as candidates,
      count(*) over (partition by transfer_id, attempt) as lines
    from candidate
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
