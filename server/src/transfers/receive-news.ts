/** What banks tell unasked, by callback or by file: about payments, and about money that came in. */
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { BankNews } from "#banks";
import { FundSourceError, topUp, WALLET_ID, type BankConnection } from "#fund-sources";
import type { News } from "./fact.ts";
import { findAttempts } from "./find-attempts.ts";
import { keepStrayNews } from "./keep-stray-news.ts";
import { newsOf } from "./news-of-callback.ts";
import { recordOneNews } from "./record-news.ts";

/**
 * Records a bank's news; the same news again changes nothing. The bank may be told "received" only after this
 * resolves. Throws FundSourceError.not_found for money on another account than the connection's.
 */
export async function receiveNews(
  ctx: Context,
  merchantId: string,
  { connection, news }: { connection: BankConnection; news: readonly BankNews[] },
): Promise<void> {
  await receivePayments(ctx, merchantId, connection.bankId, news);
  crashPoint("transfers.callback.payments_recorded");
  for (const one of news) if (one.kind === "credit") await receiveCredit(ctx, merchantId, connection, one);
}

async function receivePayments(
  ctx: Context,
  merchantId: string,
  bankId: string,
  all: readonly BankNews[],
): Promise<void> {
  const news = all.filter((one) => one.kind === "payment");
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
  // Banks call back once for each payment, many at the same moment: those are recorded as one set.
  await Promise.all(known.map((one) => recordOneNews(ctx, merchantId, one)));
}

/** Money that arrived on the bank account we pay from is the wallet's. */
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
