/**
 * Reads what the bank sends: answers over HTTP to a message of payments and to an enquiry, callbacks, and files of
 * statements or news.
 */
import type {
  BankNews,
  Callback,
  CallbackFault,
  Connection,
  Enquiry,
  Instruction,
  LongStatement,
  Outcome,
  Protocol,
  BankStatementHead,
  StatementQuery,
  WireAnswer,
} from "#banks";
import { eachOnce, foreignStatement, isSameAccount } from "#banks/statements";
import { XmlEndError, XmlError } from "#lib/read-xml";
import { forgeryOf } from "#lib/timed-signature";
import { judgeStatus } from "./judge-status.ts";
import { scanStatements, takeInTurn } from "./read-long-statements.ts";
import { makeMessageReader, readMessage } from "./read-message.ts";
import { readNews } from "./read-news.ts";
import { readPages } from "./read-statement.ts";
import { paymentsOf, type PaymentStatus, readStatus, type StatusReport } from "./read-status.ts";
import { blockIdOf, messageIdOf } from "./write-requests.ts";

type Page = ReturnType<NonNullable<Protocol["readStatement"]>>;

/** Returns the page of a statement in an answer. */
export function readStatementAnswer(
  { httpStatus, contentType, body }: WireAnswer,
  asked: { connection: Connection; query: StatementQuery },
): Page {
  if (httpStatus === 404) return { kind: "not_ready" };
  if (httpStatus !== 200) return { kind: "unavailable", detail: `HTTP ${httpStatus}` };
  if (!/^(?:application|text)\/xml\s*(;|$)/.test(contentType))
    return { kind: "unavailable", detail: "no XML" };
  try {
    return pageOf(readPages(Buffer.from(body)), asked);
  } catch (error) {
    if (error instanceof XmlError) return { kind: "unreadable", detail: error.message };
    throw error;
  }
}

function pageOf(
  pages: ReturnType<typeof readPages>,
  { connection, query }: { connection: Connection; query: StatementQuery },
): Page {
  const found = pages.find(
    ({ head }) =>
      isSameAccount(head.debitAccount, connection.debitAccount) &&
      head.day === query.day &&
      head.kind === query.kind,
  );
  return found ?? { kind: "unreadable", detail: "a statement of another account or day" };
}

// Callbacks are trusted only if they are signed over the raw bytes, recently, and with this connection's secret.

/** Returns the news in a callback, or says why it is rejected. */
export function readCallback(connection: Connection, callback: Callback): BankNews[] | CallbackFault {
  const { headers, rawBody: body, now } = callback;
  const secret = connection.callbackSecret;
  const forgery = forgeryOf({ signature: headers["x-bank-signature"], body, secret, now });
  if (forgery !== undefined) return { fault: "forged", detail: forgery };
  const message = readMessage(body);
  const news = typeof message === "string" ? message : readNews(connection, message);
  return typeof news === "string" ? { fault: "unreadable", detail: news } : news;
}

/** Returns what the answer proves for each instruction, in the same order. */
export function readPayments(
  answer: WireAnswer,
  instructions: readonly Instruction[],
  { bankId }: Connection,
): Outcome[] {
  const report = reportOf(answer);
  if (typeof report === "string") return instructions.map(() => unknown(report));
  const stranger = strangerIn(report, instructions);
  if (stranger !== undefined) return instructions.map(() => unknown(stranger, stranger));
  const said = new Map(paymentsOf(report).map((payment) => [payment.reference, payment]));
  const messageId = messageIdOf(instructions);
  return instructions.map((instruction) => {
    const { reference, amountPaise, payee, debitAccount, sentBefore = false } = instruction;
    const status =
      said.get(reference) ?? groupStatus(report, reference, blockIdOf(messageId, instruction.rail));
    const payeeAccount = payee.accountNumber ?? "";
    const outcome = judgeStatus(status, {
      bankId,
      amountPaise,
      payeeAccount,
      debitAccount,
      refusable: !sentBefore,
    });
    // With any status other than 200 and 202, banks refuse.
    const fits = answer.httpStatus < 300 || outcome.kind === "failed" || outcome.kind === "unknown";
    return fits ? outcome : unknown(`HTTP ${answer.httpStatus} with ${status.status}`);
  });
}

