/** Written from the contract by sdk/generate; npm run write-contract writes it again. */
import type { AnsweredFile } from "../answered-file.ts";
import type * as models from "./models.ts";

/** Every verb of the contract, by noun. */
export interface Nouns {
  readonly transfers: {
    /**
     * Pay a beneficiary.
     *
     * Responds as soon as the bank does, or with PENDING after the merchant's waiting time (5
     * seconds).
     *
     * Repeated only under the same id, which pays once. No answer: OutcomeUnknownError; ask
     * `transfers.get`. Refused with HTTP 400, 403, 404, 409, 412, 413, 422, 429, 503: VitaranError
     * with `subCode`.
     */
    create(input: models.TransfersCreateInput): Promise<models.TransfersCreateResult>;
    /**
     * Pay a beneficiary asynchronously.
     *
     * Responds as soon as the request is stored. The outcome arrives by webhook and in
     * getTransferStatus.
     *
     * Repeated only under the same id, which pays once. No answer: OutcomeUnknownError; ask
     * `transfers.get`. Refused with HTTP 400, 403, 404, 409, 412, 413, 422, 429, 503: VitaranError
     * with `subCode`.
     */
    createAsync(input: models.TransfersCreateAsyncInput): Promise<models.TransfersCreateAsyncResult>;
    /**
     * Pay without adding a beneficiary.
     *
     * Bank transfers require `bankAccount` and `ifsc`, UPI requires `vpa`, wallets and `phone` require
     * `phone`; in version 1.2 wallets require nothing else. Responds as soon as the bank does, or with
     * PENDING after the merchant's waiting time (5 seconds).
     *
     * Repeated only under the same id, which pays once. No answer: OutcomeUnknownError; ask
     * `transfers.get`. Refused with HTTP 400, 403, 409, 412, 413, 422, 429, 503: VitaranError with
     * `subCode`.
     */
    createDirect(input: models.TransfersCreateDirectInput): Promise<models.TransfersCreateDirectResult>;
    /**
     * Pay to a card.
     *
     * Takes a network token, never a card number: a token issued to you as token requestor, with the
     * cryptogram for this payment. An expired token is refused. The beneficiary's bank may take up to
     * 48 hours to credit the card.
     *
     * Repeated only under the same id, which pays once. No answer: OutcomeUnknownError; ask
     * `transfers.get`. Refused with HTTP 400, 403, 409, 412, 413, 422, 429, 502, 503: VitaranError
     * with `subCode`.
     */
    createToCard(input: models.TransfersCreateToCardInput): Promise<models.TransfersCreateToCardResult>;
    /**
     * Get a transfer.
     *
     * By our referenceId, your transferId, or both, if they belong to the same transfer. The call also
     * succeeds for a transfer that failed: check `data.transfer.status`. In v1.2, a QUEUED transfer
     * that waits for money behind another one names it in `waitsBehind`: transfers of a fund source
     * are paid in their order.
     *
     * Changes nothing; repeated when no answer came. Refused with HTTP 403, 404, 412, 422, 429, 502,
     * 503: VitaranError with `subCode`.
     */
    get(input?: models.TransfersGetInput): Promise<models.TransfersGetResult>;
    /**
     * List transfers.
     *
     * In the order in which we accepted them. Pass `lastReturnId` to get the next page with the same
     * filters; the last page has none. The filters besides `date` extend the classic contract; a
     * transfer matches all of them.
     *
     * Changes nothing; repeated when no answer came. Refused with HTTP 403, 412, 422, 429, 502, 503:
     * VitaranError with `subCode`.
     */
    list(input?: models.TransfersListInput): AsyncIterable<models.TransfersListItem>;
    /**
     * Cancel a transfer.
     *
     * Cancels a transfer that has not been sent to a bank: scheduled, queued, waiting for approval or
     * for the hours of its rail. Once a bank has it, it cannot be cancelled. An extension of the
     * classic contract.
     *
     * Repeated only when the server cannot have acted on it. No answer: OutcomeUnknownError; ask
     * `transfers.get`. Refused with HTTP 400, 403, 404, 409, 412, 413, 422, 429, 502, 503:
     * VitaranError with `subCode`.
     */
    cancel(input?: models.TransfersCancelInput): Promise<models.TransfersCancelResult>;
  };
  readonly loans: {
    /**
     * Disburse a co-lending loan.
     *
     * Takes the lender's share and yours by the agreed split, and pays the borrower the amount minus
     * all service charges. A loan is all or nothing: if either ledger cannot cover its share, neither
     * is debited. Get the loan like any other transfer, with `loanId` as `transferId`. Money that is
     * not paid goes back to the ledgers it came from.
     *
     * Repeated only under the same id, which pays once. No answer: OutcomeUnknownError; ask
     * `transfers.get`. Refused with HTTP 400, 403, 404, 409, 412, 413, 422, 429, 502, 503:
     * VitaranError with `subCode`.
     */
    disburse(input: models.LoansDisburseInput): Promise<models.LoansDisburseResult>;
  };
  readonly recalls: {
    /**
     * Request a recall.
     *
     * Asks the bank to return the money of a paid transfer. The bank asks the payee, and may refuse or
     * not respond. Possible within 45 days of the payment, one request at a time. A transfer that was
     * paid after it had failed can be recalled too. When the money comes back the transfer becomes
     * REVERSED (one that was paid after it had failed stays FAILED) and the recall RETURNED. An
     * extension of the classic contract.
     *
     * Repeated only when the server cannot have acted on it. No answer: OutcomeUnknownError; ask
     * `recalls.get`. Refused with HTTP 400, 403, 404, 409, 412, 413, 422, 429, 502, 503: VitaranError
     * with `subCode`.
     */
    request(input: models.RecallsRequestInput): Promise<models.RecallsRequestResult>;
    /**
     * Get a recall.
     *
     * By `recallId`, or the newest recall of a transfer. The status is REQUESTED, WITH_BANK, then
     * RETURNED, REFUSED, WITHDRAWN or EXPIRED (30 days without a response). If the money comes back
     * later, the recall becomes RETURNED all the same. An extension of the classic contract.
     *
     * Changes nothing; repeated when no answer came. Refused with HTTP 403, 404, 412, 422, 429, 502,
     * 503: VitaranError with `subCode`.
     */
    get(input?: models.RecallsGetInput): Promise<models.RecallsGetResult>;
    /**
     * Download a recall letter.
     *
     * A letter to the bank with everything it needs, to print or e-mail. An extension of the classic
     * contract.
     *
     * Changes nothing; repeated when no answer came. Refused with HTTP 403, 404, 412, 422, 429, 502,
     * 503: VitaranError with `subCode`.
     */
    letter(input: models.RecallsLetterInput): Promise<AnsweredFile>;
    /**
     * Withdraw a recall.
     *
     * Tells the bank that you no longer want the money back. An extension of the classic contract.
     *
     * Repeated only when the server cannot have acted on it. No answer: OutcomeUnknownError; ask
     * `recalls.get`. Refused with HTTP 400, 403, 404, 409, 412, 413, 422, 429, 502, 503: VitaranError
     * with `subCode`.
     */
    withdraw(input: models.RecallsWithdrawInput): Promise<models.RecallsWithdrawResult>;
  };
  readonly beneficiaries: {
    /**
     * Add a beneficiary.
     *
     * Give a bank account with its IFSC, a UPI ID, or both. Give neither for a payee who is paid only
     * to wallets: a phone number is enough. An address is optional. You can pay the beneficiary
     * immediately. Bank details cannot be changed: remove the beneficiary and add it again. If your
     * account has an approval policy for beneficiaries, the response is the same and the beneficiary
     * has the status `APPROVAL_PENDING`: it cannot be paid until it is approved, and is removed if it
     * is rejected.
     *
     * Repeated only when the server cannot have acted on it. No answer: OutcomeUnknownError; ask
     * `beneficiaries.get`. Refused with HTTP 400, 403, 409, 412, 413, 422, 429, 502, 503: VitaranError
     * with `subCode`.
     */
    create(input: models.BeneficiariesCreateInput): Promise<models.BeneficiariesCreateResult>;
    /**
     * Get a beneficiary.
     *
     * Unknown values are empty strings; an unknown `pincode` is `0`. `status` is `VERIFIED`,
     * `INVALID`, or `APPROVAL_PENDING` while the beneficiary waits for approval and cannot be paid.
     *
     * Changes nothing; repeated when no answer came. Refused with HTTP 403, 404, 412, 429, 502, 503:
     * VitaranError with `subCode`.
     */
    get(input: models.BeneficiariesGetInput): Promise<models.BeneficiariesGetResult>;
    /**
     * Find a beneficiary by bank account.
     *
     * Changes nothing; repeated when no answer came. Refused with HTTP 403, 404, 412, 422, 429, 502,
     * 503: VitaranError with `subCode`.
     */
    find(input: models.BeneficiariesFindInput): Promise<models.BeneficiariesFindResult>;
    /**
     * List beneficiaries.
     *
     * An extension of the classic contract. Newest first, with the fields of Get a beneficiary; those
     * that were removed are not listed. Pass `lastReturnId` to get the next page.
     *
     * Changes nothing; repeated when no answer came. Refused with HTTP 403, 412, 422, 429, 502, 503:
     * VitaranError with `subCode`.
     */
    list(input?: models.BeneficiariesListInput): AsyncIterable<models.BeneficiariesListItem>;
    /**
     * Remove a beneficiary.
     *
     * Transfers in progress continue. You can add the ID again. If your account has an approval policy
     * for beneficiaries, the beneficiary stays until the removal is approved, and the response says
     * so; one that is still waiting to be approved is removed immediately.
     *
     * Repeated only when the server cannot have acted on it. No answer: OutcomeUnknownError; ask
     * `beneficiaries.get`. Refused with HTTP 400, 403, 404, 409, 412, 413, 422, 429, 502, 503:
     * VitaranError with `subCode`.
     */
    remove(input: models.BeneficiariesRemoveInput): Promise<models.BeneficiariesRemoveResult>;
    /**
     * List the transfers to a beneficiary.
     *
     * Newest first.
     *
     * Changes nothing; repeated when no answer came. Refused with HTTP 403, 412, 422, 429, 502, 503:
     * VitaranError with `subCode`.
     */
    listTransfers(input: models.BeneficiariesListTransfersInput): AsyncIterable<models.BeneficiariesListTransfersItem>;
  };
  readonly validations: {
    /**
     * Verify a bank account and match the name.
     *
     * Checks with a bank immediately. No money is deposited. `city`, `branch` and `micr` are empty
     * because the IFSC list that ships with the server has none.
     *
     * Repeated only when the server cannot have acted on it. No answer: OutcomeUnknownError; ask
     * `balance.listStatement`. Refused with HTTP 400, 403, 412, 422, 429, 502, 503: VitaranError with
     * `subCode`.
     */
    bankAccount(input: models.ValidationsBankAccountInput): Promise<models.ValidationsBankAccountResult>;
    /**
     * Verify a UPI ID.
     *
     * Checks with a bank immediately. If the UPI ID does not exist, the call succeeds and reports
     * that.
     *
     * Repeated only when the server cannot have acted on it. No answer: OutcomeUnknownError; ask
     * `balance.listStatement`. Refused with HTTP 400, 403, 412, 422, 429, 502, 503: VitaranError with
     * `subCode`.
     */
    upi(input: models.ValidationsUpiInput): Promise<models.ValidationsUpiResult>;
    /**
     * Verify a bank account in the background.
     *
     * We ask a bank in the background, and retry for a while if it does not respond.
     *
     * Repeated only when the server cannot have acted on it. No answer: OutcomeUnknownError; ask
     * `validations.get`. Refused with HTTP 403, 412, 422, 429, 502, 503: VitaranError with `subCode`.
     */
    start(input: models.ValidationsStartInput): Promise<models.ValidationsStartResult>;
    /**
     * Get the result of a background verification.
     *
     * Changes nothing; repeated when no answer came. Refused with HTTP 403, 404, 412, 422, 429, 502,
     * 503: VitaranError with `subCode`.
     */
    get(input?: models.ValidationsGetInput): Promise<models.ValidationsGetResult>;
    /**
     * Verify many bank accounts in the background.
     *
     * A malformed entry fails on its own; its `message` says what is wrong.
     *
     * Repeated only when the server cannot have acted on it. No answer: OutcomeUnknownError; ask
     * `validations.getBulk`. Refused with HTTP 400, 403, 409, 412, 413, 422, 429, 502, 503:
     * VitaranError with `subCode`.
     */
    startBulk(input: models.ValidationsStartBulkInput): Promise<models.ValidationsStartBulkResult>;
    /**
     * Get the results of a bulk verification.
     *
     * Entries are keyed by account number and IFSC. Without `bulkValidationId`, `batchTransferId` is
     * used as the ID; without either, the newest bulk verification is returned, as some clients
     * expect.
     *
     * Changes nothing; repeated when no answer came. Refused with HTTP 403, 404, 412, 429, 502, 503:
     * VitaranError with `subCode`.
     */
    getBulk(input?: models.ValidationsGetBulkInput): Promise<models.ValidationsGetBulkResult>;
  };
  readonly ifsc: {
    /**
     * Look up an IFSC.
     *
     * Looks up bank, IMPS and UPI in the IFSC list that ships with the server. Address, city, state
     * and branch are empty because the list has none. NEFT and RTGS are reported as live, as listed
     * branches normally are.
     *
     * Changes nothing; repeated when no answer came. Refused with HTTP 403, 404, 412, 422, 429, 502,
     * 503: VitaranError with `subCode`.
     */
    get(input: models.IfscGetInput): Promise<models.IfscGetResult>;
  };
  readonly batches: {
    /**
     * Create a batch.
     *
     * Pays up to 500 transfers in one call. Responds as soon as the rows are stored. An invalid row
     * never rejects the others: getBatchTransferStatus gives its `failureReason`. A payee without a
     * beneficiary ID becomes a beneficiary, except for cards; rows with the same bank account pay the
     * same beneficiary.
     *
     * Repeated only under the same id, which pays once. No answer: OutcomeUnknownError; ask
     * `batches.get`. Refused with HTTP 400, 403, 409, 412, 413, 422, 429, 502, 503: VitaranError with
     * `subCode`.
     */
    create(input: models.BatchesCreateInput): Promise<models.BatchesCreateResult>;
    /**
     * Get a batch and its transfers.
     *
     * Rows are listed as soon as the batch is accepted, in the order you sent them.
     *
     * Changes nothing; repeated when no answer came. Refused with HTTP 403, 404, 412, 429, 502, 503:
     * VitaranError with `subCode`.
     */
    get(input: models.BatchesGetInput): Promise<models.BatchesGetResult>;
    /**
     * Upload a batch file.
     *
     * Pays up to 10,000 transfers, or adds beneficiaries, from a file. The request body is the file
     * itself (.csv, .xlsx or .xls, up to 5 MB) with the columns of its template. In a workbook the
     * first visible sheet is read; data on any other visible sheet is refused. Amounts may be written
     * as people write them (₹1,25,000.00, Rs. 500/-). A cell that cannot be trusted (lost zeros, a
     * formula, an amount that is shown otherwise than it is held, merged cells) or an invalid value
     * fails only its own row, with the reason. Our extension of the contract.
     *
     * Repeated only when the server cannot have acted on it. No answer: OutcomeUnknownError; ask
     * `batches.list`. Refused with HTTP 400, 403, 409, 412, 413, 422, 429, 502, 503: VitaranError with
     * `subCode`.
     */
    upload(input: models.BatchesUploadInput): Promise<models.BatchesUploadResult>;
    /**
     * List batches.
     *
     * An extension of the classic contract. Newest first; pass `lastReturnId` to get the next page.
     *
     * Changes nothing; repeated when no answer came. Refused with HTTP 403, 412, 429, 502, 503:
     * VitaranError with `subCode`.
     */
    list(input?: models.BatchesListInput): AsyncIterable<models.BatchesListItem>;
    /**
     * Get a batch with its totals and rows.
     *
     * An extension of the classic contract.
     *
     * Changes nothing; repeated when no answer came. Refused with HTTP 403, 404, 412, 429, 502, 503:
     * VitaranError with `subCode`.
     */
    getFile(input: models.BatchesGetFileInput): Promise<models.BatchesGetFileResult>;
    /**
     * Get a batch with its totals and rows.
     *
     * An extension of the classic contract.
     *
     * Changes nothing; repeated when no answer came. Refused with HTTP 403, 404, 412, 429, 502, 503:
     * VitaranError with `subCode`.
     */
    listRows(input: models.BatchesListRowsInput): AsyncIterable<models.BatchesListRowsItem>;
    /**
     * Download the results of a batch.
     *
     * A file with every row and its outcome. Of account numbers it has the last four characters. While
     * the batch is in progress it shows the outcomes so far. Our extension of the contract.
     *
     * Changes nothing; repeated when no answer came. Refused with HTTP 403, 404, 412, 422, 429, 502,
     * 503: VitaranError with `subCode`.
     */
    result(input: models.BatchesResultInput): Promise<AnsweredFile>;
    /**
     * Retry the failed rows of a batch.
     *
     * Creates a new batch from the failed rows. Rows with wrong values are left out, as they would
     * fail again. A row that already has a transfer gets a new transfer ID, `<transferId>_r2`. A row
     * is paid once even if you retry the batch twice. Card rows are never retried: their tokens were
     * issued for one payment. Our extension of the contract.
     *
     * Repeated only when the server cannot have acted on it. No answer: OutcomeUnknownError; ask
     * `batches.list`. Refused with HTTP 400, 403, 404, 409, 412, 413, 422, 429, 502, 503: VitaranError
     * with `subCode`.
     */
    retryFailed(input: models.BatchesRetryFailedInput): Promise<models.BatchesRetryFailedResult>;
    /**
     * Download a batch template.
     *
     * The header row, without data. An extension of the classic contract.
     *
     * Changes nothing; repeated when no answer came. Refused with HTTP 403, 409, 412, 422, 429, 502,
     * 503: VitaranError with `subCode`.
     */
    template(input: models.BatchesTemplateInput): Promise<AnsweredFile>;
  };
  readonly cashgrams: {
    /**
     * Create a payout link.
     *
     * The payee opens the link, confirms who they are with a one-time password and chooses where the
     * money goes. No money is held: the available balance must cover the amount now, and is checked
     * again when the payee claims.
     *
     * Repeated only under the same id, which pays once. No answer: OutcomeUnknownError; ask
     * `cashgrams.get`. Refused with HTTP 400, 403, 409, 412, 413, 422, 429, 502, 503: VitaranError
     * with `subCode`.
     */
    create(input: models.CashgramsCreateInput): Promise<models.CashgramsCreateResult>;
    /**
     * Get a payout link.
     *
     * Changes nothing; repeated when no answer came. Refused with HTTP 403, 404, 412, 422, 429, 502,
     * 503: VitaranError with `subCode`.
     */
    get(input: models.CashgramsGetInput): Promise<models.CashgramsGetResult>;
    /**
     * Deactivate a payout link.
     *
     * Possible before the payee claims, or after a claim that failed. While a claim is in progress the
     * response is 412, because the money may be leaving; after the link has ended it is 404.
     *
     * Repeated only when the server cannot have acted on it. No answer: OutcomeUnknownError; ask
     * `cashgrams.get`. Refused with HTTP 400, 403, 404, 409, 412, 413, 422, 429, 502, 503:
     * VitaranError with `subCode`.
     */
    deactivate(input: models.CashgramsDeactivateInput): Promise<models.CashgramsDeactivateResult>;
  };
  readonly balance: {
    /**
     * Get a balance.
     *
     * `availableBalance` is `balance` minus what is held for transfers in progress.
     *
     * Changes nothing; repeated when no answer came. Refused with HTTP 403, 412, 422, 429, 502, 503:
     * VitaranError with `subCode`.
     */
    get(input?: models.BalanceGetInput): Promise<models.BalanceGetResult>;
    /**
     * Get an account statement.
     *
     * An extension of the classic contract. Transfers, credits, reversals, withdrawals, verification
     * charges and internal transfers, oldest first; each `balance` is the available balance right
     * after the entry. Money from an account other than the registered one does not count: it is
     * listed with its refund and changes no balance. To add money, send a bank transfer to the fund
     * source's `accountNumber` and `ifsc`.
     *
     * Changes nothing; repeated when no answer came. Refused with HTTP 403, 412, 422, 429, 502, 503:
     * VitaranError with `subCode`.
     */
    getStatement(input?: models.BalanceGetStatementInput): Promise<models.BalanceGetStatementResult>;
    /**
     * Get an account statement.
     *
     * An extension of the classic contract. Transfers, credits, reversals, withdrawals, verification
     * charges and internal transfers, oldest first; each `balance` is the available balance right
     * after the entry. Money from an account other than the registered one does not count: it is
     * listed with its refund and changes no balance. To add money, send a bank transfer to the fund
     * source's `accountNumber` and `ifsc`.
     *
     * Changes nothing; repeated when no answer came. Refused with HTTP 403, 412, 422, 429, 502, 503:
     * VitaranError with `subCode`.
     */
    listStatement(input?: models.BalanceListStatementInput): AsyncIterable<models.BalanceListStatementItem>;
    /**
     * Set a low balance threshold.
     *
     * An extension of the classic contract. With `notify`, LOW_BALANCE_ALERT is sent once when the
     * available balance drops below the threshold, and again only after the balance has recovered.
     *
     * Repeated only when the server cannot have acted on it. No answer: OutcomeUnknownError; ask
     * `balance.getStatement`. Refused with HTTP 400, 403, 409, 412, 413, 422, 429, 502, 503:
     * VitaranError with `subCode`.
     */
    setThreshold(input: models.BalanceSetThresholdInput): Promise<models.BalanceSetThresholdResult>;
    /**
     * Move money between your own fund sources.
     *
     * From the wallet to the fund source with the account number `rechargeAccount`, or in v1.2 between
     * any two fund sources by ID. The transfer is immediate and free. It is refused if money would
     * first have to move between banks: recharge that fund source instead. Sending the same
     * `transferId` again moves nothing and gets the same response.
     *
     * Repeated only when the server cannot have acted on it. No answer: OutcomeUnknownError; ask
     * `balance.listStatement`. Refused with HTTP 400, 403, 404, 409, 412, 413, 422, 429, 502, 503:
     * VitaranError with `subCode`.
     */
    transferInternally(input: models.BalanceTransferInternallyInput): Promise<models.BalanceTransferInternallyResult>;
    /**
     * Withdraw to your business account.
     *
     * From the wallet to the registered business bank account, at most three times a day (Indian
     * time). The money leaves the wallet immediately and is paid by NEFT between 8:00 and 18:45 on
     * working days; a withdrawal cannot be cancelled. Sending the same `withdrawalId` again makes no
     * second withdrawal and returns the current state of the first, with its UTR once it is paid.
     * Every response also has its code as `statusCode`.
     *
     * Repeated only when the server cannot have acted on it. No answer: OutcomeUnknownError; ask
     * `balance.listStatement`. Refused with HTTP 400, 403, 409, 412, 413, 422, 429, 502, 503:
     * VitaranError with `subCode`.
     */
    withdraw(input: models.BalanceWithdrawInput): Promise<models.BalanceWithdrawResult>;
  };
  readonly incidents: {
    /**
     * List incidents of beneficiaries' banks.
     *
     * Incidents that overlap the range, and those planned for it, ordered by start. Times are in IST.
     * The range is today by default.
     *
     * Changes nothing; repeated when no answer came. Refused with HTTP 403, 412, 422, 429, 502, 503:
     * VitaranError with `subCode`.
     */
    list(input?: models.IncidentsListInput): AsyncIterable<models.IncidentsListItem>;
  };
  readonly downtimes: {
    /**
     * List downtimes of your fund sources.
     *
     * An extension of the classic contract. Incidents of the banks behind your fund sources, newest
     * first: unscheduled ones for 15 days after they start, scheduled ones until 7 days after they
     * end. The fields match the webhook FUND_SOURCE_INCIDENT. For incidents of beneficiaries' banks
     * see `incidents`.
     *
     * Changes nothing; repeated when no answer came. Refused with HTTP 403, 412, 422, 429, 502, 503:
     * VitaranError with `subCode`.
     */
    list(input?: models.DowntimesListInput): AsyncIterable<models.DowntimesListItem>;
  };
  readonly reports: {
    /**
     * Create a report.
     *
     * An extension of the classic contract. The file is created in the background: get `/reports/{id}`
     * until it is READY. At most 30 days, in Indian time, including the first and the last. Columns by
     * type: `transfer`: transferId, referenceId, beneId, beneName, phone, bankAccount, ifsc, vpa,
     * card, amount, fee, tax, transferMode, rail, status, acknowledged, utr, reason, remarks,
     * paymentInstrumentId, bank, addedOn, sentOn, processedOn; `pending_transfer`: transferId,
     * referenceId, beneId, beneName, phone, bankAccount, ifsc, vpa, card, amount, fee, tax,
     * transferMode, rail, status, waitsFor, utr, remarks, paymentInstrumentId, bank, addedOn, sentOn;
     * `flowgram`: cashgramId, referenceId, amount, name, phone, email, status, reason,
     * transferReferenceId, utr, remarks, addedOn, expiresOn, endedOn; `account_statement`: date, type,
     * transferId, referenceId, utr, remarks, debit, credit, charges, notCounted, balance;
     * `reversed_transfers`: reversedOn, transferId, referenceId, beneId, beneName, phone, bankAccount,
     * ifsc, vpa, card, amount, fee, tax, transferMode, rail, status, reason, utr, returnUtr, remarks,
     * paymentInstrumentId, bank, addedOn, sentOn, daysTaken.
     *
     * Repeated only when the server cannot have acted on it. No answer: OutcomeUnknownError; ask
     * `reports.list`. Refused with HTTP 400, 403, 409, 412, 413, 422, 429, 502, 503: VitaranError with
     * `subCode`.
     */
    request(input: models.ReportsRequestInput): Promise<models.ReportsRequestResult>;
    /**
     * List reports.
     *
     * An extension of the classic contract. Newest first; pass `lastReturnId` to get the next page.
     *
     * Changes nothing; repeated when no answer came. Refused with HTTP 403, 412, 429, 502, 503:
     * VitaranError with `subCode`.
     */
    list(input?: models.ReportsListInput): AsyncIterable<models.ReportsListItem>;
    /**
     * Get a report.
     *
     * An extension of the classic contract.
     *
     * Changes nothing; repeated when no answer came. Refused with HTTP 403, 404, 412, 429, 502, 503:
     * VitaranError with `subCode`.
     */
    get(input: models.ReportsGetInput): Promise<models.ReportsGetResult>;
    /**
     * Download a report.
     *
     * An extension of the classic contract. Files are kept for seven days; `Repr-Digest` holds the
     * SHA-256. Text that a spreadsheet would run as a formula is prefixed with an apostrophe.
     *
     * Changes nothing; repeated when no answer came. Refused with HTTP 403, 404, 409, 410, 412, 429,
     * 502, 503: VitaranError with `subCode`.
     */
    file(input: models.ReportsFileInput): Promise<AnsweredFile>;
  };
  readonly notifications: {
    /**
     * Get e-mail notification settings.
     *
     * An extension of the classic contract. Every category, whether it is on, and its recipients.
     *
     * Changes nothing; repeated when no answer came. Refused with HTTP 403, 412, 429, 502, 503:
     * VitaranError with `subCode`.
     */
    list(): AsyncIterable<models.NotificationsListItem>;
    /**
     * Turn e-mail notifications on or off.
     *
     * An extension of the classic contract. The recipients are kept.
     *
     * Repeated only when the server cannot have acted on it. No answer: OutcomeUnknownError; ask
     * `notifications.list`. Refused with HTTP 400, 403, 404, 409, 412, 413, 422, 429, 502, 503:
     * VitaranError with `subCode`.
     */
    setEnabled(input: models.NotificationsSetEnabledInput): Promise<models.NotificationsSetEnabledResult>;
    /**
     * Set the recipients of e-mail notifications.
     *
     * An extension of the classic contract. Replaces the current recipients; an empty list removes all
     * of them.
     *
     * Repeated only when the server cannot have acted on it. No answer: OutcomeUnknownError; ask
     * `notifications.list`. Refused with HTTP 400, 403, 404, 409, 412, 413, 422, 429, 502, 503:
     * VitaranError with `subCode`.
     */
    setRecipients(input: models.NotificationsSetRecipientsInput): Promise<models.NotificationsSetRecipientsResult>;
    /**
     * Add recipients of e-mail notifications.
     *
     * An extension of the classic contract. Adds all of them, or none if that would make more than
     * ten.
     *
     * Repeated only when the server cannot have acted on it. No answer: OutcomeUnknownError; ask
     * `notifications.list`. Refused with HTTP 400, 403, 404, 409, 412, 413, 422, 429, 502, 503:
     * VitaranError with `subCode`.
     */
    addRecipients(input: models.NotificationsAddRecipientsInput): Promise<models.NotificationsAddRecipientsResult>;
    /**
     * Remove a recipient of e-mail notifications.
     *
     * An extension of the classic contract.
     *
     * Repeated only when the server cannot have acted on it. No answer: OutcomeUnknownError; ask
     * `notifications.list`. Refused with HTTP 400, 403, 404, 409, 412, 413, 422, 429, 502, 503:
     * VitaranError with `subCode`.
     */
    removeRecipient(input: models.NotificationsRemoveRecipientInput): Promise<models.NotificationsRemoveRecipientResult>;
  };
  readonly tokens: {
    /**
     * Verify a token.
     *
     * Changes nothing; repeated when no answer came. Refused with HTTP 403, 412, 413, 429, 502, 503:
     * VitaranError with `subCode`.
     */
    verify(): Promise<models.TokensVerifyResult>;
  };
}
