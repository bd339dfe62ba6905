/** Receives what banks report unasked, by callback or file: about payments, and about incoming money. */
import { adapterOf, type BankNews, type CreditNews, type FoundCredit, type Outcome } from "#banks";
import {
  type BankConnection,
  bookTopUps,
  FundSourceError,
  listBankConnections,
  WALLET_ID,
} from "#fund-sources";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import { formatRupeesIndian } from "#lib/money";
import { findAttempts, type FoundAttempt } from "../attempt.ts";
import { TransferError } from "../errors.ts";
import type { News } from "../fact.ts";
import { confirmCredit, confirmHearsay, isHearsay } from "./hearsay.ts";
import { keepStrayNews, UNREAD } from "./keep-stray-news.ts";
import { newsOf, type PaymentNews } from "./news-of-callback.ts";
import { recordOneNews } from "./record-news.ts";
import { type BlockMember, readMembers } from "../send/sent-blocks.ts";

// Applies a bank's response about a whole message or block to each of its payments. Pure.

type MessageNews = Extract<BankNews, { kind: "message" }>;

/**
 * Returns the news of all payments that the response does not name separately. A refusal of a whole message
 * must fit all of it: if part of it was paid, or if a payment was also in another message, the outcome is
 * unknown and a person must look. A settled message must have the number and total of what was sent.
 */
function newsOfMembers(news: MessageNews, members: readonly BlockMember[]): PaymentNews[] {
  const except = new Set(news.except);
  const meant = members.filter(({ blockId, reference }) => !except.has(reference) && !except.has(blockId));
  const wrong = doubtOf(news, members);
  return meant.map(({ reference, repeated }) => {
    const isUnsure = news.outcome.kind === "failed" && repeated;
    const doubt =
      wrong ?? (isUnsure ? "a message was refused, and its payments were in another one too" : null);
    const outcome: Outcome = doubt === null ? news.outcome : { kind: "unknown", detail: doubt, alarm: doubt };
    return { kind: "payment", reference, outcome, amountPaise: null, factId: news.factId };
  });
}

/** Returns why the response cannot be true of everything that was sent, or null. */
function doubtOf(
  { outcome, count, sumPaise, except }: MessageNews,
  members: readonly BlockMember[],
): string | null {
  if (outcome.kind === "failed" && members.some(({ paid, reference }) => paid && !except.includes(reference)))
    return "the bank refused a message as a whole of which it has paid a part";
  if (outcome.kind !== "succeeded") return null;
  const sum = members.reduce((total, { amountPaise }) => total + amountPaise, 0n);
  const isOther = (count !== null && count !== members.length) || (sumPaise !== null && sumPaise !== sum);
  return isOther ? "the bank settled a message of another number or sum than was sent" : null;
}

/**
 * Records a bank's news; the same news again changes nothing. Acknowledge it to the bank only after this
 * resolves. Throws FundSourceError.not_found for money on an account other than the connection's, and
 * TransferError.callback_unconfirmed for hearsay that the service does not confirm: that changes nothing.
 */
export async function receiveNews(
  ctx: Context,
  merchantId: string,
  { connection, news }: { connection: BankConnection; news: readonly BankNews[] },
): Promise<void> {
  await receivePayments(ctx, merchantId, connection.bankId, news);
  await keepUnread(ctx, merchantId, connection.bankId, news);
  crashPoint("transfers.callback.payments_recorded");
  for (const one of news) if (one.kind === "credit") await receiveCredit(ctx, merchantId, connection, one);
}

async function receivePayments(
  ctx: Context,
  merchantId: string,
  bankId: string,
  all: readonly BankNews[],
): Promise<void> {
  const told = await tellMessages(ctx, merchantId, bankId, all);
  const news = [...all.filter((one) => one.kind === "payment"), ...told];
  if (news.length === 0) return;
  const attempts = await findAttempts(ctx, merchantId, {
    bankId,
    references: news.map((one) => one.reference),
  });
  const known: { told: News; attempt: FoundAttempt }[] = [];
  const strays: typeof news = [];
  for (const one of news) {
    const attempt = attempts.get(one.reference);
    if (attempt === undefined) strays.push(one);
    else known.push({ told: newsOf(attempt, one), attempt });
  }
  if (strays.length > 0) await keepStrayNews(ctx, merchantId, { bankId, strays });
  // Banks call back once for each payment, often many at the same moment: those are recorded as one set.
  const taken = await Promise.all(
    known.map(async ({ told: one, attempt }) =>
      isHearsay(bankId, one, attempt)
        ? confirmHearsay(ctx, merchantId, one)
        : recordOneNews(ctx, merchantId, one).then(() => true),
    ),
  );
  if (taken.includes(false)) throw TransferError.callback_unconfirmed({ bankId });
}

