/**
 * A client's secret and private key are sealed: both are bound to merchant, client and purpose, and the secret also to
 * its version. A signature is the second factor of callers whose address is not listed: a time, encrypted with the
 * public key issued to them.
 */
import { constants, createPrivateKey, generateKeyPair, privateDecrypt } from "node:crypto";
import { promisify } from "node:util";
import type { Tx } from "#lib/db";
import type { Vault } from "#lib/vault";
import { SIGNATURE_SECONDS } from "./credentials.ts";

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

interface ClientName {
  readonly merchantId: string;
  readonly clientId: string;
}

const ofSecret = ({ merchantId, clientId, version }: ClientName & { version: number }) => ({
  merchantId,
  purpose: `client secret ${clientId}`,
  version,
});

const ofPrivateKey = ({ merchantId, clientId }: ClientName) => ({
  merchantId,
  purpose: `signature key ${clientId}`,
});

export const sealSecret = (vault: Vault, name: ClientName & { version: number }, secret: string): Buffer =>
  vault.seal(ofSecret(name), secret);

const openSecret = (vault: Vault, name: ClientName & { version: number }, sealed: Buffer): string =>
  vault.open(ofSecret(name), sealed).toString();

export const sealPrivateKey = (vault: Vault, name: ClientName, privateKey: Buffer): Buffer =>
  vault.seal(ofPrivateKey(name), privateKey);

export const openPrivateKey = (vault: Vault, name: ClientName, sealed: Buffer): Buffer =>
  vault.open(ofPrivateKey(name), sealed);

/**
 * The client secret in clear, for the classic webhook signature alone: that of the first-generated active key
 * pair. Null when the merchant has none.
 */
export async function readWebhookSecret(tx: Tx, vault: Vault): Promise<string | null> {
  const [client] = await tx.query<{ client_id: string; version: number; sealed_secret: Buffer }>(
    `select client_id, version, sealed_secret
     from access.api_client
     where merchant_id = $1 and active
     order by created_at
     limit 1`,
    [tx.merchantId],
  );
  if (client === undefined) return null;
  const name = { merchantId: tx.merchantId, clientId: client.client_id, version: client.version };
  return openSecret(vault, name, client.sealed_secret);
}