/** Returns what the answer to an enquiry proves. If the bank does not know the reference, that proves nothing. */
export function readEnquiry(answer: WireAnswer, enquiry: Enquiry, connection: Connection): Outcome {
  const report = reportOf(answer);
  if (typeof report === "string") return unknown(report);
  const payments = paymentsOf(report);
  const payment = payments.find(({ reference }) => reference === enquiry.reference);
  if (answer.httpStatus === 404 && payment?.status === "" && payment.reason?.code === "NOT_FOUND") {
    return { kind: "not_found" };
  }
  if (payment === undefined) {
    const detail = "the answer has another reference";
    return payments.length === 0 ? unknown("the answer names no payment") : unknown(detail, detail);
  }
  const { amountPaise } = enquiry;
  const { bankId, debitAccount } = connection;
  const outcome = judgeStatus(payment, { bankId, amountPaise, debitAccount, refusable: false });
  return answer.httpStatus === 200 || outcome.kind === "unknown"
    ? outcome
    : unknown(`HTTP ${answer.httpStatus} with ${payment.status}`);
}

/** Returns the report in an answer, or a sentence that says why there is none. */
function reportOf({ httpStatus, contentType, body }: WireAnswer): StatusReport | string {
  const where = `HTTP ${httpStatus}`;
  if (httpStatus >= 500 || (httpStatus >= 300 && httpStatus < 400)) return `${where} is no answer`;
  if (!/^(?:application|text)\/xml\s*(;|$)/.test(contentType)) return `${where} without XML`;
  const message = readMessage(body);
  if (typeof message === "string") return `${where} with a message that is not read: ${message}`;
  if (!message.kind.startsWith("pain.002.")) return `${where} with ${message.kind}`;
  const report = readStatus(message.root);
  const [missed] = typeof report === "string" ? [report] : report.unread;
  return missed === undefined ? report : `${where} with a report that is not understood: ${missed}`;
}

/** Says that the answer is about other payments than we sent; a person must look. */
function strangerIn(report: StatusReport, instructions: readonly Instruction[]): string | undefined {
  const sent = new Set(instructions.map(({ reference }) => reference));
  const seen = new Set<string>();
  for (const { reference } of paymentsOf(report)) {
    if (!sent.has(reference)) return "the answer has another reference";
    if (seen.has(reference)) return "the answer has a reference twice";
    seen.add(reference);
  }
  const isOurs = report.originalMessageId === messageIdOf(instructions);
  // A bank that could not read the message cannot name it.
  return isOurs || report.status === "RJCT" ? undefined : "the answer is to another message";
}

/** A payment that the report does not list has the status of its block or, if there is none, of the whole message. */
function groupStatus(report: StatusReport, reference: string, blockId: string): PaymentStatus {
  const block = report.blocks.find((one) => one.blockId === blockId && one.status !== "");
  const { status, reason } = block ?? report;
  const none = { amountPaise: undefined, debitAccount: undefined, payeeAccount: undefined, utr: "" };
  return { reference, status, reason, ...none };
}

function unknown(detail: string, alarm?: string): Outcome {
  return alarm === undefined ? { kind: "unknown", detail } : { kind: "unknown", detail, alarm };
}

type Contents = Awaited<ReturnType<NonNullable<Protocol["readFile"]>>>;
type Open = () => AsyncIterable<Uint8Array>;

const STATEMENT = /camt\.05[23]\.001\./;
/** The kind of a message is named within this many characters. */
const HEAD_CHARACTERS = 1_000;

/** Returns null if the end is missing, and a sentence if the file is refused. Statements are read piece by piece. */
export async function readFile(connection: Connection, open: Open): Promise<Contents> {
  try {
    const head = await readHead(open);
    if (head === null) return null;
    return await (STATEMENT.test(head)
      ? readStatements(connection, open)
      : readMessageNews(connection, open));
  } catch (error) {
    if (error instanceof XmlEndError) return null;
    if (error instanceof XmlError) return error.message;
    throw error;
  }
}

async function readHead(open: Open): Promise<string | null> {
  for await (const piece of open()) return Buffer.from(piece).toString("latin1", 0, HEAD_CHARACTERS);
  return null;
}

async function readStatements({ debitAccount }: Connection, open: Open): Promise<Contents> {
  const { scanned, foreign } = await scanStatements(open);
  const isOurs = (one: BankStatementHead): boolean => isSameAccount(one.debitAccount, debitAccount);
  if (!scanned.some(isOurs)) return "a statement of another account";
  const others = scanned.filter((one) => !isOurs(one)).map((one) => foreignStatement(one.debitAccount, null));
  async function* ours(): AsyncGenerator<LongStatement> {
    for await (const one of takeInTurn(open, scanned)) if (isOurs(one)) yield one;
  }
  return { news: [], statements: ours(), foreign: eachOnce([...foreign, ...others]) };
}

async function readMessageNews(connection: Connection, open: Open): Promise<Contents> {
  const reader = makeMessageReader();
  for await (const piece of open()) reader.write(piece);
  const news = readNews(connection, reader.end());
  return typeof news === "string" ? news : { news, statements: [], foreign: [] };
}
