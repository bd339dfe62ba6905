/** Webhooks of version V2 (sdk, PayoutVerifyWebhookSignature; skill, "V2 Webhook Payloads"). */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { BankNews, Callback, CallbackFault, Connection } from "#banks";
import { isObject } from "#banks/json";
import { readJsonObject } from "#lib/read-json";
import { judgeTransfer, readTransfer } from "./read-transfer.ts";

const MINUTE_MS = 60_000;
const EARLY_MS = 5 * MINUTE_MS;
/** The documentation does not say if a repeated delivery is signed again; the same words are the same fact anyway. */
const AGE_MS_MAX = 25 * 60 * MINUTE_MS;

/**
 * Reads the news in a webhook, or says why it is rejected. Every event that carries a transfer counts, whatever its
 * name: the status of the transfer decides. Other events are accepted without news; for money that arrived, no source
 * shows the form of version V2.
 */
export function readCallback(connection: Connection, callback: Callback): BankNews[] | CallbackFault {
  const forgery = forgeryOf(connection, callback);
  if (forgery !== undefined) return { fault: "forged", detail: forgery };
  const event = readJsonObject(Buffer.from(callback.rawBody));
  if (event === null) return { fault: "unreadable", detail: "no sound JSON object" };
  const { type, data } = event;
  const isTransfer = isObject(data) && "transfer_id" in data;
  const isNamedSo = typeof type === "string" && type.startsWith("TRANSFER_");
  if (!isTransfer && !isNamedSo) return [];
  const transfer = readTransfer(data);
  if (typeof transfer === "string") return { fault: "unreadable", detail: transfer };
  const { id, reference, status, code, utr, amountPaise } = transfer;
  const outcome = judgeTransfer(transfer, { reference });
  const factId = factIdOf([id, reference, status, code, utr]);
  return [{ kind: "payment", reference, outcome, factId, amountPaise }];
}

/** Says why the signature proves nothing; undefined if it is the bank's. The signature covers its time. */
function forgeryOf({ callbackSecret }: Connection, { headers, rawBody, now }: Callback): string | undefined {
  const { "x-webhook-signature": signature, "x-webhook-timestamp": timestamp } = headers;
  if (typeof signature !== "string" || typeof timestamp !== "string") return "no signature";
  if (!/^[A-Za-z0-9+/]{43}=$/.test(signature) || !/^\d{10}(\d{3})?$/.test(timestamp)) return "no signature";
  if (callbackSecret === "") return "no secret to check it with";
  const expected = createHmac("sha256", callbackSecret).update(timestamp).update(rawBody).digest();
  if (!timingSafeEqual(expected, Buffer.from(signature, "base64"))) return "wrong signature";
  const ageMs = now.getTime() - Number(timestamp.padEnd(13, "0"));
  return ageMs > AGE_MS_MAX || ageMs < -EARLY_MS ? "not signed lately" : undefined;
}

function factIdOf(words: readonly string[]): string {
  return createHash("sha256").update(words.join("\n")).digest("hex").slice(0, 40);
}
