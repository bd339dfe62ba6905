/** The messages that the bank sends unasked, and its statements. */
import type { Happening, Webhook } from "./dialect.ts";
import { entryOfPayment, writeEntry, type EntryWords } from "./iso-entries.ts";
import { writeStatusReport } from "./iso-words.ts";
import { signBody } from "./post-callback.ts";
import { documentOf, tag } from "./xml-tree.ts";

/** Money that moved is reported by camt.054, all other news of a payment by pain.002. */
export function announceInMessages(happening: Happening): Webhook | undefined {
  const body = composeMessage(happening);
  const type = { "content-type": "application/xml" };
  return {
    body,
    sign: (secret, sentAt) => ({ ...type, "x-bank-signature": signBody(secret, sentAt, body) }),
  };
}

/** Returns the text of the message. */
function composeMessage({ eventId, at, debitAccount, payment, particulars, credit }: Happening): string {
  if (credit !== undefined) {
    const { utr, amount, from } = credit;
    const words = {
      id: eventId,
      side: "CREDIT",
      amount,
      at: new Date(at).toISOString(),
      kind: "CREDIT",
    } as const;
    const entry = writeEntry({
      ...words,
      reference: undefined,
      utr,
      code: undefined,
      narration: "",
      party: from,
    });
    return notify({ eventId, at, debitAccount, entry });
  }
  const words = payment!;
  const payee = particulars?.payee ?? "";
  const moved = words.status === "RETURNED" || (words.status === "SUCCESS" && !words.credited);
  if (moved)
    return notify({ eventId, at, debitAccount, entry: entryOfPayment(words, { id: eventId, at, payee }) });
  return writeStatusReport({ id: eventId, at, originalId: "NONREF", payments: [{ words, particulars }] });
}

function notify(notice: { eventId: string; at: number; debitAccount: string; entry: string }): string {
  const { eventId, at, debitAccount, entry } = notice;
  const body = `${tag("Id", eventId)}${accountOf(debitAccount)}${entry}`;
  return documentOf(
    "camt.054.001.08",
    `<BkToCstmrDbtCdtNtfctn>${headOf(eventId, at)}<Ntfctn>${body}</Ntfctn></BkToCstmrDbtCdtNtfctn>`,
  );
}

/** A page of a statement, in the words of the banks' common protocol. */
export interface StatementWords {
  readonly statementId: string;
  readonly kind: "intraday" | "end-of-day";
  readonly sequence?: number;
  readonly debitAccount: string;
  readonly day: string;
  readonly openingBalance: string;
  readonly closingBalance: string;
  readonly page: number;
  readonly pages: number;
  readonly lines: readonly (Omit<EntryWords, "id" | "party"> & {
    lineId?: string;
    originalUtr?: string;
    counterparty?: EntryWords["party"];
  })[];
}

/** Writes camt.053 for a day that is over, and camt.052 for the day so far. */
export function writeStatement(words: StatementWords, at: number): string {
  const [message, root, element, closing] =
    words.kind === "intraday"
      ? (["camt.052.001.08", "BkToCstmrAcctRpt", "Rpt", "ITBD"] as const)
      : (["camt.053.001.08", "BkToCstmrStmt", "Stmt", "CLBD"] as const);
  const { page, pages, day } = words;
  const id = words.statementId.replaceAll("-", "");
  const place = tag("PgNb", String(page)) + tag("LastPgInd", String(page === pages));
  const paging = `<${element}Pgntn>${place}</${element}Pgntn>`;
  const sequence = tag("ElctrncSeqNb", words.sequence === undefined ? "" : String(words.sequence));
  const balances = balance("OPBD", words.openingBalance, day) + balance(closing, words.closingBalance, day);
  const entries = words.lines.map(({ lineId, originalUtr, utr, counterparty = {}, ...line }) =>
    writeEntry({ ...line, id: lineId, utr: originalUtr ?? utr, party: counterparty }),
  );
  const body = `${tag("Id", id)}${paging}${sequence}${accountOf(words.debitAccount)}${balances}${entries.join("")}`;
  const head = headOf(`${id}${page}`.slice(-35), at);
  return documentOf(message, `<${root}>${head}<${element}>${body}</${element}></${root}>`);
}

function balance(code: string, amount: string, day: string): string {
  const type = `<Tp><CdOrPrtry>${tag("Cd", code)}</CdOrPrtry></Tp>`;
  const sign = tag("CdtDbtInd", amount.startsWith("-") ? "DBIT" : "CRDT");
  return `<Bal>${type}<Amt Ccy="INR">${amount.replace("-", "")}</Amt>${sign}<Dt>${tag("Dt", day)}</Dt></Bal>`;
}

function accountOf(number: string): string {
  return `<Acct><Id><Othr>${tag("Id", number)}</Othr></Id>${tag("Ccy", "INR")}</Acct>`;
}

function headOf(id: string, at: number): string {
  return `<GrpHdr>${tag("MsgId", id)}${tag("CreDtTm", new Date(at).toISOString())}</GrpHdr>`;
}
