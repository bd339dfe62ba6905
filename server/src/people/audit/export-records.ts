/** Records as they are hashed, so that a program elsewhere can verify their chain without this one. */
import type { Tx } from "#lib/db";

/** One record with everything that its hash covers. Bytes are in hexadecimal. */
export interface ExportedRecord {
  readonly owner: string;
  readonly seq: bigint;
  readonly at: Date;
  readonly atMicros: bigint;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  /** The text of the JSON exactly as it is hashed. */
  readonly detailText: string;
  readonly prevHash: string;
  readonly hash: string;
}

/** Reads records after a number, the oldest first, at most `limit`. */
export function readRecordsAfter(
  tx: Tx,
  { after, limit }: { readonly after: bigint; readonly limit: number },
): Promise<ExportedRecord[]> {
  return tx.query<ExportedRecord>(READ_AFTER, [tx.merchantId, after, limit]);
}

const READ_AFTER = `
  select merchant_id as owner, seq, at, (extract(epoch from at) * 1000000)::bigint as "atMicros",
    actor, action, subject, detail::text as "detailText",
    encode(prev_hash, 'hex') as "prevHash", encode(hash, 'hex') as hash
  from audit.record
  where merchant_id = $1 and seq > $2
  order by seq
  limit $3`;
