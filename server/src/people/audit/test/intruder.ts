/**
 * An intruder who can write to the database as the owner of its tables, but has no master key; and records to alter.
 */
import { createHash } from "node:crypto";
import type { World } from "#test/world";
import { recordAudit, type AuditEntry } from "#audit";

/** The same hash that records get; its recipe can be read in the source. */
const hashOf = (prevHash: Buffer, fields: readonly string[]): Buffer =>
  createHash("sha256").update(prevHash).update(JSON.stringify(fields)).digest();

export const entry = (number: number): AuditEntry => ({
  actor: "member:0199c1a0-0000-7000-8000-000000000001",
  action: "access.api_client_changed",
  subject: `api-client:${number}`,
  detail: { number, text: `नमस्ते "${number}"`, nested: { none: null, list: [1.5, true, "2"] } },
});

/** Makes an intruder into the chain of the merchant that `owner` returns at that moment. */
export function makeIntruder(world: World, owner: () => string) {
  const record = (entries: AuditEntry[], of = owner()): Promise<void> =>
    world.ctx.db.inMerchant(of, (tx) => recordAudit(tx, entries));
  const fill = (count: number): Promise<void> =>
    record(Array.from({ length: count }, (_, index) => entry(index + 1)));
  const tamper = (sql: string, ...values: unknown[]): Promise<unknown> =>
    world.look(sql, [owner(), ...values]);

  /** Alters a record as someone would who knows how hashes are made, and returns the new hash. */
  async function forge(seq: bigint): Promise<Buffer> {
    const [record] = await world.ctx.db.inMerchant(owner(), (tx) =>
      tx.query<{ at: Date; subject: string; detail_text: string; prev_hash: Buffer }>(
        `select at, subject, detail::text as detail_text, prev_hash
         from audit.record
         where merchant_id = $1 and seq = $2`,
        [owner(), seq],
      ),
    );
    const { at, subject, detail_text: detail, prev_hash } = record!;
    const micros = BigInt(at.getTime()) * 1000n;
    const hash = hashOf(prev_hash, [owner(), String(seq), String(micros), "system", "x", subject, detail]);
    await tamper(
      "update audit.record set actor = 'system', action = 'x', hash = $2 where merchant_id = $1 and seq = $3",
      hash,
      seq,
    );
    return hash;
  }

  /** Makes all hashes match again from a record on, as an intruder can who has no key. */
  async function rewriteFrom(seq: bigint): Promise<void> {
    const [last] = await world.look<{ seq: string }>(
      "select max(seq) as seq from audit.record where merchant_id = $1",
      [owner()],
    );
    const end = BigInt(last!.seq);
    for (let at = seq; at <= end; at += 1n) {
      const hash = await forge(at);
      await tamper(
        "update audit.record set prev_hash = $2 where merchant_id = $1 and seq = $3",
        hash,
        at + 1n,
      );
      await tamper("update audit.chain set last_seq = $3, last_hash = $2 where merchant_id = $1", hash, at);
    }
  }

  /** Cuts off the newest records and moves the chain's end back, as an intruder can. */
  async function cutAfter(seq: bigint): Promise<void> {
    await tamper("delete from audit.record where merchant_id = $1 and seq > $2", seq);
    await tamper(
      `update audit.chain set last_seq = $2, last_hash = (
         select hash from audit.record where merchant_id = $1 and seq = $2
       ) where merchant_id = $1`,
      seq,
    );
  }

  return { record, fill, tamper, forge, rewriteFrom, cutAfter };
}
