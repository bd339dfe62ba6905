/**
 * The second factor of callers whose address is not listed: a time, encrypted with the public key issued to
 * them.
 */
import { constants, createPrivateKey, generateKeyPair, privateDecrypt } from "node:crypto";
import { promisify } from "node:util";
import { SIGNATURE_SECONDS } from "./call-limits.ts";

/** An RSA key pair: the merchant holds the public key (SPKI PEM), we the private one (PKCS #8 DER). */
export interface SignatureKeys {
  readonly publicKeyPem: string;
  readonly privateKey: Buffer;
}

/** Makes a key pair of 2048 bits; takes about 0.1 s of another thread. */
export async function makeSignatureKeys(): Promise<SignatureKeys> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "der" },
  });
  return { publicKeyPem: publicKey, privateKey };
}

/**
 * True if `signature` is base64 of RSA-OAEP (SHA-1, as the contract has it) of `clientId.unixSeconds`, with a time
 * within ten minutes of `nowSeconds`. Seconds may be a fraction, because clients send their clock as they have it.
 */
export function isSigned(
  signature: string,
  given: { clientId: string; privateKey: Buffer; nowSeconds: number },
): boolean {
  const clear = decrypt(signature, given.privateKey);
  if (clear === null || !clear.startsWith(`${given.clientId}.`)) return false;
  const seconds = Number.parseFloat(clear.slice(given.clientId.length + 1));
  return Math.abs(seconds - given.nowSeconds) <= SIGNATURE_SECONDS;
}

function decrypt(signature: string, privateKey: Buffer): string | null {
  const key = createPrivateKey({ key: privateKey, format: "der", type: "pkcs8" });
  try {
    return privateDecrypt(
      { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha1" },
      Buffer.from(signature, "base64"),
    ).toString();
  } catch {
    // It was not encrypted with this key, which is all that OpenSSL says about a bad signature.
    return null;
  }
}
