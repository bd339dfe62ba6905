/**
 * The last record of a chain as one line, to be kept elsewhere. Anyone who can write to the database can cut off the
 * newest records; the line then proves that they existed.
 */
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { judgeMac, placeText } from "./hash-record.ts";
import { verifyAuditChain, type BadRecord } from "./verify-audit-chain.ts";

export interface AuditHead {
  /** The merchant or organization whose chain it is. */
  readonly owner: string;
  readonly seq: bigint;
  readonly at: Date;
  readonly mac: Buffer;
}

/** The fault found when a chain is compared with its head; null: all records up to the head are unchanged. */
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
