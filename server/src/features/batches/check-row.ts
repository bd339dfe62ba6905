/**
 * Reads what a row requests, or finds what is wrong with it: the first fault, or all of them, field by field, by
 * repeating the checks until none fails. Pure: the result is the same each time.
 */
import {
  checkBeneficiary,
  checkPaidBeneficiary,
  isBeneId,
  readCardBy,
  type BeneficiaryInput,
  type PayeeInput,
  type ReadCard,
} from "#beneficiaries";
import { explainAccountText } from "#lib/account-text";
import { parseRupees } from "#lib/money";
import { categoryOf, instrumentOf, isRemarks, isTransferMode, parsePhone, type TransferMode } from "#rails";
import { isLinkKey } from "#transfers";
import type { DraftContent, DraftFault } from "./draft.ts";
import { type FieldProblem, failureOfRow } from "./failures.ts";
import { FORMATS, MIXED, type FormatName, type RowFields, type FieldName } from "./formats.ts";
import { CARD_REMOVED, cardColumnOf, formatOfRow, NOT_TEXT } from "./read-fields.ts";

/** A valid row of a batch of transfers. */
export interface Payment {
  readonly transferKey: string;
  readonly amountPaise: bigint;
  readonly mode: TransferMode;
  readonly remarks: string;
  /** The listed beneficiary to pay; null for any beneficiary with these details. */
  readonly beneId: string | null;
  readonly details: PayeeInput | null;
  /** The card to pay; cards do not become beneficiaries. */
  readonly card: ReadCard | null;
  /** The row's own fund source; null if it is that of its batch. */
  readonly fundSourceId: string | null;
}

const ONE_RUPEE = 100n;
/** Ten thousand such amounts still fit the database's integers. */
const AMOUNT_MAX = 9_00_000_00_00_000_00n;
const TRANSFER_KEY = /^[A-Za-z0-9_-]{1,40}$/;
/** Shorter than elsewhere; the country code does not count. */
const PHONE_LENGTH_MAX = 11;

/** Reads a row of a batch of transfers. Returns the name of the fault if it cannot be paid as it is. */
export function checkPayment(given: FormatName, fields: RowFields): Payment | FieldProblem {
  const format = formatOfRow(given, fields);
  if (cardColumnOf(fields) !== undefined)
    return format === "CARD" ? "card_token_invalid" : "card_number_given";
  const { transferId: transferKey, remarks = "", fundSourceId = null } = fields;
  if (transferKey === undefined) return "transfer_id_missing";
  if (!TRANSFER_KEY.test(transferKey) || isLinkKey(transferKey)) return "transfer_id_invalid";
  const amountPaise = checkAmountText(fields.amount);
  if (typeof amountPaise === "string") return amountPaise;
  if (!isRemarks(remarks)) return "remarks_invalid";
  const mode = checkMode(format, fields.transferMode);
  if (mode === null) return "mode_invalid";
  const payee = checkPayee(format, fields, { mode, isWide: given === MIXED });
  if (typeof payee === "string") return payee;
  return { transferKey, amountPaise, mode, remarks, fundSourceId, ...payee };
}

/** Reads a row of a batch of beneficiaries, or returns the name of its fault. */
export function checkPerson(fields: RowFields): BeneficiaryInput | FieldProblem {
  if (fields.cardNo === CARD_REMOVED) return "card_not_masked";
  if (cardColumnOf(fields) !== undefined) return "card_number_given";
  const { bankAccount: accountNumber, cardNo: card, name = "", beneId = "", ...others } = fields;
  const input: BeneficiaryInput = { ...others, beneId, name, accountNumber, card };
  return checkBeneficiary(input) ?? input;
}

/** Returns a row's amount in paise, or its fault. Control totals use it even for invalid rows. */
export function checkAmountText(text: string | undefined): bigint | FieldProblem {
  if (text === undefined) return "amount_missing";
  const amount = parseRupees(text);
  if (amount === "too_many_decimals") return "amount_decimals";
  if (amount === "not_an_amount" || amount > AMOUNT_MAX) return "amount_invalid";
  return amount < ONE_RUPEE ? "amount_too_small" : amount;
}

