import { createHash } from "node:crypto";
import type { Tx } from "#lib/db";
import type { Vault } from "#lib/vault";

/**
 * The fields of a record that its hash covers. `detailText` is PostgreSQL's own text of the jsonb, which never changes.
 */
interface HashedFields {
  merchantId: string;
  seq: bigint;
  atMicros: bigint;
  actor: string;
  action: string;
  subject: string;
  detailText: string;
}

/** A place in a chain, and the hash of the record there. */
interface HashedPlace {
  readonly merchantId: string;
  readonly seq: bigint;
  readonly hash: Buffer;
}

/** The previous hash of the first record of a chain. */
export const CHAIN_START = Buffer.alloc(32);

/**
 * The purpose of a code: it vouches for one record, for the records without codes up to a place, or for a head that is
 * kept elsewhere.
 */
type MacPurpose = "audit.record" | "audit.boundary" | "audit.head";

/** SHA-256 of the previous hash and every field, encoded so that different records never have the same bytes. */
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

/** The text that a code is made from. The hash covers all earlier records, and so does the code. */
export const placeText = ({ merchantId, seq, hash }: HashedPlace): string =>
  JSON.stringify([merchantId, String(seq), hash.toString("hex")]);

/** Returns what is wrong with a code; null if it was made here for exactly this place. */
export function judgeMac(
  vault: Vault,
  purpose: MacPurpose,
  { mac, ...place }: HashedPlace & { readonly mac: Buffer },
): "forged" | "unknown_key" | null {
  const made = vault.mac(purpose, mac);
  if (made === null) return "unknown_key";
  return made.update(placeText(place)).digest().equals(mac) ? null : "forged";
}

/** The actor who caused something. The part after the colon identifies it. */
export type Actor = "system" | `${"member" | "api-key" | "schedule" | "bank"}:${string}`;

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** One thing to record: `action` is `module.what_was_done`, `subject` is `kind:id`. `detail` never holds a secret. */
export interface AuditEntry {
  readonly actor: Actor;
  readonly action: string;
  readonly subject: string;
  readonly detail?: { readonly [key: string]: Json };
}

/**
 * Appends audit records in the caller's transaction, in the given order, at the merchant's time. Until the transaction
 * ends, other transactions of the merchant that record something wait.
 */
export async function recordAudit(tx: Tx, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const [[chain], texts] = await Promise.all([
    tx.query<{ last_seq: bigint; last_hash: Buffer }>(LOCK_CHAIN, [tx.merchantId, CHAIN_START]),
    tx.query<{ text: string }>(DETAIL_TEXTS, [entries.map((entry) => JSON.stringify(entry.detail ?? {}))]),
  ]);
  const atMicros = BigInt(tx.now.getTime()) * 1000n;
  const hashes = [chain!.last_hash];
  const macs: Buffer[] = [];
  entries.forEach((entry, index) => {
    const seq = chain!.last_seq + BigInt(index + 1);
    const fields = { ...entry, merchantId: tx.merchantId, seq, atMicros, detailText: texts[index]!.text };
    const hash = hashRecord(hashes[index]!, fields);
    hashes.push(hash);
    macs.push(tx.vouchFor("audit.record", placeText({ merchantId: tx.merchantId, seq, hash })));
  });
  await Promise.all([
    tx.execute(APPEND, [
      tx.merchantId,
      entries.map((_, index) => chain!.last_seq + BigInt(index + 1)),
      tx.now,
      entries.map((entry) => entry.actor),
      entries.map((entry) => entry.action),
      entries.map((entry) => entry.subject),
      texts.map((detail) => detail.text),
      hashes.slice(0, -1),
      hashes.slice(1),
      macs,
    ]),
    tx.execute(MOVE_CHAIN, [tx.merchantId, chain!.last_seq + BigInt(entries.length), hashes.at(-1)]),
  ]);
}

const LOCK_CHAIN = `
  insert into audit.chain (merchant_id, last_hash)
  values ($1, $2)
  on conflict (merchant_id) do update set last_seq = audit.chain.last_seq
  returning last_seq, last_hash`;

const DETAIL_TEXTS = `
  select given.detail::text as text
  from unnest($1::jsonb[]) with ordinality as given (detail, place)
  order by given.place`;

const APPEND = `
  insert into audit.record (merchant_id, seq, at, actor, action, subject, detail, prev_hash, hash, mac)
  select $1, seq, $3, actor, action, subject, detail, prev_hash, hash, mac
  from unnest(
    $2::bigint[], $4::text[], $5::text[], $6::text[], $7::jsonb[], $8::bytea[], $9::bytea[], $10::bytea[]
  ) as given (seq, actor, action, subject, detail, prev_hash, hash, mac)`;

const MOVE_CHAIN = `
  update audit.chain
  set last_seq = $2, last_hash = $3
  where merchant_id = $1`;
