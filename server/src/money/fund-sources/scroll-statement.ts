import type { Tx } from "#lib/db";
import { FundSourceError } from "./errors.ts";
import { READ_STATEMENT_BEFORE, type StatementEntry } from "./read-statement.ts";
import { entriesOfKinds, kindOfEntry, type StatementKind } from "./statement-kinds.ts";

/** The position in a statement before which reading continues: this entry. */
interface StatementPosition {
  readonly at: Date;
  readonly causeId: string;
  readonly phase: number;
  readonly isCredit: boolean;
}

/** An entry of a statement with its position. */
export interface PlacedEntry extends StatementEntry {
  readonly position: StatementPosition;
}

interface StatementScroll {
  /** Included. */
  readonly from: Date;
  /** Not included. */
  readonly to: Date;
  /** Only these kinds. Absent means all. Balances also count the entries that are left out. */
  readonly kinds?: readonly StatementKind[] | undefined;
  /** The last entry of the previous page. */
  readonly before?: StatementPosition | undefined;
  /** 1 to 500. */
  readonly limit: number;
}

const DAY_MS = 86_400_000;
/** Each query goes back this many times further than the one before. */
const WIDER = 4;

/**
 * Reads a page of a fund source's statement, newest first, each entry with the balance after it. Looks back a
 * day, then four, then sixteen, so that a page of a busy account does not read its whole history. Throws
 * FundSourceError.not_found.
 */
export async function scrollStatement(
  tx: Tx,
  fundSourceId: string,
  { from, to, kinds, before, limit }: StatementScroll,
): Promise<PlacedEntry[]> {
  const begin = await readBeginning(tx, fundSourceId, from);
  const entryKinds = kinds === undefined ? null : entriesOfKinds(kinds);
  const found: PlacedEntry[] = [];
  let position: Position = before ?? { at: to };
  for (let widthMs = DAY_MS; found.length < limit && position.at > begin; widthMs *= WIDER) {
    const since = new Date(Math.max(begin.getTime(), position.at.getTime() - widthMs));
    const rows = await tx.query<Row>(READ_STATEMENT_BEFORE, [
      tx.merchantId,
      fundSourceId,
      since,
      position.at,
      position.causeId ?? null,
      position.phase ?? null,
      position.isCredit ?? null,
      limit - found.length,
      entryKinds,
    ]);
    found.push(...rows.map(placedEntryOf));
    position = { at: since };
  }
  return found;
}

type Position = Pick<StatementPosition, "at"> & Partial<StatementPosition>;

interface Row extends Omit<StatementEntry, "kind"> {
  readonly entryKind: string;
  readonly causeId: string;
  readonly phase: number;
  readonly isCredit: boolean;
}

function placedEntryOf({ entryKind, causeId, phase, isCredit, ...entry }: Row): PlacedEntry {
  const kind = kindOfEntry(entryKind, entry.changePaise);
  return { ...entry, kind, position: { at: entry.at, causeId, phase, isCredit } };
}

/** A fund source has no entries before it was opened. */
async function readBeginning(tx: Tx, fundSourceId: string, from: Date): Promise<Date> {
  const [source] = await tx.query<{ openedAt: Date }>(
    `select opened_at as "openedAt"
     from fund_sources.fund_source
     where merchant_id = $1
       and fund_source_id = $2
       and kind <> 'transit'`,
    [tx.merchantId, fundSourceId],
  );
  if (source === undefined) throw FundSourceError.not_found({ fundSourceId });
  return source.openedAt > from ? source.openedAt : from;
}
