/** The columns of this module that are sealed later: see `#lib/seal-rows`. */
import { textsToSeal, type PartToSeal } from "#lib/seal-rows";
import { CONTACT_COLUMNS, contactColumns } from "./payee-rows.ts";

const DETAILS = ["vpa", "phone", "email", "address1", "address2", "city", "state", "pincode"] as const;

export const PARTS_TO_SEAL: readonly PartToSeal[] = [
  textsToSeal({
    table: "beneficiaries.beneficiary",
    key: { beneficiary_id: "uuid" },
    texts: DETAILS,
    beside: CONTACT_COLUMNS,
    besideOf: (tx, { vpa, phone, email }) => {
      const columns = contactColumns(tx, [{ vpa, phone, email }]);
      return Object.fromEntries(Object.keys(CONTACT_COLUMNS).map((name, at) => [name, columns[at]![0]]));
    },
  }),
  textsToSeal({
    table: "beneficiaries.verification",
    key: { verification_id: "uuid" },
    texts: ["vpa", "phone"],
    beside: { vpa_index: "bytea" },
    besideOf: (tx, { vpa }) => ({ vpa_index: tx.indexOf("vpa", vpa as string | null) }),
  }),
];
