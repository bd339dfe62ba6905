/** camt.053 and camt.052 as account statements, while they are read: what is kept of an entry is its line. */
import type { AccountStatement, StatementLine, StatementPage } from "#banks";
import { istDate } from "#rails";
import { XmlError } from "#lib/read-xml";
import { returnReasonOf } from "./bank-codes.ts";
import { elementAt, elementsOf, firstText, textAt, type Element } from "./element.ts";
import { paiseOf } from "./read-amount.ts";
import { readEntry, type Movement } from "./read-entries.ts";
import { makeMessageReader } from "./read-message.ts";
import { accountAt } from "./read-status.ts";

export interface StatementReader {
  write(bytes: Uint8Array): void;
  /** All statements of the message, each a page of one. Throws `XmlError` when it is not whole. */
  end(): readonly StatementPage[];
}

/** A reader of one message; it throws `XmlError` at the first thing that is wrong. */
export function makeStatementReader(): StatementReader {
  const pages: StatementPage[] = [];
  let lines: StatementLine[] = [];
  const close = (kind: AccountStatement["kind"]) => (element: Element) => {
    pages.push(pageOf(element, kind, lines));
    lines = [];
  };
  const reader = makeMessageReader({
    Ntry(entry) {
      const movements = readEntry(entry);
      if (typeof movements === "string") throw new XmlError(movements);
      for (const movement of movements) if (movement.booked) lines.push(lineOf(movement));
    },
    Stmt: close("end_of_day"),
    Rpt: close("intraday"),
  });
  return {
    write: (bytes) => reader.write(bytes),
    end() {
      const { kind } = reader.end();
      if (!/^camt\.05[23]\./.test(kind)) throw new XmlError(`${kind} is no statement`);
      return pages;
    },
  };
}

/**
 * The statements of a camt.053 or camt.052 that comes in pieces of any size. Rejects with `XmlError` when it is not
 * well-formed, not of its schema, not in rupees, or not whole.
 */
export async function readCamt053(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<readonly AccountStatement[]> {
  const reader = makeStatementReader();
  for await (const piece of pieces) reader.write(piece);
  return joinPages(reader.end());
}

/** Statements of which all pages are there. Throws `XmlError` when one is missing. */
export function joinPages(pages: readonly StatementPage[]): readonly AccountStatement[] {
  const statements: AccountStatement[] = [];
  let open: StatementPage[] = [];
  for (const page of pages) {
    if (open.some(({ head }) => head.statementId !== page.head.statementId)) break;
    open.push(page);
    if (page.next !== null) continue;
    statements.push({ ...page.head, lines: open.flatMap(({ lines }) => lines) });
    open = [];
  }
  if (open.length > 0) throw new XmlError("a page of the statement is missing");
  return statements;
}

function pageOf(
  element: Element,
  kind: AccountStatement["kind"],
  lines: readonly StatementLine[],
): StatementPage {
  const balances = elementsOf(element, "Bal");
  const opening = balanceOf(balances, ["OPBD", "PRCD"]);
  const closing = balanceOf(balances, kind === "intraday" ? ["ITBD", "CLBD"] : ["CLBD"]);
  const debitAccount = accountAt(element, "Acct");
  if (opening === undefined || closing === undefined) throw new XmlError("no opening or no closing balance");
  const sequence = firstText(element, ["ElctrncSeqNb", "LglSeqNb"]);
  const statementId = textAt(element, "Id")!;
  const head: StatementPage["head"] = {
    statementId,
    kind,
    sequenceNo: kind === "intraday" || sequence === undefined ? null : Number(sequence),
    debitAccount: debitAccount!,
    day: closing.day ?? dayOf(textAt(element, "FrToDt/FrDtTm") ?? ""),
    openingPaise: opening.paise,
    closingPaise: closing.paise,
  };
  const paging = firstChild(element, ["StmtPgntn", "RptPgntn"]);
  const isLast = paging === undefined || /^(true|1)$/.test(textAt(paging, "LastPgInd")!);
  const next = isLast ? null : `${Number(textAt(paging, "PgNb")) + 1}|${statementId}`;
  return { kind: "page", head, lines, next };
}

function firstChild(element: Element, names: readonly string[]): Element | undefined {
  return element.children.find(({ name }) => names.includes(name));
}

function balanceOf(
  balances: readonly Element[],
  codes: readonly string[],
): { paise: bigint; day: string } | undefined {
  const found = codes
    .map((code) => balances.find((balance) => textAt(balance, "Tp/CdOrPrtry/Cd") === code))
    .find((balance) => balance !== undefined);
  const paise = found && paiseOf(elementAt(found, "Amt")!);
  if (found === undefined || paise === undefined || paise === null) return undefined;
  const day = dayOf(firstText(found, ["Dt/Dt", "Dt/DtTm"])!);
  return { paise: textAt(found, "CdtDbtInd") === "DBIT" ? -paise : paise, day };
}

/** The day in India of a date, or of a moment. */
function dayOf(text: string): string {
  if (!/T.*(?:Z|[+-]\d\d:\d\d)$/.test(text)) return text.slice(0, 10);
  return istDate(new Date(text));
}

function lineOf(movement: Movement): StatementLine {
  const { id, side, amountPaise, bookedAt, back, returnCode, reference, utr, narration, other } = movement;
  if (bookedAt === null) throw new XmlError("an entry without a date");
  return {
    lineId: id,
    side,
    amountPaise,
    bookedAt,
    kind: kindOf(movement),
    reference,
    utr,
    narration,
    code: returnCode,
    reason: back === "return" ? returnReasonOf(returnCode) : null,
    counterparty: other,
  };
}

function kindOf({ side, back, isCharge, reference }: Movement): StatementLine["kind"] {
  if (isCharge) return "charge";
  if (side === "credit") return back ?? "credit";
  return reference === null ? "other" : "payment";
}
