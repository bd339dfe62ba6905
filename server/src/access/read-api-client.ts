import type { Tx } from "#lib/db";
import type { StatusMode } from "./caller.ts";
import type { KeyTerms } from "./key-terms.ts";

export interface ApiClient extends KeyTerms {
  readonly clientId: string;
  readonly name: string;
  /** Counts the secrets it has had; a reset adds one. */
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
