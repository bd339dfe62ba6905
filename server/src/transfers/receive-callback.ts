/** Receives what banks report over HTTP without being asked. */
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import { adapterOf } from "#banks";
import { listBankConnections } from "#fund-sources";
import { TransferError } from "./errors.ts";
import { receiveNews } from "./receive-news.ts";

/** A callback as it arrived. */
export interface Callback {
  bankId: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  rawBody: Buffer;
}

/**
 * Handles a bank's callback: the adapter verifies the signature, and the news is recorded like any other.
 * Acknowledge it to the bank only after this resolves.
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
  await receiveNews(ctx, merchantId, { connection, news });
}
