/** Finds all faults of a row, field by field, by repeating the checks of the payment until none fails. */
import { explainAccountText } from "#lib/account-text";
import { parsePhone } from "#rails";
import { checkPayment, checkPerson } from "./check-row.ts";
import type { DraftContent, Fault } from "./draft.ts";
import { failureOfRow, type RowProblem } from "./failures.ts";
import { type FieldName, type FormatName, FORMATS, type RowFields } from "./formats.ts";
import { CARD_REMOVED, cardColumnOf, NOT_TEXT } from "./read-fields.ts";

// Checks how accounts and phones are written in files and drafts. API calls follow the contract only.

interface Writing {
  readonly field: "bankAccount" | "ifsc" | "phone";
  readonly code: RowProblem;
  readonly odd: RegExp;
  readonly says: string;
  readonly explain: (text: string) => string | null;
}

const WRITINGS: readonly Writing[] = [
  {
    field: "bankAccount",
    code: "account_invalid",
    odd: /[^0-9A-Z]/iu,
    says: "An account number has letters and digits only",
    explain: explainAccountText,
  },
  {
    field: "ifsc",
    code: "ifsc_invalid",
    odd: /[^0-9A-Z]/iu,
    says: "An IFSC has letters and digits only",
    explain: () => null,
  },
  {
    field: "phone",
    code: "phone_invalid",
    odd: /[^0-9+\s.()\p{Pd}\p{Cf}]/u,
    says: "A phone number has digits",
    explain: () => null,
  },
];

/** Finds faults in how a row's account, IFSC and phone are written: a mask, or an invalid character. */
export function findWrittenFaults(fields: RowFields): Fault[] {
  return WRITINGS.flatMap(({ field, code, odd, says, explain }): Fault[] => {
    const written = fields[field];
    if (written === undefined || written === NOT_TEXT || written === CARD_REMOVED) return [];
    if (field === "phone" && parsePhone(written) !== null) return [];
    const text = explain(written) ?? explainCharacter(written, odd, says);
    return text === null ? [] : [{ field, code, text }];
  });
}

function explainCharacter(written: string, odd: RegExp, says: string): string | null {
  const found = odd.exec(written);
  if (found === null) return null;
  const place = [...written.slice(0, found.index)].length + 1;
  return `${says}, and character ${place} of this one is ${JSON.stringify(found[0])}.`;
}

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
