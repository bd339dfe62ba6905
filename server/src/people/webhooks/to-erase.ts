/** The columns of this module that may have details of payees: see `#lib/erase-rows`. */
import type { PartToErase } from "#lib/erase-rows";

const OF_SUBJECT = "subject_id = any ($2::uuid[] || $3::uuid[])";
const OF_DELIVERY = `delivery_id in (
  select delivery_id from webhooks.delivery where merchant_id = $1 and ${OF_SUBJECT}
)`;

export const PARTS_TO_ERASE: readonly PartToErase[] = [
  {
    table: "webhooks.event",
    key: { subject_id: "uuid", seq: "integer" },
    own: OF_SUBJECT,
    documents: ["data"],
    // An event that is sent again is rendered again, from what is there then.
    blank: { sealed_v2: "null" },
  },
  { table: "webhooks.delivery", key: { delivery_id: "uuid" }, own: OF_SUBJECT, texts: ["last_excerpt"] },
  {
    table: "webhooks.try",
    key: { delivery_id: "uuid", try_id: "uuid" },
    own: OF_DELIVERY,
    texts: ["excerpt"],
  },
];
