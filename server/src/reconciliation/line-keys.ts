/** By what a line of a statement is known again, so that it is stored once however often it is told. */
import { createHash } from "node:crypto";
import type { StatementLine } from "#banks";
import { istDate } from "#rails";

/**
 * Makes the keys of one statement's lines, set by set in their order: the bank's id of each; without one, its day and
 * content and which of the day's equal lines it is. A statement that repeats lines gives them the same keys; two truly
 * equal lines differ.
 */
export function makeLineKeys(): (lines: readonly StatementLine[]) => string[] {
  const seen = new Map<string, number>();
  const keyOf = (line: StatementLine): string => {
    if (line.lineId !== null) return ownText(`id:${line.lineId}`);
    const content = contentOf(line);
    const place = (seen.get(content) ?? 0) + 1;
    seen.set(content, place);
    return `${content}:${place}`;
  };
  return (lines) => lines.map(keyOf);
}

/** The keys of all lines of a statement. */
export function lineKeysOf(lines: readonly StatementLine[]): string[] {
  return makeLineKeys()(lines);
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
