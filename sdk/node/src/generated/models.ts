/** Written from the contract by sdk/generate; npm run write-contract writes it again. */
import type { Amount } from "../money.ts";

/** The input of `transfers.create`. */
export interface TransfersCreateInput {
  /** Your ID for the beneficiary: letters, digits and underscores. */
  readonly beneId: string;
  /**
   * Rupees as text ("1243.50") or whole paise as bigint (124350n); at most two decimals, never a
   * number.
   */
  readonly amount: Amount;
  /** Your ID for the transfer. The same ID always means the same transfer. */
  readonly transferId: string;
  /**
   * With `banktransfer` we choose between IMPS, NEFT and RTGS. `phone` pays by UPI to the UPI ID most
   * recently linked to the beneficiary's phone number, if the bank has the beneficiary's name for it.
   */
  readonly transferMode?: 
    | "banktransfer"
    | "imps"
    | "neft"
    | "rtgs"
    | "upi"
    | "paytm"
    | "amazonpay"
    | "card"
    | "phone";
  readonly remarks?: string;
  /**
   * The fund source that pays. Default: chosen by your shares; without shares, the wallet, or your
   * only fund source.
   */
  readonly paymentInstrumentId?: string;
  /**
   * Do not send before this time (Indian time); at most 365 days ahead. An extension of the classic
   * contract.
   */
  readonly processOn?: string;
  /**
   * When transfers wait for money, higher numbers go first, then earlier transfers. Our extension of
   * the contract.
   */
  readonly priority?: number;
}

/** The answer of `transfers.create`. */
export interface TransfersCreateResult {
  readonly status: "SUCCESS" | "PENDING" | "ACCEPTED" | "ERROR" | "FAILED";
  readonly subCode: string;
  readonly message: string;
  /** Our ID of the transfer. */
  readonly referenceId?: string;
  /** The bank's reference, once the transfer is paid. */
  readonly utr?: string;
  /** 1 once the beneficiary's bank has credited the money. */
  readonly acknowledged?: 0 | 1;
  /** For a failed transfer that was paid later, for example PAID_AFTER_FAILURE. */
  readonly reason?: string;
  /** With `reason`: what happened to the money, and what to do. */
  readonly description?: string;
  /** The id under which the server has logged the call. */
  readonly requestId: string;
}

/** The input of `transfers.createAsync`. */
export interface TransfersCreateAsyncInput {
  /** Your ID for the beneficiary: letters, digits and underscores. */
  readonly beneId: string;
  /**
   * Rupees as text ("1243.50") or whole paise as bigint (124350n); at most two decimals, never a
   * number.
   */
  readonly amount: Amount;
  /** Your ID for the transfer. The same ID always means the same transfer. */
  readonly transferId: string;
  /**
   * With `banktransfer` we choose between IMPS, NEFT and RTGS. `phone` pays by UPI to the UPI ID most
   * recently linked to the beneficiary's phone number, if the bank has the beneficiary's name for it.
   */
  readonly transferMode?: 
    | "banktransfer"
    | "imps"
    | "neft"
    | "rtgs"
    | "upi"
    | "paytm"
    | "amazonpay"
    | "card"
    | "phone";
  readonly remarks?: string;
  /**
   * The fund source that pays. Default: chosen by your shares; without shares, the wallet, or your
   * only fund source.
   */
  readonly paymentInstrumentId?: string;
  /**
   * Do not send before this time (Indian time); at most 365 days ahead. An extension of the classic
   * contract.
   */
  readonly processOn?: string;
  /**
   * When transfers wait for money, higher numbers go first, then earlier transfers. Our extension of
   * the contract.
   */
  readonly priority?: number;
}

/** The answer of `transfers.createAsync`. */
export interface TransfersCreateAsyncResult {
  readonly status: "SUCCESS" | "PENDING" | "ACCEPTED" | "ERROR" | "FAILED";
  readonly subCode: string;
  readonly message: string;
  /** Our ID of the transfer. */
  readonly referenceId?: string;
  /** The id under which the server has logged the call. */
  readonly requestId: string;
}

/** The input of `transfers.createDirect`. */
export interface TransfersCreateDirectInput {
  readonly beneDetails: {
    /** Not looked up: we pay the details given here. */
    readonly beneId?: string;
    /** Required, except for wallets, which require only `phone`. */
    readonly name?: string;
    /** Not required for a payee who is paid only to wallets. */
    readonly email?: string;
    /**
     * An Indian number: 8 to 12 digits, with or without +91 or 0; blanks, hyphens and brackets do not
     * count.
     */
    readonly phone?: string;
    readonly bankAccount?: string;
    readonly ifsc?: string;
    /** UPI ID: letters, digits, dots and underscores; hyphens only before the @. */
    readonly vpa?: string;
    readonly address1?: string;
    readonly address2?: string;
    /** Letters and spaces. */
    readonly city?: string;
    /** Letters and spaces. */
    readonly state?: string;
    readonly pincode?: string;
  };
  /**
   * With `banktransfer` we choose between IMPS, NEFT and RTGS. `phone` pays by UPI to the UPI ID most
   * recently linked to the beneficiary's phone number, if the bank has the beneficiary's name for it.
   */
  readonly transferMode: 
    | "banktransfer"
    | "imps"
    | "neft"
    | "rtgs"
    | "upi"
    | "paytm"
    | "amazonpay"
    | "card"
    | "phone";
  /**
   * Rupees as text ("1243.50") or whole paise as bigint (124350n); at most two decimals, never a
   * number.
   */
  readonly amount: Amount;
  /** Your ID for the transfer. The same ID always means the same transfer. */
  readonly transferId: string;
  readonly remarks?: string;
  /**
   * The fund source that pays. Default: chosen by your shares; without shares, the wallet, or your
   * only fund source.
   */
  readonly paymentInstrumentId?: string;
  /**
   * Do not send before this time (Indian time); at most 365 days ahead. An extension of the classic
   * contract.
   */
  readonly processOn?: string;
  /**
   * When transfers wait for money, higher numbers go first, then earlier transfers. Our extension of
   * the contract.
   */
  readonly priority?: number;
}

/** The answer of `transfers.createDirect`. */
export interface TransfersCreateDirectResult {
  readonly status: "SUCCESS" | "PENDING" | "ACCEPTED" | "ERROR" | "FAILED";
  readonly subCode: string;
  readonly message: string;
  /** Our ID of the transfer. */
  readonly referenceId?: string;
  /** The bank's reference, once the transfer is paid. */
  readonly utr?: string;
  /** 1 once the beneficiary's bank has credited the money. */
  readonly acknowledged?: 0 | 1;
  /** For a failed transfer that was paid later, for example PAID_AFTER_FAILURE. */
  readonly reason?: string;
  /** With `reason`: what happened to the money, and what to do. */
  readonly description?: string;
  /** The id under which the server has logged the call. */
  readonly requestId: string;
}

/** The input of `transfers.createToCard`. */
export interface TransfersCreateToCardInput {
  /**
   * Rupees as text ("1243.50") or whole paise as bigint (124350n); at most two decimals, never a
   * number.
   */
  readonly amount: Amount;
  /** Your ID for the transfer. The same ID always means the same transfer. */
  readonly transferId: string;
  readonly remarks?: string;
  readonly token: string;
  readonly cardType: "DEBIT" | "CREDIT";
  readonly name?: string;
  readonly networkType?: "VISA" | "MASTERCARD";
  /** Required for a token made of digits. */
  readonly cryptogram?: string;
  readonly tokenExpiry?: string;
  readonly tokenPANSequenceNumber?: string;
}

/** The answer of `transfers.createToCard`. */
export interface TransfersCreateToCardResult {
  readonly status: "SUCCESS" | "PENDING" | "ACCEPTED" | "ERROR" | "FAILED";
  readonly subCode: string;
  readonly message: string;
  /** Our ID of the transfer. */
  readonly referenceId?: string;
  /** The bank's reference, once the transfer is paid. */
  readonly utr?: string;
  /** 1 once the beneficiary's bank has credited the money. */
  readonly acknowledged?: 0 | 1;
  /** For a failed transfer that was paid later, for example PAID_AFTER_FAILURE. */
  readonly reason?: string;
  /** With `reason`: what happened to the money, and what to do. */
  readonly description?: string;
  /** The id under which the server has logged the call. */
  readonly requestId: string;
}

/** The input of `transfers.get`. */
export interface TransfersGetInput {
  readonly transferId?: string;
  readonly referenceId?: string;
}

