/** Conditions on lines, as SQL: $1 is the merchant, $2 the bank, $3 the day. */

/** No rule has tied it yet, and it waits for nothing. */
export const IS_UNTIED = `
  line.merchant_id = $1
    and line.bank_id = $2
    and line.day = $3::date
    and line.state = 'new'
    and not line.awaits_day
    and line.transfer_id is null`;

/** How what banks pay to ends: an account, a VPA, a phone number, a card. */
export const TAILS = `array[
  beneficiary.account_last4, right(beneficiary.vpa, 4), right(beneficiary.phone, 4), beneficiary.card_last4
]`;

/**
 * An attempt may be what a line is of: the same amount to the same account's end, about then, not stated yet. A payee
 * without a bank account may be whom any debit went to, for banks mask what else they pay to as they like.
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
      or line.counterparty_last4 = any (${TAILS})
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
