/** Co-lending: loans that a lender and the merchant, their originator, pay together by agreed shares. */
export { readAgreement, type Agreement } from "./agreement.ts";
export { endAgreement } from "./end-agreement.ts";
export { LendingError } from "./errors.ts";
export { fundLedger, type LedgerCredit } from "./fund-ledger.ts";
export { lend } from "./lend.ts";
export { listLoans } from "./list-loans.ts";
export type { Loan, LoanOrder, LoanOutcome, LoanRefusal, LoanStatus, Party, ServiceCharge } from "./loan.ts";
export { previewLoan, type LoanPreview } from "./preview-loan.ts";
export { registerLending } from "./register-lending.ts";
export { setAgreement, type AgreementToSet } from "./set-agreement.ts";
export { settleLoans } from "./settle-loans.ts";
export { LOAN_MOMENTS, startLending, workLending } from "./work.ts";
