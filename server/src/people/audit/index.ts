/**
 * The audit log: each record is appended in the transaction of the action, and chained per merchant by keyed hashes.
 */
export { beginKeying, beginKeyingAlone, readKeyingBegun } from "./begin-keying.ts";
export {
  checkHead,
  findHead,
  listChains,
  readHead,
  writeHead,
  type AuditHead,
  type HeadFault,
  FAULTS,
  verifyAuditChain,
} from "./verify-audit-chain.ts";
export { listRecords, type AuditRecord } from "./list-records.ts";
export { recordAudit, type Actor, type AuditEntry } from "./record-audit.ts";
export { readRecordsAfter, type ExportedRecord } from "./export-records.ts";
