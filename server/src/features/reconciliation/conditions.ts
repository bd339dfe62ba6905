import { UPSTREAMS } from "#banks";
import { type Instrument, instrumentOf, RAILS } from "#rails";

/** Conditions on lines, as SQL: $1 is the merchant, $2 the bank, $3 the day. */

/** A credit of, or after, a statement that does not follow from the one before it; see `proveDays`. */
export const isHeld = (name = "line"): string => `
  (${name}.side = 'credit' and exists (
    select from reconciliation.statement as doubtful
    where doubtful.merchant_id = ${name}.merchant_id
      and doubtful.bank_id = ${name}.bank_id
      and doubtful.day <= ${name}.day
      and doubtful.unproved
  ))`;

export const IS_HELD = isHeld();

/** A credit whose UTR was credited as a recharge, by any report of the bank. `name` is the line. */
export const isRecharge = (name = "line"): string => `
  (${name}.side = 'credit' and exists (
    select from fund_sources.top_up
    where top_up.merchant_id = ${name}.merchant_id
      and top_up.bank_id = ${name}.bank_id
      and top_up.utr = ${name}.utr
  ))`;

/** The reference of the line `moved` names an attempt, under a condition on that. */
const isOurReference = (condition = ""): string => `
  exists (
    select from transfers.attempt as sent
    where sent.merchant_id = moved.merchant_id
      and sent.bank_id = moved.bank_id
      and sent.reference = moved.reference
      ${condition}
  )`;

/** A fact in the words of a callback of an upstream. A member may have signed it, so its UTR ties no line. */
export const IS_UNCONFIRMED = `
  (fact.source = 'callback' and exists (
    select from transfers.attempt
    where attempt.merchant_id = fact.merchant_id
      and attempt.transfer_id = fact.transfer_id
      and attempt.attempt = fact.attempt
      and attempt.bank_id in (${UPSTREAMS.map(({ id }) => `'${id}'`).join(", ")})
  ))`;

/** True if something other than this line has told the UTR of the line `moved` for its payment. */
const IS_TOLD_OTHERWISE = `
  exists (
    select from transfers.fact
    where fact.merchant_id = moved.merchant_id
      and fact.transfer_id = moved.transfer_id
      and fact.attempt = moved.attempt
      and fact.utr = moved.utr
      and not starts_with(fact.fact_key, 'line:' || moved.line_id)
      and not ${IS_UNCONFIRMED}
  )`;

/**
 * A credit with the amount and a name of a debit about which a person has said of which payment it is, or is not. Only
 * a person can say what such a credit is, because its other half is known from one person's word. A reference is a
 * name if it is ours. `name` is the credit; a person's word does not count if it repeats the reference of both of them,
 * or a UTR that the bank has told of the payment by something else than the debit.
 */
export const isBesideHand = (name = "line"): string => `
  (${name}.side = 'credit' and ${name}.rule is distinct from 'by_hand' and exists (
    select from reconciliation.line as moved
    where moved.merchant_id = ${name}.merchant_id
      and moved.bank_id = ${name}.bank_id
      and moved.amount_paise = ${name}.amount_paise
      and moved.side = 'debit'
      and (moved.rule = 'by_hand' or moved.evidence ? 'undone')
      and moved.state <> 'vanished'
      and (
        moved.utr = ${name}.utr
        or moved.bank_line_id = ${name}.bank_line_id
        or (moved.reference = ${name}.reference and ${isOurReference()})
      )
      and not coalesce(
        (moved.reference = ${name}.reference
          and ${isOurReference("and (sent.transfer_id, sent.attempt) = (moved.transfer_id, moved.attempt)")})
          or (moved.utr = ${name}.utr and ${IS_TOLD_OTHERWISE}),
        false
      )
  ))`;

/** No rule has tied the line yet, and it waits for nothing. */
export const IS_UNTIED = `
  line.merchant_id = $1
    and line.bank_id = $2
    and line.day = $3::date
    and line.state = 'new'
    and not line.awaits_day
    and line.transfer_id is null
    and not ${IS_HELD}`;

/** An untied line that may be of a payment. Banks give a charge the reference and the UTR of its payment. */
export const IS_TIEABLE = `${IS_UNTIED}
    and line.kind <> 'charge'
    and not ${isRecharge()}`;

/** The end of each instrument of a payee. A phone number is also a contact, so it counts only where it was paid. */
const ENDS: Readonly<Record<Instrument, string>> = {
  account: "account_last4",
  vpa: "right('@' || beneficiaries.handle_of(vpa_handle, vpa), 4)",
  phone: "coalesce(phone_last4, right(phone, 4))",
  card: "card_last4",
};

/** The end of the destination that an attempt paid, for the columns of its rail and of its payee. */
export const END = `case rail ${RAILS.map((rail) => `when '${rail}' then ${ENDS[instrumentOf(rail)]}`).join(" ")} end`;

/** Attempts of these rails were not paid to an account number. */
export const HAS_NO_ACCOUNT = `rail in (${RAILS.filter((rail) => instrumentOf(rail) !== "account")
  .map((rail) => `'${rail}'`)
  .join(", ")})`;

/** A credit that the bank calls money that came back. */
export const IS_CALLED_RETURN = "(line.side = 'credit' and line.kind in ('reversal', 'return'))";

/**
 * The number of days before the line in which its payment was sent. Banks return payments within weeks. Other credits
 * may be returns too, but most are recharges, which must not wait because of an old payment of their amount.
 */
export const DAYS_BEFORE = `
  case when line.side = 'debit' then 1 when ${IS_CALLED_RETURN} then 60 else 7 end`;

