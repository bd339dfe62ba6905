/** Who did what: appended in the transaction that did it, chained per merchant by hashes with a key. */
export { beginKeying, beginKeyingAlone, readKeyingBegun } from "./begin-keying.ts";
export {
  checkHead,
  findHead,
  listChains,
  readHead,
  writeHead,
  type AuditHead,
  type HeadFault,
} from "./heads.ts";
export { listRecords, type AuditRecord, type RecordFilter } from "./list-records.ts";
export { recordAudit, type Actor, type AuditEntry } from "./record-audit.ts";
export { FAULTS, verifyAuditChain, type BadRecord } from "./verify-audit-chain.ts";
