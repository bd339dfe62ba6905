/** The Standard Webhooks key of an endpoint: made here, shown once, stored sealed. */
import { randomBytes } from "node:crypto";
import type { Vault } from "#lib/vault";

/** The owner and version of a key: a sealed key can be opened for nothing else. */
export interface SecretOwner {
  readonly merchantId: string;
  readonly endpointId: string;
  readonly version: number;
}

const sealedFor = ({ merchantId, endpointId, version }: SecretOwner) => ({
  merchantId,
  purpose: `webhooks.endpoint ${endpointId}`,
  version,
});

/** Makes a new key in the form that receivers paste into their verifier. */
export function makeEndpointSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

export function sealEndpointSecret(vault: Vault, owner: SecretOwner, secret: string): Buffer {
  return vault.seal(sealedFor(owner), secret);
}

export function openEndpointSecret(vault: Vault, owner: SecretOwner, sealed: Buffer): string {
  return vault.open(sealedFor(owner), sealed).toString("utf8");
}