/** The answer of `transfers.get`. */
export interface TransfersGetResult {
  readonly transferId: string;
  readonly referenceId: string;
  readonly bankAccount?: string;
  readonly ifsc?: string;
  /** Empty for a direct transfer. */
  readonly beneId: string;
  readonly amount: string;
  readonly status: 
    | "RECEIVED"
    | "APPROVAL_PENDING"
    | "QUEUED"
    | "PENDING"
    | "SUCCESS"
    | "FAILED"
    | "REJECTED"
    | "REVERSED";
  readonly utr?: string;
  /** Indian time; `0000-00-00 00:00:00` until it happens. */
  readonly addedOn: string;
  /** Indian time; `0000-00-00 00:00:00` until it happens. */
  readonly processedOn: string;
  /** Why the transfer was not paid, or was reversed. */
  readonly reason?: 
    | "BANK_GATEWAY_ERROR"
    | "BENE_BANK_DECLINED"
    | "FAILED"
    | "INVALID_IFSC_FAIL"
    | "INVALID_ACCOUNT_FAIL"
    | "RETURNED_FROM_BENEFICIARY"
    | "INSUFFICIENT_BALANCE"
    | "IMPS_MODE_FAIL"
    | "RTGS_MODE_FAIL"
    | "REINITIALIZE_TRANSFER_LATER"
    | "NRE_ACCOUNT_FAIL"
    | "ACCOUNT_BLOCKED"
    | "DEST_LIMIT_REACHED"
    | "INVALID_MODE_FAIL"
    | "NPCI_UNAVAILABLE"
    | "BENEFICIARY_BANK_OFFLINE"
    | "INVALID_AMOUNT_FAIL"
    | "SUSPECTED_TRANSFER"
    | "BENE_NAME_DIFFERS"
    | "DISABLED_MODE"
    | "AMAZON_AMOUNT_EXCEED"
    | "BENEFICIARY_BLACKLISTED"
    | "PAYOUT_INACTIVE"
    | "INVALID_TRANSFER_AMOUNT"
    | "BENEFICIARY_NOT_EXIST"
    | "BENEFICIARY_INVALID_MODE"
    | "INVALID_BENE_ACCOUNT_OR_IFSC"
    | "INVALID_OR_NO_SUCH_ACCOUNT_TYPE"
    | "ANY_OTHER_REASON"
    | "CANCELLED"
    | "APPROVAL_REJECTED"
    | "APPROVAL_EXPIRED"
    | "PAID_AFTER_FAILURE"
    | "PAID_LATE_AND_RETURNED"
    | "PAID_TWICE";
  /**
   * With the reasons PAID_AFTER_FAILURE and PAID_LATE_AND_RETURNED: what happened to the money of a
   * transfer that had failed, and what to do. An extension of the classic contract.
   */
  readonly description?: string;
  readonly transferMode: "BANK" | "UPI" | "PAYTM" | "AMAZONPAY" | "CARD" | "phone";
  readonly acknowledged: 0 | 1;
  readonly vpa?: string;
  /** In v1.2. */
  readonly phone?: string;
  /** The fund source that pays; in v1.2. */
  readonly paymentInstrumentId?: string;
  readonly waitsBehind?: {
    /** Absent if it is a withdrawal. */
    readonly transferId?: string;
    readonly referenceId: string;
    readonly amount: string;
  };
  /**
   * How well the names match; absent if you gave no name, or one that cannot be compared: then compare
   * nameAtBank.
   */
  readonly nameMatchScore?: 100 | 85 | 61 | 55 | 14;
  readonly nameMatchResult?: 
    | "DIRECT_MATCH"
    | "GOOD_PARTIAL_MATCH"
    | "MODERATE_PARTIAL_MATCH"
    | "POOR_PARTIAL_MATCH"
    | "NO_MATCH";
}

/** The input of `transfers.list`. */
export interface TransfersListInput {
  readonly maxReturn?: number;
  /** Only transfers of this day (Indian time). */
  readonly date?: string;
  /** Only transfers of this day or later (Indian time). */
  readonly startDate?: string;
  /** Only transfers of this day or earlier (Indian time). */
  readonly endDate?: string;
  /** Only the transfer with this ID of yours. */
  readonly transferId?: string;
  /** Only transfers to this beneficiary. */
  readonly beneId?: string;
  /** Only transfers with this status. */
  readonly status?: 
    | "RECEIVED"
    | "APPROVAL_PENDING"
    | "QUEUED"
    | "PENDING"
    | "SUCCESS"
    | "FAILED"
    | "REJECTED"
    | "REVERSED";
  /**
   * Rupees as text ("1243.50") or whole paise as bigint (124350n); at most two decimals, never a
   * number.
   */
  readonly minAmount?: Amount;
  /**
   * Rupees as text ("1243.50") or whole paise as bigint (124350n); at most two decimals, never a
   * number.
   */
  readonly maxAmount?: Amount;
}

/** One of the list of `transfers.list`. */
export interface TransfersListItem {
  readonly transferId: string;
  readonly referenceId: string;
  readonly bankAccount: string;
  /** Empty for a direct transfer. */
  readonly beneId: string;
  readonly amount: string;
  readonly status: 
    | "RECEIVED"
    | "APPROVAL_PENDING"
    | "QUEUED"
    | "PENDING"
    | "SUCCESS"
    | "FAILED"
    | "REJECTED"
    | "REVERSED";
  readonly utr: string;
  /** Indian time; `0000-00-00 00:00:00` until it happens. */
  readonly addedOn: string;
  /** Indian time; `0000-00-00 00:00:00` until it happens. */
  readonly processedOn: string;
  readonly acknowledged: 0 | 1;
  /**
   * With the reasons PAID_AFTER_FAILURE and PAID_LATE_AND_RETURNED: what happened to the money of a
   * transfer that had failed, and what to do. An extension of the classic contract.
   */
  readonly description?: string;
  /** Why the transfer was not paid, or was reversed. */
  readonly reason?: 
    | "BANK_GATEWAY_ERROR"
    | "BENE_BANK_DECLINED"
    | "FAILED"
    | "INVALID_IFSC_FAIL"
    | "INVALID_ACCOUNT_FAIL"
    | "RETURNED_FROM_BENEFICIARY"
    | "INSUFFICIENT_BALANCE"
    | "IMPS_MODE_FAIL"
    | "RTGS_MODE_FAIL"
    | "REINITIALIZE_TRANSFER_LATER"
    | "NRE_ACCOUNT_FAIL"
    | "ACCOUNT_BLOCKED"
    | "DEST_LIMIT_REACHED"
    | "INVALID_MODE_FAIL"
    | "NPCI_UNAVAILABLE"
    | "BENEFICIARY_BANK_OFFLINE"
    | "INVALID_AMOUNT_FAIL"
    | "SUSPECTED_TRANSFER"
    | "BENE_NAME_DIFFERS"
    | "DISABLED_MODE"
    | "AMAZON_AMOUNT_EXCEED"
    | "BENEFICIARY_BLACKLISTED"
    | "PAYOUT_INACTIVE"
    | "INVALID_TRANSFER_AMOUNT"
    | "BENEFICIARY_NOT_EXIST"
    | "BENEFICIARY_INVALID_MODE"
    | "INVALID_BENE_ACCOUNT_OR_IFSC"
    | "INVALID_OR_NO_SUCH_ACCOUNT_TYPE"
    | "ANY_OTHER_REASON"
    | "CANCELLED"
    | "APPROVAL_REJECTED"
    | "APPROVAL_EXPIRED"
    | "PAID_AFTER_FAILURE"
    | "PAID_LATE_AND_RETURNED"
    | "PAID_TWICE";
}

/** The input of `transfers.cancel`. */
export interface TransfersCancelInput {
  readonly transferId?: string;
  readonly referenceId?: string;
}

/** The answer of `transfers.cancel`. */
export interface TransfersCancelResult {
  readonly status: "SUCCESS" | "PENDING" | "ACCEPTED" | "ERROR" | "FAILED";
  readonly subCode: string;
  readonly message: string;
  readonly transferId: string;
  readonly referenceId: string;
  /** The id under which the server has logged the call. */
  readonly requestId: string;
}

/** The input of `loans.disburse`. */
export interface LoansDisburseInput {
  /** Your ID for the beneficiary: letters, digits and underscores. */
  readonly beneId?: string;
  readonly beneDetails?: {
    /** Not looked up: we pay the details given here. */
    readonly beneId?: string;
    /** Not required for a payee who is paid only to wallets. */
    readonly name: string;
    /** Not required for a payee who is paid only to wallets. */
    readonly email: string;
    /**
     * An Indian number: 8 to 12 digits, with or without +91 or 0; blanks, hyphens and brackets do not
     * count.
     */
    readonly phone: string;
    readonly bankAccount?: string;
    readonly ifsc?: string;
    /** UPI ID: letters, digits, dots and underscores; hyphens only before the @. */
    readonly vpa?: string;
    readonly address1?: string;
    readonly address2?: string;
    /** Letters and spaces. */
    readonly city?: string;
    /** Letters and spaces. */
    readonly state?: string;
    readonly pincode?: string;
  };
  /**
   * Rupees as text ("1243.50") or whole paise as bigint (124350n); at most two decimals, never a
   * number.
   */
  readonly amount: Amount;
  /** Your ID for the loan and its transfer. The same ID always means the same loan. */
  readonly loanId: string;
  /** With `banktransfer` we choose between IMPS, NEFT and RTGS. */
  readonly transferMode?: 
    | "banktransfer"
    | "imps"
    | "neft"
    | "rtgs"
    | "upi"
    | "paytm"
    | "amazonpay"
    | "card";
  readonly remarks?: string;
  /**
   * What is deducted from the amount: up to 20 charges with names of your choice, or an empty list.
   * The charge named `LENDER` goes to the lender, all others to you.
   */
  readonly serviceCharges: readonly {
    readonly key: string;
    /**
     * Rupees as text ("1243.50") or whole paise as bigint (124350n); at most two decimals, never a
     * number.
     */
    readonly value: Amount;
  }[];
  /** Ignored. */
  readonly transferType?: string;
}

