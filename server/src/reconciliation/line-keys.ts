/** By what a line of a statement is known again, so that it is stored once however often it is told. */
import { createHash } from "node:crypto";
import type { StatementLine } from "#banks";
import type { Tx } from "#lib/db";
import type { Vault } from "#lib/vault";
import { istDate } from "#rails";

/** The keys of one set of lines, in their order. */
export interface LineKeys {
  /** Under which they are stored. */
  readonly own: readonly string[];
  /** Under which a process of another version, or one that seals or does not yet, has stored the same lines. */
  readonly others: readonly string[];
}

/** Whose lines they are, and whether details are sealed. */
export type KeyedFor = Pick<Tx, "merchantId" | "sealsDetails">;

/**
 * Makes the keys of one statement's lines, set by set in their order: the bank's id of each; without one, its day and
 * content; and which of the day's equal lines it is. A bank's id is known with what it is of, for charges and reversals
 * have that of their payment. A statement that repeats lines gives them the same keys; two truly
 * equal lines differ.
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
      // The first of its kind was known by the id alone.
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

/** The keys of all lines of a statement. */
export function lineKeysOf(vault: Vault, tx: KeyedFor, lines: readonly StatementLine[]): LineKeys {
  return makeLineKeys(vault, tx)(lines);
}

/** Which keys stand for a line's content by a hash that is not keyed: a narration could be guessed by it. SQL. */
export const IS_FORMER_KEY = String.raw`line_key ~ '^\d{4}-\d\d-\d\d:'`;

/** The key of the same line once details are sealed. */
export function sealLineKey(vault: Vault, merchantId: string, former: string): string {
  return `keyed:${vault.blindIndex(merchantId, `line|${former}`).toString("base64url").slice(0, 22)}`;
}

/** A copy: a text that was cut from a file keeps a piece of that file in memory, and keys are kept to the end. */
function ownText(text: string): string {
  return Buffer.from(text).toString();
}

/** What a bank repeats word by word. The time is left out: many formats only know the day. */
function contentOf(line: StatementLine): string {
  const { side, amountPaise, bookedAt, reference, utr, narration, code, counterparty } = line;
  const said = [side, String(amountPaise), reference, utr, narration, code, ...Object.values(counterparty)];
  const digest = createHash("sha256").update(JSON.stringify(said)).digest("base64url");
  return `${istDate(bookedAt)}:${digest.slice(0, 22)}`;
}