/**
 * CTE: the attempts to which lines of the CTE `asked (side, amount_paise, days, unnamed)` may belong: of the same
 * amount, sent at most `days` before, and not yet stated on that side; with `unnamed`, only transfers without a UTR. A
 * debit that a person matched to a payment does not state it unless it names the payee's account: it gives way. A
 * credit of another amount does not state the return. `is_back`: its return is booked, so that a credit is probably
 * the line of that, however long ago the payment was sent. `tail` is the end of the destination that the attempt paid:
 * account, VPA, phone number or card. They are read once for all lines: each payment is read once, however many have
 * the same amount, and payees are looked up by key. Lines that state these payments are read in one pass: with
 * statistics of when the table was small, the planner would read all lines of the merchant for each payment. `offset
 * 0` keeps the order of the lookups.
 */
export const UNSTATED = `
  fitting as materialized (
    select asked.side, asked.amount_paise, transfer.transfer_id, transfer.beneficiary_id, transfer.utr,
      transfer.status, sent.attempt, sent.at, sent.live, sent.rail, is_back
    from asked
    cross join lateral (
      select transfer_id, beneficiary_id, utr, status, attempt
      from transfers.transfer
      where merchant_id = $1
        and amount_paise = asked.amount_paise
        and (utr is null or not asked.unnamed)
        -- What ended before has no later attempt.
        and coalesce(finished_at >= ($3::date - asked.days - 1)::timestamptz, true)
      offset 0
    ) as transfer
    cross join lateral (
      select bank_id, attempt, at, live, rail
      from transfers.attempt
      where merchant_id = $1
        and transfer_id = transfer.transfer_id
      offset 0
    ) as sent
    cross join lateral (
      select asked.side = 'credit' and (
        (transfer.status = 'reversed' and transfer.attempt = sent.attempt)
        or exists (
          select from ledger.posting
          where merchant_id = $1
            and cause_id = transfer.transfer_id
            and phase = 5
            and line = sent.attempt * 10
            and kind = 'return'
        )
      ) as is_back
      offset 0
    ) as booked
    where sent.bank_id = $2
      and (sent.at at time zone 'Asia/Kolkata')::date <= $3::date
      and (
        is_back
        or (sent.at at time zone 'Asia/Kolkata')::date >= $3::date - asked.days
      )
  ), stated as materialized (
    select transfer_id, attempt, side, amount_paise,
      case
        when rule <> 'by_hand' then null
        when kind in ('charge', 'batch') or counterparty_last4 is null then ''
        else counterparty_last4
      end as elsewhere
    from reconciliation.line
    where merchant_id = $1
      -- The index is of tied lines only.
      and transfer_id is not null
      and transfer_id = any (array(select transfer_id from fitting))
      and state <> 'vanished'
      -- One person may match a credit with a return that is booked, so that says of no other credit what it is.
      and not (side = 'credit' and rule = 'by_hand')
  ), unstated as materialized (
    select fitting.*, ${HAS_NO_ACCOUNT} as has_no_account, tail
    from fitting
    cross join lateral (
      select ${END} as tail
      from beneficiaries.beneficiary
      where merchant_id = $1
        and beneficiary_id = fitting.beneficiary_id
      offset 0
    ) as payee
    where (transfer_id, attempt, side) not in (
      select transfer_id, attempt, side from stated where side = 'debit' and elsewhere is null
    )
      and (transfer_id, attempt, side, amount_paise) not in (
        select transfer_id, attempt, side, amount_paise from stated where side = 'credit'
      )
      and not coalesce(
        (transfer_id, attempt, side, tail) in (
          select transfer_id, attempt, side, elsewhere from stated where elsewhere is not null
        ),
        false
      )
  )`;

/** The key of a fact that a line has told. */
const OF_LINE = "^line:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})";

/**
 * A fact ties lines by its UTR. What a line reports that is of the payment by likeness or by a person's word may be of
 * something else, and so may what it reported before it gave way; earlier versions recorded it.
 */
const IS_CONFIRMED = `
  not ${IS_UNCONFIRMED}
    and not exists (
      select from reconciliation.line as teller
      where teller.merchant_id = fact.merchant_id
        and teller.line_id = substring(fact.fact_key from '${OF_LINE}')::uuid
        and (
          teller.rule in ('likeness', 'by_hand')
          or (teller.transfer_id, teller.attempt) is distinct from (fact.transfer_id, fact.attempt)
        )
      offset 0
    )`;

/** The line's own bank has reported its UTR for an attempt there. Two banks may give two payments one number. */
export const IS_TOLD = `
  exists (
    select from transfers.fact
    join transfers.attempt using (merchant_id, transfer_id, attempt)
    where fact.merchant_id = line.merchant_id
      and fact.utr = line.utr
      and attempt.bank_id = line.bank_id
      and ${IS_CONFIRMED}
  )`;

/**
 * CTE: the attempts whose bank has reported a UTR of the CTE `line`. All UTRs are looked up at once: the
 * index of UTRs only says which parts of the table may contain one, and this reads each part once.
 */
export const TOLD = `
  told as materialized (
    select distinct fact.utr, fact.transfer_id, fact.attempt
    from transfers.fact
    where fact.merchant_id = $1
      and fact.utr = any (array(select line.utr from line where line.utr is not null))
      and ${IS_CONFIRMED}
  )`;

/** True if the statement of the whole day is here. */
export const IS_WHOLE = `
  exists (
    select from reconciliation.statement
    where statement.merchant_id = $1
      and statement.bank_id = $2
      and statement.day = $3::date
      and statement.whole
      and statement.state = 'imported'
  )`;
