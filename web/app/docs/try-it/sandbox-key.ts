// The reader's key pair and token, in memory only: nothing of it is stored, and nothing goes to another server.
import { sendCall } from "./send-call.ts";

export interface Key {
  clientId: string;
  clientSecret: string;
}

/** What the server behind these pages has to try with. */
export type Sandbox = { kind: "none" } | { kind: "there"; demo: Key | undefined };

/** A server of ours answers in JSON; any other sends its home page, or nothing. */
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

/** Tokens live 600 s; one is used for nine minutes. */
const tokenUseMs = 540_000;
const tokens = new Map<string, { token: string; endsAt: number }>();

export const forgetToken = ({ clientId }: Key): void => void tokens.delete(clientId);

/** A token of a sandbox merchant. Throws with what the server said, or for a key that moves real money. */
export async function tokenOf({ clientId, clientSecret }: Key): Promise<string> {
  const known = tokens.get(clientId);
  if (known && known.endsAt > performance.now()) return known.token;
  const headers = { "X-Client-Id": clientId, "X-Client-Secret": clientSecret };
  const answer = await sendCall({ method: "POST", path: "/payout/v1/authorize", headers });
  const told = JSON.parse(answer.body || "{}") as { message?: string; data?: { token?: string } };
  const token = told.data?.token;
  if (token === undefined)
    throw new Error(`No token: ${told.message ?? `the server responded with ${answer.status}`}`);
  // Only a sandbox merchant has a clock to read.
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
