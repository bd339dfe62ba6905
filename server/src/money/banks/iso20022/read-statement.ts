/** Reads camt.053 and camt.052 as account statements, and turns each entry into lines as it is read. */
import type { AccountStatement, ForeignStatement, StatementLine, BankStatementPage } from "#banks";
import { istDate } from "#lib/ist";
import { accountIn, foreignCurrency, foreignStatement, tellNothingInRupees } from "#banks/statements";
import { XmlError } from "#lib/read-xml";
import { returnReasonOf } from "./judge-status.ts";
import { readEntry, type Movement } from "./read-entries.ts";
import {
  elementAt,
  elementsOf,
  firstText,
  makeMessageReader,
  paiseOf,
  textAt,
  type Element,
} from "./read-message.ts";
import { accountAt } from "./read-status.ts";

interface EntryReader {
  write(bytes: Uint8Array): void;
  /** Throws `XmlError` if the message is incomplete. */
  end(): void;
}

/** Receives the results while a message is read. */
export interface EntryTaker {
  line(line: StatementLine): void;
  /** Called if an entry cannot be used, with the reason. */
  leaveOut(why: string): void;
  /** Called at the end of a page, which contains the lines since the previous one. */
  page(page: PageEnd): void;
  /** Called at the end of a page of an account in another currency; nothing else is reported about it. */
  foreign(page: ForeignStatement): void;
}

export type PageEnd = Omit<BankStatementPage, "lines" | "leftOut">;

/** Makes a reader for one message; it throws `XmlError` at the first error. */
export function makeEntryReader(taker: EntryTaker): EntryReader {
  const close = (kind: AccountStatement["kind"]) => (element: Element) => {
    const currency = currencyElsewhere(element);
    if (currency === null) taker.page(pageOf(element, kind));
    else taker.foreign(foreignStatement(accountOf(element), currency));
  };
  const reader = makeMessageReader({
    Ntry(entry, statement) {
      if (currencyElsewhere(statement) !== null) return;
      const movements = readEntry(entry);
      if (typeof movements === "string") taker.leaveOut(movements);
      else for (const movement of movements) taker.line(lineOf(movement, statement));
    },
    Stmt: close("end_of_day"),
    Rpt: close("intraday"),
  });
  return {
    write: (bytes) => reader.write(bytes),
    end() {
      const { kind } = reader.end();
      if (!/^camt\.05[23]\./.test(kind)) throw new XmlError(`${kind} is no statement`);
    },
  };
}

/** Returns the currency of a statement without a balance in rupees: that of its account, or of its balances. */
function currencyElsewhere(statement: Element): string | null {
  const named = elementsOf(statement, "Bal").map(
    (balance) => elementAt(balance, "Amt")?.attributes.get("Ccy") ?? "",
  );
  return named.includes("INR") ? null : foreignCurrency(textAt(statement, "Acct/Ccy") ?? named[0]);
}

const accountOf = (statement: Element): string => accountIn(accountAt(statement, "Acct") ?? "").account;

/** Returns the statements in rupees of a message that is in memory, each as a single page. Throws `XmlError`. */
export function readPages(bytes: Uint8Array): readonly BankStatementPage[] {
  const pages: BankStatementPage[] = [];
  const foreign: ForeignStatement[] = [];
  let [lines, leftOut]: [StatementLine[], string[]] = [[], []];
  const reader = makeEntryReader({
    line: (line) => void lines.push(line),
    leaveOut: (why) => void leftOut.push(why),
    page(page) {
      pages.push({ ...page, lines, leftOut });
      [lines, leftOut] = [[], []];
    },
    foreign: (one) => void foreign.push(one),
  });
  reader.write(bytes);
  reader.end();
  if (pages.length === 0 && foreign.length > 0) throw new XmlError(tellNothingInRupees(foreign));
  return pages;
}

