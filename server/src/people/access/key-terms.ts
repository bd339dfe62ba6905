/** The terms of a key pair: its scope, the fund sources that it pays from, and its limit a day. */
import type { Tx } from "#lib/db";
import { AccessError } from "./errors.ts";

// The scopes of a key pair. Each includes those before it.

export const KEY_SCOPES = [
  /** Only reads. */
  "read",
  /** Prepares orders that people must approve before anything is paid. */
  "draft",
  "pay",
] as const;

export type KeyScope = (typeof KEY_SCOPES)[number];

/** True if a key pair of one scope may do what needs another scope. */
export const scopeCovers = (held: KeyScope, needed: KeyScope): boolean =>
  KEY_SCOPES.indexOf(needed) <= KEY_SCOPES.indexOf(held);

/** Checks calls whose method shows if they only read. Throws `scope_missing`, with the scope that is `needed`. */
export function requireScope({ scope }: { readonly scope: KeyScope }, method: string): void {
  const needed = method === "GET" ? "read" : "pay";
  if (!scopeCovers(scope, needed)) throw AccessError.scope_missing({ scope, needed });
}

export interface KeyTerms {
  readonly scope: KeyScope;
  /** The fund sources that it may pay from; null if it may use all of the merchant's. */
  readonly fundSourceIds: readonly string[] | null;
  /** The most that it may order in a day of India, in paise; null if there is no limit. */
  readonly dayLimitPaise: bigint | null;
}

const SOURCES_MAX = 50;
/** One lakh crore rupees: more than any merchant moves in a day. */
const LIMIT_MAX_PAISE = 100_000_000_000_000n;

/** Returns the terms in canonical form. Throws `bad_setting` if they name no fund source or no amount. */
export function checkKeyTerms({ scope, fundSourceIds, dayLimitPaise }: KeyTerms): KeyTerms {
  const ids = fundSourceIds === null ? null : [...new Set(fundSourceIds)].toSorted();
  if (ids !== null && (ids.length === 0 || ids.length > SOURCES_MAX))
    throw AccessError.bad_setting({ fundSourceIds });
  if (dayLimitPaise !== null && (dayLimitPaise <= 0n || dayLimitPaise > LIMIT_MAX_PAISE))
    throw AccessError.bad_setting({ dayLimitPaise });
  return { scope, fundSourceIds: ids, dayLimitPaise };
}

/** True if a change lets a key pair do more than before, which needs a second person. Pure. */
export function widens(before: KeyTerms, after: KeyTerms): boolean {
  return (
    !scopeCovers(before.scope, after.scope) ||
    (before.fundSourceIds !== null &&
      (after.fundSourceIds?.some((id) => !before.fundSourceIds?.includes(id)) ?? true)) ||
    (before.dayLimitPaise !== null &&
      (after.dayLimitPaise === null || after.dayLimitPaise > before.dayLimitPaise))
  );
}

/**
 * Writes terms as they are stored with a change: ids with commas between them, and paise. An empty text means that
 * there is no limit.
 */
export const writeKeyTerms = ({ scope, fundSourceIds, dayLimitPaise }: KeyTerms) => ({
  scope,
  fundSourceIds: fundSourceIds?.join(",") ?? "",
  dayLimitPaise: dayLimitPaise?.toString() ?? "",
});

/** Reads the terms that `writeKeyTerms` wrote. */
export const readKeyTerms = (written: Readonly<Record<string, unknown>>): KeyTerms => ({
  scope: written["scope"] as KeyScope,
  fundSourceIds: written["fundSourceIds"] === "" ? null : String(written["fundSourceIds"]).split(","),
  dayLimitPaise: written["dayLimitPaise"] === "" ? null : BigInt(String(written["dayLimitPaise"])),
});

/** True if a key pair that is limited to these fund sources may use this one. */
export const coversSource = (fundSourceIds: KeyTerms["fundSourceIds"], fundSourceId: string): boolean =>
  fundSourceIds?.includes(fundSourceId) ?? true;

/** Guards a call that covers all fund sources. Throws `sources_limited` if the key pair may not use them all. */
export function requireAllSources({ fundSourceIds }: Pick<KeyTerms, "fundSourceIds">): void {
  if (fundSourceIds !== null) throw AccessError.sources_limited({ fundSourceIds });
}

/** The terms of a merchant's key pair that is limited in some way. */
export interface KeyLimited {
  readonly clientId: string;
  readonly scope: KeyScope;
  readonly fundSourceIds: readonly string[] | null;
  /** Paise as text, because it is read as JSON. */
  readonly dayLimitPaise: string | null;
}

/** True if the maker is a key pair that cannot pay. A member must approve its orders, even without a policy. */
export const mustDraft = (key: KeyLimited | null, maker: string | undefined): boolean =>
  key !== null && key.scope !== "pay" && maker === `api-key:${key.clientId}`;

/** Returns the terms of the merchant's key pair if they limit it; null if it may do everything. */
export async function readKeyLimited(tx: Tx): Promise<KeyLimited | null> {
  const [row] = await tx.query<{ key: KeyLimited | null }>(READ, [tx.merchantId]);
  return row!.key;
}

/**
 * SQL for a `KeyLimited`, null if the key pair may do everything. It reads one row, in a statement that is run anyway.
 * `merchant` is an SQL expression.
 */
export const keyLimitsInForce = (merchant: string): string =>
  `(
    select jsonb_build_object('clientId', client_id, 'scope', scope, 'fundSourceIds', fund_source_ids,
      'dayLimitPaise', day_limit_paise::text)
    from access.api_client
    where api_client.merchant_id = ${merchant}
      and active
      and (scope <> 'pay' or fund_source_ids is not null or day_limit_paise is not null)
  )`;

const READ = `select ${keyLimitsInForce("$1")} as key`;
