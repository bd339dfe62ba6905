/** What banks report unasked: about payments, and about money that came in. */
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import { adapterOf, type BankNews } from "#banks";
import { FundSourceError, listBankConnections, topUp, WALLET_ID, type BankConnection } from "#fund-sources";
import { TransferError } from "./errors.ts";
import type { News } from "./fact.ts";
import { keepStrayNews } from "./keep-stray-news.ts";
import { recordOneNews } from "./record-news.ts";
import { findAttempts } from "./find-attempts.ts";
import { newsOf } from "./news-of-callback.ts";

/** A callback as it came over the wire. */
export interface Callback {
  bankId: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  rawBody: Buffer;
}

/**
 * Takes a bank's callback: its signature is verified by the adapter, its news recorded like any other. The bank
 * may be told "received" only after this resolves.
 */
export async function receiveCallback(ctx: Context, merchantId: string, callback: Callback): Promise<void> {
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
