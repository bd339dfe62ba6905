/** An authenticator app, as on a person's phone: it reads the secret and shows codes. */
import { createHmac } from "node:crypto";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Makes the app from a secret in Base32. Each call returns a new code, that of this time step or of the next one. */
export function makeAuthenticatorApp(secret: string): () => string {
  const bits = [...secret].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  let last = 0;
  return () => {
    last = Math.max(Math.floor(Date.now() / 30_000), last + 1);
    const step = Buffer.alloc(8);
    step.writeBigUInt64BE(BigInt(last));
    const mac = createHmac("sha1", key).update(step).digest();
    const number = mac.readUInt32BE(mac[19]! & 15) & 0x7fffffff;
    return String(number % 1_000_000).padStart(6, "0");
  };
}
