/** By what a line of a statement is known again, so that it is stored once however often it is told. */
import { createHash } from "node:crypto";
import type { StatementLine } from "#banks";
import { istDate } from "#rails";

/**
 * The keys of a statement's lines, in their order: the bank's id of each; without one, its day and content and which of
 * the day's equal lines it is. A statement that repeats lines gives them the same keys; two truly equal lines differ.
 */
export function lineKeysOf(lines: readonly StatementLine[]): string[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    if (line.lineId !== null) return `id:${line.lineId}`;
    const content = contentOf(line);
    const place = (seen.get(content) ?? 0) + 1;
    seen.set(content, place);
    return `${content}:${place}`;
  });
}

/** What a bank repeats word by word. The time is left out: many formats only know the day. */
function contentOf(line: StatementLine): string {
  const { side, amountPaise, bookedAt, reference, utr, narration, code, counterparty } = line;
  const said = [side, String(amountPaise), reference, utr, narration, code, ...Object.values(counterparty)];
  const digest = createHash("sha256").update(JSON.stringify(said)).digest("base64url");
  return `${istDate(bookedAt)}:${digest.slice(0, 22)}`;
}
