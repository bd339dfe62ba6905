/**
 * Statements of any length in a camt.053 or camt.052: they are read once to see that they are complete, and again for
 * their lines.
 */
import type { ForeignStatement, LineTally, LongStatement, BankStatementHead, StatementLine } from "#banks";
import { BankError, eachOnce, makeTally, SET_LINES, tellNothingInRupees } from "#banks/statements";
import { XmlError } from "#lib/read-xml";
import { makeEntryReader, type EntryTaker, type PageEnd } from "./read-statement.ts";

/** Reads the message from its beginning, in pieces of any size. */
type Open = () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** A statement of which everything is known except its lines. */
interface ScannedStatement extends BankStatementHead {
  readonly tally: LineTally;
  /** The number of consecutive statements of one day in the message that this joins. */
  readonly joined: number;
}

interface ScannedMessage {
  readonly scanned: readonly ScannedStatement[];
  /** Statements of accounts in other currencies; they are not read. */
  readonly foreign: readonly ForeignStatement[];
}

/**
 * Returns the statements of a message, each with all of its pages; consecutive ones of one day are joined. Rejects with
 * `XmlError` if the message is not well-formed, does not fit its schema, is incomplete, or has nothing in rupees.
 */
export async function scanStatements(open: Open): Promise<ScannedMessage> {
  const found: ScannedStatement[] = [];
  const foreign: ForeignStatement[] = [];
  let tally = makeTally();
  let unfinished: string | null = null;
  for await (const { lines, leftOut, page } of partsOf(open, (one) => void foreign.push(one))) {
    tally.add(lines);
    leftOut.forEach(tally.leaveOut);
    if (page === null) continue;
    const { head, next } = page;
    if (unfinished !== null && head.statementId !== unfinished) throw new XmlError(PAGE_MISSING);
    unfinished = next === null ? null : head.statementId;
    if (next !== null) continue;
    addTo(found, { ...head, tally: tally.end(), joined: 1 });
    tally = makeTally();
  }
  if (unfinished !== null) throw new XmlError(PAGE_MISSING);
  if (found.length === 0 && foreign.length > 0) throw new XmlError(tellNothingInRupees(foreign));
  return { scanned: found, foreign: eachOnce(foreign) };
}

/** Some banks send several statements a day; each then begins with the balance of the previous one. */
function addTo(found: ScannedStatement[], next: ScannedStatement): void {
  const last = found.at(-1);
  const goesOn =
    last?.kind === "end_of_day" &&
    next.kind === "end_of_day" &&
    last.debitAccount === next.debitAccount &&
    last.day === next.day &&
    last.closingPaise === next.openingPaise;
  if (!goesOn) return void found.push(next);
  const { lineCount, movedPaise, hasEmptyLine, leftOut } = last.tally;
  const tally = {
    lineCount: lineCount + next.tally.lineCount,
    movedPaise: movedPaise + next.tally.movedPaise,
    hasEmptyLine: hasEmptyLine || next.tally.hasEmptyLine,
    leftOut: [...leftOut, ...next.tally.leftOut],
  };
  found[found.length - 1] = { ...next, openingPaise: last.openingPaise, tally, joined: last.joined + 1 };
}

const PAGE_MISSING = "a page of the statement is missing";

/**
 * Yields the scanned statements of a message one after the other. A consumer that takes the lines of each once reads
 * the message only once. Rejects with BankError.statement_unreadable if the message has changed since it was scanned.
 */
export async function* takeInTurn(
  open: Open,
  scanned: readonly ScannedStatement[],
): AsyncGenerator<LongStatement> {
  let reading = beginReading(open);
  async function* setsOf(place: number, end: number): AsyncGenerator<readonly StatementLine[]> {
    if (reading.place > place || (reading.place === place && reading.isBegun)) {
      await reading.parts.return(undefined);
      reading = beginReading(open);
    }
    while (reading.place < end) {
      const at = reading.place;
      const { lines } = await readOn(reading);
      if (at >= place && lines.length > 0) yield lines;
    }
  }
  try {
    let place = 0;
    for (const { joined, ...statement } of scanned) {
      const [from, end] = [place, place + joined];
      yield { ...statement, sets: () => setsOf(from, end) };
      place = end;
    }
  } finally {
    await reading.parts.return(undefined);
  }
}

interface Reading {
  readonly parts: AsyncGenerator<Part>;
  /** The statement to which the next part belongs. */
  place: number;
  /** True once a part of it has been read. */
  isBegun: boolean;
}

function beginReading(open: Open): Reading {
  return { parts: partsOf(open), place: 0, isBegun: false };
}

async function readOn(reading: Reading): Promise<Part> {
  const { value, done } = await reading.parts.next().catch((error: unknown) => {
    if (error instanceof XmlError) throw BankError.statement_unreadable({ why: error.message });
    throw error;
  });
  if (done === true) throw BankError.statement_unreadable({ why: "it has become shorter" });
  const isEnd = value.page !== null && value.page.next === null;
  reading.place += isEnd ? 1 : 0;
  reading.isBegun = !isEnd;
  return value;
}

/** Some lines, and the end of their page if it follows them. */
interface Part {
  readonly lines: readonly StatementLine[];
  readonly leftOut: readonly string[];
  readonly page: PageEnd | null;
}

async function* partsOf(
  open: Open,
  takeForeign: EntryTaker["foreign"] = () => undefined,
): AsyncGenerator<Part> {
  const parts: Part[] = [];
  let [lines, leftOut]: [StatementLine[], string[]] = [[], []];
  const cut = (page: PageEnd | null): void => {
    parts.push({ lines, leftOut, page });
    [lines, leftOut] = [[], []];
  };
  const reader = makeEntryReader({
    line: (line) => void lines.push(line),
    leaveOut: (why) => void leftOut.push(why),
    page: cut,
    foreign: takeForeign,
  });
  for await (const piece of open()) {
    reader.write(piece);
    if (lines.length >= SET_LINES) cut(null);
    yield* parts.splice(0);
  }
  reader.end();
}
