import type { Tx } from "#lib/db";
import { FundSourceError } from "./errors.ts";
import { kindOfEntry, type StatementKind } from "./statement-kinds.ts";
import { READ_STATEMENT } from "./statement-query.ts";

/** One thing that happened to a fund source. Amounts in paise. */
export interface StatementEntry {
  readonly at: Date;
  readonly kind: StatementKind;
  /** How much it is about without charges, always positive: an unregistered credit changes nothing by its amount. */
  readonly amountPaise: bigint;
  /** What it did to what is available: below zero it took. */
  readonly changePaise: bigint;
  /** Fee and tax within the change. */
  readonly chargesPaise: bigint;
  /** What was available right after it. */
  readonly balancePaise: bigint;
  /** The merchant's own id of the transfer, withdrawal or internal transfer; null: there is none. */
  readonly key: string | null;
  /** Our number of the transfer or internal transfer. */
  readonly referenceId: bigint | null;
  readonly utr: string | null;
  readonly remarks: string | null;
}

export interface Statement {
  /** Available right before `from`, and right before `to`. */
  readonly openingPaise: bigint;
  readonly closingPaise: bigint;
  /** How many entries there are on all pages. */
  readonly entryCount: number;
  /** Oldest first. */
  readonly entries: readonly StatementEntry[];
}

export interface StatementPage {
  /** Included. */
  readonly from: Date;
  /** Not included. */
  readonly to: Date;
  /** Counts from 1. */
  readonly page: number;
  readonly perPage: number;
}

/**
 * What happened to a fund source in a time, a page of it: transfers, credits, reversals, withdrawals, verification
 * charges, internal transfers; and in the wallet's, money that did not count and went back. Each entry's balance is
 * the one before it and its change; the last one's is the closing balance. All of one moment. Throws
 * FundSourceError.not_found.
 */
export async function readStatement(
  tx: Tx,
  fundSourceId: string,
  { from, to, page, perPage }: StatementPage,
): Promise<Statement> {
  const rows = await tx.query<Row>(READ_STATEMENT, [
    tx.merchantId,
    fundSourceId,
    from,
    to,
    perPage,
    (page - 1) * perPage,
  ]);
  const [first] = rows;
  if (first === undefined) throw FundSourceError.not_found({ fundSourceId });
  const { openingPaise, closingPaise, entryCount } = first;
  const entries = rows.flatMap((row) => (row.at === null ? [] : [entryOf({ ...row, at: row.at })]));
  return { openingPaise, closingPaise, entryCount: Number(entryCount), entries };
}

/** One row of the query; without an entry (`at` null) when the page is empty. */
interface Row extends Omit<StatementEntry, "at" | "kind"> {
  readonly openingPaise: bigint;
  readonly closingPaise: bigint;
  readonly entryCount: bigint;
  readonly at: Date | null;
  readonly entryKind: string;
}

function entryOf({ entryKind, ...row }: Row & { at: Date }): StatementEntry {
  const { at, amountPaise, changePaise, chargesPaise, balancePaise, key, referenceId, utr, remarks } = row;
  const kind = kindOfEntry(entryKind, changePaise);
  return { at, kind, amountPaise, changePaise, chargesPaise, balancePaise, key, referenceId, utr, remarks };
}