/** The answer of `loans.disburse`. */
export interface LoansDisburseResult {
  readonly status: "SUCCESS" | "PENDING" | "ACCEPTED" | "ERROR" | "FAILED";
  readonly subCode: string;
  readonly message: string;
  /** Our ID of the transfer. */
  readonly referenceId?: string;
  /** The bank's reference, once the transfer is paid. */
  readonly utr?: string;
  /** 1 once the beneficiary's bank has credited the money. */
  readonly acknowledged?: 0 | 1;
  /** For a failed transfer that was paid later, for example PAID_AFTER_FAILURE. */
  readonly reason?: string;
  /** With `reason`: what happened to the money, and what to do. */
  readonly description?: string;
  /** The id under which the server has logged the call. */
  readonly requestId: string;
}

/** The input of `recalls.request`. */
export interface RecallsRequestInput {
  readonly transferId?: string;
  readonly referenceId?: string;
  readonly reason: 
    | "WRONG_BENEFICIARY"
    | "WRONG_AMOUNT"
    | "PAID_TWICE"
    | "FRAUD"
    | "OTHER";
  /** Printed in the letter to the bank. */
  readonly remarks?: string;
}

/** The answer of `recalls.request`. */
export interface RecallsRequestResult {
  readonly recallId: string;
  readonly transferId: string;
  readonly referenceId: string;
  readonly amount: string;
  readonly status: 
    | "REQUESTED"
    | "WITH_BANK"
    | "RETURNED"
    | "REFUSED"
    | "WITHDRAWN"
    | "EXPIRED";
  readonly reason: 
    | "WRONG_BENEFICIARY"
    | "WRONG_AMOUNT"
    | "PAID_TWICE"
    | "FRAUD"
    | "OTHER";
  readonly remarks: string;
  /** Indian time; empty if it does not apply. */
  readonly requestedOn: string;
  /** When the recall expires without a response (Indian time); empty once it has ended. */
  readonly expiresOn: string;
  /** The bank's case number, once known. */
  readonly bankReference: string;
  /** Why the bank refused. */
  readonly refusal: string;
  /** Indian time; empty if it does not apply. */
  readonly endedOn: string;
  readonly history: readonly ({
    readonly status: 
      | "REQUESTED"
      | "WITH_BANK"
      | "RETURNED"
      | "REFUSED"
      | "WITHDRAWN"
      | "EXPIRED";
    readonly because: string;
    /** Indian time; empty if it does not apply. */
    readonly eventTime: string;
  })[];
}

/** The input of `recalls.get`. */
export interface RecallsGetInput {
  readonly recallId?: string;
  readonly transferId?: string;
  readonly referenceId?: string;
}

/** The answer of `recalls.get`. */
export interface RecallsGetResult {
  readonly recallId: string;
  readonly transferId: string;
  readonly referenceId: string;
  readonly amount: string;
  readonly status: 
    | "REQUESTED"
    | "WITH_BANK"
    | "RETURNED"
    | "REFUSED"
    | "WITHDRAWN"
    | "EXPIRED";
  readonly reason: 
    | "WRONG_BENEFICIARY"
    | "WRONG_AMOUNT"
    | "PAID_TWICE"
    | "FRAUD"
    | "OTHER";
  readonly remarks: string;
  /** Indian time; empty if it does not apply. */
  readonly requestedOn: string;
  /** When the recall expires without a response (Indian time); empty once it has ended. */
  readonly expiresOn: string;
  /** The bank's case number, once known. */
  readonly bankReference: string;
  /** Why the bank refused. */
  readonly refusal: string;
  /** Indian time; empty if it does not apply. */
  readonly endedOn: string;
  readonly history: readonly ({
    readonly status: 
      | "REQUESTED"
      | "WITH_BANK"
      | "RETURNED"
      | "REFUSED"
      | "WITHDRAWN"
      | "EXPIRED";
    readonly because: string;
    /** Indian time; empty if it does not apply. */
    readonly eventTime: string;
  })[];
}

/** The input of `recalls.letter`. */
export interface RecallsLetterInput {
  /** The `recallId`. */
  readonly id: string;
  readonly format?: "text" | "html";
}

/** The input of `recalls.withdraw`. */
export interface RecallsWithdrawInput {
  readonly recallId: string;
}

/** The answer of `recalls.withdraw`. */
export interface RecallsWithdrawResult {
  readonly recallId: string;
  readonly transferId: string;
  readonly referenceId: string;
  readonly amount: string;
  readonly status: 
    | "REQUESTED"
    | "WITH_BANK"
    | "RETURNED"
    | "REFUSED"
    | "WITHDRAWN"
    | "EXPIRED";
  readonly reason: 
    | "WRONG_BENEFICIARY"
    | "WRONG_AMOUNT"
    | "PAID_TWICE"
    | "FRAUD"
    | "OTHER";
  readonly remarks: string;
  /** Indian time; empty if it does not apply. */
  readonly requestedOn: string;
  /** When the recall expires without a response (Indian time); empty once it has ended. */
  readonly expiresOn: string;
  /** The bank's case number, once known. */
  readonly bankReference: string;
  /** Why the bank refused. */
  readonly refusal: string;
  /** Indian time; empty if it does not apply. */
  readonly endedOn: string;
  readonly history: readonly ({
    readonly status: 
      | "REQUESTED"
      | "WITH_BANK"
      | "RETURNED"
      | "REFUSED"
      | "WITHDRAWN"
      | "EXPIRED";
    readonly because: string;
    /** Indian time; empty if it does not apply. */
    readonly eventTime: string;
  })[];
}

/** The input of `beneficiaries.create`. */
export interface BeneficiariesCreateInput {
  /** Your ID for the beneficiary: letters, digits and underscores. */
  readonly beneId: string;
  /** Not required for a payee who is paid only to wallets. */
  readonly name?: string;
  /** Not required for a payee who is paid only to wallets. */
  readonly email?: string;
  /**
   * An Indian number: 8 to 12 digits, with or without +91 or 0; blanks, hyphens and brackets do not
   * count.
   */
  readonly phone: string;
  /** Requires `ifsc`. */
  readonly bankAccount?: string;
  readonly ifsc?: string;
  /** UPI ID: letters, digits, dots and underscores; hyphens only before the @. */
  readonly vpa?: string;
  readonly address1?: string;
  readonly address2?: string;
  /** Letters and spaces. */
  readonly city?: string;
  /** Letters and spaces. */
  readonly state?: string;
  readonly pincode?: string;
  /** A masked Visa or MasterCard number, never a full one. */
  readonly cardNo?: string;
  /** `DEFAULT` is the only active group. */
  readonly group?: string;
  /**
   * What you pay this beneficiary for, in your own words. An extension of the classic contract.
   */
  readonly purpose?: string;
}

/** The answer of `beneficiaries.create`. */
export interface BeneficiariesCreateResult {
  readonly status: "SUCCESS" | "PENDING" | "ACCEPTED" | "ERROR" | "FAILED";
  readonly subCode: string;
  readonly message: string;
  /** The id under which the server has logged the call. */
  readonly requestId: string;
}

/** The input of `beneficiaries.get`. */
export interface BeneficiariesGetInput {
  /** Your ID for the beneficiary: letters, digits and underscores. */
  readonly beneId: string;
}

/** The answer of `beneficiaries.get`. */
export interface BeneficiariesGetResult {
  readonly subCode: string;
  readonly message: string;
  readonly beneId: string;
  readonly name: string;
  readonly groupName: string;
  readonly email: string;
  readonly phone: string;
  readonly address1: string;
  readonly address2: string;
  readonly city: string;
  readonly state: string;
  readonly pincode: string;
  readonly bankAccount: string;
  readonly ifsc: string;
  readonly status: string;
  readonly vpa: string;
  readonly addedOn: string;
  readonly maskedCard?: string | null;
  /** What you pay this beneficiary for; absent if you gave nothing. */
  readonly purpose?: string;
  /** The id under which the server has logged the call. */
  readonly requestId: string;
}

/** The input of `beneficiaries.find`. */
export interface BeneficiariesFindInput {
  readonly bankAccount: string;
  readonly ifsc: string;
}

/** The answer of `beneficiaries.find`. */
export interface BeneficiariesFindResult {
  readonly status: "SUCCESS" | "PENDING" | "ACCEPTED" | "ERROR" | "FAILED";
  readonly subCode: string;
  readonly message: string;
  readonly beneId: string;
  /** The id under which the server has logged the call. */
  readonly requestId: string;
}

/** The input of `beneficiaries.list`. */
export interface BeneficiariesListInput {
  readonly maxReturn?: number;
  /** Only beneficiaries with this status. */
  readonly status?: "VERIFIED" | "INVALID" | "APPROVAL_PENDING";
}

