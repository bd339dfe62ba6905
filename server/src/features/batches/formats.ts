/** The formats of batches: the fields of a row, as in a file's header and in the rows of a call. */
import type { TransferMode } from "#rails";

/** Every format, by the classic contract's name if it has one. */
export const FORMAT_NAMES = [
  "BENEFICIARY_ID",
  "BANK_ACCOUNT",
  "UPI",
  "PAYTM",
  "AMAZONPAY",
  "CARD",
  "BENEFICIARIES",
] as const;
/** Rows of several kinds, distinguished by payee, with their own fund sources; only in v2 API calls. */
export const MIXED = "MIXED";

/** The maximum number of rows in one call. */
export const CALL_ROWS_MAX = 500;
/** Unconfirmed drafts are deleted after this many days. */
export const DRAFT_DAYS = 7;
/** Batches of this many days are searched for the same payment. */
export const SAME_PAYMENT_DAYS = 30;

/** The maximum rows in a beneficiary file that an operator imports, and the number that is added at once. */
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

/** The content of a row: absent fields are missing, and no value is empty. */
export type RowFields = Readonly<Partial<Record<FieldName, string>>>;

interface Format {
  readonly kind: "transfers" | "beneficiaries";
  /** The columns of its template, in order. */
  readonly columns: readonly FieldName[];
  /** Columns that a file must have. */
  readonly needed: readonly FieldName[];
  /** Fields that may be given in addition to the columns. */
  readonly besides: readonly FieldName[];
  /** The mode in which its rows are paid unless they name another; null if they pay nothing. */
  readonly mode: TransferMode | null;
}

/** A wallet is paid by phone number, and needs nothing else. */
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
    // A card number is read only to be refused.
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

/** Returns all fields that a row of the format may have, always in the same order. */
export function fieldsOf(format: FormatName): readonly FieldName[] {
  const { columns, besides } = FORMATS[format];
  return [...columns, ...besides];
}

/** Returns true if rows of the format may name a beneficiary that must exist. */
export function paysListed(format: FormatName): boolean {
  return format === "BENEFICIARY_ID" || format === MIXED;
}

/** Returns true if rows of the format may pay cards by their tokens. */
export function paysCards(format: FormatName): boolean {
  return format === "CARD" || format === MIXED;
}

/** A card's token and its proof: for one payment, and kept only while the row is open. */
const CARD_FIELDS: readonly FieldName[] = ["token", "cryptogram", "tokenExpiry", "tokenPANSequenceNumber"];

/** The fields that rows of a format keep: of a card that is paid, neither token nor number. */
export function keptFieldsOf(format: FormatName): readonly FieldName[] {
  const unkept = paysCards(format) ? [...CARD_FIELDS, "cardNo"] : [];
  return fieldsOf(format).filter((name) => !unkept.includes(name));
}

/** Splits a row into the fields that are kept, and the card token that is deleted when the row is decided. */
export function splitFields(fields: RowFields): { kept: RowFields; card: RowFields | null } {
  if (!CARD_FIELDS.some((name) => name in fields)) return { kept: fields, card: null };
  const entries = Object.entries(fields) as [FieldName, string][];
  const part = (isCard: boolean): RowFields =>
    Object.fromEntries(entries.filter(([name]) => CARD_FIELDS.includes(name) === isCard));
  return { kept: part(false), card: part(true) };
}
