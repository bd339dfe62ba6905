/** The columns of this module that may have details of payees: see `#lib/erase-rows`. */
import type { PartToErase } from "#lib/erase-rows";
import { ERASED } from "#lib/eraser";

const GONE = `'${ERASED}'`;

/** Verifications of the payee's account or UPI ID keep their outcome and their charge. */
export const PARTS_TO_ERASE: readonly PartToErase[] = [
  {
    table: "beneficiaries.verification",
    key: { verification_id: "uuid" },
    own: "account_index = any ($5::bytea[]) or vpa_index = any ($5::bytea[])",
    isAnywhere: true,
    busy: "status = 'waiting'",
    texts: ["given_name", "phone", "remarks", "vpa", "name_at_bank"],
    blank: {
      given_name: `case when given_name is null then null else ${GONE} end`,
      phone: "null",
      remarks: "null",
      name_at_bank: `case when name_at_bank is null then null else ${GONE} end`,
      vpa: `case when vpa is null then null else ${GONE} end`,
      sealed_account: "case when sealed_account is null then null else ''::bytea end",
      account_last4: "case when account_last4 is null then null else '' end",
      ifsc: "case when ifsc is null then null else '' end",
      account_index: "null",
      vpa_index: "null",
    },
  },
];
