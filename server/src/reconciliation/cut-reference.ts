import { IS_UNTIED } from "./conditions.ts";

/** By chance no two references begin with the same so many characters. */
const CHARACTERS_MIN = 8;

/**
 * Banks without a field for our reference put it into the narration, and cut that. A line is of the attempt whose
 * reference begins with a word of its narration, if it is the only one of that amount at that bank.
 */
export const BY_CUT_REFERENCE = `
  with candidate as materialized (
    select distinct line.line_id, word, attempt.transfer_id, attempt.attempt
    from reconciliation.line
    cross join lateral regexp_split_to_table(line.narration, '[^A-Z0-9]+') as word
    join transfers.transfer on transfer.merchant_id = $1 and transfer.amount_paise = line.amount_paise
    join transfers.attempt
      on attempt.merchant_id = $1
     and attempt.transfer_id = transfer.transfer_id
     and attempt.bank_id = $2
     -- A range, which the index of references can serve.
     and attempt.reference between word and word || 'ZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZ'
     and starts_with(attempt.reference, word)
    where ${IS_UNTIED}
      and line.reference is null
      and (line.side = 'debit' or line.kind <> 'credit')
      and line.kind <> 'charge'
      and length(word) >= ${CHARACTERS_MIN}
  ), counted as (
    select *, count(*) over (partition by line_id) as candidates
    from candidate
  )
  update reconciliation.line
  set transfer_id = counted.transfer_id, attempt = counted.attempt, rule = 'reference',
    evidence = jsonb_build_object('reference', counted.word, 'amount', line.amount_paise::text)
  from counted
  where line.merchant_id = $1
    and line.line_id = counted.line_id
    and counted.candidates = 1`;
