/** Receives what banks report unasked, by callback or file: about payments, and about incoming money. */
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { BankNews } from "#banks";
import { FundSourceError, topUp, WALLET_ID, type BankConnection } from "#fund-sources";
import type { News } from "./fact.ts";
import { findAttempts } from "./find-attempts.ts";
import { keepStrayNews, UNREAD } from "./keep-stray-news.ts";
import { newsOf, type PaymentNews } from "./news-of-callback.ts";
import { newsOfMembers } from "./news-of-message.ts";
import { recordOneNews } from "./record-news.ts";
import { readMembers } from "./sent-blocks.ts";

/**
 * Records a bank's news; the same news again changes nothing. Acknowledge it to the bank only after this
 * resolves. Throws FundSourceError.not_found for money on an account other than the connection's.
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
  const known: News[] = [];
  const strays: typeof news = [];
  for (const one of news) {
    const attempt = attempts.get(one.reference);
    if (attempt === undefined) strays.push(one);
    else known.push(newsOf(attempt, one));
  }
  if (strays.length > 0) await keepStrayNews(ctx, merchantId, { bankId, strays });
  // Banks call back once for each payment, often many at the same moment: those are recorded as one set.
  await Promise.all(known.map((one) => recordOneNews(ctx, merchantId, one)));
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

/** Credits money that arrived on the bank account we pay from to the wallet. */
async function receiveCredit(
  ctx: Context,
  merchantId: string,
  connection: BankConnection,
  credit: Extract<BankNews, { kind: "credit" }>,
): Promise<void> {
  const { bankId, debitAccount } = connection;
  const { account, utr, amountPaise, from } = credit;
  if (account !== debitAccount) throw FundSourceError.not_found({ utr });
  const { topUpId } = await topUp(ctx, merchantId, {
    bankId,
    utr,
    amountPaise,
    from,
    fundSourceId: WALLET_ID,
  });
  crashPoint("transfers.callback.credit_booked");
  ctx.log.info({ bankId, topUpId }, "money arrived");
}
