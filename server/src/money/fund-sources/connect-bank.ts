/** Connects banks: those of our list, those that the operator adds, and those behind an upstream. */
import { memberOf } from "#access";
import { askForApprovals, creatorOf, hashContent, type Proposal } from "#approvals";
import type { Actor } from "#audit";
import {
  adapterOf,
  type Connection,
  learnBank,
  partnerBank,
  STATEMENT_KINDS,
  type StoredCapabilities,
  type Upstream,
  type UpstreamEnvironment,
  UPSTREAMS,
} from "#banks";
import type { Config } from "#lib/config";
import type { Context } from "#lib/context";
import { type Reader, type Tx, violates } from "#lib/db";
import { classifyAddress, findAddresses, type Resolve, resolveHost } from "#webhooks";
import { FundSourceError } from "./errors.ts";
import { sealConnection, type SealedConnection, writeConnection } from "./write-connection.ts";

export interface BankToConnect extends Connection {
  /** True for a bank of the simulator. Sandbox merchants may only use those, live merchants none of them. */
  readonly simulated: boolean;
  readonly by?: Actor;
}

/**
 * Connects a merchant to a bank and opens the bank's ledger accounts. If the bank is already connected, its address and
 * secrets are replaced; it keeps its number and stays enabled or disabled. Throws FundSourceError.mode_mismatch; for a
 * bank that is not simulated, also bank_address_refused and secret_too_short.
 */
export async function connectBank(
  ctx: Pick<Context, "config" | "db" | "vault">,
  merchantId: string,
  input: BankToConnect,
): Promise<{ bankNo: number }> {
  const { by = "system", ...connection } = input;
  return connecting(ctx, merchantId, input, async (tx) =>
    writeConnection(tx, await sealConnection(tx, ctx.vault, connection), by),
  );
}

/** Checks a connection, and does in a transaction what connects it. Throws as `connectBank` does. */
async function connecting<T>(
  ctx: Pick<Context, "config" | "db">,
  merchantId: string,
  input: BankToConnect,
  connect: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { bankId, simulated } = input;
  await requireSafeBank(ctx, input);
  try {
    return await ctx.db.inMerchant(merchantId, connect);
  } catch (error) {
    if (!violates(error, "only_sandbox_merchants_use_simulated_banks")) throw error;
    throw FundSourceError.mode_mismatch({ bankId, simulated });
  }
}

/**
 * Checks the address and the secrets of a bank that is not simulated. Throws FundSourceError.bank_address_refused and
 * secret_too_short.
 */
export async function requireSafeBank(
  { config }: Pick<Context, "config">,
  input: BankToConnect,
): Promise<void> {
  if (input.simulated) return;
  requireLongSecrets(input);
  if (!isServicesOwn(input)) await requirePublicBank(config, input.baseUrl);
}

const SECRET_LENGTH_MIN = 32;

/**
 * An upstream sets the length of its own keys; the business and its bank choose all other secrets. A folder
 * uses no secret.
 */
function requireLongSecrets({ adapter, baseUrl, apiKey, callbackSecret }: BankToConnect): void {
  if (baseUrl.startsWith("file:")) return;
  const isGiven = UPSTREAMS.some(({ id }) => id === adapter);
  for (const [name, secret] of Object.entries(isGiven ? { callbackSecret } : { apiKey, callbackSecret })) {
    if (secret.length < SECRET_LENGTH_MIN)
      throw FundSourceError.secret_too_short({ secret: name, lengthMin: SECRET_LENGTH_MIN });
  }
}

/** Returns true if the address is one that we know of a service, so that no one typed it in. */
const isServicesOwn = ({ adapter, baseUrl }: BankToConnect): boolean =>
  UPSTREAMS.some(({ id, baseUrls }) => id === adapter && Object.values(baseUrls).includes(baseUrl));

/** A bank to be added by an operator. */
export interface BankToAdd {
  /** The id that connections, references and decisions use for it. */
  readonly bankId: string;
  readonly adapter: string;
  readonly name: string;
  readonly ifscCode: string | null;
  readonly capabilities: StoredCapabilities;
  readonly by: Actor;
}

/** Waiting longer for a reversal would delay the report of a late success. */
const REVERSAL_DAYS_MAX = 10;
const BANK_ID = /^[a-z][a-z0-9_-]{1,31}$/;

/**
 * Adds a bank of a known protocol, or changes one that was added. Merchants are connected to it as to any
 * other. Throws FundSourceError.bank_invalid, and BankError.adapter_unknown.
 */
