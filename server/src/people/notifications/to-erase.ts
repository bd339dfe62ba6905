/** The columns of this module that may have details of payees: see `#lib/erase-rows`. */
import type { PartToErase } from "#lib/erase-rows";

export const PARTS_TO_ERASE: readonly PartToErase[] = [
  {
    table: "notifications.notice",
    key: { source_key: "text" },
    own: "subject_id = any ($3::uuid[])",
    isAnywhere: true,
    documents: ["data"],
  },
];
