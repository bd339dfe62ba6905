/** A loan that lender and originator pay together, what is asked for, and what is answered. */
import type { Actor } from "#audit";
import type { Acceptance, TransferOrder } from "#transfers";

/** Who pays a loan: the partner, or the merchant itself. */
export type Party = "lender" | "originator";

/** `disbursing` until its transfer has ended; `failed`: not paid; `returned`: paid and sent back. */
export type LoanStatus = "disbursing" | "disbursed" | "failed" | "returned";

/** Something that is taken from the amount before it is disbursed. In paise. */
export interface ServiceCharge {
  readonly name: string;
  readonly amountPaise: bigint;
}

/** One loan. Amounts in paise, times by the merchant's clock. */
export interface Loan extends LoanMoney {
  readonly loanId: string;
  /** The merchant's own id, which is also that of its transfer. */
  readonly loanKey: string;
  readonly agreementVersion: number;
  /** The most that the platform may take for the transfer, tax included; it comes from the wallet. */
  readonly feePaise: bigint;
  readonly status: LoanStatus;
  /** When charges are to be passed on, or shares to go back; null: nothing is to be done. */
  readonly dueAt: Date | null;
  readonly lentAt: Date;
  readonly finishedAt: Date | null;
  readonly chargesPassedOnAt: Date | null;
  readonly givenBackAt: Date | null;
}

/** How the amount of a loan falls apart. */
export interface LoanMoney {
  /** What the borrower asked for. */
  readonly amountPaise: bigint;
  /** What the borrower gets: the amount less all charges. */
  readonly disbursalPaise: bigint;
  readonly lenderChargesPaise: bigint;
  readonly originatorChargesPaise: bigint;
  /** The shares; both together are the amount. */
  readonly lenderPaise: bigint;
  readonly originatorPaise: bigint;
}

/** A loan to be made. */
export interface LoanOrder extends Pick<TransferOrder, "payee" | "mode" | "remarks"> {
  readonly loanKey: string;
  readonly amountPaise: bigint;
  readonly charges: readonly ServiceCharge[];
  readonly by: Actor;
}

/** Why there is no loan, beside what stands against its transfer. Nothing is stored, and the id stays free. */
export type LoanRefusal =
  /** No lender has agreed, or not any more. */
  | "not_agreed"
  | "charges_exceed_amount"
  | "lender_short"
  /** The originator's ledger is short, or the wallet, which pays the platform's charges. */
  | "account_short";

export type LoanOutcome = Acceptance | { readonly kind: "not_lent"; readonly code: LoanRefusal };

/** The columns of a loan under the names of the interface above. */
export const loanColumns = `
  loan_id as "loanId", loan_key as "loanKey", agreement_version as "agreementVersion", amount_paise as "amountPaise",
  disbursal_paise as "disbursalPaise", lender_charges_paise as "lenderChargesPaise",
  originator_charges_paise as "originatorChargesPaise", lender_paise as "lenderPaise",
  originator_paise as "originatorPaise", fee_paise as "feePaise", status, due_at as "dueAt", lent_at as "lentAt",
  finished_at as "finishedAt", charges_passed_on_at as "chargesPassedOnAt", given_back_at as "givenBackAt"`;