function pageOf(element: Element, kind: AccountStatement["kind"]): PageEnd {
  const balances = elementsOf(element, "Bal");
  const opening = balanceOf(balances, ["OPBD", "PRCD"]);
  const closing = balanceOf(balances, kind === "intraday" ? ["ITBD", "CLBD"] : ["CLBD"]);
  const debitAccount = accountAt(element, "Acct");
  if (debitAccount === undefined) throw new XmlError("no account");
  if (opening === undefined || closing === undefined)
    throw new XmlError(kind === "intraday" ? INTERIM : "no opening or no closing balance in INR");
  const sequence = firstText(element, ["ElctrncSeqNb", "LglSeqNb"]);
  const { account } = accountIn(debitAccount);
  const statementId = textAt(element, "Id") ?? `${account}-${closing.day}`;
  const head: BankStatementPage["head"] = {
    statementId,
    kind,
    sequenceNo: kind === "intraday" || sequence === undefined ? null : Number(sequence),
    debitAccount: account,
    day: closing.day,
    openingPaise: opening.paise,
    closingPaise: closing.paise,
  };
  const paging = firstChild(element, ["StmtPgntn", "RptPgntn"]);
  const isLast = paging === undefined || /^(true|1)$/.test(textAt(paging, "LastPgInd") ?? "true");
  const next = isLast ? null : `${Number(textAt(paging, "PgNb")) + 1}|${statementId}`;
  return { kind: "page", head, next };
}

const INTERIM =
  "an interim report without an opening (OPBD) or a last balance (ITBD or CLBD) in INR: import the statement of the " +
  "whole day (camt.053) instead";

function firstChild(element: Element, names: readonly string[]): Element | undefined {
  return element.children.find(({ name }) => names.includes(name));
}

function balanceOf(
  balances: readonly Element[],
  codes: readonly string[],
): { paise: bigint; day: string } | undefined {
  // A statement may have balances in more than one currency.
  const inRupees = balances.filter((one) => elementAt(one, "Amt")?.attributes.get("Ccy") === "INR");
  const found = codes
    .map((code) => inRupees.find((balance) => firstText(balance, ["Tp/CdOrPrtry/Cd", "Tp/Cd"]) === code))
    .find((balance) => balance !== undefined);
  const amount = found && elementAt(found, "Amt");
  const paise = amount && paiseOf(amount);
  if (found === undefined || paise === undefined || paise === null) return undefined;
  const sign = textAt(found, "CdtDbtInd") ?? "";
  if (!/^(?:CRDT|DBIT)$/.test(sign)) throw new XmlError("a balance that is neither debit nor credit");
  const day = dayOf(firstText(found, ["Dt/Dt", "Dt/DtTm"]) ?? "");
  return { paise: sign === "DBIT" ? -paise : paise, day };
}

/** Returns the day in India of a date or a time. */
function dayOf(text: string): string {
  if (Number.isNaN(Date.parse(text.slice(0, 10)))) throw new XmlError("a balance without a day");
  if (!/T.*(?:Z|[+-]\d\d:\d\d)$/.test(text)) return text.slice(0, 10);
  return istDate(new Date(text));
}

/** An entry without a date was booked on the day of its statement. */
function lineOf(movement: Movement, statement: Element): StatementLine {
  const { id, side, amountPaise, back, returnCode, reference, utr, batch, narration, other, chargesWithin } =
    movement;
  const closing = () => balanceOf(elementsOf(statement, "Bal"), ["CLBD", "ITBD"]);
  const bookedAt = movement.bookedAt ?? new Date(`${closing()?.day ?? ""}T00:00:00+05:30`);
  if (Number.isNaN(bookedAt.getTime())) throw new XmlError("an entry without a date");
  return {
    lineId: id,
    side,
    amountPaise,
    bookedAt,
    kind: kindOf(movement),
    reference,
    utr,
    narration,
    ...(batch === null ? {} : { batch }),
    ...(chargesWithin.length === 0 ? {} : { chargesWithin }),
    code: returnCode,
    reason: back === "return" ? returnReasonOf(returnCode) : null,
    counterparty: other,
  };
}

function kindOf({ side, back, isCharge, reference, batch }: Movement): StatementLine["kind"] {
  if (isCharge) return "charge";
  if (batch !== null) return "batch";
  if (side === "credit") return back ?? "credit";
  return reference === null ? "other" : "payment";
}
