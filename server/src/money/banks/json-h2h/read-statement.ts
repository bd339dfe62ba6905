/** Reads pages of account statements: every line is checked before the page is trusted. */
import type {
  AccountStatement,
  Connection,
  LineKind,
  StatementLine,
  StatementOutcome,
  BankStatementPage,
  StatementQuery,
  WireAnswer,
} from "#banks";
import { isPlain, readObject, shortened } from "#banks/json";
import { isRail } from "#rails";
import { meaningOf, paiseOf } from "./judge-words.ts";
import { placeOf } from "./write-requests.ts";

type Words = Readonly<Record<string, unknown>>;
type Refusal = Exclude<StatementOutcome, { kind: "statement" }>;

interface Asked {
  readonly connection: Connection;
  readonly query: StatementQuery;
  readonly from: string | null;
}

/** Returns the page, or says why there is none. Balances are not checked here. */
export function readStatement(answer: WireAnswer, asked: Asked): BankStatementPage | Refusal {
  const words = readObject(answer);
  if (typeof words === "string") return noAnswer(answer, words);
  if (answer.httpStatus !== 200 || words["status"] === "FAILED") return readRefusal(answer, words);
  const head = readHead(words, asked);
  if (typeof head === "string") return unreadable(head);
  const place = placeOf(asked.from);
  const { page, pages, lineCount, lines } = words;
  if (page !== place.page || !isCount(pages) || !isCount(lineCount)) return unreadable("another page");
  if (!Array.isArray(lines)) return unreadable("no lines");
  const read = lines.map(readLine);
  const wrong = read.findIndex((line) => typeof line === "string");
  if (wrong >= 0) return unreadable(`line ${place.before + wrong + 1}: ${String(read[wrong])}`);
  const soFar = place.before + read.length;
  const isLast = page >= pages;
  if (isLast ? soFar !== lineCount : soFar >= lineCount) return unreadable(`${soFar} of ${lineCount} lines`);
  const next = isLast ? null : `${page + 1}/${soFar}/${head.statementId}`;
  return { kind: "page", head, lines: read as StatementLine[], next };
}

/**
 * JSON that is cut off is a statement that cannot be read; a page from a server between us and the bank is no
 * statement.
 */
function noAnswer({ httpStatus, contentType }: WireAnswer, detail: string): Refusal {
  const isStatement = httpStatus === 200 && contentType.startsWith("application/json");
  return isStatement ? unreadable(detail) : { kind: "unavailable", detail };
}

function readRefusal({ httpStatus }: WireAnswer, { code }: Words): Refusal {
  if (httpStatus === 404 && code === "S01") return { kind: "not_ready" };
  return { kind: "unavailable", detail: `HTTP ${httpStatus} with ${shortened(String(code))}` };
}

function readHead(words: Words, { connection, query }: Asked): Omit<AccountStatement, "lines"> | string {
  const { statementId, sequence, debitAccount, day, kind } = words;
  if (debitAccount !== connection.debitAccount) return "a statement of another account";
  if (day !== query.day) return "a statement of another day";
  if (kind !== query.kind.replaceAll("_", "-")) return "a statement of another kind";
  if (!isPlain(statementId, 80) || statementId === "") return "no statementId";
  if (sequence !== undefined && !isCount(sequence)) return "a sequence that is none";
  const openingPaise = balanceOf(words["openingBalance"]);
  const closingPaise = balanceOf(words["closingBalance"]);
  if (openingPaise === null || closingPaise === null) return "a balance that is none";
  const { day: asked, kind: ours } = query;
  const sequenceNo = sequence ?? null;
  return { statementId, kind: ours, sequenceNo, debitAccount, day: asked, openingPaise, closingPaise };
}

const LINE_KINDS: Readonly<Record<string, LineKind>> = {
  PAYMENT: "payment",
  REVERSAL: "reversal",
  RETURN: "return",
  CHARGE: "charge",
  CREDIT: "credit",
};

/** Returns the line, or the name of the field that is wrong. */
function readLine(value: unknown): StatementLine | string {
  if (typeof value !== "object" || value === null) return "no object";
  const words = value as Words;
  const { lineId, side, amount, at, kind, reference, utr, originalUtr, counterparty } = words;
  const amountPaise = paiseOf(amount);
  const bookedAt = new Date(typeof at === "string" ? at : Number.NaN);
  if (side !== "DEBIT" && side !== "CREDIT") return "side";
  if (amountPaise === null || amountPaise === 0n) return "amount";
  if (Number.isNaN(bookedAt.getTime())) return "at";
  const wrong = (["lineId", "reference", "utr", "originalUtr"] as const).find(
    (field) => words[field] !== undefined && !isPlain(words[field], 64),
  );
  if (wrong !== undefined) return wrong;
  const other = (typeof counterparty === "object" ? counterparty : null) ?? {};
  const { name, accountNumber, ifsc } = other as Words;
  const narration = textOf(words["narration"], 500) ?? "";
  const said = typeof kind === "string" && Object.hasOwn(LINE_KINDS, kind) ? LINE_KINDS[kind] : undefined;
  const known = said ?? (side === "CREDIT" ? kindIn(narration) : undefined);
  return {
    lineId: wordOf(lineId),
    side: side === "DEBIT" ? "debit" : "credit",
    amountPaise,
    bookedAt,
    kind: known ?? "other",
    reference: wordOf(reference),
    utr: wordOf(originalUtr) ?? wordOf(utr) ?? utrIn(narration),
    narration,
    ...readCode(words, known),
    counterparty: { name: textOf(name), accountNumber: textOf(accountNumber), ifsc: textOf(ifsc) },
  };
}

function readCode({ code, rail }: Words, kind: LineKind | undefined): Pick<StatementLine, "code" | "reason"> {
  if (!isPlain(code, 20) || code === "") return { code: "", reason: null };
  const name = typeof rail === "string" ? rail.toLowerCase() : undefined;
  const overall = kind === "reversal" ? "failed" : "returned";
  return { code, reason: meaningOf(code, overall, isRail(name) ? name : undefined).reason };
}

/** Some banks give the UTR only in the narration. It is complete, because a slash follows. */
function utrIn(narration: string): string | null {
  return /^(?:(?:REV|RTN)-)?(?:IMPS|NEFT|RTGS|UPI)\/([A-Z0-9]{12,22})\//.exec(narration)?.[1] ?? null;
}

/** Some banks say only in the narration that money came back. */
function kindIn(narration: string): LineKind | undefined {
  const word = /^(REV|RTN)-(?:IMPS|NEFT|RTGS|UPI|PAYTM|AMAZONPAY|CARD)\//.exec(narration)?.[1];
  return word === undefined ? undefined : word === "REV" ? "reversal" : "return";
}

/** Balances can be negative, and larger than one payment can be. */
function balanceOf(text: unknown): bigint | null {
  return typeof text === "string" && /^-?\d{1,16}\.\d{2}$/.test(text) ? BigInt(text.replace(".", "")) : null;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function wordOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** Removes control characters; null if there is no text. */
function textOf(value: unknown, lengthMax = 100): string | null {
  if (typeof value !== "string") return null;
  const text = value
    .replace(/\p{C}+/gu, " ")
    .trim()
    .slice(0, lengthMax);
  return text === "" ? null : text;
}

function unreadable(detail: string): Refusal {
  return { kind: "unreadable", detail };
}
