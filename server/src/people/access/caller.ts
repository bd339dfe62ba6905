/** Facts about a caller that every call needs, read together with the token. */
import type { Context } from "#lib/context";
import type { Db } from "#lib/db";
import type { FoundToken } from "./authenticate.ts";
import { digest, type MerchantMode } from "./credentials.ts";
import type { KeyScope } from "./key-terms.ts";

/** With `rest`, the HTTP status gives the outcome. With `always-200`, only the body does, for clients that need it. */
export type StatusMode = "rest" | "always-200";

export interface MerchantSettings {
  /** A synchronous transfer waits this long for the bank before it answers "pending", in ms. */
  readonly syncWaitMs: number;
  /** True if webhooks may go to the machine itself, which is allowed in the sandbox only. */
  readonly allowLoopbackWebhooks: boolean;
  readonly payoutsEnabled: boolean;
  readonly apisEnabled: boolean;
  /**
   * The token requestor for which the card networks issue the merchant's tokens, eleven digits; null if it pays no
   * cards.
   */
  readonly tokenRequestorId: string | null;
}

export interface Caller {
  readonly merchantId: string;
  readonly organizationId: string;
  readonly clientId: string;
  readonly mode: MerchantMode;
  readonly statusMode: StatusMode;
  /** The scope of its key pair. */
  readonly scope: KeyScope;
  /** The fund sources that it may pay from; null for all. */
  readonly fundSourceIds: readonly string[] | null;
  readonly ratePerMinute: number;
  readonly settings: MerchantSettings;
}

/** The columns of `access.merchant` that make its settings, under the alias `merchant`. */
export const SETTINGS_COLUMNS =
  "merchant.sync_wait_ms, merchant.allow_loopback_webhooks, merchant.payouts_enabled, merchant.apis_enabled, " +
  "merchant.token_requestor_id";

export interface SettingsRow {
  sync_wait_ms: number;
  allow_loopback_webhooks: boolean;
  payouts_enabled: boolean;
  apis_enabled: boolean;
  token_requestor_id: string | null;
}

export const toSettings = (row: SettingsRow): MerchantSettings => ({
  syncWaitMs: row.sync_wait_ms,
  allowLoopbackWebhooks: row.allow_loopback_webhooks,
  payoutsEnabled: row.payouts_enabled,
  apisEnabled: row.apis_enabled,
  tokenRequestorId: row.token_requestor_id,
});

/** The columns that make a caller, of `access.api_client` as `client` and `access.merchant` as `merchant`. */
export const CALLER_COLUMNS =
  "client.client_id, client.status_mode, client.scope, client.fund_source_ids, client.rate_per_minute, " +
  "merchant.organization_id, merchant.mode, " +
  SETTINGS_COLUMNS;

export interface CallerRow extends SettingsRow {
  client_id: string;
  status_mode: StatusMode;
  scope: KeyScope;
  fund_source_ids: string[] | null;
  rate_per_minute: number;
  organization_id: string;
  mode: MerchantMode;
}

export const toCaller = (merchantId: string, row: CallerRow): Caller => ({
  merchantId,
  organizationId: row.organization_id,
  clientId: row.client_id,
  mode: row.mode,
  statusMode: row.status_mode,
  scope: row.scope,
  fundSourceIds: row.fund_source_ids,
  ratePerMinute: row.rate_per_minute,
  settings: toSettings(row),
});

// A call may begin with the caller that its token had before, but acts only after `confirmCaller` has looked it up.

/** The caller that a call is presumed to come from. */
export interface Presumed {
  readonly caller: Caller;
  readonly tokenHash: Buffer;
  /** The address from which it comes, as the server sees it. */
  readonly ip: string;
  /** The token's stored facts when the caller was presumed. */
  readonly found: FoundToken;
  /** True if its token still belongs to the same caller; null if that has not been asked yet. */
  holds: boolean | null;
}

/** A caller is remembered for as long as a token lasts. */
const LASTS_MS = 600_000;
const TOKENS_MAX = 20_000;

interface Entry extends Pick<Presumed, "found" | "ip"> {
  /** Compared with `performance.now()`. */
  readonly endsAt: number;
}

const entriesOf = new WeakMap<Db, Map<string, Entry>>();

const nameOf = (tokenHash: Buffer): string => tokenHash.toString("base64");

/** Remembers what was found with the token of an authenticated caller. */
export function rememberToken(
  db: Db,
  { tokenHash, ip, found }: Pick<Presumed, "tokenHash" | "ip" | "found">,
): void {
  let entries = entriesOf.get(db);
  if (entries === undefined) entriesOf.set(db, (entries = new Map()));
  const name = nameOf(tokenHash);
  entries.delete(name);
  if (entries.size >= TOKENS_MAX) entries.delete(entries.keys().next().value as string);
  entries.set(name, { found, ip, endsAt: performance.now() + LASTS_MS });
}

/** Forgets a token that is not valid any more. */
export function forgetToken(db: Db, tokenHash: Buffer): void {
  entriesOf.get(db)?.delete(nameOf(tokenHash));
}

/** Returns the caller that this token had at its last call from this address; null if it must be looked up. */
export function presumeCaller(
  { db }: Context,
  { token, ip }: { token: string; ip: string },
): Presumed | null {
  const tokenHash = digest(token);
  const entry = entriesOf.get(db)?.get(nameOf(tokenHash));
  if (entry === undefined || entry.ip !== ip || entry.endsAt < performance.now()) return null;
  const { found } = entry;
  return { caller: found.caller, tokenHash, ip, found, holds: null };
}
