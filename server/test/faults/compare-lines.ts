/**
 * The check of reconciliation: compares the banks' own books, entry by entry, with the lines of their statements here.
 */
import assert from "node:assert/strict";
import type { TestMerchant } from "../world.ts";
import type { FaultWorld } from "./fault-world.ts";

interface Entry {
  readonly kind: "debit" | "reversal" | "return" | "credit" | "charge";
  readonly bankId: string;
  readonly reference: string | null;
  readonly amountPaise: number;
  readonly utr: string;
}

interface LineRow {
  /** The bank, the side and the amount. */
  readonly moved: string;
  /** The reference of the attempt to which the line was matched. */
  readonly reference: string | null;
  readonly utr: string | null;
  readonly state: string;
}

/**
 * Asserts that every entry of a merchant's banks is one line, with exactly the meaning that the bank's books give it:
 * part of this payment, money from elsewhere, or one half of a pair that cancels out. Returns their number.
 */
export async function assertLinesAreEntries(world: FaultWorld, merchant: TestMerchant): Promise<number> {
  const { merchantId, debitAccount } = merchant;
  const path = `/sim/debits?debitAccount=${debitAccount}`;
  const { entries } = await world.simulator.control<{ entries: Entry[] }>("GET", path);
  const lines = await world.look<LineRow>(LINES, [merchantId]);
  const open = lines.filter(({ state }) => state !== "matched" && state !== "paired");
  assert.deepEqual(open, [], "every line is explained");
  const left = new Map(Object.entries(Object.groupBy(entries, sayEntry)));
  const take = (said: string): boolean => left.get(said)?.pop() !== undefined;
  const tied = lines.filter(({ reference }) => reference !== null);
  const falsely = tied.filter(({ moved, reference }) => !take(`${moved} ${reference}`));
  assert.deepEqual(falsely, [], "a line is of the payment that it was tied to");
  const rest = [...left.values()].flatMap((those) => those ?? []);
  assert.deepEqual(
    lines
      .filter(({ reference }) => reference === null)
      .map(({ moved, utr }) => `${moved} ${utr}`)
      .toSorted(),
    rest.map((entry) => `${movedBy(entry)} ${entry.utr}`).toSorted(),
  );
  const paid = rest.filter(({ reference }) => reference !== null).length;
  assert.equal(paid, lines.filter(({ reference, state }) => reference === null && state === "paired").length);
  return entries.length;
}

function movedBy({ bankId, kind, amountPaise }: Entry): string {
  const side = kind === "debit" || kind === "charge" ? "debit" : "credit";
  return `${bankId} ${side} ${amountPaise}`;
}

function sayEntry(entry: Entry): string {
  return `${movedBy(entry)} ${entry.reference}`;
}

const LINES = `
  select concat_ws(' ', line.bank_id, side, line.amount_paise) as moved, attempt.reference, line.utr, line.state
  from reconciliation.line
  left join transfers.attempt
    on attempt.merchant_id = line.merchant_id
   and attempt.transfer_id = line.transfer_id
   and attempt.attempt = line.attempt
  where line.merchant_id = $1
    and line.state <> 'vanished'`;
