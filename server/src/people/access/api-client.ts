/** API keys as they are created and read. */
import { type Actor, recordAudit } from "#audit";
import type { Context } from "#lib/context";
import { type Tx, violates } from "#lib/db";
import { digest, makeClientId, makeSecret, type MerchantMode, RATE_PER_MINUTE } from "./credentials.ts";
import type { StatusMode } from "./caller.ts";
import { AccessError } from "./errors.ts";
import { noteInfluence } from "./influence.ts";
import type { KeyTerms } from "./key-terms.ts";
import { createMerchant, readMerchant } from "./merchant.ts";
import { createOrganization } from "./organization.ts";
import { readAllowlist } from "./read-allowlist.ts";
import { memberOf, requireOfMember } from "./require-permission.ts";
import { makeSignatureKeys, sealPrivateKey, sealSecret, type SignatureKeys } from "./client-keys.ts";

interface NewApiClient {
  readonly name: string;
  readonly statusMode?: StatusMode;
  /** Addresses and networks that may authorize; empty in the sandbox means all, for a live merchant none. */
  readonly ipAllowlist?: readonly string[];
  /** Calls per minute, over all processes. */
  readonly ratePerMinute?: number;
  /**
   * The signature keys; if absent, new ones are created, which takes 0.1 s. Seeds and tests that create many clients
   * may share them.
   */
  readonly signatureKeys?: SignatureKeys;
  readonly by?: Actor;
}

/** The keys as they are shown to the merchant, once. The secret cannot be shown again. */
export interface IssuedKeys {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly publicKeyPem: string;
}

/**
 * Generates the merchant's key pair. Throws `api_client_exists` when there is one, `merchant_not_found`,
 * `bad_allowlist`, `bad_setting` for a rate outside 1 to 10,000,000, or `not_permitted` for a member who may not
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

/** Throws `bad_setting` for a rate that the table does not allow. */
export function checkRate(ratePerMinute: number): number {
  if (Number.isInteger(ratePerMinute) && ratePerMinute >= 1 && ratePerMinute <= 10_000_000)
    return ratePerMinute;
  throw AccessError.bad_setting({ ratePerMinute });
}

/** Inserts the key pair within a transaction that has checked the permission. */
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

interface FoundKeys {
  readonly clientId: string;
  readonly publicKeyPem: string;
  /** Known only when the key pair was made just now. If it was lost, reset the key pair. */
  readonly clientSecret: string | null;
}

/**
 * Returns the merchant's key pair, and generates one if there is none. An existing one keeps its settings. For seeds.
 */
export async function findOrCreateApiClient(
  ctx: Context,
  merchantId: string,
  input: NewApiClient,
): Promise<FoundKeys> {
  const find = async (): Promise<FoundKeys | null> => {
    const client = await ctx.db.inMerchant(merchantId, readApiClient);
    return client && { clientId: client.clientId, publicKeyPem: client.publicKeyPem, clientSecret: null };
  };
  const found = await find();
  if (found !== null) return found;
  try {
    return await createApiClient(ctx, merchantId, input);
  } catch (error) {
    // Another process has created the key pair in between, and that one counts.
    const now = AccessError.is(error, "api_client_exists") ? await find() : null;
    if (now === null) throw error;
    return now;
  }
}

export interface ApiClient extends KeyTerms {
  readonly clientId: string;
  readonly name: string;
  /** The number of secrets that the key pair has had. A reset adds one. */
  readonly version: number;
  readonly publicKeyPem: string;
  readonly statusMode: StatusMode;
  readonly ipAllowlist: readonly string[];
  readonly ratePerMinute: number;
  readonly createdAt: Date;
}

interface Row extends KeyTerms {
  client_id: string;
  name: string;
  version: number;
  public_key_pem: string;
  status_mode: StatusMode;
  networks: string[];
  rate_per_minute: number;
  created_at: Date;
}

/** The merchant's key pair as it may be shown, or null when none was generated. */
export async function readApiClient(tx: Tx): Promise<ApiClient | null> {
  const [row] = await tx.query<Row>(
    `select client_id, name, version, public_key_pem, status_mode, scope,
       fund_source_ids as "fundSourceIds", day_limit_paise as "dayLimitPaise",
       ip_allowlist::text[] as networks, rate_per_minute, created_at
     from access.api_client
     where merchant_id = $1 and active`,
    [tx.merchantId],
  );
  if (row === undefined) return null;
  return {
    clientId: row.client_id,
    name: row.name,
    version: row.version,
    publicKeyPem: row.public_key_pem,
    statusMode: row.status_mode,
    scope: row.scope,
    fundSourceIds: row.fundSourceIds,
    dayLimitPaise: row.dayLimitPaise,
    ipAllowlist: row.networks,
    ratePerMinute: row.rate_per_minute,
    createdAt: row.created_at,
  };
}

// The rest creates merchants with key pairs for tests of this module.

interface TestClient extends IssuedKeys {
  readonly organizationId: string;
  readonly merchantId: string;
}

let sharedKeys: Promise<SignatureKeys> | null = null;

export async function makeTestClient(
  ctx: Context,
  { mode = "sandbox", ...input }: Partial<NewApiClient> & { mode?: MerchantMode } = {},
): Promise<TestClient> {
  sharedKeys ??= makeSignatureKeys();
  const { organizationId } = await createOrganization(ctx, { name: "Chai Traders" });
  const { merchantId } = await createMerchant(ctx, { organizationId, name: "Chai Traders", mode });
  const signatureKeys = await sharedKeys;
  const keys = await createApiClient(ctx, merchantId, { name: "Shop", signatureKeys, ...input });
  return { organizationId, merchantId, ...keys };
}