export async function addBank(
  ctx: Pick<Context, "db">,
  { bankId, adapter, name, ifscCode, capabilities, by }: BankToAdd,
): Promise<{ bankId: string; version: number }> {
  const wrong = (field: string) => FundSourceError.bank_invalid({ field });
  if (!BANK_ID.test(bankId)) throw wrong("bankId");
  if (adapterOf({ adapter }).takesBanks !== true) throw wrong("adapter");
  if (name.trim() === "" || name.length > 100) throw wrong("name");
  if (ifscCode !== null && !/^[A-Z]{4}$/.test(ifscCode)) throw wrong("ifscCode");
  const { rails, statements = [], reversalDays = 0 } = capabilities;
  if (rails.length === 0) throw wrong("rails");
  if (statements.some((kind) => !STATEMENT_KINDS.includes(kind))) throw wrong("statements");
  if (!Number.isInteger(reversalDays) || reversalDays < 0 || reversalDays > REVERSAL_DAYS_MAX)
    throw wrong("reversalDays");
  const [known] = await ctx.db.directory((tx) =>
    tx.query<{ version: number }>("select version from fund_sources.bank where bank_id = $1", [bankId]),
  );
  // A built-in bank is not replaced: its capabilities are proven by tests.
  if (known === undefined && partnerBank(bankId) !== null) throw wrong("bankId");
  const [kept] = await ctx.db.directory((tx) =>
    tx.query<{ version: number }>(
      `insert into fund_sources.bank as bank (bank_id, adapter, name, ifsc_code, capabilities, changed_by, changed_at)
       values ($1, $2, $3, $4, $5, $6, now())
       on conflict (bank_id) do update
       set adapter = excluded.adapter, name = excluded.name, ifsc_code = excluded.ifsc_code,
         capabilities = excluded.capabilities, version = bank.version + 1, changed_by = excluded.changed_by,
         changed_at = excluded.changed_at
       returning version`,
      [bankId, adapter, name, ifscCode, JSON.stringify(capabilities), by],
    ),
  );
  await ctx.db.directory(learnAddedBanks);
  return { bankId, version: kept!.version };
}

/** Registers all banks that operators have added, and returns them. */
export async function learnAddedBanks(
  read: Reader,
): Promise<readonly (Omit<BankToAdd, "by"> & { version: number })[]> {
  const banks = await read.query<Omit<BankToAdd, "by"> & { version: number }>(
    `select bank_id as "bankId", adapter, name, ifsc_code as "ifscCode", capabilities, version
     from fund_sources.bank
     order by bank_id`,
  );
  for (const { version, ...bank } of banks) learnBank(bank, version);
  return banks;
}

/**
 * Checks that money may be sent to a real bank's address: https, and every IP address of the host public; or
 * a folder of this computer. An installation in sandbox mode, and a rehearsal, may also reach this computer, where the
 * simulator acts as services. `resolve` replaces the name servers. Throws
 * FundSourceError.bank_address_refused.
 */
export async function requirePublicBank(
  { mode, rehearses = false }: Pick<Config, "mode"> & Partial<Pick<Config, "rehearses">>,
  baseUrl: string,
  resolve: Resolve = resolveHost,
): Promise<void> {
  const refuse = (reason: string) => FundSourceError.bank_address_refused({ reason });
  if (!URL.canParse(baseUrl)) throw refuse("it is not a complete address");
  const { protocol, hostname, username, password, hash } = new URL(baseUrl);
  if (protocol === "file:") return;
  if (username !== "" || password !== "" || hash !== "")
    throw refuse("it holds a user name, a password or a part after #");
  const addresses = await findAddresses(hostname, resolve);
  if (addresses.length === 0) throw refuse("its host name has no address");
  const classes = new Set(addresses.map(classifyAddress));
  if ((mode === "sandbox" || rehearses) && classes.size === 1 && classes.has("loopback")) return;
  if (protocol !== "https:") throw refuse("it does not begin with https://");
  if (classes.size > 1 || !classes.has("public")) throw refuse("it leads to an address that is not public");
}

export interface UpstreamKeys {
  readonly upstreamId: string;
  readonly environment: UpstreamEnvironment;
  readonly keyId: string;
  readonly apiKey: string;
  readonly callbackSecret: string;
  /** The account that the service debits, by the service's name for it. */
  readonly debitAccount: string;
}

interface UpstreamToConnect extends UpstreamKeys {
  readonly by: Actor;
}

