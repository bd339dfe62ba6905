/** The columns of this module that are sealed in older rows; see `#lib/seal-rows`. */
import { textsToSeal, type PartToSeal } from "#lib/seal-rows";
import { indexRecipient } from "./queue-messages.ts";

export const PARTS_TO_SEAL: readonly PartToSeal[] = [
  textsToSeal({
    table: "messages.message",
    key: { message_id: "uuid" },
    texts: ["recipient", "subject", "body_text", "body_html", "detail"],
    beside: { recipient_index: "bytea" },
    besideOf: (tx, { recipient }) => ({ recipient_index: indexRecipient(tx, recipient as string) }),
  }),
];
