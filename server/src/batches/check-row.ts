/** Reads what a row requests, or the first fault in it. Pure: the result is the same each time. */
import {
  checkBeneficiary,
  checkPaidBeneficiary,
  isBeneId,
  readCardBy,
  type BeneficiaryInput,
  type PayeeInput,
  type ReadCard,
} from "#beneficiaries";
import { parseRupees } from "#lib/money";
import { categoryOf, instrumentOf, isRemarks, isTransferMode, parsePhone, type TransferMode } from "#rails";
import { isLinkKey } from "#transfers";
import { CARD_REMOVED, cardColumnOf, formatOfRow, NOT_TEXT } from "./read-fields.ts";
import { FORMATS, MIXED, type FormatName, type RowFields } from "./formats.ts";
import type { RowProblem } from "./failures.ts";

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
export function checkPayment(given: FormatName, fields: RowFields): Payment | RowProblem {
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
export function checkPerson(fields: RowFields): BeneficiaryInput | RowProblem {
  if (fields.cardNo === CARD_REMOVED) return "card_not_masked";
  if (cardColumnOf(fields) !== undefined) return "card_number_given";
  const { bankAccount: accountNumber, cardNo: card, name = "", beneId = "", ...others } = fields;
  const input: BeneficiaryInput = { ...others, beneId, name, accountNumber, card };
  return checkBeneficiary(input) ?? input;
}

/** Returns a row's amount in paise, or its fault. Control totals use it even for invalid rows. */
export function checkAmountText(text: string | undefined): bigint | RowProblem {
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
): Payee | RowProblem {
  if (format === "BENEFICIARY_ID") return checkListed(fields, isWide);
  return format === "CARD" ? checkCard(fields) : checkGiven(fields, mode);
}

/**
 * Reads the ID of a listed beneficiary. With `isWide`, ids that only the v2 API lists pass too; its own rules have
 * checked those.
 */
function checkListed({ beneId }: RowFields, isWide: boolean): Payee | RowProblem {
  if (beneId === undefined) return "bene_id_missing";
  return isWide || isBeneId(beneId) ? { beneId, details: null, card: null } : "beneficiary_not_found";
}

function checkCard(fields: RowFields): Payee | RowProblem {
  // A row without a token was meant to be something else: report that before missing parts of a card.
  if (fields.token === undefined) return "card_token_invalid";
  const card = readCardBy((name) => (fields[name] === NOT_TEXT ? null : fields[name]));
  return typeof card === "string" ? card : { beneId: null, details: null, card };
}

function checkGiven(fields: RowFields, mode: TransferMode): Payee | RowProblem {
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
