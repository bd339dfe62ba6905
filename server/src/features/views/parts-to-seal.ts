/** The columns of this module that are sealed in older rows; see `#lib/seal-rows`. */
import { textsToSeal, type PartToSeal } from "#lib/seal-rows";

export const PARTS_TO_SEAL: readonly PartToSeal[] = [
  textsToSeal({ table: "views.saved_view", key: { view_id: "uuid" }, texts: ["query"] }),
];