/** Records news about whole messages as news of their payments; as unmatched if the message is not known. */
async function tellMessages(
  ctx: Context,
  merchantId: string,
  bankId: string,
  all: readonly BankNews[],
): Promise<PaymentNews[]> {
  const about = all.filter((one) => one.kind === "message");
  if (about.length === 0) return [];
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const told: PaymentNews[] = [];
    for (const one of about) {
      const { messageId, blockId, outcome, sumPaise, factId } = one;
      const members = await readMembers(tx, { bankId, blockId, messageId });
      const named = blockId ?? messageId;
      const stray = { kind: "payment", reference: named, outcome, amountPaise: sumPaise, factId } as const;
      told.push(...(members.length === 0 ? [stray] : newsOfMembers(one, members)));
    }
    return told;
  });
}

/** Keeps what could not be understood for a person, like news of unknown references. */
async function keepUnread(
  ctx: Context,
  merchantId: string,
  bankId: string,
  all: readonly BankNews[],
): Promise<void> {
  const unread = all.filter((one) => one.kind === "unread");
  if (unread.length === 0) return;
  const strays = unread.map(({ detail, factId }) => {
    const outcome = { kind: "unknown", detail } as const;
    return { kind: "payment", reference: UNREAD, outcome, amountPaise: null, factId } as const;
  });
  await keepStrayNews(ctx, merchantId, { bankId, strays });
}

/** Credits money that arrived on the bank account we pay from to the wallet, unless it is a payment that came back. */
async function receiveCredit(
  ctx: Context,
  merchantId: string,
  connection: BankConnection,
  told: CreditNews,
): Promise<void> {
  const { bankId, debitAccount } = connection;
  const credit = await confirmCredit(ctx, merchantId, { connection, credit: told });
  const { account, utr, amountPaise, from, factId } = credit;
  if (account !== debitAccount) throw FundSourceError.not_found({ utr });
  const reference = await findNamed(ctx, merchantId, bankId, credit);
  const arrival = { bankId, utr, amountPaise, from, reference, fundSourceId: WALLET_ID };
  const outcome = await ctx.db.inMerchant(merchantId, async (tx) =>
    isOld(credit, tx.now) ? null : (await bookTopUps(tx, ctx.vault, [arrival]))[0]!,
  );
  if (outcome === null) {
    ctx.log.info({ bankId, utr }, "a credit of earlier days is left to the statement");
    return;
  }
  const { kind, topUpId } = outcome;
  if (kind === "contradiction") throw FundSourceError.top_up_contradiction({ utr });
  crashPoint("transfers.callback.credit_booked");
  if (kind === "doubtful") {
    const named = reference === null ? "" : ` and names payment ${reference}`;
    const detail =
      `a credit of ${formatRupeesIndian(amountPaise)} has UTR ${utr}${named}; ` +
      "it may be a return that is booked, and is not booked itself";
    await keepUnread(ctx, merchantId, bankId, [{ kind: "unread", detail, factId }]);
  } else if (kind === "returned")
    ctx.log.info({ bankId, utr }, "money came back, and that is booked already");
  else ctx.log.info({ bankId, topUpId }, "money arrived");
}

/** Services repeat a callback for a day. */
const NEWS_MAX_MS = 25 * 3_600_000;

/** An older credit may be of a time before the books. The statement begins on the day when they were opened. */
const isOld = (credit: CreditNews | FoundCredit, now: Date): boolean =>
  "at" in credit && credit.at.getTime() < now.getTime() - NEWS_MAX_MS;

/** Returns the reference of our payment that a credit names; null if it names none, or one of another amount. */
async function findNamed(
  ctx: Context,
  merchantId: string,
  bankId: string,
  { reference, amountPaise }: CreditNews,
): Promise<string | null> {
  if (reference === undefined || reference === null) return null;
  const attempts = await findAttempts(ctx, merchantId, { bankId, references: [reference] });
  return attempts.get(reference)?.amountPaise === amountPaise ? reference : null;
}

/** A callback as it arrived. */
interface ReceivedCallback {
  bankId: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  rawBody: Buffer;
}

/**
 * Handles a bank's callback: the adapter verifies the signature, and the news is recorded like any other.
 * Acknowledge it to the bank only after this resolves.
 */
export async function receiveCallback(
  ctx: Context,
  merchantId: string,
  callback: ReceivedCallback,
): Promise<void> {
  const { connections, now } = await ctx.db.inMerchant(merchantId, async (tx) => ({
    connections: await listBankConnections(ctx, tx),
    now: tx.now,
  }));
  const connection = connections.find(({ bankId }) => bankId === callback.bankId);
  const adapter = connection === undefined ? undefined : adapterOf(connection);
  if (connection === undefined || adapter?.readCallback === undefined) {
    throw TransferError.bank_not_connected({ bankId: callback.bankId });
  }
  const news = adapter.readCallback(connection, {
    headers: callback.headers,
    rawBody: callback.rawBody,
    now,
  });
  crashPoint("transfers.callback.read");
  await receiveNews(ctx, merchantId, { connection, news });
}
