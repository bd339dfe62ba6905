import type { Tx } from "#lib/db";
import type { Actor } from "./record-audit.ts";

export interface AuditRecord {
  readonly seq: bigint;
  readonly at: Date;
  readonly actor: Actor;
  readonly action: string;
  readonly subject: string;
  readonly detail: Readonly<Record<string, unknown>>;
  /** Covers this record and, through the previous hash, all earlier ones. */
  readonly hash: Buffer;
}

interface RecordFilter {
  /** Continues below this number. */
  readonly before?: bigint | undefined;
  readonly limit: number;
  /** Whole names: `member:<id>`, `system`, ... */
  readonly actors?: readonly string[] | undefined;
  /** Beginnings of actions: `access.`, or `access.member_disabled`. */
  readonly actions?: readonly string[] | undefined;
  /** The beginning of the period, inclusive. */
  readonly from?: Date | undefined;
  /** The end of the period, exclusive. */
  readonly to?: Date | undefined;
  /** The whole subject: `member:<id>`, `merchant:<id>`, ... */
  readonly subject?: string | undefined;
}

const PAGE_MAX = 200;

/** Reads a page of the records of the transaction's merchant or organization, newest first, at most 200. */
export function listRecords(tx: Tx, filter: RecordFilter): Promise<AuditRecord[]> {
  return tx.query<AuditRecord>(LIST, [
    tx.merchantId,
    filter.before ?? null,
    Math.min(filter.limit, PAGE_MAX),
    filter.actors ?? null,
    filter.actions ?? null,
    filter.subject ?? null,
    filter.from ?? null,
    filter.to ?? null,
  ]);
}

const LIST = `
  select seq, at, actor, action, subject, detail, hash
  from audit.record
  where merchant_id = $1
    and ($2::bigint is null or seq < $2)
    and ($4::text[] is null or actor = any ($4))
    and ($5::text[] is null or exists (select from unnest($5) as given where starts_with(action, given)))
    and ($6::text is null or subject = $6)
    and ($7::timestamptz is null or at >= $7)
    and ($8::timestamptz is null or at < $8)
  order by seq desc
  limit $3`;