/** One of the list of `beneficiaries.list`. */
export interface BeneficiariesListItem {
  readonly beneId: string;
  readonly name: string;
  readonly groupName: string;
  readonly email: string;
  readonly phone: string;
  readonly address1: string;
  readonly address2: string;
  readonly city: string;
  readonly state: string;
  readonly pincode: string;
  readonly bankAccount: string;
  readonly ifsc: string;
  readonly status: string;
  readonly vpa: string;
  readonly addedOn: string;
  readonly maskedCard?: string | null;
  /** What you pay this beneficiary for; absent if you gave nothing. */
  readonly purpose?: string;
}

/** The input of `beneficiaries.remove`. */
export interface BeneficiariesRemoveInput {
  /** Your ID for the beneficiary: letters, digits and underscores. */
  readonly beneId: string;
}

/** The answer of `beneficiaries.remove`. */
export interface BeneficiariesRemoveResult {
  readonly status: "SUCCESS" | "PENDING" | "ACCEPTED" | "ERROR" | "FAILED";
  readonly subCode: string;
  readonly message: string;
  /** The id under which the server has logged the call. */
  readonly requestId: string;
}

/** The input of `beneficiaries.listTransfers`. */
export interface BeneficiariesListTransfersInput {
  /** Your ID for the beneficiary: letters, digits and underscores. */
  readonly beneId: string;
  /** Requires `endDate`. */
  readonly startDate?: string;
  /** Before today (Indian time). */
  readonly endDate?: string;
  readonly perPage?: number;
}

/** One of the list of `beneficiaries.listTransfers`. */
export interface BeneficiariesListTransfersItem {
  readonly transferDate: string;
  readonly amount: string;
  readonly mode: string;
  readonly beneId: string;
  readonly status: string;
}

/** The input of `validations.bankAccount`. */
export interface ValidationsBankAccountInput {
  readonly bankAccount: string;
  readonly ifsc: string;
  /** Compared with the name at the bank. */
  readonly name?: string;
  /**
   * An Indian number: 8 to 12 digits, with or without +91 or 0; blanks, hyphens and brackets do not
   * count.
   */
  readonly phone?: string;
  readonly remarks?: string;
}

/** The answer of `validations.bankAccount`. */
export interface ValidationsBankAccountResult {
  readonly status: "SUCCESS" | "PENDING" | "ACCEPTED" | "ERROR" | "FAILED";
  readonly subCode: string;
  readonly message: string;
  readonly accountStatus?: "VALID" | "INVALID";
  readonly accountStatusCode?: 
    | "ACCOUNT_IS_VALID"
    | "INVALID_BANK_ACCOUNT"
    | "INVALID_IFSC_FAIL"
    | "ACCOUNT_BLOCKED"
    | "NRE_ACCOUNT_FAIL";
  readonly nameAtBank: string;
  readonly amountDeposited: string;
  /** Our ID of the verification. */
  readonly refId: string;
  readonly bankName: string;
  /** The bank's reference; absent if no account was found. */
  readonly utr?: string;
  readonly city: string;
  readonly branch: string;
  readonly micr: number;
  /**
   * How well the names match; absent if you gave no name, or one that cannot be compared: then compare
   * nameAtBank.
   */
  readonly nameMatchScore?: 100 | 85 | 61 | 55 | 14;
  readonly nameMatchResult?: 
    | "DIRECT_MATCH"
    | "GOOD_PARTIAL_MATCH"
    | "MODERATE_PARTIAL_MATCH"
    | "POOR_PARTIAL_MATCH"
    | "NO_MATCH";
  /** The id under which the server has logged the call. */
  readonly requestId: string;
}

/** The input of `validations.upi`. */
export interface ValidationsUpiInput {
  readonly name: string;
  readonly vpa: string;
}

/** The answer of `validations.upi`. */
export interface ValidationsUpiResult {
  readonly status: "SUCCESS" | "PENDING" | "ACCEPTED" | "ERROR" | "FAILED";
  readonly subCode: string;
  readonly message: string;
  readonly nameAtBank?: string;
  readonly accountExists: "YES" | "NO";
  /** The id under which the server has logged the call. */
  readonly requestId: string;
}

/** The input of `validations.start`. */
export interface ValidationsStartInput {
  readonly bankAccount: string;
  readonly ifsc: string;
  /** Compared with the name at the bank. */
  readonly name?: string;
  /**
   * An Indian number: 8 to 12 digits, with or without +91 or 0; blanks, hyphens and brackets do not
   * count.
   */
  readonly phone?: string;
  readonly remarks?: string;
  /** Your ID. */
  readonly userId?: string;
}

/** The answer of `validations.start`. */
export interface ValidationsStartResult {
  readonly status: "SUCCESS" | "PENDING" | "ACCEPTED" | "ERROR" | "FAILED";
  readonly subCode: string;
  readonly message: string;
  readonly bvRefId: number;
  /** The id under which the server has logged the call. */
  readonly requestId: string;
}

/** The input of `validations.get`. */
export interface ValidationsGetInput {
  readonly bvRefId?: string;
  /** Your ID: returns the newest verification with it. */
  readonly userId?: string;
}

/** The answer of `validations.get`. */
export interface ValidationsGetResult {
  readonly status: "SUCCESS" | "PENDING" | "ACCEPTED" | "ERROR" | "FAILED";
  readonly subCode: string;
  readonly message: string;
  readonly bvRefId: number;
  readonly bankAccount: string;
  readonly ifsc: string;
  readonly nameAtBank?: string;
  readonly accountExists?: "YES" | "NO";
  readonly utr?: string;
  /**
   * How well the names match; absent if you gave no name, or one that cannot be compared: then compare
   * nameAtBank.
   */
  readonly nameMatchScore?: 100 | 85 | 61 | 55 | 14;
  readonly nameMatchResult?: 
    | "DIRECT_MATCH"
    | "GOOD_PARTIAL_MATCH"
    | "MODERATE_PARTIAL_MATCH"
    | "POOR_PARTIAL_MATCH"
    | "NO_MATCH";
  /** The id under which the server has logged the call. */
  readonly requestId: string;
}

/** The input of `validations.startBulk`. */
export interface ValidationsStartBulkInput {
  /** Your ID. */
  readonly bulkValidationId: string;
  readonly entries: readonly {
    readonly name: string;
    readonly phone: string;
    readonly bankAccount: string;
    readonly ifsc: string;
  }[];
}

/** The answer of `validations.startBulk`. */
export interface ValidationsStartBulkResult {
  readonly status: "SUCCESS" | "PENDING" | "ACCEPTED" | "ERROR" | "FAILED";
  readonly subCode: string;
  readonly message: string;
  readonly bulkValidationId: string;
  /** The id under which the server has logged the call. */
  readonly requestId: string;
}

/** The input of `validations.getBulk`. */
export interface ValidationsGetBulkInput {
  readonly bulkValidationId?: string;
  readonly batchTransferId?: string;
  /** Only this account. */
  readonly bankAccount?: string;
  /** Only accounts with this IFSC. */
  readonly ifsc?: string;
}

/** The answer of `validations.getBulk`. */
export interface ValidationsGetBulkResult {
  readonly status: "SUCCESS" | "PENDING" | "ACCEPTED" | "ERROR" | "FAILED";
  readonly subCode: string;
  readonly message: string;
  readonly bulkValidationId: string;
  readonly entries: Readonly<Record<string, {
    readonly name?: string;
    readonly phone?: string;
    readonly bankAccount?: string;
    readonly ifsc?: string;
    /** Absent until it is known. */
    readonly accountExists?: "YES" | "NO";
    readonly nameAtBank?: string;
    readonly amountDeposited?: string;
    readonly utr?: string;
    readonly refId?: string;
    readonly message?: string;
    /**
     * How well the names match; absent if you gave no name, or one that cannot be compared: then
     * compare nameAtBank.
     */
    readonly nameMatchScore?: 100 | 85 | 61 | 55 | 14;
    readonly nameMatchResult?: 
      | "DIRECT_MATCH"
      | "GOOD_PARTIAL_MATCH"
      | "MODERATE_PARTIAL_MATCH"
      | "POOR_PARTIAL_MATCH"
      | "NO_MATCH";
  }>>;
  /** The id under which the server has logged the call. */
  readonly requestId: string;
}

/** The input of `ifsc.get`. */
export interface IfscGetInput {
  readonly ifsc: string;
}

/** The answer of `ifsc.get`. */
export interface IfscGetResult {
  readonly status: "SUCCESS" | "PENDING" | "ACCEPTED" | "ERROR" | "FAILED";
  readonly subCode: string;
  readonly message: string;
  readonly bank: string;
  readonly ifsc: string;
  readonly neft: "Live" | "Not Live";
  readonly imps: "Live" | "Not Live";
  readonly rtgs: "Live" | "Not Live";
  readonly upi: "Live" | "Not Live";
  readonly ft: "Live" | "Not Live";
  readonly card: "Live" | "Not Live";
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly branch: string;
  readonly ifscSubcode: string;
  readonly category: "DIRECT_MEMBER" | "SUB_MEMBER";
  readonly swiftCode: string;
  /** The id under which the server has logged the call. */
  readonly requestId: string;
}

