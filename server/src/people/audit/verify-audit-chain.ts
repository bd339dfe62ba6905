import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { CHAIN_START, hashRecord, judgeMac, placeText } from "./record-audit.ts";

/**
 * The last record of a chain as one line, to be kept elsewhere. Anyone who can write to the database can cut off the
 * newest records; the line then proves that they existed.
 */
export interface AuditHead {
  /** The merchant or organization whose chain it is. */
  readonly owner: string;
  readonly seq: bigint;
  readonly at: Date;
  readonly mac: Buffer;
}

/** The fault found when a chain is compared with its head. Null means that all records up to the head are unchanged. */
export type HeadFault =
  | { readonly why: "removed"; readonly lastSeq: bigint }
  | { readonly why: "rewritten" | "unknown_key" }
  | { readonly why: "broken"; readonly bad: BadRecord };

const PREFIX = "vitaran-audit";

/** `vitaran-audit/<owner>/<number>/<time>/<code>`: without blanks or characters that a shell would change. */
export const writeHead = ({ owner, seq, at, mac }: AuditHead): string =>
  [PREFIX, owner, seq, at.toISOString(), mac.toString("base64url")].join("/");

const HEAD = new RegExp(
  `^${PREFIX}/([0-9a-f-]{36})/(\\d{1,18})/(\\d{4}-\\d{2}-\\d{2}T[\\d:.]{12}Z)/([\\w-]{48})$`,
);

/** Reads the head from a line; null if the line is not a head. */
export function readHead(line: string): AuditHead | null {
  const [, owner, seq, at, mac] = HEAD.exec(line.trim()) ?? [];
  if (owner === undefined || Number.isNaN(Date.parse(at!))) return null;
  return { owner, seq: BigInt(seq!), at: new Date(at!), mac: Buffer.from(mac!, "base64url") };
}

/** Reads the head of the transaction's merchant or organization; null if it has no records. */
export async function findHead(tx: Tx): Promise<AuditHead | null> {
  const [last] = await tx.query<Found>(READ_LAST, [tx.merchantId]);
  if (last === undefined) return null;
  const { seq, at } = last;
  const mac = tx.vouchFor("audit.head", placeText({ merchantId: tx.merchantId, ...last }));
  return { owner: tx.merchantId, seq, at, mac };
}

/** Every merchant and organization that has records. */
export async function listChains({ db }: Pick<Context, "db">): Promise<string[]> {
  const rows = await db.sweep((read) => read.query<{ owner: string }>(LIST_OWNERS));
  return rows.map(({ owner }) => owner);
}

/** Checks that the chain up to the head is the same as when the head was taken. */
export async function checkHead(
  ctx: Pick<Context, "db" | "vault">,
  { owner, seq, at, mac }: AuditHead,
): Promise<HeadFault | null> {
  const found = await ctx.db.inMerchant(owner, (tx) => tx.query<Found>(READ_PLACE, [owner, seq]));
  const [there] = found;
  if (there === undefined) {
    const last = await ctx.db.inMerchant(owner, findHead);
    return { why: "removed", lastSeq: last?.seq ?? 0n };
  }
  const why = judgeMac(ctx.vault, "audit.head", { merchantId: owner, seq, hash: there.hash, mac });
  if (why === "unknown_key") return { why };
  if (why !== null || there.at.getTime() !== at.getTime()) return { why: "rewritten" };
  const bad = await verifyAuditChain(ctx, owner);
  return bad === null || bad.seq > seq ? null : { why: "broken", bad };
}

interface Found {
  readonly seq: bigint;
  readonly at: Date;
  readonly hash: Buffer;
}

const LIST_OWNERS = `
  select merchant_id as owner
  from audit.chain
  where last_seq > 0
  order by merchant_id`;

const READ_LAST = `
  select record.seq, record.at, record.hash
  from audit.chain
  join audit.record on record.merchant_id = chain.merchant_id and record.seq = chain.last_seq
  where chain.merchant_id = $1`;

const READ_PLACE = `
  select seq, at, hash
  from audit.record
  where merchant_id = $1 and seq = $2`;

/**
 * The first record that cannot be right. It may be altered, missing, not linked to the previous one, inserted past the
 * end, without a code where one is required, or have matching hashes whose code was made with another key or with a key
 * that is not configured.
 */
interface BadRecord {
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
