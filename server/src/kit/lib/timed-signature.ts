/** Signatures over a time and a body: `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`. */
import { createHmac, timingSafeEqual } from "node:crypto";

interface SignedBody {
  /** The header as it was received. */
  readonly signature: string | readonly string[] | undefined;
  readonly body: string | Uint8Array;
  readonly secret: string;
  readonly now: Date;
}

const WINDOW_MS = 5 * 60_000;

/** Explains why the signature proves nothing; undefined if it is valid and at most five minutes off. */
export function forgeryOf({ signature, body, secret, now }: SignedBody): string | undefined {
  const signed = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(typeof signature === "string" ? signature : "");
  if (signed === null) return "no signature";
  if (secret === "") return "no secret to check it with";
  const expected = createHmac("sha256", secret).update(`${signed[1]}.`).update(body).digest();
  if (!timingSafeEqual(expected, Buffer.from(signed[2]!, "hex"))) return "wrong signature";
  const ageMs = now.getTime() - Number(signed[1]) * 1_000;
  return Math.abs(ageMs) > WINDOW_MS ? "signed more than five minutes from now" : undefined;
}
