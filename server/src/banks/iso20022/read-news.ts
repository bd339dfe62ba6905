/** What banks tell unasked, by callback or by file: pain.002 of payments, camt.054 of single entries. */
import { createHash } from "node:crypto";
import type { BankNews, Connection, Outcome } from "#banks";
import { returnReasonOf } from "./bank-codes.ts";
import { elementsOf, textAt, type Element } from "./element.ts";
import { judgeStatus } from "./judge-status.ts";
import { readEntry, type Movement } from "./read-entries.ts";
import type { Message } from "./read-message.ts";
import { accountAt, readStatus } from "./read-status.ts";

/** The news of a message; or the sentence why it is not taken. A repeated message brings the same facts. */
export function readNews(connection: Connection, { kind, root }: Message): BankNews[] | string {
  if (kind === "pain.002.001.10") return readStatusNews(connection, root);
  if (kind === "camt.054.001.08") return readNotices(connection, root);
  return `${kind} tells no news`;
}

function readStatusNews({ bankId, debitAccount }: Connection, root: Element): BankNews[] | string {
  const report = readStatus(root);
  if (typeof report === "string") return report;
  const { messageId, payments } = report;
  if (
    payments.some((payment) => payment.debitAccount !== undefined && payment.debitAccount !== debitAccount)
  ) {
    return "meant for another account";
  }
  return payments.map((payment) => {
    const { reference, amountPaise = null } = payment;
    // The amount is compared where the transfer is found; news is never about a refused request.
    const outcome = judgeStatus(payment, { bankId, refusable: false });
    return {
      kind: "payment",
      reference,
      outcome,
      amountPaise,
      factId: factIdOf(messageId, reference, payment.status),
    };
  });
}

function readNotices({ debitAccount }: Connection, root: Element): BankNews[] | string {
  const messageId = textAt(root, "GrpHdr/MsgId")!;
  const news: BankNews[] = [];
  for (const notice of elementsOf(root, "Ntfctn")) {
    if (accountAt(notice, "Acct") !== debitAccount) return "meant for another account";
    for (const [index, entry] of elementsOf(notice, "Ntry").entries()) {
      const movements = readEntry(entry);
      if (typeof movements === "string") return movements;
      for (const [nth, movement] of movements.entries()) {
        const factId = factIdOf(messageId, textAt(notice, "Id")!, `${index}/${nth}`);
        const one = newsOf(movement, { factId, account: debitAccount });
        if (one !== undefined) news.push(one);
      }
    }
  }
  return news;
}

/** Undefined: the entry is no payment of ours and no top-up; the statement will have it. */
function newsOf(
  movement: Movement,
  { factId, account }: { factId: string; account: string },
): BankNews | undefined {
  const { side, booked, back, reference, amountPaise } = movement;
  const utr = /^[A-Za-z0-9]{1,35}$/.test(movement.utr ?? "") ? movement.utr! : "";
  if (!booked) return undefined;
  if (reference !== null && (side === "debit" || back !== null)) {
    const outcome = side === "debit" ? paid(utr) : returned(movement, utr);
    return { kind: "payment", reference, outcome, factId, amountPaise };
  }
  if (side === "debit" || back !== null || utr === "" || amountPaise === 0n) return undefined;
  const { name, accountNumber, ifsc } = movement.other;
  const from = { name: cleaned(name), accountNumber: cleaned(accountNumber), ifsc: cleaned(ifsc) };
  return { kind: "credit", utr, amountPaise, account, from, factId };
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

/** Without control characters: the money is here, whatever its sender is called. */
function cleaned(text: string | null): string {
  return (text ?? "")
    .replace(/\p{C}+/gu, " ")
    .trim()
    .slice(0, 100);
}