/** The input of `batches.create`. */
export interface BatchesCreateInput {
  readonly batchTransferId: string;
  readonly batchFormat: 
    | "BENEFICIARY_ID"
    | "BANK_ACCOUNT"
    | "UPI"
    | "PAYTM"
    | "AMAZONPAY"
    | "CARD";
  /**
   * 1: a payee whose details are in a row replaces the beneficiary with the same ID. No effect on
   * BENEFICIARY_ID and CARD.
   */
  readonly deleteBene?: 0 | 1;
  /** 1 to 500 rows. */
  readonly batch: readonly ({
    /** Your ID for the transfer: letters, digits, hyphens and underscores. */
    readonly transferId: string;
    /**
     * Rupees as text ("1243.50") or whole paise as bigint (124350n); at most two decimals, never a
     * number.
     */
    readonly amount: Amount;
    /** With `banktransfer` we choose between IMPS, NEFT and RTGS. */
    readonly transferMode?: 
      | "banktransfer"
      | "imps"
      | "neft"
      | "rtgs"
      | "upi"
      | "paytm"
      | "amazonpay"
      | "card";
    /** Letters, digits and spaces. */
    readonly remarks?: string;
    readonly beneId?: string;
    readonly name?: string;
    readonly email?: string;
    /** 8 to 11 digits, with or without +91 or 0; blanks, hyphens and brackets do not count. */
    readonly phone?: string;
    readonly bankAccount?: string;
    readonly ifsc?: string;
    readonly vpa?: string;
    readonly token?: string;
    readonly cardType?: "DEBIT" | "CREDIT";
    readonly networkType?: "VISA" | "MASTERCARD";
    /** Required for a token made of digits. */
    readonly cryptogram?: string;
    readonly tokenExpiry?: string;
    readonly tokenPANSequenceNumber?: string;
  })[];
  /**
   * The fund source that pays. Default: chosen by your shares; without shares, the wallet, or your
   * only fund source.
   */
  readonly paymentInstrumentId?: string;
}

/** The answer of `batches.create`. */
export interface BatchesCreateResult {
  readonly status: "SUCCESS" | "PENDING" | "ACCEPTED" | "ERROR" | "FAILED";
  readonly subCode: string;
  readonly message: string;
  readonly referenceId: number;
  /** The id under which the server has logged the call. */
  readonly requestId: string;
}

/** The input of `batches.get`. */
export interface BatchesGetInput {
  readonly batchTransferId: string;
}

/** The answer of `batches.get`. */
export interface BatchesGetResult {
  readonly status: "SUCCESS" | "PENDING" | "ACCEPTED" | "ERROR" | "FAILED";
  readonly subCode: string;
  readonly message: string;
  readonly rowCount: number;
  readonly referenceId: number;
  /** The fund source that pays; in v1.2. */
  readonly paymentInstrumentId?: string;
  readonly transfers: readonly ({
    readonly transferId: string;
    readonly beneId: string;
    /** 0 until there is a transfer. */
    readonly referenceId: number;
    readonly bankAccount: string;
    readonly ifsc: string;
    readonly amount: string;
    readonly remarks: string;
    readonly status: 
      | "RECEIVED"
      | "APPROVAL_PENDING"
      | "QUEUED"
      | "PENDING"
      | "SUCCESS"
      | "FAILED"
      | "REJECTED"
      | "REVERSED";
    readonly utr: string;
    /** Indian time; `0000-00-00 00:00:00` until it happens. */
    readonly addedOn: string;
    /** Indian time; `0000-00-00 00:00:00` until it happens. */
    readonly processedOn: string;
    /** Why the row was rejected, failed or was reversed. */
    readonly failureReason?: string;
    /** For a row that failed and was paid later: what happened to the money, and what to do. */
    readonly description?: string;
  })[];
  /** The id under which the server has logged the call. */
  readonly requestId: string;
}

/** The input of `batches.upload`. */
export interface BatchesUploadInput {
  /** What the rows are: payments by format, or BENEFICIARIES to be added. */
  readonly format: 
    | "BENEFICIARY_ID"
    | "BANK_ACCOUNT"
    | "UPI"
    | "PAYTM"
    | "AMAZONPAY"
    | "CARD"
    | "BENEFICIARIES";
  /** Shown on the dashboard. Default: the format. */
  readonly name?: string;
  /**
   * 1: a payee whose details are in a row replaces the beneficiary with the same ID. No effect on
   * BENEFICIARY_ID, CARD and BENEFICIARIES.
   */
  readonly deleteBene?: "0" | "1";
  /**
   * The fund source that pays. Default: chosen by your shares; without shares, the wallet, or your
   * only fund source.
   */
  readonly paymentInstrumentId?: string;
  /** How many rows you expect. If the file has another number, it is refused. */
  readonly rowCount?: number;
  /**
   * Rupees as text ("1243.50") or whole paise as bigint (124350n); at most two decimals, never a
   * number.
   */
  readonly amount?: Amount;
  /** The file's bytes, or its text. */
  readonly file: string | Uint8Array;
  /** Of the file. */
  readonly contentType: 
    | "text/csv"
    | "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    | "application/vnd.ms-excel"
    | "application/octet-stream";
}

/** The answer of `batches.upload`. */
export interface BatchesUploadResult {
  readonly subCode: string;
  readonly message: string;
  readonly batchId: string;
  readonly referenceId: number;
  readonly name: string;
  /** What the rows are: payments by format, or BENEFICIARIES to be added. */
  readonly format: 
    | "BENEFICIARY_ID"
    | "BANK_ACCOUNT"
    | "UPI"
    | "PAYTM"
    | "AMAZONPAY"
    | "CARD"
    | "BENEFICIARIES"
    | "MIXED";
  /**
   * PROCESSING until every transfer has ended; PARTLY_FAILED if a row was rejected or ended unpaid.
   */
  readonly status: 
    | "UPLOADED"
    | "VALIDATING"
    | "AWAITING_APPROVAL"
    | "PROCESSING"
    | "COMPLETED"
    | "PARTLY_FAILED"
    | "REJECTED";
  /** Compare this and `amount` with what you meant to send. */
  readonly rowCount: number;
  /** The sum of all rows with a readable amount. */
  readonly amount: string;
  readonly openRows: number;
  readonly acceptedRows: number;
  readonly rejectedRows: number;
  /** Paid, or added. */
  readonly doneRows: number;
  readonly doneAmount: string;
  /** Rejected, or ended unpaid. */
  readonly failedRows: number;
  readonly failedAmount: string;
  /** A hash of everything in the rows. An approval applies to this hash. */
  readonly contentHash: string;
  /**
   * The same file was uploaded before, or several rows pay the same amount to the same payee. Nothing
   * is held back because of it.
   */
  readonly warnings: readonly ({
    readonly kind: "same_file" | "same_payment";
    readonly text: string;
    readonly rows: readonly number[];
  })[];
  /** Indian time. */
  readonly addedOn: string;
  /** Your ID, if the batch was created by an API call. */
  readonly batchTransferId?: string;
  /** Why the whole batch was rejected. */
  readonly reason?: string;
  /** The `batchId` of the batch that the failed rows come from. */
  readonly clonedFrom?: string;
  /** The id under which the server has logged the call. */
  readonly requestId: string;
}

/** The input of `batches.list`. */
export interface BatchesListInput {
  readonly maxReturn?: number;
}

/** One of the list of `batches.list`. */
export interface BatchesListItem {
  readonly batchId: string;
  readonly referenceId: number;
  readonly name: string;
  /** What the rows are: payments by format, or BENEFICIARIES to be added. */
  readonly format: 
    | "BENEFICIARY_ID"
    | "BANK_ACCOUNT"
    | "UPI"
    | "PAYTM"
    | "AMAZONPAY"
    | "CARD"
    | "BENEFICIARIES"
    | "MIXED";
  /**
   * PROCESSING until every transfer has ended; PARTLY_FAILED if a row was rejected or ended unpaid.
   */
  readonly status: 
    | "UPLOADED"
    | "VALIDATING"
    | "AWAITING_APPROVAL"
    | "PROCESSING"
    | "COMPLETED"
    | "PARTLY_FAILED"
    | "REJECTED";
  /** Compare this and `amount` with what you meant to send. */
  readonly rowCount: number;
  /** The sum of all rows with a readable amount. */
  readonly amount: string;
  readonly openRows: number;
  readonly acceptedRows: number;
  readonly rejectedRows: number;
  /** Paid, or added. */
  readonly doneRows: number;
  readonly doneAmount: string;
  /** Rejected, or ended unpaid. */
  readonly failedRows: number;
  readonly failedAmount: string;
  /** A hash of everything in the rows. An approval applies to this hash. */
  readonly contentHash: string;
  /**
   * The same file was uploaded before, or several rows pay the same amount to the same payee. Nothing
   * is held back because of it.
   */
  readonly warnings: readonly ({
    readonly kind: "same_file" | "same_payment";
    readonly text: string;
    readonly rows: readonly number[];
  })[];
  /** Indian time. */
  readonly addedOn: string;
  /** Your ID, if the batch was created by an API call. */
  readonly batchTransferId?: string;
  /** Why the whole batch was rejected. */
  readonly reason?: string;
  /** The `batchId` of the batch that the failed rows come from. */
  readonly clonedFrom?: string;
}

