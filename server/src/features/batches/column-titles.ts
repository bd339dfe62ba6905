/** Column titles of files: the contract's names and those commonly used in office spreadsheets. */
import { guessMapping, type ColumnToRead } from "@vitaran/spreadsheets";
import type { ColumnMapping } from "./draft.ts";
import { FORMATS, fieldsOf, type FieldName, type FormatName } from "./formats.ts";

const TITLES: Readonly<Partial<Record<FieldName, readonly string[]>>> = {
  transferId: [
    "Reference",
    "Reference number",
    "Ref no",
    "Payment reference",
    "Invoice number",
    "Invoice no",
  ],
  amount: [
    "Net amount",
    "Transfer amount",
    "Amount (INR)",
    "Amount in INR",
    "Net pay",
    "Net salary",
    "Rupees",
  ],
  transferMode: ["Mode", "Payment mode"],
  remarks: ["Narration", "Remark", "Note", "Description", "Purpose of payment"],
  beneId: ["Beneficiary ID", "Payee ID", "Vendor ID", "Vendor code", "Employee ID", "Employee code"],
  name: ["Beneficiary name", "Payee", "Payee name", "Account holder", "Vendor name", "Employee name"],
  phone: ["Mobile", "Mobile number", "Mobile no", "Phone number", "Phone no", "Contact number"],
  email: ["E-mail", "Email ID", "Email address", "Mail"],
  bankAccount: [
    "Account number",
    "Account no",
    "Bank account number",
    "Bank account no",
    "Beneficiary account number",
    "Beneficiary account no",
    "A/c no",
    "A/c number",
    "Account",
  ],
  ifsc: ["IFSC code", "Bank IFSC", "Beneficiary IFSC"],
  vpa: ["UPI ID", "UPI", "UPI address", "UPI handle"],
  address1: ["Address", "Address line 1"],
  address2: ["Address line 2"],
  pincode: ["Pin code", "Postal code"],
};

/** Columns of identifiers, not quantities. Leading zeros are common, and are lost without a trace. */
const DIGITS: Readonly<Partial<Record<FieldName, true | "strict">>> = {
  bankAccount: "strict",
  beneId: true,
  transferId: true,
  phone: true,
  ifsc: true,
  vpa: true,
  cardNo: true,
  token: "strict",
  cryptogram: "strict",
  tokenExpiry: true,
  tokenPANSequenceNumber: "strict",
  pincode: true,
};

/** Fields that give the payee and the id of the payment; a wallet is paid by its phone number. */
const WHOM: ReadonlySet<FieldName> = new Set([
  "transferId",
  "transferMode",
  "beneId",
  "name",
  "bankAccount",
  "ifsc",
  "vpa",
  "cardNo",
  "token",
  "fundSourceId",
]);

function paysBy(format: FormatName, name: FieldName): ColumnToRead["pays"] {
  if (name === "amount") return "amount";
  const isWallet = name === "phone" && ["PAYTM", "AMAZONPAY", "BENEFICIARIES"].includes(format);
  return WHOM.has(name) || isWallet ? "whom" : undefined;
}

/** Returns the columns that a file of a format may have, by the contract's names only. */
export function columnsOf(format: FormatName): ColumnToRead[] {
  const { needed } = FORMATS[format];
  return fieldsOf(format).map((name) => {
    const [text, pays] = [DIGITS[name], paysBy(format, name)];
    return {
      name,
      required: needed.includes(name),
      ...(text === undefined ? {} : { text }),
      ...(pays === undefined ? {} : { pays }),
    };
  });
}

/** Returns the same columns, by all the usual names. */
export function namedColumnsOf(format: FormatName): ColumnToRead[] {
  return columnsOf(format).map((column) => ({ ...column, titles: TITLES[column.name as FieldName] ?? [] }));
}

/** Suggests a mapping of a file's titles; earlier mappings by members override the usual names. */
export function guessColumns(
  format: FormatName,
  titles: readonly string[],
  remembered: ColumnMapping,
): ColumnMapping {
  const guessed = guessMapping(titles, namedColumnsOf(format)) as Record<string, FieldName | null>;
  const known = titles.filter((title) => Object.hasOwn(remembered, title));
  const taken = new Set(known.map((title) => remembered[title]));
  for (const [title, field] of Object.entries(guessed)) if (taken.has(field)) guessed[title] = null;
  for (const title of known) guessed[title] = remembered[title]!;
  return guessed;
}

/** Returns the fields that a file must have but the mapping lacks. */
export function missingFields(format: FormatName, mapping: ColumnMapping): FieldName[] {
  const given = new Set(Object.values(mapping));
  return FORMATS[format].needed.filter((field) => !given.has(field));
}

const MEANS_ACCOUNT = /acc(?:oun)?t|\ba\s*[/.]?\s*c\b|खात/i;

/**
 * Returns true if a column of account numbers would be read as something that is shown unmasked. That choice
 * is never remembered: it must be made again for each file.
 */
export const isAccountAsText = (title: string, field: FieldName | null): boolean =>
  field !== null && !["bankAccount", "beneId", "name"].includes(field) && MEANS_ACCOUNT.test(title);
