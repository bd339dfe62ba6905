/** Makes the keys that identify lines, so that each is stored once however often it is stated. */
import { createHash } from "node:crypto";
import type { StatementLine } from "#banks";
import type { Tx } from "#lib/db";
import type { Vault } from "#lib/vault";
import { istDate } from "#rails";

/** The keys of one set of lines, in order. */
export interface LineKeys {
  /** The keys under which they are stored. */
  readonly own: readonly string[];
  /** The keys by which a process of another version, or with other sealing, has stored the same lines. */
  readonly others: readonly string[];
}

/** The merchant of the lines, and whether details are sealed. */
export type KeyedFor = Pick<Tx, "merchantId" | "sealsDetails">;

/**
 * Makes the keys of one statement's lines, set by set in order: from the bank's id of each or, without one,
 * from its day and content; and from its number among equal lines of the day. A bank's id is combined with
 * the kind of line, because charges and reversals have the id of their payment. A statement that repeats
 * lines gives them the same keys; two truly equal lines differ.
 */
export function makeLineKeys(vault: Vault, tx: KeyedFor): (lines: readonly StatementLine[]) => LineKeys {
  const seen = new Map<string, number>();
  const placed = (text: string): string => {
    const place = (seen.get(text) ?? 0) + 1;
    seen.set(text, place);
    return ownText(`${text}:${place}`);
  };
  const keysOf = (line: StatementLine): { own: string; other: string } => {
    if (line.lineId !== null) {
      const { lineId, side, amountPaise, reference } = line;
      const own = placed(`id:${lineId}|${istDate(line.bookedAt)}|${side}|${amountPaise}|${reference ?? ""}`);
      // The first of its kind used to be identified by the id alone.
      return { own, other: own.endsWith(":1") ? ownText(`id:${lineId}`) : own };
    }
    const former = placed(contentOf(line));
    const sealed = sealLineKey(vault, tx.merchantId, former);
    return tx.sealsDetails ? { own: sealed, other: former } : { own: former, other: sealed };
  };
  return (lines) => {
    const pairs = lines.map(keysOf);
    return { own: pairs.map(({ own }) => own), others: pairs.map(({ other }) => other) };
  };
}

/** Returns the keys of all lines of a statement. */
export function lineKeysOf(vault: Vault, tx: KeyedFor, lines: readonly StatementLine[]): LineKeys {
  return makeLineKeys(vault, tx)(lines);
}

/** SQL: true for keys with an unkeyed hash of the line's content, from which a narration can be guessed. */
export const IS_FORMER_KEY = String.raw`line_key ~ '^\d{4}-\d\d-\d\d:'`;

/** Returns the key of the same line once details are sealed. */
export function sealLineKey(vault: Vault, merchantId: string, former: string): string {
  return `keyed:${vault.blindIndex(merchantId, `line|${former}`).toString("base64url").slice(0, 22)}`;
}

/** Copies a text: one cut from a file keeps part of that file in memory, and keys are kept to the end. */
function ownText(text: string): string {
  return Buffer.from(text).toString();
}

/** Returns what a bank repeats exactly. The time is left out, because many formats only have the day. */
function contentOf(line: StatementLine): string {
  const { side, amountPaise, bookedAt, reference, utr, narration, code, counterparty } = line;
  const said = [side, String(amountPaise), reference, utr, narration, code, ...Object.values(counterparty)];
  const digest = createHash("sha256").update(JSON.stringify(said)).digest("base64url");
  return `${istDate(bookedAt)}:${digest.slice(0, 22)}`;
}
