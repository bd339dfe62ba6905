/** Describes an entry of the books on a statement: each bank names some things and leaves out others. */
import type { Bank } from "./banks.ts";
import type { Entry, EntryKind, Party, Rail } from "./payment.ts";

export interface Line {
  readonly seq: number;
  readonly lineId: string | undefined;
  readonly side: "DEBIT" | "CREDIT";
  readonly amountPaise: bigint;
  readonly at: number;
  readonly kind: string | undefined;
  readonly rail: Rail | undefined;
  readonly reference: string | undefined;
  readonly utr: string | undefined;
  /** For money that came back: the reference of the original payment. */
  readonly originalUtr: string | undefined;
  readonly narration: string;
  readonly code: string | undefined;
  readonly party: Party;
}

const KINDS: Readonly<Record<EntryKind, { word: string; side: Line["side"] }>> = {
  debit: { word: "PAYMENT", side: "DEBIT" },
  charge: { word: "CHARGE", side: "DEBIT" },
  reversal: { word: "REVERSAL", side: "CREDIT" },
  return: { word: "RETURN", side: "CREDIT" },
  credit: { word: "CREDIT", side: "CREDIT" },
};

/** Returns the line of an entry in this bank's form. */
export function lineOf(bank: Bank, entry: Entry): Line {
  const { lineIds, lineKinds, references, utrs, narrationMax } = bank.statements;
  const { seq, kind, payment, amountPaise, utr, at, code } = entry;
  const { word, side } = KINDS[kind];
  const comesBack = kind === "return" || kind === "reversal";
  const party = partyOf(entry);
  return {
    seq,
    lineId: lineIds ? `${bank.ifscPrefix}${String(seq).padStart(9, "0")}` : undefined,
    side,
    amountPaise,
    at,
    kind: lineKinds ? word : undefined,
    rail: payment?.rail,
    reference: references === "field" ? payment?.reference : undefined,
    utr: utrs && utr !== "" ? utr : undefined,
    originalUtr: utrs && comesBack ? payment?.utr : undefined,
    narration: narrate(entry, party, references !== "nowhere").slice(0, narrationMax),
    code,
    party: { ...party, accountNumber: masked(party.accountNumber) },
  };
}

const NO_PARTY: Party = { name: "", accountNumber: "", ifsc: "" };

function partyOf({ payment, party = NO_PARTY }: Entry): Party {
  if (payment === undefined) return party;
  const { payeeName, payee, ifsc } = payment;
  return { name: payeeName, accountNumber: payee, ifsc };
}

function narrate(entry: Entry, { name }: Party, namesReference: boolean): string {
  const { kind, payment, utr, narration, code } = entry;
  if (narration !== undefined) return narration;
  const rail = payment?.rail ?? "TRF";
  const reference = namesReference ? payment?.reference : undefined;
  const parts: Readonly<Record<EntryKind, readonly (string | undefined)[]>> = {
    debit: [rail, utr, reference, name.toUpperCase()],
    reversal: [`REV-${rail}`, utr, reference, code],
    return: [`RTN-${rail}`, payment?.utr, reference, code],
    credit: ["CR", utr, name.toUpperCase()],
    charge: ["CHARGES"],
  };
  return parts[kind].filter((part) => part !== undefined && part !== "").join("/");
}

function masked(number: string): string {
  return "X".repeat(Math.max(number.length - 4, 0)) + number.slice(-4);
}
