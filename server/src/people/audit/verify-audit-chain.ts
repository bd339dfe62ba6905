import type { Context } from "#lib/context";
import { CHAIN_START, hashRecord, judgeMac } from "./hash-record.ts";

/**
 * The first record that cannot be right. It may be altered, missing, not linked to the previous one, inserted past the
 * end, without a code where one is required, or have matching hashes whose code was made with another key or with a key
 * that is not configured.
 */
export interface BadRecord {
  readonly seq: bigint;
  readonly why: (typeof FAULTS)[number];
}

export const FAULTS = [
  "altered",
  "missing",
  "unlinked",
  "foreign",
  "forged",
  "unkeyed",
  "unknown_key",
] as const;

interface Row {
  seq: bigint;
  at_micros: bigint;
  actor: string;
  action: string;
  subject: string;
  detail_text: string;
  prev_hash: Buffer;
  hash: Buffer;
  mac: Buffer | null;
}

interface Chain {
  last_seq: bigint;
  last_hash: Buffer | null;
  boundary_seq: bigint | null;
  boundary_mac: Buffer | null;
  begun: boolean;
}

const PAGE_ROWS = 1000;

/**
 * Recomputes a merchant's whole chain; null if every record is as it was written. Each page has its own transaction,
 * because a chain may take longer than one transaction is allowed to. Records that are appended meanwhile are not
 * checked.
 */
export async function verifyAuditChain(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
): Promise<BadRecord | null> {
  const read = <Found extends object>(text: string, ...values: unknown[]): Promise<Found[]> =>
    ctx.db.inMerchant(merchantId, (tx) => tx.query<Found>(text, [merchantId, ...values]));
  const [found] = await read<Chain>(READ_CHAIN);
  const chain = found!;
  const lastSeq = chain.last_seq;
  let hash: Buffer = CHAIN_START;
  let seq = 0n;
  while (seq < lastSeq) {
    const rows = await read<Row>(READ_RECORDS, seq, lastSeq, PAGE_ROWS);
    if (rows.length === 0) return { seq: seq + 1n, why: "missing" };
    for (const row of rows) {
      const before = { merchantId, prevSeq: seq, prevHash: hash };
      const why = judge(row, before) ?? judgeCodes(ctx, row, { merchantId, chain });
      if (why !== null) return { seq: seq + 1n, why };
      seq = row.seq;
      hash = row.hash;
    }
  }
  if (!hash.equals(chain.last_hash ?? CHAIN_START)) return { seq, why: "altered" };
  // The end of the chain was moved back before the boundary, so records that had been vouched for are gone.
  if ((chain.boundary_seq ?? 0n) > seq) return { seq: seq + 1n, why: "missing" };
  // One statement reads the chain's end and the records, so records that are appended at the moment do no harm.
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

/** An intruder can remove a boundary but not make one. Without it more records must have a code, never fewer. */
function judgeCodes(
  { vault }: Pick<Context, "vault">,
  { seq, hash, mac }: Row,
  { merchantId, chain }: { merchantId: string; chain: Chain },
) {
  const place = { merchantId, seq, hash };
  const { boundary_seq: boundary, boundary_mac: boundaryMac } = chain;
  if (seq === boundary && boundaryMac !== null) {
    const why = judgeMac(vault, "audit.boundary", { ...place, mac: boundaryMac });
    if (why !== null) return why;
  }
  if (mac !== null) return judgeMac(vault, "audit.record", { ...place, mac });
  const mayLack = boundary === null ? !chain.begun : seq <= boundary;
  return mayLack ? null : "unkeyed";
}

const READ_CHAIN = `
  select coalesce(chain.last_seq, 0) as last_seq, chain.last_hash, boundary.seq as boundary_seq,
    boundary.mac as boundary_mac, keying.begun_at is not null as begun
  from audit.keying
  left join audit.chain on chain.merchant_id = $1
  left join audit.boundary on boundary.merchant_id = $1`;

const READ_RECORDS = `
  select seq, (extract(epoch from at) * 1000000)::bigint as at_micros,
    actor, action, subject, detail::text as detail_text, prev_hash, hash, mac
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
