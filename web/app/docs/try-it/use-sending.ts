// Sends one call at a time, with its token, and keeps the request and the response.
import { useState } from "react";
import { forgetToken, tokenOf } from "./sandbox-key.ts";
import type { Key } from "./sandbox-key.ts";
import { sendCall } from "./send-call.ts";
import type { Answer } from "./send-call.ts";
import { idsOf } from "./write-call.ts";
import type { Call } from "./write-call.ts";

/** A call and its result: an answer, or the reason why there is none. `call` never contains a token. */
export type Sent = { call: Call; answer: Answer } | { call: Call; failure: string };

interface How {
  key: Key;
  /** True for the call that gets a token, which takes the key itself. */
  withKeyItself: boolean;
}

/** The IDs and the reader's own key are kept for as long as the page is open. */
const known = new Map<string, string>();
let ownKey: Key = { clientId: "", clientSecret: "" };

/** Returns the key that was used last; it is empty at first. */
export const lastKey = (): Key => ownKey;

async function headersFor({ key, withKeyItself }: How): Promise<Record<string, string>> {
  if (withKeyItself) return { "X-Client-Id": key.clientId, "X-Client-Secret": key.clientSecret };
  return { Authorization: `Bearer ${await tokenOf(key)}` };
}

async function sendOne(call: Call, how: How): Promise<Sent> {
  try {
    const headers = { ...call.headers, ...(await headersFor(how)) };
    const answer = await sendCall({ ...call, headers });
    // A token that the server no longer accepts is not used again.
    if (answer.status === 403) forgetToken(how.key);
    return { call, answer };
  } catch (error) {
    return { call, failure: error instanceof Error ? error.message : String(error) };
  }
}

export function useSending() {
  const [sending, setSending] = useState(false);
  const [sent, setSent] = useState<Sent>();
  async function send(call: Call, how: How): Promise<void> {
    if (sending) return;
    setSending(true);
    ownKey = how.key;
    const next = await sendOne(call, how);
    for (const [name, id] of idsOf(call)) known.set(name, id);
    setSent(next);
    setSending(false);
  }
  return { sending, sent, send, known };
}
