/** The columns of this module that may have details of payees: see `#lib/erase-rows`. */
import type { PartToErase } from "#lib/erase-rows";

/** A call about a beneficiary names it by the merchant's ID. */
export const PARTS_TO_ERASE: readonly PartToErase[] = [
  {
    table: "calls.call",
    key: { call_id: "uuid" },
    own: "object_kind = 'beneficiary' and object_key = any ($4::text[])",
    blank: { object_kind: "null", object_key: "null" },
  },
];