/** The input of `batches.getFile`. */
export interface BatchesGetFileInput {
  /** The `batchId`. */
  readonly id: string;
  readonly maxReturn?: number;
  readonly lastReturnId?: string;
}

/** The answer of `batches.getFile`. */
export interface BatchesGetFileResult {
  readonly subCode: string;
  readonly message: string;
  readonly batchId: string;
  readonly referenceId: number;
  readonly name: string;
  /** What the rows are: payments by format, or BENEFICIARIES to be added. */
  readonly format: 
    | "BENEFICIARY_ID"
    | "BANK_ACCOUNT"
    | "UPI"
    | "PAYTM"
    | "AMAZONPAY"
    | "CARD"
    | "BENEFICIARIES"
    | "MIXED";
  /**
   * PROCESSING until every transfer has ended; PARTLY_FAILED if a row was rejected or ended unpaid.
   */
  readonly status: 
    | "UPLOADED"
    | "VALIDATING"
    | "AWAITING_APPROVAL"
    | "PROCESSING"
    | "COMPLETED"
    | "PARTLY_FAILED"
    | "REJECTED";
  /** Compare this and `amount` with what you meant to send. */
  readonly rowCount: number;
  /** The sum of all rows with a readable amount. */
  readonly amount: string;
  readonly openRows: number;
  readonly acceptedRows: number;
  readonly rejectedRows: number;
  /** Paid, or added. */
  readonly doneRows: number;
  readonly doneAmount: string;
  /** Rejected, or ended unpaid. */
  readonly failedRows: number;
  readonly failedAmount: string;
  /** A hash of everything in the rows. An approval applies to this hash. */
  readonly contentHash: string;
  /**
   * The same file was uploaded before, or several rows pay the same amount to the same payee. Nothing
   * is held back because of it.
   */
  readonly warnings: readonly ({
    readonly kind: "same_file" | "same_payment";
    readonly text: string;
    readonly rows: readonly number[];
  })[];
  /** Indian time. */
  readonly addedOn: string;
  /** Your ID, if the batch was created by an API call. */
  readonly batchTransferId?: string;
  /** Why the whole batch was rejected. */
  readonly reason?: string;
  /** The `batchId` of the batch that the failed rows come from. */
  readonly clonedFrom?: string;
  readonly rows: readonly {
    /** Counted as a spreadsheet does: the first row is 1. */
    readonly row: number;
    readonly transferId?: string;
    readonly amount?: string;
    /** The transfer's ID; 0 until there is one. */
    readonly referenceId?: number;
    readonly utr?: string;
    readonly beneId: string;
    readonly status: string;
    readonly failureReason?: string;
    /** For a row that failed and was paid later: what happened to the money, and what to do. */
    readonly description?: string;
  }[];
  /** Pass it to get the next page; absent on the last page. */
  readonly lastReturnId?: string;
  /** The id under which the server has logged the call. */
  readonly requestId: string;
}

/** The input of `batches.listRows`. */
export interface BatchesListRowsInput {
  /** The `batchId`. */
  readonly id: string;
  readonly maxReturn?: number;
}

/** One of the list of `batches.listRows`. */
export interface BatchesListRowsItem {
  /** Counted as a spreadsheet does: the first row is 1. */
  readonly row: number;
  readonly transferId?: string;
  readonly amount?: string;
  /** The transfer's ID; 0 until there is one. */
  readonly referenceId?: number;
  readonly utr?: string;
  readonly beneId: string;
  readonly status: string;
  readonly failureReason?: string;
  /** For a row that failed and was paid later: what happened to the money, and what to do. */
  readonly description?: string;
}

/** The input of `batches.result`. */
export interface BatchesResultInput {
  /** The `batchId`. */
  readonly id: string;
  readonly type?: "csv" | "xls" | "xlsx";
}

/** The input of `batches.retryFailed`. */
export interface BatchesRetryFailedInput {
  /** The `batchId`. */
  readonly id: string;
}

/** The answer of `batches.retryFailed`. */
export interface BatchesRetryFailedResult {
  readonly subCode: string;
  readonly message: string;
  readonly batchId: string;
  readonly referenceId: number;
  readonly name: string;
  /** What the rows are: payments by format, or BENEFICIARIES to be added. */
  readonly format: 
    | "BENEFICIARY_ID"
    | "BANK_ACCOUNT"
    | "UPI"
    | "PAYTM"
    | "AMAZONPAY"
    | "CARD"
    | "BENEFICIARIES"
    | "MIXED";
  /**
   * PROCESSING until every transfer has ended; PARTLY_FAILED if a row was rejected or ended unpaid.
   */
  readonly status: 
    | "UPLOADED"
    | "VALIDATING"
    | "AWAITING_APPROVAL"
    | "PROCESSING"
    | "COMPLETED"
    | "PARTLY_FAILED"
    | "REJECTED";
  /** Compare this and `amount` with what you meant to send. */
  readonly rowCount: number;
  /** The sum of all rows with a readable amount. */
  readonly amount: string;
  readonly openRows: number;
  readonly acceptedRows: number;
  readonly rejectedRows: number;
  /** Paid, or added. */
  readonly doneRows: number;
  readonly doneAmount: string;
  /** Rejected, or ended unpaid. */
  readonly failedRows: number;
  readonly failedAmount: string;
  /** A hash of everything in the rows. An approval applies to this hash. */
  readonly contentHash: string;
  /**
   * The same file was uploaded before, or several rows pay the same amount to the same payee. Nothing
   * is held back because of it.
   */
  readonly warnings: readonly ({
    readonly kind: "same_file" | "same_payment";
    readonly text: string;
    readonly rows: readonly number[];
  })[];
  /** Indian time. */
  readonly addedOn: string;
  /** Your ID, if the batch was created by an API call. */
  readonly batchTransferId?: string;
  /** Why the whole batch was rejected. */
  readonly reason?: string;
  /** The `batchId` of the batch that the failed rows come from. */
  readonly clonedFrom?: string;
  /** The id under which the server has logged the call. */
  readonly requestId: string;
}

/** The input of `batches.template`. */
export interface BatchesTemplateInput {
  /** What the rows are: payments by format, or BENEFICIARIES to be added. */
  readonly format: 
    | "BENEFICIARY_ID"
    | "BANK_ACCOUNT"
    | "UPI"
    | "PAYTM"
    | "AMAZONPAY"
    | "CARD"
    | "BENEFICIARIES";
  readonly type?: "csv" | "xls" | "xlsx";
}

/** The input of `cashgrams.create`. */
export interface CashgramsCreateInput {
  /** Your ID for the link: at most 35 letters, digits, hyphens and underscores. */
  readonly cashgramId: string;
  readonly name: string;
  /**
   * Where we send the payee's code. With fewer than ten digits the code goes to `email`, which is then
   * required.
   */
  readonly phone: string;
  readonly email?: string;
  /** The last day (Indian time) on which the link works: from today to 30 days ahead. */
  readonly linkExpiry: string;
  /** Shown to the payee. */
  readonly remarks?: string;
  /**
   * Rupees as text ("1243.50") or whole paise as bigint (124350n); at most two decimals, never a
   * number.
   */
  readonly amount: Amount;
  /** 1: the payee gets a message with the link, and a reminder on the day before the last. */
  readonly notifyCustomer?: 0 | 1;
  /** 1: the name at the payee's bank must match the payee's name. */
  readonly validateAccount?: 0 | 1;
  /** Accepted for compatibility; not used. */
  readonly payoutType?: string;
  /** Accepted for compatibility; not used. */
  readonly description?: string;
}

/** The answer of `cashgrams.create`. */
export interface CashgramsCreateResult {
  readonly status: "SUCCESS" | "PENDING" | "ACCEPTED" | "ERROR" | "FAILED";
  readonly subCode: string;
  readonly message: string;
  readonly referenceId: number;
  readonly cashgramLink: string;
  /** The id under which the server has logged the call. */
  readonly requestId: string;
}

/** The input of `cashgrams.get`. */
export interface CashgramsGetInput {
  /** Your ID for the link: at most 35 letters, digits, hyphens and underscores. */
  readonly cashgramId: string;
}

/** The answer of `cashgrams.get`. */
export interface CashgramsGetResult {
  readonly status: "SUCCESS" | "PENDING" | "ACCEPTED" | "ERROR" | "FAILED";
  readonly subCode: string;
  readonly message: string;
  /**
   * `FAILED`: the last claim was not paid; the payee can enter other details until the link expires.
   * `EXPIRED` also covers a link that was deactivated or blocked: see `reason`.
   */
  readonly cashgramStatus: "ACTIVE" | "EXPIRED" | "PENDING" | "FAILED" | "REDEEMED" | "REVERSED";
  /** Why it is FAILED or EXPIRED. */
  readonly reason?: string;
  readonly referenceId: number;
  readonly cashgramId: string;
  readonly cashgramLink: string;
  /** Our ID of the transfer that paid the link. */
  readonly redeemRefId?: number;
  readonly utr?: string;
  /** The id under which the server has logged the call. */
  readonly requestId: string;
}

/** The input of `cashgrams.deactivate`. */
export interface CashgramsDeactivateInput {
  /** Your ID for the link: at most 35 letters, digits, hyphens and underscores. */
  readonly cashgramId: string;
}

