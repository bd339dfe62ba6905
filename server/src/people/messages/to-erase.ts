/** The columns of this module that may have details of payees: see `#lib/erase-rows`. */
import type { PartToErase } from "#lib/erase-rows";

export const PARTS_TO_ERASE: readonly PartToErase[] = [
  {
    table: "messages.message",
    key: { message_id: "uuid" },
    own: "recipient_index = any ($5::bytea[])",
    isAnywhere: true,
    busy: "status = 'pending'",
    texts: ["recipient", "subject", "body_text", "body_html", "detail"],
    blank: { recipient_index: "null" },
  },
];
