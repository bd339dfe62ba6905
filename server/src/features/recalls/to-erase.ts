/** The columns of this module that may have details of payees: see `#lib/erase-rows`. */
import type { PartToErase } from "#lib/erase-rows";

const OF_TRANSFER = "transfer_id = any ($3::uuid[])";

export const PARTS_TO_ERASE: readonly PartToErase[] = [
  {
    table: "recalls.recall",
    key: { recall_id: "uuid" },
    own: OF_TRANSFER,
    // The letter to the bank of an open case names the payee.
    busy: "ended_at is null",
    texts: ["remarks", "refusal"],
  },
  {
    table: "recalls.step",
    key: { recall_id: "uuid", step: "smallint" },
    own: `recall_id in (select recall_id from recalls.recall where merchant_id = $1 and ${OF_TRANSFER})`,
    texts: ["because"],
  },
];
