/** The facts that a person reviews before a batch is paid: its rows as payments, and their totals. Pure. */
import { endOf, maskToEnd } from "#lib/mask-account";
import { accountOfVpa, type Instrument, instrumentOf, lookUpIfsc, parsePhone, railOf } from "#rails";
import { priceFor } from "#transfers";
import { formatOfRow, modeOfRow } from "./read-fields.ts";
import { FORMATS, type FormatName, type RowFields } from "./formats.ts";
import type { NamedRowPayee } from "./name-payees.ts";

/** A row that is a payment. The account number is in clear; callers must mask it. */
export interface ReviewedRow {
  readonly rowNo: number;
  readonly line: number;
  readonly fields: RowFields;
  readonly amountPaise: bigint;
  /** The beneficiary that it names by ID only. */
  readonly payee?: NamedRowPayee | undefined;
}

/** A row in short form for a list, with its account masked. */
export interface RowBrief {
  readonly line: number;
  readonly name: string;
  readonly transferKey: string;
  /** "••••4321", a VPA or a phone number; or the id of a beneficiary that does not exist. */
  readonly paidTo: string;
  readonly amountPaise: bigint;
  /** The beneficiary, if the row names it by ID only. */
  readonly payee: NamedRowPayee | null;
}

/** A part of a batch. */
interface ReviewPart {
  readonly name: string;
  readonly rows: number;
  readonly amountPaise: bigint;
}

/** The totals of a batch. */
export interface ControlFigures {
  readonly rows: number;
  readonly amountPaise: bigint;
  readonly feePaise: bigint;
  readonly taxPaise: bigint;
  /** Reserved beyond fee and tax of the usual rails, because dearer rails may carry some of the rows. */
  readonly reservePaise: bigint;
  readonly byMode: readonly ReviewPart[];
  /** Largest first, for rows to bank accounts only. */
  readonly byBank: readonly ReviewPart[];
  readonly largest: readonly RowBrief[];
}

const LARGEST = 5;
const BANKS_MAX = 20;

/** Adds up rows and their costs at a moment. */
export function addUp(format: FormatName, rows: readonly ReviewedRow[], now: Date): ControlFigures {
  const charges = rows.map(({ fields, amountPaise }) => {
    const mode = modeOfRow(format, fields);
    return priceFor({ originKind: "batch", mode, rail: railOf(mode, amountPaise), amountPaise }, now);
  });
  const bySize = rows.toSorted((a, b) => (a.amountPaise < b.amountPaise ? 1 : -1));
  return {
    rows: rows.length,
    amountPaise: sum(rows.map(({ amountPaise }) => amountPaise)),
    feePaise: sum(charges.map(({ feePaise }) => feePaise)),
    taxPaise: sum(charges.map(({ taxPaise }) => taxPaise)),
    reservePaise: sum(charges.map(({ reservePaise }) => reservePaise)),
    byMode: partsBy(rows, ({ fields }) => modeOfRow(format, fields)),
    byBank: partsBy(
      rows.filter((row) => bankOf(row) !== null),
      (row) => bankOf(row)!,
    ).slice(0, BANKS_MAX),
    largest: bySize.slice(0, LARGEST).map(briefOf),
  };
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, one) => total + one, 0n);

function partsBy(rows: readonly ReviewedRow[], nameOf: (row: ReviewedRow) => string): ReviewPart[] {
  const parts = [...Map.groupBy(rows, nameOf)].map(([name, ofName]) => ({
    name,
    rows: ofName.length,
    amountPaise: sum(ofName.map(({ amountPaise }) => amountPaise)),
  }));
  return parts.sort((a, b) => (a.amountPaise < b.amountPaise ? 1 : -1));
}

function bankOf({ fields: { ifsc }, payee }: ReviewedRow): string | null {
  if (ifsc === undefined) return payee?.bank ?? null;
  return lookUpIfsc(ifsc)?.bankName ?? ifsc.slice(0, 4).toUpperCase();
}

/** Returns a row as it may be shown. */
export function briefOf({ line, fields, amountPaise, payee }: ReviewedRow): RowBrief {
  const { name = payee?.name ?? "", transferId: transferKey = "" } = fields;
  return {
    line,
    name,
    transferKey,
    paidTo: payee?.paidTo ?? paidToOf(fields),
    amountPaise,
    payee: payee ?? null,
  };
}

/** Describes the destination of a row beside another one of the same person, with name and bank. */
export function describeDestination({ fields, payee }: ReviewedRow): string {
  if (payee === undefined) return paidToOf(fields);
  const { name, bank, paidTo } = payee;
  return `${name}, ${bank === null ? paidTo : `${bank} ${paidTo}`}`;
}

/** The fields that are not part of a row's destination, by its instrument. A row to a wallet is paid to its phone. */
const UNPAID: Readonly<Record<Instrument, readonly string[]>> = {
  account: ["vpa"],
  vpa: ["bankAccount", "ifsc"],
  phone: ["bankAccount", "ifsc", "vpa", "beneId"],
  card: ["bankAccount", "ifsc", "vpa", "phone"],
};

/** Returns the fields of a row without the instruments that it is not paid to. */
export function paidFields(format: FormatName, fields: RowFields): RowFields {
  if (FORMATS[format].mode === null || formatOfRow(format, fields) === "BENEFICIARY_ID") return fields;
  const unpaid = UNPAID[instrumentOf(modeOfRow(format, fields))];
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !unpaid.includes(name)));
}

/** Returns a row's destination, masked. */
function paidToOf({ bankAccount, vpa, beneId, phone }: RowFields): string {
  if (bankAccount !== undefined) return maskToEnd(bankAccount);
  return vpa ?? beneId ?? phone ?? "";
}

/** The account to which a row pays, by its number or by a UPI ID; null if it pays to no account. */
export function accountOf({
  bankAccount,
  ifsc = "",
  vpa,
}: RowFields): { number: string; bank: string } | null {
  const account =
    bankAccount === undefined
      ? accountOfVpa(vpa ?? "")
      : { accountNumber: bankAccount.toUpperCase(), ifsc: ifsc.toUpperCase() };
  return account === null ? null : { number: account.accountNumber, bank: account.ifsc.slice(0, 4) };
}

const phoneOf = (text = ""): string => parsePhone(text) ?? text;

/** The parts of a row that identify its destination. */
export type Destined = Pick<ReviewedRow, "fields" | "payee">;

/** Returns a text that is equal for rows with the same destination: for a beneficiary's ID, what stands behind it. */
export function destinationOf({ fields, payee }: Destined): string {
  if (payee !== undefined) return payee.destination;
  const account = accountOf(fields);
  if (account !== null) return `${account.number}@${account.bank}`;
  const { vpa, beneId, phone } = fields;
  return (vpa ?? beneId ?? phoneOf(phone)).toLowerCase();
}

/**
 * Returns the same for a reader who may not reveal account numbers. Accounts differ for this reader by bank, last four
 * characters and payee's name, as the reader sees them.
 */
export function shownDestinationOf(row: Destined): string {
  const { fields } = row;
  const account = accountOf(fields);
  if (account === null) return destinationOf(row);
  return `••••${endOf(account.number)}@${account.bank} ${nameOf(fields)}`;
}

const nameOf = ({ name = "" }: RowFields): string => name.trim().toLowerCase().replaceAll(/\s+/g, " ");

/** Returns a text that is equal for rows with the same person, whatever the destination. */
export function personOf(fields: RowFields): string {
  const { beneId, phone, email } = fields;
  return (beneId ?? `${nameOf(fields)} ${phoneOf(phone ?? email)}`).toLowerCase();
}
