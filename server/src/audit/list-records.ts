import type { Tx } from "#lib/db";
import type { Actor } from "./record-audit.ts";

export interface AuditRecord {
  readonly seq: bigint;
  readonly at: Date;
  readonly actor: Actor;
  readonly action: string;
  readonly subject: string;
  readonly detail: Readonly<Record<string, unknown>>;
  /** Of this record and, through the one before, of all before it. */
  readonly hash: Buffer;
}

export interface RecordFilter {
  /** Go on below this number. */
  readonly before?: bigint | undefined;
  readonly limit: number;
  /** Whole: `member:<id>`, `system`, ... */
  readonly actor?: string | undefined;
  /** The beginning of an action: `access.`, or `access.member_disabled`. */
  readonly action?: string | undefined;
  /** Whole: `member:<id>`, `merchant:<id>`, ... */
  readonly subject?: string | undefined;
}

const PAGE_MAX = 200;

/** A page of the records of the transaction's merchant or organization, the newest first; at most 200. */
export function listRecords(tx: Tx, filter: RecordFilter): Promise<AuditRecord[]> {
  return tx.query<AuditRecord>(LIST, [
    tx.merchantId,
    filter.before ?? null,
    Math.min(filter.limit, PAGE_MAX),
    filter.actor ?? null,
    filter.action ?? null,
    filter.subject ?? null,
  ]);
}

const LIST = `
  select seq, at, actor, action, subject, detail, hash
  from audit.record
  where merchant_id = $1
    and ($2::bigint is null or seq < $2)
    and ($4::text is null or actor = $4)
    and ($5::text is null or starts_with(action, $5))
    and ($6::text is null or subject = $6)
  order by seq desc
  limit $3`;
