import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import { violates, type Tx } from "#lib/db";
import { RATE_PER_MINUTE } from "./call-limits.ts";
import type { StatusMode } from "./caller.ts";
import { digest, makeClientId, makeSecret } from "./credentials.ts";
import { AccessError } from "./errors.ts";
import { noteInfluence } from "./influence.ts";
import { readAllowlist } from "./read-allowlist.ts";
import { readMerchant } from "./read-merchant.ts";
import { memberOf } from "./require-permission.ts";
import { requireOfMember } from "./require-of-member.ts";
import { sealPrivateKey, sealSecret } from "./seal-keys.ts";
import { makeSignatureKeys, type SignatureKeys } from "./signature-keys.ts";

export interface NewApiClient {
  readonly name: string;
  readonly statusMode?: StatusMode;
  /** Addresses and networks that may authorize; empty in the sandbox means all, for a live merchant none. */
  readonly ipAllowlist?: readonly string[];
  /** Calls per minute, over all processes. */
  readonly ratePerMinute?: number;
  /** Made when absent, which takes 0.1 s; seeds and tests that make many clients may share one. */
  readonly signatureKeys?: SignatureKeys;
  readonly by?: Actor;
}

/** Shown to the merchant once; the secret cannot be shown again. */
export interface IssuedKeys {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly publicKeyPem: string;
}

/**
 * Generates the merchant's key pair. Throws `api_client_exists` when there is one, `merchant_not_found`,
 * `bad_allowlist`, `bad_setting` for a rate outside 1 to 10,000,000, or `not_permitted` of a member who may not
 * manage keys.
 */
export async function createApiClient(
  ctx: Context,
  merchantId: string,
  input: NewApiClient,
): Promise<IssuedKeys> {
  const signatureKeys = input.signatureKeys ?? (await makeSignatureKeys());
  try {
    return await ctx.db.inMerchant(merchantId, (tx) => insertApiClient(ctx, tx, { ...input, signatureKeys }));
  } catch (error) {
    throw violates(error, "one_key_pair_per_merchant")
      ? AccessError.api_client_exists({ merchantId })
      : error;
  }
}

/** Throws `bad_setting` for a rate that the table would refuse. */
export function checkRate(ratePerMinute: number): number {
  if (Number.isInteger(ratePerMinute) && ratePerMinute >= 1 && ratePerMinute <= 10_000_000)
    return ratePerMinute;
  throw AccessError.bad_setting({ ratePerMinute });
}

/** The same within a transaction that asked first whether it may. */
export async function insertApiClient(
  ctx: Pick<Context, "vault">,
  tx: Tx,
  input: NewApiClient & { signatureKeys: SignatureKeys },
): Promise<IssuedKeys> {
  await requireOfMember(tx, input.by ?? "system", "manage_keys");
  const { mode } = await readMerchant(tx);
  const { name, statusMode = "rest", ratePerMinute = RATE_PER_MINUTE, signatureKeys } = input;
  const ipAllowlist = readAllowlist(input.ipAllowlist ?? []);
  const clientId = makeClientId(mode, tx.merchantId);
  const clientSecret = makeSecret(mode);
  await tx.execute(INSERT, [
    tx.merchantId,
    clientId,
    name,
    digest(clientSecret),
    sealSecret(ctx.vault, { merchantId: tx.merchantId, clientId, version: 1 }, clientSecret),
    signatureKeys.publicKeyPem,
    sealPrivateKey(ctx.vault, { merchantId: tx.merchantId, clientId }, signatureKeys.privateKey),
    statusMode,
    ipAllowlist,
    checkRate(ratePerMinute),
    memberOf(input.by ?? "system"),
  ]);
  await noteInfluence(tx, input.by ?? "system", [`api-key:${clientId}`]);
  await recordAudit(tx, [
    {
      actor: input.by ?? "system",
      action: "access.api_client_created",
      subject: `api-client:${clientId}`,
      detail: { name, statusMode, ipAllowlist, ratePerMinute },
    },
  ]);
  return { clientId, clientSecret, publicKeyPem: signatureKeys.publicKeyPem };
}

const INSERT = `
  insert into access.api_client (merchant_id, client_id, name, secret_hash, sealed_secret,
    public_key_pem, sealed_private_key, status_mode, ip_allowlist, rate_per_minute, shown_to)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9::text[]::cidr[], $10, $11)`;
