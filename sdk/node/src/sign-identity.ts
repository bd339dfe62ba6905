import { constants, publicEncrypt } from "node:crypto";
import { InvalidInputError } from "./errors.ts";

/**
 * Returns the `X-Cf-Signature` of a caller without a listed IP address: client ID and Unix seconds, encrypted with the
 * public key of the key pair (RSA-OAEP, SHA-1), in Base64. The server accepts it for ten minutes.
 * @throws {InvalidInputError} for a key that is not in PEM format
 */
export function signIdentity(clientId: string, publicKey: string, nowMs: number = Date.now()): string {
  const text = `${clientId}.${Math.floor(nowMs / 1000)}`;
  try {
    const key = { key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha1" };
    return publicEncrypt(key, Buffer.from(text)).toString("base64");
  } catch (cause) {
    throw new InvalidInputError(
      `publicKey: not a public RSA key in PEM (${(cause as Error).message})`,
      "publicKey",
    );
  }
}
