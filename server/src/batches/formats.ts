/** What a batch may be of: the fields of a row by format, as they stand in a file's head and in a call's rows. */
import type { TransferMode } from "#rails";

/** Every format; the word of the classic contract where it has one. */
export const FORMAT_NAMES = [
  "BENEFICIARY_ID",
  "BANK_ACCOUNT",
  "UPI",
  "PAYTM",
  "AMAZONPAY",
  "CARD",
  "BENEFICIARIES",
] as const;
/** Rows of several kinds, each told by what it pays to and from its own fund source: of calls of the v2 API alone. */
export const MIXED = "MIXED";

/** The most rows that one call may bring. */
export const CALL_ROWS_MAX = 500;
/** Unconfirmed drafts are deleted after this many days. */
export const DRAFT_DAYS = 7;
/** So many days back batches are looked at for the same payment. */
export const SAME_PAYMENT_DAYS = 30;

/** The most rows of a file of beneficiaries that an operator imports, and how many of them are added together. */
export const IMPORT_ROWS_MAX = 50_000;
export const IMPORT_SET_ROWS = 500;

export type FormatName = (typeof FORMAT_NAMES)[number] | typeof MIXED;

/** A field of a row. */
export type FieldName =
  | "transferId"
  | "amount"
  | "transferMode"
  | "remarks"
  | "beneId"
  | "name"
  | "phone"
  | "email"
  | "bankAccount"
  | "ifsc"
  | "vpa"
  | "cardNo"
  | "token"
  | "cardType"
  | "networkType"
  | "cryptogram"
  | "tokenExpiry"
  | "tokenPANSequenceNumber"
  | "fundSourceId"
  | "address1"
  | "address2"
  | "city"
  | "state"
  | "pincode"
  | "purpose";

/** What a row says: absent fields are not there, and no value is empty. */
export type RowFields = Readonly<Partial<Record<FieldName, string>>>;

interface Format {
  readonly kind: "transfers" | "beneficiaries";
  /** The columns of its template, in their order. */
  readonly columns: readonly FieldName[];
  /** Columns that a file must have. */
  readonly needed: readonly FieldName[];
  /** Fields that may be given besides the columns. */
  readonly besides: readonly FieldName[];
  /** How its rows are paid unless they say so themselves; null: they pay nothing. */
  readonly mode: TransferMode | null;
}

/** A wallet is paid by the phone number, and needs no more. */
const wallet = (mode: TransferMode): Format => ({
  kind: "transfers",
  columns: ["transferId", "amount", "name", "phone", "email", "remarks"],
  needed: ["transferId", "amount", "phone"],
  besides: ["beneId", "transferMode"],
  mode,
});

const OF_FILES: Readonly<Record<(typeof FORMAT_NAMES)[number], Format>> = {
  BENEFICIARY_ID: {
    kind: "transfers",
    columns: ["beneId", "transferId", "amount", "transferMode", "remarks"],
    needed: ["beneId", "transferId", "amount"],
    besides: [],
    mode: "banktransfer",
  },
  BANK_ACCOUNT: {
    kind: "transfers",
    columns: ["transferId", "amount", "name", "phone", "email", "bankAccount", "ifsc", "remarks"],
    needed: ["transferId", "amount", "name", "phone", "email", "bankAccount", "ifsc"],
    besides: ["beneId", "transferMode"],
    mode: "banktransfer",
  },
  UPI: {
    kind: "transfers",
    columns: ["transferId", "amount", "name", "phone", "email", "vpa", "remarks"],
    needed: ["transferId", "amount", "name", "phone", "email", "vpa"],
    besides: ["beneId", "transferMode"],
    mode: "upi",
  },
  PAYTM: wallet("paytm"),
  AMAZONPAY: wallet("amazonpay"),
  CARD: {
    kind: "transfers",
    columns: [
      "transferId",
      "amount",
      "name",
      "token",
      "cardType",
      "networkType",
      "cryptogram",
      "tokenExpiry",
      "tokenPANSequenceNumber",
      "remarks",
    ],
    needed: ["transferId", "amount", "token", "cardType"],
    // A card's number is read only to be refused.
    besides: ["transferMode", "cardNo"],
    mode: "card",
  },
  BENEFICIARIES: {
    kind: "beneficiaries",
    columns: [
      "beneId",
      "name",
      "phone",
      "email",
      "bankAccount",
      "ifsc",
      "vpa",
      "cardNo",
      "address1",
      "address2",
      "city",
      "state",
      "pincode",
      "purpose",
    ],
    needed: ["beneId", "phone"],
    besides: [],
    mode: null,
  },
};

export const FORMATS: Readonly<Record<FormatName, Format>> = {
  ...OF_FILES,
  MIXED: {
    kind: "transfers",
    columns: [
      "transferId",
      "amount",
      "transferMode",
      "beneId",
      "name",
      "phone",
      "email",
      "bankAccount",
      "ifsc",
      "vpa",
    ],
    needed: ["transferId", "amount"],
    besides: [
      ...([
        "token",
        "cardType",
        "networkType",
        "cryptogram",
        "tokenExpiry",
        "tokenPANSequenceNumber",
        "cardNo",
      ] as const),
      "fundSourceId",
      "remarks",
    ],
    mode: "banktransfer",
  },
};

/** Whether a word names a format that callers may name. Exact: the contract's words are in capitals. */
export function isFormatName(word: unknown): word is (typeof FORMAT_NAMES)[number] {
  return (FORMAT_NAMES as readonly unknown[]).includes(word);
}

/** All fields that a row of the format may have, always in the same order. */
export function fieldsOf(format: FormatName): readonly FieldName[] {
  const { columns, besides } = FORMATS[format];
  return [...columns, ...besides];
}

/** Whether rows of the format may name a beneficiary that must exist. */
export function paysListed(format: FormatName): boolean {
  return format === "BENEFICIARY_ID" || format === MIXED;
}

/** Whether rows of the format may be paid to cards by their tokens. */
export function paysCards(format: FormatName): boolean {
  return format === "CARD" || format === MIXED;
}

/** A card's token and what proves it: for one payment, and kept only while its row is open. */
const CARD_FIELDS: readonly FieldName[] = ["token", "cryptogram", "tokenExpiry", "tokenPANSequenceNumber"];

/** The fields that rows of a format keep; of a card that is paid, neither token nor number. */
export function keptFieldsOf(format: FormatName): readonly FieldName[] {
  const unkept = paysCards(format) ? [...CARD_FIELDS, "cardNo"] : [];
  return fieldsOf(format).filter((name) => !unkept.includes(name));
}

/** What a row says in two parts: what is kept, and the card token that goes when it is decided. */
export function splitFields(fields: RowFields): { kept: RowFields; card: RowFields | null } {
  if (!CARD_FIELDS.some((name) => name in fields)) return { kept: fields, card: null };
  const entries = Object.entries(fields) as [FieldName, string][];
  const part = (isCard: boolean): RowFields =>
    Object.fromEntries(entries.filter(([name]) => CARD_FIELDS.includes(name) === isCard));
  return { kept: part(false), card: part(true) };
}
