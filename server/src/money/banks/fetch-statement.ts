/** Fetches an account statement page by page: all of it, or nothing. */
import type { StatementOutcome, BankStatementPage, StatementQuery } from "./account-statement.ts";
import type { Connection, Protocol } from "./adapter.ts";
import { exchange } from "./exchange.ts";

type StatementWire = Required<Pick<Protocol, "writeStatement" | "readStatement">>;

const TIMEOUT_MS = 60_000;
/** The limit for one page. A page of 1,000 lines has half a megabyte; some banks return a whole day as one page. */
const BYTES_MAX = 64 * 1_024 * 1_024;
const LINES_MAX = 500_000;

/** Never rejects. If a statement changes while its pages are fetched, it is unavailable, and we ask for it again. */
export async function fetchStatement(
  wire: StatementWire,
  connection: Connection,
  query: StatementQuery,
): Promise<StatementOutcome> {
  const pages: BankStatementPage[] = [];
  const asked = new Set<string | null>();
  let lineCount = 0;
  for (let from: string | null = null; ;) {
    asked.add(from);
    const page = await fetchPage(wire, connection, { query, from });
    if (page.kind !== "page" && page.kind !== "search") return page;
    if (page.kind === "page") {
      pages.push(page);
      lineCount += page.lines.length;
      const { head } = pages[0]!;
      if (page.chained !== true && !isSame(head, page.head)) return unavailable(CHANGED);
      if (page.next === null) return join(pages);
    }
    if (asked.has(page.next)) return { kind: "unreadable", detail: "its pages go round in a circle" };
    if (lineCount > LINES_MAX) return { kind: "unreadable", detail: `more than ${LINES_MAX} lines` };
    from = page.next;
  }
}

const CHANGED = "the statement changed between two of its pages";

/** Joins all pages of one statement. Pages with their own balances are put in the order that the balances show. */
function join(pages: readonly BankStatementPage[]): StatementOutcome {
  const isChained = pages.some(({ chained }) => chained);
  const ordered = isChained ? [pages, pages.toReversed()].find(follow) : pages;
  if (ordered === undefined) return unavailable(CHANGED);
  const [first, last] = [ordered[0]!.head, ordered.at(-1)!.head];
  const lines = ordered.flatMap((page) => page.lines);
  const leftOut = ordered.flatMap((page) => page.leftOut ?? []);
  return { kind: "statement", statement: { ...last, openingPaise: first.openingPaise, lines, leftOut } };
}

function follow(pages: readonly BankStatementPage[]): boolean {
  return pages.every((page, index) => {
    const before = pages[index - 1];
    return before === undefined || before.head.closingPaise === page.head.openingPaise;
  });
}

async function fetchPage(
  { writeStatement, readStatement }: StatementWire,
  connection: Connection,
  { query, from }: { query: StatementQuery; from: string | null },
): Promise<ReturnType<StatementWire["readStatement"]>> {
  const timeoutMs = Math.min(connection.timeoutMs ?? TIMEOUT_MS, TIMEOUT_MS);
  const request = writeStatement(connection, query, from);
  const result = await exchange(connection, request, { timeoutMs, bytesMax: BYTES_MAX });
  if (result.kind !== "answered") return unavailable(result.detail);
  return readStatement(result.answer, { connection, query, from });
}

function isSame(first: BankStatementPage["head"], other: BankStatementPage["head"]): boolean {
  return Object.entries(first).every(([field, value]) => other[field as keyof typeof other] === value);
}

function unavailable(detail: string): StatementOutcome & { kind: "unavailable" } {
  return { kind: "unavailable", detail };
}
