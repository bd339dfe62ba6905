/** The columns of this module that are sealed later: see `#lib/seal-rows`. */
import { textsToSeal, type PartToSeal } from "#lib/seal-rows";
import { contactColumns } from "./payee-rows.ts";

const DETAILS = ["vpa", "phone", "email", "address1", "address2", "city", "state", "pincode"] as const;

export const PARTS_TO_SEAL: readonly PartToSeal[] = [
  textsToSeal({
    table: "beneficiaries.beneficiary",
    key: { beneficiary_id: "uuid" },
    texts: DETAILS,
    beside: {
      vpa_index: "bytea",
      phone_index: "bytea",
      email_index: "bytea",
      vpa_handle: "text",
      phone_last4: "text",
    },
    besideOf: (tx, { vpa, phone, email }) => {
      const [[vpa_index], [phone_index], [email_index], [vpa_handle], [phone_last4]] = contactColumns(tx, [
        { vpa, phone, email },
      ]) as [unknown[], unknown[], unknown[], unknown[], unknown[]];
      return { vpa_index, phone_index, email_index, vpa_handle, phone_last4 };
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
