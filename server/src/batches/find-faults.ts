/** Finds all faults of a row, field by field, by repeating the checks of the payment until none fails. */
import { checkPayment, checkPerson } from "./check-row.ts";
import { failureOfRow, type RowProblem } from "./failures.ts";
import { findWrittenFaults } from "./find-written-faults.ts";
import { FORMATS, type FieldName, type FormatName, type RowFields } from "./formats.ts";
import type { DraftContent, Fault } from "./draft.ts";
import { cardColumnOf } from "./read-fields.ts";

/** The field that each problem is about. */
const FIELD_OF: Readonly<Partial<Record<RowProblem, FieldName>>> = {
  transfer_id_missing: "transferId",
  transfer_id_invalid: "transferId",
  amount_missing: "amount",
  amount_invalid: "amount",
  amount_decimals: "amount",
  amount_too_small: "amount",
  remarks_invalid: "remarks",
  mode_invalid: "transferMode",
  bene_id_missing: "beneId",
  beneficiary_not_found: "beneId",
  id_invalid: "beneId",
  no_vpa: "vpa",
  vpa_invalid: "vpa",
  account_invalid: "bankAccount",
  invalid_ifsc: "ifsc",
  ifsc_invalid: "ifsc",
  name_invalid: "name",
  phone_invalid: "phone",
  email_invalid: "email",
  address_invalid: "address1",
  city_invalid: "city",
  state_invalid: "state",
  pincode_invalid: "pincode",
  card_not_masked: "cardNo",
};

/** Our own sentences where the contract's do not say what is valid. */
const SAID: Readonly<Partial<Record<RowProblem, string>>> = {
  amount_invalid: "Write the amount in rupees, such as 1500, 1,25,000 or 1500.50.",
  amount_decimals: "An amount has at most two decimals.",
};

/** The values that replace a field while the others are checked; undefined: the field is left out. */
const SOUND: RowFields = {
  transferId: "SOUND",
  amount: "1.00",
  beneId: "SOUND",
  name: "Asha Rao",
  phone: "9876543210",
  email: "asha@example.com",
  bankAccount: "026291800001191",
  ifsc: "YESB0000262",
  vpa: "success@upi",
  address1: "12 MG Road",
};

const FAULTS_MAX = 20;

/** Returns all faults of a single row: unreadable cells first, then refused values. */
export function findFaults(format: FormatName, { fields, unread }: DraftContent): Fault[] {
  const faults: Fault[] = [...unread, ...findWrittenFaults(fields)];
  let looked = faults.reduce((rest, { field }) => (field === null ? rest : replace(rest, field)), fields);
  while (faults.length < FAULTS_MAX) {
    const problem = check(format, looked);
    if (problem === null) break;
    const field = fieldOf(problem, looked);
    faults.push({ field, code: problem, text: SAID[problem] ?? failureOfRow(problem, looked).because });
    if (field === null) break;
    looked = replace(looked, field);
  }
  return faults;
}

function check(format: FormatName, fields: RowFields): RowProblem | null {
  const read = FORMATS[format].kind === "transfers" ? checkPayment(format, fields) : checkPerson(fields);
  return typeof read === "string" ? read : null;
}

function fieldOf(problem: RowProblem, fields: RowFields): FieldName | null {
  if (problem === "no_bank_account") return fields.bankAccount === undefined ? "bankAccount" : "ifsc";
  if (problem === "card_token_invalid" || problem === "card_number_given")
    return cardColumnOf(fields) ?? null;
  return FIELD_OF[problem] ?? null;
}

function replace(fields: RowFields, field: FieldName): RowFields {
  const { [field]: _, ...others } = fields;
  return SOUND[field] === undefined ? others : { ...others, [field]: SOUND[field] };
}
