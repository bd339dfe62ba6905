/** Our requests over HTTP. The payments of one (pain.001.001.09) are one message, written piece by piece. */
import { createHash } from "node:crypto";
import type { Connection, Instruction, SentMessage, StatementQuery, WireRequest } from "#banks";
import { type Letters, writeLatin, writeName } from "#banks/latin";
import { partnerBank } from "#banks/partner-banks";
import { formatRupees } from "#lib/money";
import { istDate } from "#lib/ist";
import { type Rail } from "#rails";
import { PAIN_001 } from "./schema.ts";

/** Writes a message of payments, and the name of its file. */
export function writePayments(
  { bankId, debitAccount, apiKey }: Connection,
  instructions: readonly Instruction[],
): { name: string; request: WireRequest; message: SentMessage } {
  const bankCode = partnerBank(bankId)?.ifscCode ?? "";
  const body = [...writeInitiation({ debitAccount, bankCode, instructions, at: new Date() })].join("");
  const headers = { ...headersOf(apiKey), "content-type": "application/xml" };
  const message = sentMessageOf(instructions);
  const name = `${message.messageId}.pain.001.xml`;
  return { name, request: { method: "POST", path: "/messages", headers, body }, message };
}

/** Asks for the outcome of one payment. */
export function writeEnquiry({ apiKey }: Connection, reference: string): WireRequest {
  return { method: "GET", path: `/payments/${encodeURIComponent(reference)}`, headers: headersOf(apiKey) };
}

/** Requests a page of the statement of a day (camt.053), or of the report of the day so far (camt.052). */
export function writeStatement(
  { apiKey, debitAccount }: Connection,
  { day, kind }: StatementQuery,
  from: string | null,
): WireRequest {
  const query = new URLSearchParams({ kind: kind === "intraday" ? "intraday" : "end-of-day" });
  const [page, statementId] = from?.split("|") ?? [];
  if (page !== undefined) query.set("page", page);
  if (statementId !== undefined) query.set("statement", statementId);
  const path = `/accounts/${encodeURIComponent(debitAccount)}/statements/${day}?${query}`;
  return { method: "GET", path, headers: headersOf(apiKey) };
}

function headersOf(apiKey: string): Record<string, string> {
  return { accept: "application/xml", "x-api-key": apiKey };
}

interface Initiation {
  readonly debitAccount: string;
  /** The first four letters of the bank's IFSCs; empty if they are not known. */
  readonly bankCode: string;
  readonly instructions: readonly Instruction[];
  /** The time of writing. It decides nothing: the bank executes at once. */
  readonly at: Date;
}

/**
 * The terms that request a rail: the name of the clearing is agreed with the bank, and the others state the urgency.
 */
const RAIL_TERMS: Readonly<Partial<Record<Rail, { priority: string; level: string; instrument: string }>>> = {
  imps: { priority: "HIGH", level: "URGP", instrument: "IMPS" },
  rtgs: { priority: "HIGH", level: "URGP", instrument: "RTGS" },
  neft: { priority: "NORM", level: "NURG", instrument: "NEFT" },
};

/** The rails that payments by account number can take. */
export const INITIATED_RAILS = Object.keys(RAIL_TERMS) as readonly Rail[];

/** The same instructions always give the same message ID, so that a bank that compares IDs notices a repetition. */
export function messageIdOf(instructions: readonly Instruction[]): string {
  const references = instructions.map(({ reference }) => reference).join(" ");
  return `V${createHash("sha256").update(references).digest("hex").slice(0, 31).toUpperCase()}`;
}

/** Returns the ID of the block that contains the payments of a message by one rail. */
export function blockIdOf(messageId: string, rail: Rail): string {
  return `${messageId.slice(0, 30)}-${RAIL_TERMS[rail]?.instrument ?? ""}`;
}

/**
 * Describes the contents of a message, so that the bank's report about all of it can be applied to each of its
 * payments.
 */
function sentMessageOf(instructions: readonly Instruction[]): SentMessage {
  const messageId = messageIdOf(instructions);
  const blocks = Map.groupBy(instructions, ({ rail }) => blockIdOf(messageId, rail));
  return {
    messageId,
    blocks: [...blocks].map(([blockId, set]) => ({
      blockId,
      references: set.map(({ reference }) => reference),
    })),
    repeats: instructions.some(({ sentBefore = false }) => sentBefore),
  };
}

