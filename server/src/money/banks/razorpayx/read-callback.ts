/** Webhooks: webhooks/payouts.md, webhooks/transactions.md; signed as webhooks/validate-test.md says. */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type {
  BankNews,
  Callback,
  CallbackFault,
  Connection,
  CreditNews,
  FoundCredit,
  WireAnswer,
} from "#banks";
import { isObject, nameOf, readObject } from "#banks/json";
import { readJsonObject } from "#lib/read-json";
import { isPaise, judgePayout, readPayout } from "./read-payout.ts";

const MINUTE_MS = 60_000;
const EARLY_MS = 5 * MINUTE_MS;
/** Failed deliveries are repeated for 24 hours (webhooks/setup-edit-payouts.md), with the same bytes. */
const AGE_MS_MAX = 25 * 60 * MINUTE_MS;

/** The names of events about one payout; `payout.downtime.started`, for example, is about none. */
const PAYOUT_EVENT = /^payout\.[a-z_]+$/;

/**
 * Reads the news in a webhook, or says why it is rejected. Every event that carries a payout counts, including kinds
 * that are newer than this code: the status of the payout decides. Other events are accepted without news, because
 * RazorpayX switches an account's webhook off if deliveries keep being refused.
 */
export function readCallback(connection: Connection, callback: Callback): BankNews[] | CallbackFault {
  const forgery = forgeryOf(connection, callback);
  if (forgery !== undefined) return { fault: "forged", detail: forgery };
  const event = readJsonObject(Buffer.from(callback.rawBody));
  if (event === null) return unreadable("no sound JSON object");
  const { event: type, payload, created_at: madeAt } = event;
  const payout = entityOf(payload, "payout");
  const isPayout = payout !== undefined || (typeof type === "string" && PAYOUT_EVENT.test(type));
  if (!isPayout && type !== "transaction.created") return [];
  if (typeof madeAt !== "number") return unreadable("no created_at");
  const ageMs = callback.now.getTime() - madeAt * 1_000;
  if (ageMs > AGE_MS_MAX || ageMs < -EARLY_MS) return { fault: "forged", detail: "not made lately" };
  return isPayout ? readPayoutNews(payout) : readCredit(connection, entityOf(payload, "transaction"));
}

/**
 * Says why the signature proves nothing; undefined if it is the bank's. It covers no header, so neither the event's ID
 * nor a time outside of the body counts.
 */
function forgeryOf({ callbackSecret }: Connection, { headers, rawBody }: Callback): string | undefined {
  const header = headers["x-razorpay-signature"];
  if (typeof header !== "string" || !/^[0-9a-f]{64}$/.test(header)) return "no signature";
  if (callbackSecret === "") return "no secret to check it with";
  const expected = createHmac("sha256", callbackSecret).update(rawBody).digest();
  return timingSafeEqual(expected, Buffer.from(header, "hex")) ? undefined : "wrong signature";
}

function entityOf(payload: unknown, name: string): unknown {
  const part = isObject(payload) ? payload[name] : undefined;
  return isObject(part) ? part["entity"] : undefined;
}

/** The same payout with the same status is the same fact, as x/payouts/best-practices.md advises. */
function readPayoutNews(entity: unknown): BankNews[] | CallbackFault {
  const payout = readPayout(entity);
  if (typeof payout === "string") return unreadable(payout);
  const { id, reference, status, reason, utr, amountPaise } = payout;
  // It was created on RazorpayX's own pages, so it is not a payment of ours.
  if (reference === null) return [];
  const outcome = judgePayout(payout, { reference });
  return [{ kind: "payment", reference, outcome, factId: factIdOf([id, status, reason, utr]), amountPaise }];
}

/** Returns the credit in a transaction that was asked for (api/x/transactions/fetch-with-id.md). */
export function readCreditEnquiry(answer: WireAnswer, connection: Connection): FoundCredit | null {
  const object = readObject(answer);
  if (answer.httpStatus !== 200 || typeof object === "string") return null;
  const news = readCredit(connection, object);
  const { created_at: seconds } = object;
  if (!Array.isArray(news) || news[0] === undefined || typeof seconds !== "number") return null;
  return { ...news[0], at: new Date(seconds * 1_000) };
}

/** An ID becomes part of a path, so it has no other characters than those of the documentation. */
const TRANSACTION_ID = /^\w{1,40}$/;

/** Money that was added to the account. Debits, and other accounts of the same login, are reported elsewhere. */
function readCredit(connection: Connection, entity: unknown): CreditNews[] | CallbackFault {
  if (!isObject(entity) || entity["entity"] !== "transaction") return unreadable("no transaction");
  const { id, account_number: account, currency, credit, source } = entity;
  if (typeof id !== "string" || !TRANSACTION_ID.test(id)) return unreadable("no id");
  if (!isObject(source) || source["entity"] !== "bank_transfer" || credit === 0) return [];
  if (account !== connection.debitAccount) return [];
  const { payer_name: name, payer_account: accountNumber, payer_ifsc: ifsc, bank_reference: utr } = source;
  if (!isPaise(credit) || currency !== "INR") return unreadable("no amount");
  if (typeof utr !== "string" || !/^[A-Za-z0-9]{1,35}$/.test(utr)) return unreadable("no bank_reference");
  const from = { name: nameOf(name), accountNumber: nameOf(accountNumber), ifsc: nameOf(ifsc) };
  const { debitAccount } = connection;
  return [{ kind: "credit", utr, amountPaise: BigInt(credit), account: debitAccount, from, factId: id }];
}

function factIdOf(words: readonly string[]): string {
  return createHash("sha256").update(words.join("\n")).digest("hex").slice(0, 40);
}

function unreadable(detail: string): CallbackFault {
  return { fault: "unreadable", detail };
}
