import { createHash } from "node:crypto";
import type { Vault } from "#lib/vault";

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

/** A place in a chain, and what stands there. */
export interface HashedPlace {
  readonly merchantId: string;
  readonly seq: bigint;
  readonly hash: Buffer;
}

/** What the first record of a chain names as the hash before it. */
export const CHAIN_START = Buffer.alloc(32);

/** What a code vouches for: one record, the unkeyed records up to a place, or a head that is kept elsewhere. */
export type MacPurpose = "audit.record" | "audit.boundary" | "audit.head";

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

/** The text of which a code is made. The hash covers all records before it, and so does the code. */
export const placeText = ({ merchantId, seq, hash }: HashedPlace): string =>
  JSON.stringify([merchantId, String(seq), hash.toString("hex")]);

/** What is wrong with a code; null: it was made here, of this very place. */
export function judgeMac(
  vault: Vault,
  purpose: MacPurpose,
  { mac, ...place }: HashedPlace & { readonly mac: Buffer },
): "forged" | "unknown_key" | null {
  const made = vault.mac(purpose, mac);
  if (made === null) return "unknown_key";
  return made.update(placeText(place)).digest().equals(mac) ? null : "forged";
}
