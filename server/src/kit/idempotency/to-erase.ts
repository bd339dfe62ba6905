/** The columns of this module that may have details of payees: see `#lib/erase-rows`. */
import type { PartToErase } from "#lib/erase-rows";

/** Stored answers may repeat what the caller has sent. */
export const PARTS_TO_ERASE: readonly PartToErase[] = [
  {
    table: "idempotency.key",
    key: { key_hash: "bytea" },
    own: "false",
    isAnywhere: true,
    texts: ["answer"],
  },
];
