/** Callbacks: messages that are believed only when signed over the raw bytes, lately, with this connection's secret. */
import type { BankNews, Callback, CallbackFault, Connection } from "#banks";
import { forgeryOf } from "#lib/timed-signature";
import { readMessage } from "./read-message.ts";
import { readNews } from "./read-news.ts";

/** What a callback tells, or why it is not believed. */
export function readCallback(connection: Connection, callback: Callback): BankNews[] | CallbackFault {
  const { headers, rawBody: body, now } = callback;
  const secret = connection.callbackSecret;
  const forgery = forgeryOf({ signature: headers["x-bank-signature"], body, secret, now });
  if (forgery !== undefined) return { fault: "forged", detail: forgery };
  const message = readMessage(body);
  const news = typeof message === "string" ? message : readNews(connection, message);
  return typeof news === "string" ? { fault: "unreadable", detail: news } : news;
}
