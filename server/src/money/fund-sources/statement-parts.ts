/** Shared parts of both queries of a statement: for a page on screen, and for a page of a file. */

/** The fund source's ledger account. $1 merchant, $2 fund source. */
export const STATEMENT_ACCOUNT = `
    select account.account_no, account.balance_paise, source.kind
    from fund_sources.fund_source as source
    join ledger.account
      on account.merchant_id = source.merchant_id
     and account.account_no = source.ledger_account_no
    where source.merchant_id = $1
      and source.fund_source_id = $2
      and source.kind <> 'transit'`;

/** The change of the account by a posting; negative for debits. */
export const POSTING_CHANGE = `
        case when posting.credit_no = account.account_no then posting.amount_paise else -posting.amount_paise end`;

/** Returns the postings of the account from a moment on. */
export const postingsOf = (from: string): string => `
    from account
    join ledger.posting
      on posting.merchant_id = $1
     and posting.at >= ${from}
     and (posting.debit_no = account.account_no or posting.credit_no = account.account_no)`;

/** Money that bypassed the wallet: it is shown, and changes no balance. */
export const notedEntries = (within: (at: string, id: string) => string): string => `
    select top_up.top_up_id, 'unregistered_credit' as kind, top_up.arrived_at as at, top_up.amount_paise
    from account
    join fund_sources.top_up on top_up.merchant_id = $1 and top_up.suspended and top_up.fund_source_id = $2
    where ${within("top_up.arrived_at", "top_up.top_up_id")}
    union all
    select refund.top_up_id, 'refund', refund.finished_at, refund.amount_paise
    from account
    join withdrawals.refund on refund.merchant_id = $1 and refund.status = 'paid'
    join fund_sources.top_up
      on top_up.merchant_id = refund.merchant_id
     and top_up.top_up_id = refund.top_up_id
     and top_up.fund_source_id = $2
    where ${within("refund.finished_at", "refund.top_up_id")}`;

/** Charges in an entry: all but the transfer's amount; what payment gives back was held only for charges. */
const CHARGES = `
    case
      when transfer.transfer_id is null then 0
      when page.kind = 'post' then page.amount_paise
      else page.amount_paise - transfer.amount_paise
    end`;

/** The shown columns of the entries of `page`, under the names of a statement's entry. */
export const ENTRY_FACTS = `
    page.at, page.kind as "entryKind",
    page.amount_paise - (${CHARGES}) as "amountPaise",
    page.change_paise as "changePaise", page.balance_paise as "balancePaise",
    ${CHARGES} as "chargesPaise",
    coalesce(transfer.transfer_key, internal_transfer.transfer_key, withdrawal.withdrawal_key, loan.loan_key) as key,
    coalesce(transfer.reference_id, internal_transfer.reference_id, disbursal.reference_id) as "referenceId",
    coalesce(transfer.utr, case when page.kind = 'refund' then refund.utr else top_up.utr end, withdrawal.utr,
      disbursal.utr) as utr,
    coalesce(transfer.remarks, internal_transfer.remarks, withdrawal.remarks, disbursal.remarks) as remarks`;

/** The joins for these columns; `page` precedes them. */
export const ENTRY_JOINS = `
  left join transfers.transfer
    on transfer.merchant_id = $1 and transfer.transfer_id = page.cause_id
  left join fund_sources.top_up
    on top_up.merchant_id = $1 and top_up.top_up_id = page.cause_id
  left join withdrawals.refund
    on refund.merchant_id = $1 and refund.top_up_id = page.cause_id
  left join fund_sources.internal_transfer
    on internal_transfer.merchant_id = $1 and internal_transfer.internal_transfer_id = page.cause_id
  left join withdrawals.withdrawal
    on withdrawal.merchant_id = $1 and withdrawal.withdrawal_id = page.cause_id
  left join lending.loan
    on loan.merchant_id = $1 and loan.loan_id = page.cause_id
  left join transfers.transfer as disbursal
    on disbursal.merchant_id = $1 and disbursal.transfer_key = loan.loan_key`;
