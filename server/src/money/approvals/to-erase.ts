/** The columns of this module that may have details of payees: see `#lib/erase-rows`. */
import type { PartToErase } from "#lib/erase-rows";

export const PARTS_TO_ERASE: readonly PartToErase[] = [
  {
    table: "approvals.request",
    key: { request_id: "uuid" },
    own: "subject_id = any ($2::text[]) or subject_id = any ($3::text[])",
    isAnywhere: true,
    // Approvers must decide about what they have seen.
    busy: "status = 'pending'",
    texts: ["remarks"],
    documents: ["proposal"],
  },
  {
    table: "approvals.decision",
    key: { request_id: "uuid", revision: "integer", member_id: "uuid" },
    own: "false",
    isAnywhere: true,
    texts: ["remarks"],
  },
];
