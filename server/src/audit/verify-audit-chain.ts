import type { Context } from "#lib/context";
import { CHAIN_START, hashRecord } from "./hash-record.ts";

/**
 * The first record that cannot be right: altered, gone, not following the one before, or put in from outside.
 */
export interface BadRecord {
  readonly seq: bigint;
  readonly why: "altered" | "missing" | "unlinked" | "foreign";
}

interface Row {
  seq: bigint;
  at_micros: bigint;
  actor: string;
  action: string;
  subject: string;
  detail_text: string;
  prev_hash: Buffer;
  hash: Buffer;
}

const PAGE_ROWS = 1000;

/**
 * Recomputes the whole chain of a merchant; null when every record is as it was written. Each page has a transaction of
 * its own, since a chain may be longer than a transaction may last; what is appended meanwhile is not looked at.
 */
export async function verifyAuditChain(
  ctx: Pick<Context, "db">,
  merchantId: string,
): Promise<BadRecord | null> {
  const read = <Found extends object>(text: string, ...values: unknown[]): Promise<Found[]> =>
    ctx.db.inMerchant(merchantId, (tx) => tx.query<Found>(text, [merchantId, ...values]));
  const [chain] = await read<{ last_seq: bigint; last_hash: Buffer }>(READ_CHAIN);
  const lastSeq = chain?.last_seq ?? 0n;
  let hash: Buffer = CHAIN_START;
  let seq = 0n;
  while (seq < lastSeq) {
    const rows = await read<Row>(READ_RECORDS, seq, lastSeq, PAGE_ROWS);
    if (rows.length === 0) return { seq: seq + 1n, why: "missing" };
    for (const row of rows) {
      const why = judge(row, { merchantId, prevSeq: seq, prevHash: hash });
      if (why !== null) return { seq: seq + 1n, why };
      seq = row.seq;
      hash = row.hash;
    }
  }
  if (chain !== undefined && !hash.equals(chain.last_hash)) return { seq, why: "altered" };
  // A record past the end. One statement sees both, so records being appended now are no trouble.
  const [foreign] = await read<{ seq: bigint }>(READ_PAST_END);
  return foreign === undefined ? null : { seq: foreign.seq, why: "foreign" };
}

function judge(
  row: Row,
  { merchantId, prevSeq, prevHash }: { merchantId: string; prevSeq: bigint; prevHash: Buffer },
) {
  if (row.seq !== prevSeq + 1n) return "missing";
  if (!row.prev_hash.equals(prevHash)) return "unlinked";
  const fields = { ...row, merchantId, atMicros: row.at_micros, detailText: row.detail_text };
  return hashRecord(row.prev_hash, fields).equals(row.hash) ? null : "altered";
}

const READ_CHAIN = `
  select last_seq, last_hash
  from audit.chain
  where merchant_id = $1`;

const READ_RECORDS = `
  select seq, (extract(epoch from at) * 1000000)::bigint as at_micros,
    actor, action, subject, detail::text as detail_text, prev_hash, hash
  from audit.record
  where merchant_id = $1 and seq > $2 and seq <= $3
  order by seq
  limit $4`;

const READ_PAST_END = `
  select record.seq
  from audit.record
  left join audit.chain on chain.merchant_id = record.merchant_id
  where record.merchant_id = $1 and record.seq > coalesce(chain.last_seq, 0)
  order by record.seq
  limit 1`;
