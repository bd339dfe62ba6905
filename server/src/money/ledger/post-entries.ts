import type { Tx } from "#lib/db";
import { openBooks, type Entry } from "./open-books.ts";

/** Books a set of entries in the caller's transaction: locks, checks and writes. For errors see `openBooks`. */
export async function postEntries(tx: Tx, entries: readonly Entry[]): Promise<void> {
  const books = await openBooks(
    tx,
    entries.flatMap((entry) => entry.lines.flatMap((line) => [line.debit, line.credit])),
  );
  for (const entry of entries) books.book(entry);
  await books.write();
}
