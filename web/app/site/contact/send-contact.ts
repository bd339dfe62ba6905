// Where a message of the contact form goes.
import type { ContactValues } from "./validate-contact.ts";

/**
 * Makes what sends a message to `endpoint` and says whether it arrived. While one is under way no other is sent: who
 * asks then is told what became of that one. Without an endpoint nothing is ever sent.
 */
export function makeSender(endpoint: string): (values: ContactValues) => Promise<boolean> {
  let underWay: Promise<boolean> | undefined;
  return async (values) => {
    if (endpoint === "") return true;
    underWay ??= post(endpoint, values).finally(() => (underWay = undefined));
    return underWay;
  };
}

async function post(endpoint: string, values: ContactValues): Promise<boolean> {
  const { captchaInput: _challenge, ...message } = values;
  try {
    const headers = { "content-type": "application/json" };
    return (await fetch(endpoint, { method: "POST", headers, body: JSON.stringify(message) })).ok;
  } catch {
    return false;
  }
}
