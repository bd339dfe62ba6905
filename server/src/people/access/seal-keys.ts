/**
 * Seals a client's secret and private key. Both are bound to merchant, client and purpose, and the secret also to its
 * version.
 */
import type { Vault } from "#lib/vault";

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

export const openSecret = (vault: Vault, name: ClientName & { version: number }, sealed: Buffer): string =>
  vault.open(ofSecret(name), sealed).toString();

export const sealPrivateKey = (vault: Vault, name: ClientName, privateKey: Buffer): Buffer =>
  vault.seal(ofPrivateKey(name), privateKey);

export const openPrivateKey = (vault: Vault, name: ClientName, sealed: Buffer): Buffer =>
  vault.open(ofPrivateKey(name), sealed);