/** The connection is made if `requestId` is null. Otherwise another member must approve it first. */
interface UpstreamAsked {
  readonly requestId: string | null;
  /**
   * The time when it is connected without approval, because there is no other member. Null if another member decides,
   * or if it is already connected.
   */
  readonly aloneUntil: Date | null;
}

/** The subject of requests to approve a connection's keys. */
export const UPSTREAM_SUBJECTS = "upstream:";

/**
 * Connects a live merchant to a service by its keys; new keys replace the earlier ones. The address is the
 * service's own and cannot be chosen. A person with the keys can report what was paid, failed or came in, so those of
 * a member wait for another person where policies for credits ask for it, always in live. Throws
 * FundSourceError.upstream_unknown, .key_of_other_environment, .secret_too_short and .mode_mismatch, and
 * ApprovalError.already_open.
 */
export async function connectUpstream(
  ctx: Pick<Context, "config" | "db" | "vault">,
  merchantId: string,
  given: UpstreamToConnect,
): Promise<UpstreamAsked> {
  const { environment, keyId, by } = given;
  const { name, input } = upstreamBank(given);
  return connecting(ctx, merchantId, input, async (tx) => {
    const connection = await sealConnection(tx, ctx.vault, input);
    const asked = await ask(tx, { proposal: { name, environment, keyId, ...toKeep(connection) }, by });
    if (asked !== null) return asked;
    await writeConnection(tx, connection, by);
    return { requestId: null, aloneUntil: null };
  });
}

/**
 * Returns the connection that keys of a service make. Throws FundSourceError.upstream_unknown and
 * .key_of_other_environment.
 */
export function upstreamBank({ upstreamId, environment, ...keys }: UpstreamKeys): {
  name: string;
  input: Omit<BankToConnect, "by">;
} {
  const upstream = UPSTREAMS.find(({ id }) => id === upstreamId);
  if (upstream === undefined) throw FundSourceError.upstream_unknown({ upstreamId });
  const baseUrl = upstream.baseUrls[environment];
  const { keyId, apiKey, callbackSecret, debitAccount } = keys;
  if (environmentOf(upstream, { keyId, baseUrl }) !== environment)
    throw FundSourceError.key_of_other_environment({ upstreamId, environment });
  const { id, name } = upstream;
  const secrets = { keyId, apiKey, callbackSecret, debitAccount };
  return { name, input: { bankId: id, adapter: id, baseUrl, ...secrets, simulated: false } };
}

async function ask(
  tx: Tx,
  { proposal, by }: { proposal: Proposal; by: Actor },
): Promise<UpstreamAsked | null> {
  if (memberOf(by) === null) return null;
  const facts = { amountPaise: null, rail: null, fundSourceId: null, creator: creatorOf(by) };
  const subjectId = `${UPSTREAM_SUBJECTS}${proposal["upstreamId"]}`;
  const subject = { subjectId, contentHash: hashContent(proposal), maker: by, facts, proposal };
  const [asked] = await askForApprovals(tx, "credit", [subject]);
  return asked?.kind === "pending" ? { requestId: asked.requestId, aloneUntil: asked.aloneUntil } : null;
}

/** A connection as its request keeps it; the keys stay sealed, and are shown to no one. */
const toKeep = ({ bankId, baseUrl, debitAccountLast4, version, sealed }: SealedConnection): Proposal => ({
  upstreamId: bankId,
  baseUrl,
  accountLast4: debitAccountLast4,
  version,
  sealedKeys: sealed.toString("base64"),
});

/** The connection that a request kept. */
export const readKept = (proposal: Proposal): SealedConnection => ({
  bankId: String(proposal["upstreamId"]),
  adapter: String(proposal["upstreamId"]),
  baseUrl: String(proposal["baseUrl"]),
  simulated: false,
  debitAccountLast4: String(proposal["accountLast4"]),
  version: Number(proposal["version"]),
  sealed: Buffer.from(String(proposal["sealedKeys"]), "base64"),
});

/** Returns whether a connection moves test or live money, by its key and address; null if unknown. */
export function environmentOf(
  { baseUrls, keyIdStart }: Upstream,
  { keyId = "", baseUrl }: { readonly keyId?: string; readonly baseUrl: string },
): UpstreamEnvironment | null {
  const fits = (environment: UpstreamEnvironment): boolean =>
    baseUrls[environment] === baseUrl && (keyIdStart === null || keyId.startsWith(keyIdStart[environment]));
  return (["test", "live"] as const).find(fits) ?? null;
}
