/** A merchant's program that calls the API over HTTP, in the simplest way. */
import { request, type Agent } from "node:http";
import type { TestMerchant } from "../world.ts";

export interface Answer {
  readonly httpStatus: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly status: string;
  readonly subCode: string;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Question {
  readonly method?: "GET" | "POST";
  /** The path after `/payout`. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** Default: a connection for this call alone. */
  readonly agent?: Agent;
}

/** Calls once; rejects if no complete answer came. */
export function ask(
  port: number,
  { method = "POST", path, headers = {}, body, agent }: Question,
): Promise<Answer> {
  const text = body === undefined ? "" : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: "127.0.0.1",
        port,
        method,
        path: `/payout${path}`,
        headers: {
          ...headers,
          "content-type": "application/json",
          "content-length": Buffer.byteLength(text),
        },
        agent: agent ?? false,
      },
      (response) => {
        let heard = "";
        response.setEncoding("utf8").on("data", (part: string) => (heard += part));
        response.on("error", reject);
        response.on("end", () => {
          const { statusCode: httpStatus = 0, headers: fields } = response;
          const envelope = JSON.parse(heard) as Pick<Answer, "status" | "subCode" | "message"> &
            Partial<Answer>;
          resolve({ ...envelope, data: envelope.data ?? {}, httpStatus, headers: fields });
        });
      },
    );
    sent.on("error", reject);
    sent.end(text);
  });
}

/** Returns the header that authenticates a caller, after authorizing with its key pair. */
export async function authorize(port: number, merchant: TestMerchant): Promise<{ authorization: string }> {
  const headers = { "x-client-id": merchant.clientId, "x-client-secret": merchant.clientSecret };
  const { data, message } = await ask(port, { path: "/v1/authorize", headers });
  if (typeof data.token !== "string") throw new Error(`no token: ${message}`);
  return { authorization: `Bearer ${data.token}` };
}
