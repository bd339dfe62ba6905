/** The columns of this module that may have details of payees: see `#lib/erase-rows`. */
import type { PartToErase } from "#lib/erase-rows";
import { ERASED } from "#lib/eraser";

const OF_TRANSFER = "transfer_id = any ($3::uuid[])";

/** A block stays in force: it is found by its key, which cannot be turned back into the account. */
export const PARTS_TO_ERASE: readonly PartToErase[] = [
  {
    table: "risk.verdict",
    key: { transfer_id: "uuid", stage: "text" },
    own: OF_TRANSFER,
    documents: ["parameters"],
  },
  {
    table: "risk.precedent",
    key: { transfer_id: "uuid" },
    own: OF_TRANSFER,
    // No payment of another payee has this destination.
    blank: { destination: "sha256(kept.transfer_id::text::bytea)" },
  },
  {
    table: "risk.blocked_payee",
    key: { block_id: "uuid" },
    own: `key = any ($2::text[]) or key in (select encode(one, 'hex') from unnest($5::bytea[]) as one)`,
    isAnywhere: true,
    texts: ["shown", "because"],
    blank: { shown: `'${ERASED}'` },
  },
];
