/** Who did what: appended in the transaction that did it, hash-chained per merchant. */
export { listRecords, type AuditRecord, type RecordFilter } from "./list-records.ts";
export { recordAudit, type Actor, type AuditEntry } from "./record-audit.ts";
export { verifyAuditChain, type BadRecord } from "./verify-audit-chain.ts";