/** The answer of `cashgrams.deactivate`. */
export interface CashgramsDeactivateResult {
  readonly status: "SUCCESS" | "PENDING" | "ACCEPTED" | "ERROR" | "FAILED";
  readonly subCode: string;
  readonly message: string;
  /** The id under which the server has logged the call. */
  readonly requestId: string;
}

/** The input of `balance.get`. */
export interface BalanceGetInput {
  /** The fund source; the wallet by default. */
  readonly paymentInstrumentId?: string;
}

/** The answer of `balance.get`. */
export interface BalanceGetResult {
  readonly status: "SUCCESS" | "PENDING" | "ACCEPTED" | "ERROR" | "FAILED";
  readonly subCode: string;
  readonly message: string;
  readonly balance: string;
  readonly availableBalance: string;
  /** The id under which the server has logged the call. */
  readonly requestId: string;
}

/** The input of `balance.getStatement`. */
export interface BalanceGetStatementInput {
  /** The fund source; the wallet by default. */
  readonly paymentInstrumentId?: string;
  /** Default: 29 days before `endDate`. */
  readonly startDate?: string;
  /** At most 29 days after `startDate`. Default: today (Indian time). */
  readonly endDate?: string;
  readonly page?: number;
  readonly perPage?: number;
}

/** The answer of `balance.getStatement`. */
export interface BalanceGetStatementResult {
  readonly status: "SUCCESS" | "PENDING" | "ACCEPTED" | "ERROR" | "FAILED";
  readonly subCode: string;
  readonly message: string;
  readonly fundSource: {
    readonly paymentInstrumentId: string;
    readonly name: string;
    /** Money sent to this account is added to the fund source; absent if it has no bank account. */
    readonly accountNumber?: string;
    readonly ifsc?: string;
    readonly balance: string;
    readonly availableBalance: string;
    readonly overdraftLimit: string;
    readonly lowBalanceThreshold: string;
    readonly notifyLowBalance: 0 | 1;
    readonly lastRecharge?: string;
    readonly lastWithdrawal?: string;
    readonly lastInternalTransfer?: string;
  };
  readonly openingBalance: string;
  readonly closingBalance: string;
  readonly totalEntries: number;
  readonly entries: readonly ({
    readonly eventTime: string;
    readonly type: 
      | "TRANSFER"
      | "PAID_LATE"
      | "CREDIT"
      | "REVERSAL"
      | "WITHDRAWAL"
      | "VERIFICATION"
      | "INTERNAL_TRANSFER"
      | "LOAN"
      | "LOAN_CHARGES"
      | "UNREGISTERED_CREDIT"
      | "REFUND"
      | "ADJUSTMENT";
    /** The amount without charges. */
    readonly amount: string;
    /** Fee and tax included in `debit` or `credit`. */
    readonly charges: string;
    readonly debit: string;
    readonly credit: string;
    /** The available balance right after this entry. */
    readonly balance: string;
    /** Your ID of the transfer or withdrawal; empty if there is none. */
    readonly transferId: string;
    readonly referenceId: string;
    readonly utr: string;
    readonly remarks: string;
  })[];
  /** The id under which the server has logged the call. */
  readonly requestId: string;
}

/** The input of `balance.listStatement`. */
export interface BalanceListStatementInput {
  /** The fund source; the wallet by default. */
  readonly paymentInstrumentId?: string;
  /** Default: 29 days before `endDate`. */
  readonly startDate?: string;
  /** At most 29 days after `startDate`. Default: today (Indian time). */
  readonly endDate?: string;
  readonly perPage?: number;
}

/** One of the list of `balance.listStatement`. */
export interface BalanceListStatementItem {
  readonly eventTime: string;
  readonly type: 
    | "TRANSFER"
    | "PAID_LATE"
    | "CREDIT"
    | "REVERSAL"
    | "WITHDRAWAL"
    | "VERIFICATION"
    | "INTERNAL_TRANSFER"
    | "LOAN"
    | "LOAN_CHARGES"
    | "UNREGISTERED_CREDIT"
    | "REFUND"
    | "ADJUSTMENT";
  /** The amount without charges. */
  readonly amount: string;
  /** Fee and tax included in `debit` or `credit`. */
  readonly charges: string;
  readonly debit: string;
  readonly credit: string;
  /** The available balance right after this entry. */
  readonly balance: string;
  /** Your ID of the transfer or withdrawal; empty if there is none. */
  readonly transferId: string;
  readonly referenceId: string;
  readonly utr: string;
  readonly remarks: string;
}

/** The input of `balance.setThreshold`. */
export interface BalanceSetThresholdInput {
  /**
   * Rupees as text ("1243.50") or whole paise as bigint (124350n); at most two decimals, never a
   * number.
   */
  readonly minimumBalance: Amount;
  readonly notify?: 0 | 1;
  /** The fund source; the wallet by default. */
  readonly paymentInstrumentId?: string;
}

/** The answer of `balance.setThreshold`. */
export interface BalanceSetThresholdResult {
  readonly status: "SUCCESS" | "PENDING" | "ACCEPTED" | "ERROR" | "FAILED";
  readonly subCode: string;
  readonly message: string;
  readonly paymentInstrumentId: string;
  readonly minimumBalance: string;
  readonly notify: 0 | 1;
  /** The id under which the server has logged the call. */
  readonly requestId: string;
}

/** The input of `balance.transferInternally`. */
export interface BalanceTransferInternallyInput {
  /** The account number of the fund source. */
  readonly rechargeAccount?: string;
  /**
   * Rupees as text ("1243.50") or whole paise as bigint (124350n); at most two decimals, never a
   * number.
   */
  readonly amount: Amount;
  /** Default: generated by us. */
  readonly transferId?: string;
  readonly paymentInstrumentId?: string;
  readonly toPaymentInstrumentId?: string;
  readonly remarks?: string;
}

/** The answer of `balance.transferInternally`. */
export interface BalanceTransferInternallyResult {
  readonly status: "SUCCESS" | "PENDING" | "ACCEPTED" | "ERROR" | "FAILED";
  readonly subCode: string;
  readonly message: string;
  readonly transferId: string;
  /** The id under which the server has logged the call. */
  readonly requestId: string;
}

/** The input of `balance.withdraw`. */
export interface BalanceWithdrawInput {
  readonly withdrawalId: string;
  /**
   * Rupees as text ("1243.50") or whole paise as bigint (124350n); at most two decimals, never a
   * number.
   */
  readonly amount: Amount;
  readonly remarks?: string;
}

/** The answer of `balance.withdraw`. */
export interface BalanceWithdrawResult {
  readonly status: "SUCCESS" | "PENDING" | "ACCEPTED" | "ERROR" | "FAILED";
  readonly subCode: string;
  readonly message: string;
  readonly withdrawalId: string;
  readonly utr: string;
  /** The id under which the server has logged the call. */
  readonly requestId: string;
}

/** The input of `incidents.list`. */
export interface IncidentsListInput {
  readonly status?: "RESOLVED" | "UNRESOLVED" | "ALL";
  /** Default: today 00:00:00. At most 90 days from now. */
  readonly startTime?: string;
  /** Default: today 23:59:59. At most 7 days after `startTime`. */
  readonly endTime?: string;
  /** Only this bank or handle. */
  readonly entityCode?: string;
}

/** One of the list of `incidents.list`. */
export interface IncidentsListItem {
  readonly id: number;
  readonly type: "BENEFICIARY";
  /** HANDLE: the part of a UPI ID after the @. */
  readonly entity: "BANK" | "HANDLE";
  readonly mode: "IMPS" | "NEFT" | "RTGS" | "UPI";
  /** When it began, or will begin (Indian time). */
  readonly createdAt: string;
  /** Empty until it is over. */
  readonly resolvedAt: string;
  readonly isScheduled: boolean;
  readonly isResolved: boolean;
  readonly impact: "LOW" | "HIGH";
  readonly entityName: string;
  /** For a bank, the first four letters of its IFSCs. */
  readonly entityCode: string;
}

/** The input of `downtimes.list`. */
export interface DowntimesListInput {
  readonly status?: "ACTIVE" | "UPCOMING" | "RESOLVED" | "ALL";
  /** Only this fund source. */
  readonly paymentInstrumentId?: string;
}

/** One of the list of `downtimes.list`. */
export interface DowntimesListItem {
  readonly id: number;
  /** Fund sources that pay through this bank. */
  readonly fundSources: readonly {
    readonly paymentInstrumentId: string;
    readonly name: string;
  }[];
  readonly bankId: string;
  readonly bankName: string;
  readonly incidentType: "SCHEDULED" | "UNSCHEDULED";
  readonly mode: "IMPS" | "NEFT" | "RTGS" | "UPI" | "PAYTM" | "AMAZONPAY" | "CARD";
  /** When it began, or will begin (Indian time). */
  readonly startedAt: string;
  /** The announced end; empty if none was announced. */
  readonly endsAt: string;
  /** Empty until it is over. */
  readonly resolvedAt: string;
  readonly status: "ACTIVE" | "UPCOMING" | "RESOLVED";
  readonly severity: "LOW" | "HIGH";
}

