/** The columns of this module that may have details of payees: see `#lib/erase-rows`. */
import type { PartToErase } from "#lib/erase-rows";

/** Members may have saved a search for the payee. */
export const PARTS_TO_ERASE: readonly PartToErase[] = [
  {
    table: "views.saved_view",
    key: { view_id: "uuid" },
    own: "false",
    isAnywhere: true,
    texts: ["query", "name"],
  },
];
