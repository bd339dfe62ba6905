/** What of this module's rows is sealed after the fact: see `#lib/seal-rows`. Rows are sealed as they are written. */
import { textsToSeal, type PartToSeal } from "#lib/seal-rows";

export const IDEMPOTENCY_TO_SEAL: readonly PartToSeal[] = [
  textsToSeal({ table: "idempotency.key", key: { key_hash: "bytea" }, texts: ["answer"] }),
];
