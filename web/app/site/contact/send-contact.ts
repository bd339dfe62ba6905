// Sends the messages of the contact form.
import type { ContactValues } from "./validate-contact.ts";

/**
 * Returns a function that sends a message to `endpoint` and resolves with true if it arrived. Only one message is sent
 * at a time: a call in the meantime gets the result of the first. Without an endpoint nothing is ever sent.
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
