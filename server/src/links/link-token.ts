/**
 * The secret in a link's address. It carries its merchant, so that looking it up stays inside that merchant's rows,
 * and 160 random bits, which no one guesses.
 */
import { createHash, randomBytes } from "node:crypto";
import type { Config } from "#lib/config";
import type { Vault } from "#lib/vault";

const TOKEN = /^[A-Za-z0-9_-]{47}[A-Za-z0-9]$/;
const MERCHANT_BYTES = 16;
const RANDOM_BYTES = 20;
const PURPOSE = "links.token";

/** A new token. It ends in a letter or digit: programs that find addresses in messages leave out a last hyphen. */
export function makeLinkToken(merchantId: string): string {
  const merchant = Buffer.from(merchantId.replaceAll("-", ""), "hex");
  for (;;) {
    const token = Buffer.concat([merchant, randomBytes(RANDOM_BYTES)]).toString("base64url");
    if (TOKEN.test(token)) return token;
  }
}

/** The merchant that a token names, or null when it is no token. */
export function merchantOfLinkToken(token: string): string | null {
  if (!TOKEN.test(token)) return null;
  const hex = Buffer.from(token, "base64url").toString("hex", 0, MERCHANT_BYTES);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** What a token is found by. It is random enough that a plain SHA-256 tells nothing. */
export function hashLinkToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

export function sealLinkToken(vault: Vault, merchantId: string, token: string): Buffer {
  return vault.seal({ merchantId, purpose: PURPOSE }, token);
}

/** The address that the payee opens, from the token as it is kept. Throws VaultError if it is not one. */
export function linkAddressOf(
  { config, vault }: { config: Config; vault: Vault },
  { merchantId, sealedToken }: { merchantId: string; sealedToken: Buffer },
): string {
  const token = vault.open({ merchantId, purpose: PURPOSE }, sealedToken).toString();
  return `${config.publicUrl ?? `http://localhost:${config.port}`}/pay/${token}`;
}
