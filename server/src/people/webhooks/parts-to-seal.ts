/** The columns of this module that are sealed afterwards: see `#lib/seal-rows`. */
import { textsToSeal, type PartToSeal } from "#lib/seal-rows";

export const PARTS_TO_SEAL: readonly PartToSeal[] = [
  textsToSeal({ table: "webhooks.delivery", key: { delivery_id: "uuid" }, texts: ["last_excerpt"] }),
  textsToSeal({ table: "webhooks.try", key: { delivery_id: "uuid", try_id: "uuid" }, texts: ["excerpt"] }),
];
