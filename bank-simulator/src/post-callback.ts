/** Sends one signed POST to a customer. */
import { createHmac } from "node:crypto";
import { request } from "node:http";
import type { Agent } from "node:http";

export interface Delivery {
  /** The HTTP status of the receiver's answer; 0 if there was none. */
  readonly httpStatus: number;
  readonly ms: number;
  readonly error?: string;
}

export interface Letter {
  readonly url: string;
  readonly body: string;
  /** The headers, including the signature. */
  readonly headers: Readonly<Record<string, string>>;
}

const ANSWER_TIMEOUT_MS = 10_000;

/** Never rejects; the delivery holds the result. */
export function postCallback(agent: Agent, letter: Letter): Promise<Delivery> {
  const started = Date.now();
  const { url, body } = letter;
  const headers = {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    ...letter.headers,
  };
  return new Promise((resolve) => {
    const settle = (httpStatus: number, error?: string): void =>
      resolve({ httpStatus, ms: Date.now() - started, ...(error === undefined ? {} : { error }) });
    try {
      const call = request(url, { method: "POST", agent, headers, timeout: ANSWER_TIMEOUT_MS });
      call.on("response", (response) => {
        response.resume();
        response.on("end", () => settle(response.statusCode ?? 0));
        response.on("error", (error) => settle(0, error.message));
      });
      call.on("timeout", () => call.destroy(new Error("no answer in time")));
      call.on("error", (error) => settle(0, error.message));
      call.end(body);
    } catch (error) {
      settle(0, error instanceof Error ? error.message : String(error));
    }
  });
}

/** Returns the signature that a customer checks: the account's time and a keyed hash of time and body. */
export function signBody(secret: string, atMs: number, body: string): string {
  const t = Math.floor(atMs / 1_000);
  return `t=${t},v1=${createHmac("sha256", secret).update(`${t}.${body}`).digest("hex")}`;
}
