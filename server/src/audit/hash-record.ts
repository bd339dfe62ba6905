import { createHash } from "node:crypto";

/** A record as its hash covers it. `detailText` is PostgreSQL's own text of the jsonb, the same forever. */
export interface HashedFields {
  merchantId: string;
  seq: bigint;
  atMicros: bigint;
  actor: string;
  action: string;
  subject: string;
  detailText: string;
}

/** What the first record of a chain names as the hash before it. */
export const CHAIN_START = Buffer.alloc(32);

/** SHA-256 of the hash before and of every field, written so that no two records give the same bytes. */
export function hashRecord(prevHash: Buffer, record: HashedFields): Buffer {
  const fields = [
    record.merchantId,
    String(record.seq),
    String(record.atMicros),
    record.actor,
    record.action,
    record.subject,
    record.detailText,
  ];
  return createHash("sha256").update(prevHash).update(JSON.stringify(fields)).digest();
}
