import type { Tx } from "#lib/db";
import { FundSourceError } from "./errors.ts";
import { kindOfEntry, type StatementKind } from "./statement-kinds.ts";
import { READ_STATEMENT } from "./statement-query.ts";

/** One entry of a fund source's statement. Amounts are in paise. */
export interface StatementEntry {
  readonly at: Date;
  readonly kind: StatementKind;
  /** The amount without charges, always positive; that of an unregistered credit changes no balance. */
  readonly amountPaise: bigint;
  /** The change of the available balance; negative for debits. */
  readonly changePaise: bigint;
  /** The fee and tax included in the change. */
  readonly chargesPaise: bigint;
  /** The available balance right after it. */
  readonly balancePaise: bigint;
  /** The merchant's own id of the transfer, withdrawal or internal transfer; null if there is none. */
  readonly key: string | null;
  /** Our number of the transfer or internal transfer. */
  readonly referenceId: bigint | null;
  readonly utr: string | null;
  readonly remarks: string | null;
}

export interface Statement {
  /** The available balance right before `from`, and right before `to`. */
  readonly openingPaise: bigint;
  readonly closingPaise: bigint;
  /** The number of entries on all pages. */
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
 * Reads a page of a fund source's statement over a period: transfers, credits, reversals, withdrawals,
 * verification charges, internal transfers; for the wallet also money that did not count and went back. Each
 * entry's balance is the previous one plus its change; the last one is the closing balance. All as of one
 * moment. Throws FundSourceError.not_found.
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

/** One row of the query; without an entry (`at` null) if the page is empty. */
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
