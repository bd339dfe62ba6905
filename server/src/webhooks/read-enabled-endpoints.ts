import type { Tx } from "#lib/db";
import type { Format } from "./format.ts";

/** The data needed for sending to an endpoint; the keys are still sealed. */
export interface LiveEndpoint {
  readonly endpointId: string;
  readonly url: string;
  readonly format: Format;
  /** True if the merchant may send to this computer (a sandbox setting). */
  readonly allowLoopback: boolean;
  /** The newest first; two during a key rotation. */
  readonly sealedSecrets: readonly { readonly version: number; readonly sealed: Buffer }[];
  /** `there`: a program polls for the webhooks. `lost`: it has not polled for two minutes. */
  readonly listener: "none" | "there" | "lost";
}

/** A listener that has not polled since then is lost. This is real time, not the merchant's clock. */
export const LOST_BEFORE = "statement_timestamp() - interval '2 minutes'";

/** Reads the merchant's enabled endpoints. */
export async function readEnabledEndpoints(tx: Tx): Promise<LiveEndpoint[]> {
  const rows = await tx.query<Row>(`${READ} and endpoint.status = 'enabled' order by endpoint.endpoint_id`, [
    tx.merchantId,
    tx.now,
  ]);
  return rows.map(toEndpoint);
}

/** Reads one endpoint, enabled or disabled; undefined: not found. */
export async function readEndpoint(tx: Tx, endpointId: string): Promise<LiveEndpoint | undefined> {
  const rows = await tx.query<Row>(`${READ} and endpoint.status <> 'removed' and endpoint.endpoint_id = $3`, [
    tx.merchantId,
    tx.now,
    endpointId,
  ]);
  return rows.map(toEndpoint)[0];
}

function toEndpoint(row: Row): LiveEndpoint {
  const { secret_version: version, previous_sealed_secret: previous } = row;
  const newest = { version, sealed: row.sealed_secret };
  return {
    endpointId: row.endpoint_id,
    url: row.url,
    format: row.format,
    allowLoopback: row.allow_loopback_webhooks,
    listener: row.listener,
    sealedSecrets: previous === null ? [newest] : [newest, { version: version - 1, sealed: previous }],
  };
}

interface Row {
  readonly endpoint_id: string;
  readonly url: string;
  readonly format: Format;
  readonly sealed_secret: Buffer;
  readonly secret_version: number;
  readonly previous_sealed_secret: Buffer | null;
  readonly allow_loopback_webhooks: boolean;
  readonly listener: LiveEndpoint["listener"];
}

const READ = `
  select endpoint.endpoint_id, endpoint.url, endpoint.format, endpoint.sealed_secret, endpoint.secret_version,
    case when endpoint.previous_secret_until > $2 then endpoint.previous_sealed_secret end
      as previous_sealed_secret,
    merchant.allow_loopback_webhooks,
    case
      when endpoint.listened_at is null then 'none'
      when endpoint.listened_at < ${LOST_BEFORE} then 'lost'
      else 'there'
    end as listener
  from webhooks.endpoint
  join access.merchant on merchant.merchant_id = endpoint.merchant_id
  where endpoint.merchant_id = $1`;
