/**
 * Communication with banks: pay, enquire, void, verify, read callbacks. It has no database, no clock, and makes no
 * decisions about money.
 */
import type { BankAdapter } from "./adapter.ts";
import { cashfree } from "./cashfree/index.ts";
import { BankError } from "./errors.ts";
import { iso20022 } from "./iso20022/index.ts";
import { jsonH2h } from "./json-h2h/index.ts";
import { makeAdapter } from "./make-adapter.ts";
import { razorpayX } from "./razorpayx/index.ts";
import { traceAdapter } from "./trace-adapter.ts";

export { isWritableName } from "./write-latin.ts";
export {
  type AccountStatement,
  type BatchOf,
  type BatchPart,
  type LineKind,
  type LineTally,
  type LongStatement,
  STATEMENT_KINDS,
  type BankStatementHead,
  type BankStatementKind,
  type StatementLine,
  type Side,
  type StatementOutcome,
  type BankStatementPage,
  type StatementQuery,
  type Statements,
  type StatementSearch,
} from "./account-statement.ts";
export type {
  Arrival,
  BankAdapter,
  BankNews,
  Callback,
  CallbackFault,
  Capabilities,
  Connection,
  CreditNews,
  FoundCredit,
  Enquiry,
  Instruction,
  MessageKeeper,
  Payee,
  Protocol,
  SentMessage,
  WireAnswer,
  WireRequest,
} from "./adapter.ts";
export {
  isUpstream,
  learnBank,
  partnerBank,
  partnerBankName,
  type StoredCapabilities,
  type Upstream,
  type UpstreamEnvironment,
  UPSTREAMS,
} from "./partner-banks.ts";
export { callbackSetUp } from "./callback-set-up.ts";
export { CONNECTION_FAULTS, type ConnectionFailure, type ConnectionTest } from "./connection-test.ts";
export { BankError } from "./errors.ts";
export { closeBanks } from "./exchange.ts";
export {
  evidenceOf,
  type Outcome,
  type Verifiable,
  type VerificationOutcome,
  type VerificationQuestion,
} from "./outcome.ts";
export { isSameAccount, longStatement, tellForeign, type ForeignStatement } from "./statements.ts";
export { ORDERS as STATEMENT_ORDERS } from "./csv/csv-mapping.ts";
export { readStatementFile, STATEMENT_FORMATS } from "./read-statement-file.ts";

const ADAPTERS: readonly BankAdapter[] = [jsonH2h, razorpayX, cashfree, iso20022].map((protocol) =>
  traceAdapter(makeAdapter(protocol)),
);

const BY_NAME: ReadonlyMap<string, BankAdapter> = new Map(ADAPTERS.map((adapter) => [adapter.name, adapter]));

/** Returns the adapter of a bank connection. Throws `BankError.adapter_unknown`. */
export function adapterOf(connection: { readonly adapter: string }): BankAdapter {
  const adapter = BY_NAME.get(connection.adapter);
  if (adapter === undefined) {
    throw BankError.adapter_unknown({ adapter: connection.adapter, known: [...BY_NAME.keys()] });
  }
  return adapter;
}
