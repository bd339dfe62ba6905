/** What banks report unasked over HTTP. */
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import { adapterOf } from "#banks";
import { listBankConnections } from "#fund-sources";
import { TransferError } from "./errors.ts";
import { receiveNews } from "./receive-news.ts";

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
  await receiveNews(ctx, merchantId, { connection, news });
}