/** The input of `reports.request`. */
export interface ReportsRequestInput {
  readonly type: 
    | "transfer"
    | "pending_transfer"
    | "flowgram"
    | "account_statement"
    | "reversed_transfers";
  readonly format?: "csv" | "xlsx" | "xls";
  /** Default: the name of the type. */
  readonly name?: string;
  readonly startDate: string;
  readonly endDate: string;
  /** In the order of the file, as a list or separated by commas. Default: all. */
  readonly columns?: readonly string[];
  /** For an account statement: the fund source. Default: the wallet. */
  readonly paymentInstrumentId?: string;
}

/** The answer of `reports.request`. */
export interface ReportsRequestResult {
  readonly subCode: string;
  readonly message: string;
  readonly reportId: string;
  readonly name: string;
  readonly type: 
    | "transfer"
    | "pending_transfer"
    | "flowgram"
    | "account_statement"
    | "reversed_transfers";
  readonly format: "csv" | "xlsx" | "xls";
  readonly columns: readonly string[];
  readonly startDate: string;
  readonly endDate: string;
  /** For an account statement; otherwise empty. */
  readonly paymentInstrumentId: string;
  /** EXPIRED: the seven days for which we keep the file are over. */
  readonly status: "REQUESTED" | "RUNNING" | "READY" | "FAILED" | "EXPIRED";
  /** Why the report failed; otherwise empty. */
  readonly reason: string;
  /** While the report is being created: rows so far. */
  readonly rowCount: number;
  readonly sizeBytes: number;
  /** SHA-256 of the file, in hexadecimal; empty until it is ready. */
  readonly sha256: string;
  /** Indian time; empty until it happens. */
  readonly requestedOn: string;
  /** The report covers everything recorded before this time (Indian time). */
  readonly asOf: string;
  /** Indian time; empty until it happens. */
  readonly finishedOn: string;
  /** Indian time; empty until it happens. */
  readonly expiresOn: string;
  /** For an account statement that is ready; otherwise empty. */
  readonly openingBalance: string;
  /** For an account statement that is ready; otherwise empty. */
  readonly closingBalance: string;
  /** The id under which the server has logged the call. */
  readonly requestId: string;
}

/** The input of `reports.list`. */
export interface ReportsListInput {
  readonly maxReturn?: number;
}

/** One of the list of `reports.list`. */
export interface ReportsListItem {
  readonly reportId: string;
  readonly name: string;
  readonly type: 
    | "transfer"
    | "pending_transfer"
    | "flowgram"
    | "account_statement"
    | "reversed_transfers";
  readonly format: "csv" | "xlsx" | "xls";
  readonly columns: readonly string[];
  readonly startDate: string;
  readonly endDate: string;
  /** For an account statement; otherwise empty. */
  readonly paymentInstrumentId: string;
  /** EXPIRED: the seven days for which we keep the file are over. */
  readonly status: "REQUESTED" | "RUNNING" | "READY" | "FAILED" | "EXPIRED";
  /** Why the report failed; otherwise empty. */
  readonly reason: string;
  /** While the report is being created: rows so far. */
  readonly rowCount: number;
  readonly sizeBytes: number;
  /** SHA-256 of the file, in hexadecimal; empty until it is ready. */
  readonly sha256: string;
  /** Indian time; empty until it happens. */
  readonly requestedOn: string;
  /** The report covers everything recorded before this time (Indian time). */
  readonly asOf: string;
  /** Indian time; empty until it happens. */
  readonly finishedOn: string;
  /** Indian time; empty until it happens. */
  readonly expiresOn: string;
  /** For an account statement that is ready; otherwise empty. */
  readonly openingBalance: string;
  /** For an account statement that is ready; otherwise empty. */
  readonly closingBalance: string;
}

/** The input of `reports.get`. */
export interface ReportsGetInput {
  /** The `reportId`. */
  readonly id: string;
}

/** The answer of `reports.get`. */
export interface ReportsGetResult {
  readonly subCode: string;
  readonly message: string;
  readonly reportId: string;
  readonly name: string;
  readonly type: 
    | "transfer"
    | "pending_transfer"
    | "flowgram"
    | "account_statement"
    | "reversed_transfers";
  readonly format: "csv" | "xlsx" | "xls";
  readonly columns: readonly string[];
  readonly startDate: string;
  readonly endDate: string;
  /** For an account statement; otherwise empty. */
  readonly paymentInstrumentId: string;
  /** EXPIRED: the seven days for which we keep the file are over. */
  readonly status: "REQUESTED" | "RUNNING" | "READY" | "FAILED" | "EXPIRED";
  /** Why the report failed; otherwise empty. */
  readonly reason: string;
  /** While the report is being created: rows so far. */
  readonly rowCount: number;
  readonly sizeBytes: number;
  /** SHA-256 of the file, in hexadecimal; empty until it is ready. */
  readonly sha256: string;
  /** Indian time; empty until it happens. */
  readonly requestedOn: string;
  /** The report covers everything recorded before this time (Indian time). */
  readonly asOf: string;
  /** Indian time; empty until it happens. */
  readonly finishedOn: string;
  /** Indian time; empty until it happens. */
  readonly expiresOn: string;
  /** For an account statement that is ready; otherwise empty. */
  readonly openingBalance: string;
  /** For an account statement that is ready; otherwise empty. */
  readonly closingBalance: string;
  /** The id under which the server has logged the call. */
  readonly requestId: string;
}

/** The input of `reports.file`. */
export interface ReportsFileInput {
  /** The `reportId`. */
  readonly id: string;
}

/** One of the list of `notifications.list`. */
export interface NotificationsListItem {
  /** The name that the other calls use. */
  readonly category: string;
  readonly name: string;
  readonly description: string;
  readonly enabled: 0 | 1;
  /** At most ten. */
  readonly recipients: readonly string[];
}

/** The input of `notifications.setEnabled`. */
export interface NotificationsSetEnabledInput {
  /** A category from `GET /notifications`. */
  readonly category: string;
  readonly enabled: 0 | 1;
}

/** The answer of `notifications.setEnabled`. */
export interface NotificationsSetEnabledResult {
  readonly status: "SUCCESS" | "PENDING" | "ACCEPTED" | "ERROR" | "FAILED";
  readonly subCode: string;
  readonly message: string;
  /** The name that the other calls use. */
  readonly category: string;
  readonly name: string;
  readonly description: string;
  readonly enabled: 0 | 1;
  /** At most ten. */
  readonly recipients: readonly string[];
  /** The id under which the server has logged the call. */
  readonly requestId: string;
}

/** The input of `notifications.setRecipients`. */
export interface NotificationsSetRecipientsInput {
  /** A category from `GET /notifications`. */
  readonly category: string;
  /** E-mail addresses, as a list or separated by commas; at most ten per category. */
  readonly recipients: readonly string[];
}

/** The answer of `notifications.setRecipients`. */
export interface NotificationsSetRecipientsResult {
  readonly status: "SUCCESS" | "PENDING" | "ACCEPTED" | "ERROR" | "FAILED";
  readonly subCode: string;
  readonly message: string;
  /** The name that the other calls use. */
  readonly category: string;
  readonly name: string;
  readonly description: string;
  readonly enabled: 0 | 1;
  /** At most ten. */
  readonly recipients: readonly string[];
  /** The id under which the server has logged the call. */
  readonly requestId: string;
}

/** The input of `notifications.addRecipients`. */
export interface NotificationsAddRecipientsInput {
  /** A category from `GET /notifications`. */
  readonly category: string;
  /** E-mail addresses, as a list or separated by commas; at most ten per category. */
  readonly recipients: readonly string[];
}

/** The answer of `notifications.addRecipients`. */
export interface NotificationsAddRecipientsResult {
  readonly status: "SUCCESS" | "PENDING" | "ACCEPTED" | "ERROR" | "FAILED";
  readonly subCode: string;
  readonly message: string;
  /** The name that the other calls use. */
  readonly category: string;
  readonly name: string;
  readonly description: string;
  readonly enabled: 0 | 1;
  /** At most ten. */
  readonly recipients: readonly string[];
  /** The id under which the server has logged the call. */
  readonly requestId: string;
}

/** The input of `notifications.removeRecipient`. */
export interface NotificationsRemoveRecipientInput {
  /** A category from `GET /notifications`. */
  readonly category: string;
  readonly recipient: string;
}

/** The answer of `notifications.removeRecipient`. */
export interface NotificationsRemoveRecipientResult {
  readonly status: "SUCCESS" | "PENDING" | "ACCEPTED" | "ERROR" | "FAILED";
  readonly subCode: string;
  readonly message: string;
  /** The name that the other calls use. */
  readonly category: string;
  readonly name: string;
  readonly description: string;
  readonly enabled: 0 | 1;
  /** At most ten. */
  readonly recipients: readonly string[];
  /** The id under which the server has logged the call. */
  readonly requestId: string;
}

/** The answer of `tokens.verify`. */
export interface TokensVerifyResult {
  readonly status: "SUCCESS" | "PENDING" | "ACCEPTED" | "ERROR" | "FAILED";
  readonly subCode: string;
  readonly message: string;
  /** The id under which the server has logged the call. */
  readonly requestId: string;
}
