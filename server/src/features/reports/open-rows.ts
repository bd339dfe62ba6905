/** Reads the rows of a report of any type, as they are written. */
import type { Context } from "#lib/context";
import type { ColumnToWrite, RowToWrite } from "@vitaran/spreadsheets";
import { CATALOGUE } from "./catalogue.ts";
import type { ClaimedReport } from "./claim-report.ts";
import { readFlowgramRows } from "./flowgram.ts";
import { endOfDay, startOfDay } from "./request-report.ts";
import { readStatementLines } from "./statement-rows.ts";
import { readReversalRows, readTransferRows } from "./transfer-rows.ts";
import type { ReportColumn } from "./report-column.ts";

export interface ReportBalances {
  readonly openingPaise: bigint;
  readonly closingPaise: bigint;
}

interface RowsOfReport {
  readonly columns: readonly ColumnToWrite[];
  /** Page by page; can be read once. */
  readonly pages: AsyncGenerator<RowToWrite[]>;
  /** For an account statement, once all pages have been read. */
  readonly balances: () => ReportBalances | null;
}

/** Opens the rows of a report that were stored before `asOf`, a settled moment, within its days. */
export function openRows(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { report, asOf }: { report: ClaimedReport; asOf: Date },
): RowsOfReport {
  const { type, fromDay, toDay, fundSourceIds } = report;
  const from = startOfDay(fromDay);
  const end = endOfDay(toDay);
  const span = { from, to: asOf < end ? asOf : end, fundSourceIds };
  let balances: ReportBalances | null = null;
  const open = <Row>(
    known: readonly ReportColumn<Row>[],
    rows: AsyncGenerator<readonly Row[]>,
  ): RowsOfReport => {
    const columns = chosen(known, report.columns);
    return { columns, pages: writePages(columns, rows), balances: () => balances };
  };
  switch (type) {
    case "transfer":
    case "pending_transfer": {
      const pending = type === "pending_transfer";
      return open(CATALOGUE[type].columns, readTransferRows(ctx, merchantId, { ...span, pending }));
    }
    case "reversed_transfers":
      return open(CATALOGUE[type].columns, readReversalRows(ctx, merchantId, span));
    case "flowgram":
      return open(CATALOGUE[type].columns, readFlowgramRows(ctx, merchantId, span));
    case "account_statement": {
      const onBalances = (told: ReportBalances): void => void (balances = told);
      const statement = { ...span, asOf, fundSourceId: report.fundSourceId!, onBalances };
      return open(CATALOGUE[type].columns, readStatementLines(ctx, merchantId, statement));
    }
    default: {
      const never: never = type;
      return never;
    }
  }
}

/** Leaves out columns that no longer exist after an update of the program. */
function chosen<Row>(
  known: readonly ReportColumn<Row>[],
  names: readonly string[],
): readonly ReportColumn<Row>[] {
  return names.flatMap((name) => known.find((column) => column.name === name) ?? []);
}

async function* writePages<Row>(
  columns: readonly ReportColumn<Row>[],
  pages: AsyncGenerator<readonly Row[]>,
): AsyncGenerator<RowToWrite[]> {
  for await (const rows of pages) {
    yield rows.map((row) => Object.fromEntries(columns.map(({ name, value }) => [name, value(row)])));
  }
}