/** Writes the message in pieces, for any number of instructions; each rail is a block of its own. */
export function* writeInitiation(initiation: Initiation): Generator<string> {
  const { instructions, at } = initiation;
  const id = messageIdOf(instructions);
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${PAIN_001.namespace}"><CstmrCdtTrfInitn>`;
  yield `<GrpHdr>${tag("MsgId", id)}${tag("CreDtTm", at.toISOString())}${totalsOf(instructions)}`;
  yield `<InitgPty>${tag("Nm", initiation.debitAccount)}</InitgPty></GrpHdr>`;
  for (const [rail, terms] of Object.entries(RAIL_TERMS)) {
    const set = instructions.filter((instruction) => instruction.rail === rail);
    if (set.length === 0) continue;
    yield `<PmtInf>${tag("PmtInfId", blockIdOf(id, rail as Rail))}${tag("PmtMtd", "TRF")}`;
    // The payments are booked one by one, so each debit on the statement carries its own reference.
    yield `${tag("BtchBookg", "false")}${totalsOf(set)}<PmtTpInf>${tag("InstrPrty", terms.priority)}`;
    yield `<SvcLvl>${tag("Cd", terms.level)}</SvcLvl>`;
    yield `<LclInstrm>${tag("Prtry", terms.instrument)}</LclInstrm></PmtTpInf>`;
    yield `<ReqdExctnDt>${tag("Dt", istDate(at))}</ReqdExctnDt><Dbtr>${tag("Nm", initiation.debitAccount)}</Dbtr>`;
    yield `<DbtrAcct>${account(initiation.debitAccount)}</DbtrAcct>`;
    yield `<DbtrAgt>${agent(initiation.bankCode)}</DbtrAgt>${tag("ChrgBr", "DEBT")}`;
    for (const instruction of set) yield transactionOf(instruction);
    yield "</PmtInf>";
  }
  yield "</CstmrCdtTrfInitn></Document>\n";
}

/** The characters of payment clearings (SWIFT's set), and those that XML escapes. */
const LETTERS: Letters = { taken: /[A-Za-z0-9 /?:().,'+&<>-]/, max: 140 };

function transactionOf({ reference, amountPaise, payee, remarks }: Instruction): string {
  const { name, accountNumber = "", ifsc = "" } = payee;
  const ids = `<PmtId>${tag("InstrId", reference)}${tag("EndToEndId", reference)}</PmtId>`;
  const amount = `<Amt><InstdAmt Ccy="INR">${formatRupees(amountPaise)}</InstdAmt></Amt>`;
  const creditor = `<Cdtr>${tag("Nm", writeName(name, LETTERS))}</Cdtr>`;
  const note = writeLatin(remarks, LETTERS);
  const remittance = note === "" ? "" : `<RmtInf>${tag("Ustrd", note)}</RmtInf>`;
  return (
    `<CdtTrfTxInf>${ids}${amount}<CdtrAgt>${agent(ifsc)}</CdtrAgt>${creditor}` +
    `<CdtrAcct>${account(accountNumber)}</CdtrAcct>${remittance}</CdtTrfTxInf>\n`
  );
}

function totalsOf(instructions: readonly Instruction[]): string {
  const sum = instructions.reduce((total, { amountPaise }) => total + amountPaise, 0n);
  return tag("NbOfTxs", String(instructions.length)) + tag("CtrlSum", formatRupees(sum));
}

function account(number: string): string {
  return `<Id><Othr>${tag("Id", number)}<SchmeNm>${tag("Cd", "BBAN")}</SchmeNm></Othr></Id>`;
}

/** INFSC: Indian Financial System Code, in the list of clearing systems of ISO 20022. */
function agent(ifsc: string): string {
  if (ifsc === "") return `<FinInstnId><Othr>${tag("Id", "NOTPROVIDED")}</Othr></FinInstnId>`;
  const system = `<ClrSysId>${tag("Cd", "INFSC")}</ClrSysId>`;
  return `<FinInstnId><ClrSysMmbId>${system}${tag("MmbId", ifsc)}</ClrSysMmbId></FinInstnId>`;
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

function tag(name: string, text: string): string {
  return `<${name}>${text.replace(/[&<>]/g, (sign) => ESCAPES[sign]!)}</${name}>`;
}
