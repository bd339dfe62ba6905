/** The columns of this module that are sealed in older rows; see `#lib/seal-rows`. */
import { textsToSeal, type PartToSeal } from "#lib/seal-rows";

export const PARTS_TO_SEAL: readonly PartToSeal[] = [
  textsToSeal({
    table: "phone.lookup",
    key: { lookup_id: "uuid" },
    texts: ["phone", "vpa"],
    beside: { vpa_index: "bytea" },
    besideOf: (tx, { vpa }) => ({ vpa_index: tx.indexOf("vpa", vpa as string) }),
  }),
];
