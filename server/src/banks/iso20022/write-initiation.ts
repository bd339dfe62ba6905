/** pain.001.001.09: our instructions in one message to the bank, written piece by piece. */
import { createHash } from "node:crypto";
import type { Instruction, SentMessage } from "#banks";
import { type Letters, writeLatin, writeName } from "#banks/latin";
import { formatRupees } from "#lib/money";
import { istDate, type Rail } from "#rails";
import { PAIN_001 } from "./schema-pain-001.ts";

export interface Initiation {
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
export function sentMessageOf(instructions: readonly Instruction[]): SentMessage {
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
