// The reader's key pair and token, in memory only: none of it is stored or sent to another server.
import { sendCall } from "./send-call.ts";

export interface Key {
  clientId: string;
  clientSecret: string;
}

/** Says if the server behind these pages has a sandbox, and the demo key if it offers one. */
export type Sandbox = { kind: "none" } | { kind: "there"; demo: Key | undefined };

/** Our own server answers in JSON. Any other sends its home page, or nothing. */
export async function findSandbox(): Promise<Sandbox> {
  try {
    const response = await fetch("/sandbox/demo-key", { redirect: "manual", cache: "no-store" });
    if (!response.ok || !response.headers.get("content-type")?.includes("json")) return { kind: "none" };
    const offer = (await response.json()) as { offered: boolean } & Partial<Key>;
    const { clientId, clientSecret } = offer;
    return {
      kind: "there",
      demo: offer.offered && clientId && clientSecret ? { clientId, clientSecret } : undefined,
    };
  } catch {
    return { kind: "none" };
  }
}

/** A token is valid for 600 seconds and is reused for nine minutes. */
const tokenUseMs = 540_000;
const tokens = new Map<string, { token: string; endsAt: number }>();

export const forgetToken = ({ clientId }: Key): void => void tokens.delete(clientId);

/**
 * Returns a token of a sandbox merchant. Throws the server's message if there is none, and throws for a key that moves
 * real money.
 */
export async function tokenOf({ clientId, clientSecret }: Key): Promise<string> {
  const known = tokens.get(clientId);
  if (known && known.endsAt > performance.now()) return known.token;
  const headers = { "X-Client-Id": clientId, "X-Client-Secret": clientSecret };
  const answer = await sendCall({ method: "POST", path: "/payout/v1/authorize", headers });
  const told = JSON.parse(answer.body || "{}") as { message?: string; data?: { token?: string } };
  const token = told.data?.token;
  if (token === undefined)
    throw new Error(`No token: ${told.message ?? `the server responded with ${answer.status}`}`);
  // Only a sandbox merchant can read a clock.
  const clock = await sendCall({
    method: "GET",
    path: "/sandbox/clock",
    headers: { Authorization: `Bearer ${token}` },
  });
  if (clock.status !== 200)
    throw new Error("This key is not a sandbox key. Try it accepts only sandbox keys.");
  tokens.set(clientId, { token, endsAt: performance.now() + tokenUseMs });
  return token;
}
