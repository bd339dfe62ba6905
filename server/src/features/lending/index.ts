/** Co-lending: loans that a lender and the merchant, as originator, pay together in agreed shares. */
export { endAgreement, fundLedger, LendingError, readAgreement, setAgreement } from "./agreement.ts";
export { lend, previewLoan } from "./lend.ts";
export {
  listLoans,
  type Loan,
  type LoanOrder,
  type LoanOutcome,
  type Party,
  type ServiceCharge,
} from "./loan.ts";
export { lendingWorker, registerLending, settleLoans, workLending } from "./work.ts";
