/** Who did what: appended in the transaction that did it, hash-chained per merchant. */
export { recordAudit, type Actor, type AuditEntry } from "./record-audit.ts";
export { verifyAuditChain, type BadRecord } from "./verify-audit-chain.ts";
