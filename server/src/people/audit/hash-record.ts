import { createHash } from "node:crypto";
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
