/** The columns of this module that may have details of payees: see `#lib/erase-rows`. */
import type { PartToErase } from "#lib/erase-rows";
import { ERASED } from "#lib/eraser";

const GONE = `'${ERASED}'`;

export const PARTS_TO_ERASE: readonly PartToErase[] = [
  {
    table: "phone.lookup",
    key: { lookup_id: "uuid" },
    own: "vpa_index = any ($5::bytea[]) or bene_id = any ($4::text[])",
    isAnywhere: true,
    texts: ["phone", "vpa", "given_name", "name_at_bank"],
    blank: {
      phone: GONE,
      vpa: GONE,
      given_name: `case when given_name is null then null else ${GONE} end`,
      name_at_bank: GONE,
      vpa_index: "null",
    },
  },
];
