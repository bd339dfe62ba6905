/** News that banks send unasked, by callback or as a file: pain.002 for payments, camt.054 for single entries. */
import { createHash } from "node:crypto";
import type { BankNews, Connection, ForeignStatement, Outcome } from "#banks";
import { returnReasonOf } from "./judge-status.ts";
import { judgeReport } from "./judge-report.ts";
import { readEntry, type Movement } from "./read-entries.ts";
import { elementsOf, textAt, type Element, type Message } from "./read-message.ts";
import { accountAt, paymentsOf, readStatus } from "./read-status.ts";
import {
  accountIn,
  eachOnce,
  foreignCurrency,
  foreignStatement,
  isSameAccount,
  tellForeign,
  tellNothingInRupees,
} from "#banks/statements";

/** Returns the news in a message; a sentence says why it is refused. A repeated message has the same facts. */
export function readNews(connection: Connection, { kind, root }: Message): BankNews[] | string {
  if (kind.startsWith("pain.002.")) return readStatusNews(connection, root);
  if (kind.startsWith("camt.054.")) return readNotices(connection, root);
  return `${kind} tells no news`;
}

function readStatusNews({ bankId, debitAccount }: Connection, root: Element): BankNews[] | string {
  const report = readStatus(root);
  if (typeof report === "string") return report;
  const isOthers = paymentsOf(report).some(
    (payment) => payment.debitAccount !== undefined && !isSameAccount(payment.debitAccount, debitAccount),
  );
  if (isOthers) return "meant for another account";
  const factOf = (...parts: readonly string[]) => factIdOf(report.messageId, ...parts);
  return [...judgeReport({ bankId, report, factIdOf: factOf })];
}

function readNotices({ debitAccount }: Connection, root: Element): BankNews[] | string {
  const messageId = textAt(root, "GrpHdr/MsgId") ?? "";
  const news: BankNews[] = [];
  const foreign: ForeignStatement[] = [];
  const notices = elementsOf(root, "Ntfctn");
  for (const notice of notices) {
    const written = accountAt(notice, "Acct") ?? "";
    const currency = foreignCurrency(textAt(notice, "Acct/Ccy"));
    if (currency !== null || !isSameAccount(written, debitAccount)) {
      foreign.push(foreignStatement(accountIn(written).account, currency));
      continue;
    }
    for (const [index, entry] of elementsOf(notice, "Ntry").entries()) {
      const movements = readEntry(entry);
      const factOf = (nth: number) => factIdOf(messageId, textAt(notice, "Id") ?? "", `${index}/${nth}`);
      if (typeof movements === "string") {
        news.push({ kind: "unread", detail: movements, factId: factOf(0) });
        continue;
      }
      for (const [nth, movement] of movements.entries()) {
        const one = newsOf(movement, { factId: factOf(nth), account: debitAccount });
        if (one !== undefined) news.push(one);
      }
    }
  }
  if (foreign.length > 0 && foreign.length === notices.length) {
    const isElsewhere = foreign.some(({ currency }) => currency === null);
    return isElsewhere ? "meant for another account" : tellNothingInRupees(foreign);
  }
  return [...news, ...eachOnce(foreign).map(newsOfForeign)];
}

/** The report is made once for an account, however often the bank sends such a statement. */
function newsOfForeign(foreign: ForeignStatement): BankNews {
  const detail = tellForeign(foreign);
  return { kind: "unread", detail, factId: factIdOf(detail), foreign };
}

/** Undefined if the entry is neither a payment of ours nor a top-up; the statement will have it. */
function newsOf(
  movement: Movement,
  { factId, account }: { factId: string; account: string },
): BankNews | undefined {
  const { side, back, reference, amountPaise, batch, isCharge, chargesWithin } = movement;
  const utr = /^[A-Za-z0-9]{1,35}$/.test(movement.utr ?? "") ? movement.utr! : "";
  if (isCharge || (side === "debit" && back !== null)) return undefined;
  if (batch !== null && side === "debit") return batchNews(movement, batch, factId);
  if (reference !== null && (side === "debit" || back !== null)) {
    const outcome = side === "debit" ? paid(utr) : returned(movement, utr);
    // If the amount may include charges, the statement will show what was paid.
    return {
      ...{ kind: "payment", reference, outcome, factId },
      amountPaise: chargesWithin.length === 0 ? amountPaise : null,
    };
  }
  if (side === "debit" || back !== null || utr === "") return undefined;
  const { name, accountNumber, ifsc } = movement.other;
  const from = { name: cleaned(name), accountNumber: cleaned(accountNumber), ifsc: cleaned(ifsc) };
  return { kind: "credit", utr, amountPaise, account, from, reference, factId };
}

/** News about a block that was booked as one sum. If the entry does not name the block, the statement will have it. */
function batchNews(
  { amountPaise, chargesWithin }: Movement,
  { messageId, blockId, count }: NonNullable<Movement["batch"]>,
  factId: string,
): BankNews | undefined {
  if ((messageId === null && blockId === null) || chargesWithin.length > 0) return undefined;
  const outcome: Outcome = { kind: "succeeded", code: "BOOK", text: "debited", utr: "", credited: false };
  const about = { messageId: messageId ?? "", blockId, except: [], count, sumPaise: amountPaise };
  return { kind: "message", ...about, outcome, factId };
}

function paid(utr: string): Outcome {
  if (utr === "") return { kind: "pending", code: "BOOK", text: "debited, not settled yet", deemed: false };
  return { kind: "succeeded", code: "BOOK", text: "debited", utr, credited: false };
}

function returned({ back, returnCode }: Movement, utr: string): Outcome {
  const text = back === "return" ? "returned" : "the debit was taken back";
  return { kind: "returned", code: returnCode, text, utr, reason: returnReasonOf(returnCode) };
}

function factIdOf(...parts: readonly string[]): string {
  return createHash("sha256").update(parts.join("|")).digest("hex").slice(0, 40);
}

/** Removes control characters: the money has arrived, whatever its sender is called. */
function cleaned(text: string | null): string {
  return (text ?? "")
    .replace(/\p{C}+/gu, " ")
    .trim()
    .slice(0, 100);
}