/** The format decides what kind of payee is paid; a row may only choose among the rails that pay it. */
function checkMode(format: FormatName, word: string | undefined): TransferMode | null {
  const usual = FORMATS[format].mode!;
  const mode = word ?? usual;
  if (!isTransferMode(mode)) return null;
  if (format === "BENEFICIARY_ID") return mode;
  return categoryOf(mode) === categoryOf(usual) ? mode : null;
}

type Payee = Pick<Payment, "beneId" | "details" | "card">;

function checkPayee(
  format: FormatName,
  fields: RowFields,
  { mode, isWide }: { mode: TransferMode; isWide: boolean },
): Payee | FieldProblem {
  if (format === "BENEFICIARY_ID") return checkListed(fields, isWide);
  return format === "CARD" ? checkCard(fields) : checkGiven(fields, mode);
}

/**
 * Reads the ID of a listed beneficiary. With `isWide`, ids that only the v2 API lists pass too; its own rules have
 * checked those.
 */
function checkListed({ beneId }: RowFields, isWide: boolean): Payee | FieldProblem {
  if (beneId === undefined) return "bene_id_missing";
  return isWide || isBeneId(beneId) ? { beneId, details: null, card: null } : "beneficiary_not_found";
}

function checkCard(fields: RowFields): Payee | FieldProblem {
  // A row without a token was meant to be something else: report that before missing parts of a card.
  if (fields.token === undefined) return "card_token_invalid";
  const card = readCardBy((name) => (fields[name] === NOT_TEXT ? null : fields[name]));
  return typeof card === "string" ? card : { beneId: null, details: null, card };
}

function checkGiven(fields: RowFields, mode: TransferMode): Payee | FieldProblem {
  const { beneId = null, name = "", phone, email, bankAccount: accountNumber, ifsc, vpa } = fields;
  const instrument = instrumentOf(mode);
  if (instrument === "account" && (accountNumber === undefined || ifsc === undefined))
    return "no_bank_account";
  if (instrument === "vpa" && vpa === undefined) return "no_vpa";
  const instruments = { account: { accountNumber, ifsc }, vpa: { vpa }, phone: {}, card: {} }[instrument];
  const details: PayeeInput = { name, phone, email, ...instruments };
  if (beneId !== null && !isBeneId(beneId)) return "id_invalid";
  const problem = checkPaidBeneficiary(details);
  if (problem === "ifsc_invalid") return "invalid_ifsc";
  if (problem !== null) return problem;
  return parsePhone(phone!)!.length > PHONE_LENGTH_MAX ? "phone_invalid" : { beneId, details, card: null };
}

// Checks how accounts and phones are written in files and drafts. API calls follow the contract only.

interface Writing {
  readonly field: "bankAccount" | "ifsc" | "phone";
  readonly code: FieldProblem;
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
export function findWrittenFaults(fields: RowFields): DraftFault[] {
  return WRITINGS.flatMap(({ field, code, odd, says, explain }): DraftFault[] => {
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
const FIELD_OF: Readonly<Partial<Record<FieldProblem, FieldName>>> = {
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
const SAID: Readonly<Partial<Record<FieldProblem, string>>> = {
  amount_invalid: "Write the amount in rupees, such as 1500, 1,25,000 or 1500.50.",
  amount_decimals: "An amount has at most two decimals.",
};

/** The values that replace a field while the others are checked. Undefined means that the field is left out. */
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
export function findFaults(format: FormatName, { fields, unread }: DraftContent): DraftFault[] {
  const faults: DraftFault[] = [...unread, ...findWrittenFaults(fields)];
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

function check(format: FormatName, fields: RowFields): FieldProblem | null {
  const read = FORMATS[format].kind === "transfers" ? checkPayment(format, fields) : checkPerson(fields);
  return typeof read === "string" ? read : null;
}

function fieldOf(problem: FieldProblem, fields: RowFields): FieldName | null {
  if (problem === "no_bank_account") return fields.bankAccount === undefined ? "bankAccount" : "ifsc";
  if (problem === "card_token_invalid" || problem === "card_number_given")
    return cardColumnOf(fields) ?? null;
  return FIELD_OF[problem] ?? null;
}

function replace(fields: RowFields, field: FieldName): RowFields {
  const { [field]: _, ...others } = fields;
  return SOUND[field] === undefined ? others : { ...others, [field]: SOUND[field] };
}
