/** Callbacks are trusted only if they are signed over the raw bytes, recently, and with this connection's secret. */
import type { BankNews, Callback, CallbackFault, Connection } from "#banks";
import { nameOf, shortened } from "#banks/json";
import { readJsonObject } from "#lib/read-json";
import { forgeryOf } from "#lib/timed-signature";
import { judgeWords, paiseOf, wordsOf } from "./judge-words.ts";

const PAYMENT_TYPES: readonly unknown[] = ["payment.updated", "payment.credited", "payment.returned"];

/** Returns the news in a callback, or says why it is rejected. */
export function readCallback(connection: Connection, callback: Callback): BankNews[] | CallbackFault {
  const { headers, rawBody: body, now } = callback;
  const secret = connection.callbackSecret;
  const forgery = forgeryOf({ signature: headers["x-bank-signature"], body, secret, now });
  if (forgery !== undefined) return { fault: "forged", detail: forgery };
  const event = readJsonObject(Buffer.from(body));
  if (event === null) return unreadable("no sound JSON object");
  const { eventId, type, bankId, debitAccount, payment, credit } = event;
  if (typeof eventId !== "string" || !/^[\w-]{1,64}$/.test(eventId)) return unreadable("no eventId");
  if (bankId !== connection.bankId || debitAccount !== connection.debitAccount) {
    return unreadable("meant for another account");
  }
  if (PAYMENT_TYPES.includes(type)) return readPaymentNews(eventId, payment);
  if (type === "account.credited") return readCreditNews(connection, eventId, credit);
  return unreadable(`type ${shortened(String(type))}`);
}

function readPaymentNews(factId: string, payment: unknown): BankNews[] | CallbackFault {
  const words = wordsOf(payment);
  if (typeof words === "string") return unreadable(words);
  const { reference } = words;
  // The amount is compared by the code that finds the transfer; a callback is never about a refused request.
  const outcome = judgeWords(words, { reference, refusable: false });
  return [{ kind: "payment", reference, outcome, factId, amountPaise: words.amountPaise ?? null }];
}

function readCreditNews(connection: Connection, factId: string, credit: unknown): BankNews[] | CallbackFault {
  if (typeof credit !== "object" || credit === null) return unreadable("no credit");
  const { utr, amount, account, from } = credit as Record<string, unknown>;
  const amountPaise = paiseOf(amount);
  if (typeof utr !== "string" || !/^[A-Za-z0-9]{1,35}$/.test(utr)) return unreadable("no utr");
  if (amountPaise === null || amountPaise === 0n) return unreadable("no amount");
  if (account !== connection.debitAccount) return unreadable("a credit to another account");
  const { name, accountNumber, ifsc } = (from ?? {}) as Record<string, unknown>;
  const remitter = { name: nameOf(name), accountNumber: nameOf(accountNumber), ifsc: nameOf(ifsc) };
  return [{ kind: "credit", utr, amountPaise, account: connection.debitAccount, from: remitter, factId }];
}

function unreadable(detail: string): CallbackFault {
  return { fault: "unreadable", detail };
}
