/** Erasure of payees on their request: their details go, and the books and the audit log still verify. */
export { ErasureError } from "./errors.ts";
export { certify, listErasures, readLine } from "./erasure.ts";
export { erasuresWorker, revealKept } from "./kept-details.ts";
export { previewErasure, replayErasure, requestErasure } from "./request-erasure.ts";
