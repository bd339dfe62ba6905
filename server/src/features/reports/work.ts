/**
 * The worker's tasks for reports: make those that were requested, each from its claim to its file, and remove those
 * that have expired.
 */
import { type RowToWrite, writeCsv, writeXls, writeXlsx } from "@vitaran/spreadsheets";
import type { Context } from "#lib/context";
import { CrashError, crashPoint } from "#lib/crash-points";
import type { Reader, Tx } from "#lib/db";
import { shareFairly } from "#lib/fair-queue";
import type { PartToSeal } from "#lib/seal-rows";
import { settledMoment } from "#lib/settled-moment";
import { defineWorker, momentsIn, readDue } from "#lib/worker";
import { noteEvents } from "#notifications";
import {
  type ClaimedReport,
  claimReport,
  endWornReports,
  keepReport,
  noteFailure,
  releaseReport,
  removeChunks,
  ReportTakenError,
} from "./claim-report.ts";
import { openRows, type ReportBalances } from "./open-rows.ts";
import { chunkOwner, type StoredFile, storeFile } from "./report-file.ts";
import type { ReportFormat } from "./report.ts";

export const partsToSeal = ({ vault }: Pick<Context, "vault">): readonly PartToSeal[] => [
  {
    table: "reports.chunk",
    key: { report_id: "uuid", chunk: "integer" },
    read: ["bytes"],
    isClear: "bytes is not null",
    write: { bytes: "bytea", sealed_bytes: "bytea" },
    change: ({ merchantId }, { report_id, bytes }) => ({
      bytes: null,
      sealed_bytes: vault.seal(chunkOwner(merchantId, report_id as string), bytes as Buffer),
    }),
  },
];

/** Removes the files of reports that have expired; the reports remain listed. Returns how many. */
async function expireReports(tx: Tx): Promise<number> {
  const expired = await tx.query<{ report_id: string }>(EXPIRE, [tx.merchantId, tx.now]);
  await removeChunks(
    tx,
    expired.map((row) => row.report_id),
  );
  return expired.length;
}

const EXPIRE = `
  update reports.report
  set status = 'expired'
  where merchant_id = $1
    and status = 'ready'
    and expires_at <= $2
  returning report_id`;

interface Making {
  /** Ends it early: unfinished reports are started again. */
  readonly signal?: AbortSignal;
  /** Makes one report when it is the merchant's turn. Absent means at once. */
  readonly inTurn?: <T>(make: () => Promise<T>) => Promise<T>;
}

/** Makes all of a merchant's reports, one after the other. */
export async function makeReports(
  ctx: Context,
  merchantId: string,
  { signal, inTurn = (make) => make() }: Making = {},
): Promise<void> {
  await ctx.db.inMerchant(merchantId, async (tx) => {
    await expireReports(tx);
    for (const report of await endWornReports(tx)) {
      await tellEnd(tx, report, { what: "Failed", detail: "It could not be made." });
    }
  });
  const makeNext = async (): Promise<boolean> => {
    if (signal?.aborted === true) return false;
    const report = await ctx.db.inMerchant(merchantId, (tx) => claimReport(tx));
    if (report === null) return false;
    await makeReport(ctx, merchantId, { report, signal });
    return true;
  };
  while (await inTurn(makeNext));
}

/** Finds merchants with reports to make or to remove. */
export const findMerchantsWithReports = (read: Reader): Promise<string[]> =>
  readDue(
    read,
    `exists (
      select from reports.report
      where report.merchant_id = clock.merchant_id
        and report.status in ('requested', 'running')
        and (report.leased_until is null or report.leased_until <= clock_timestamp())
    )
    or exists (
      select from reports.report
      where report.merchant_id = clock.merchant_id
        and report.status = 'ready'
        and report.expires_at <= clock.now
    )`,
  );

/** Two reports at a time are made in this process, of each merchant in turn: they must not displace urgent work. */
const places = shareFairly({ places: 2, perKey: 1, waitingMax: Number.POSITIVE_INFINITY });

export const reportsWorker = defineWorker({
  name: "reports",
  everyMs: 5_000,
  due: findMerchantsWithReports,
  work: makeReports,
  // At its end the loop abandons the reports in progress, and another worker starts them again.
  step: (ctx, merchantId, signal) =>
    makeReports(ctx, merchantId, { signal, inTurn: (make) => places.run(merchantId, make) }),
  /** The moments at which reports are removed. */
  moments: { reports: momentsIn("reports.report", "expires_at", "status = 'ready'") },
});

/** The number of days for which the file of a report is kept. */
export const KEPT_DAYS = 7;

const WRITERS = { csv: writeCsv, xlsx: writeXlsx, xls: writeXls } as const;
/**
 * The most rows in a file. For spreadsheets it is the limit of the format, for text a size that people can still open.
 */
const ROWS_MAX = { csv: 1_000_000, xlsx: 1_000_000, xls: 65_000 } as const satisfies Record<
  ReportFormat,
  number
>;
const KEEP_EVERY_MS = 10_000;

/** Makes a claimed report; a failure is recorded, and the report retried or failed. Throws on a crash. */
async function makeReport(
  ctx: Context,
  merchantId: string,
  { report, signal }: { report: ClaimedReport; signal?: AbortSignal | undefined },
): Promise<void> {
  crashPoint("reports.make.after_claim");
  try {
    await writeReport(ctx, merchantId, { report, signal });
  } catch (error) {
    if (error instanceof CrashError) throw error;
    const { reportId, tries } = report;
    if (error instanceof ReportTakenError) {
      ctx.log.warn({ merchantId, reportId, tries }, "a report was taken by another maker");
    } else if (error instanceof StoppedError) {
      await ctx.db.inMerchant(merchantId, (tx) => releaseReport(tx, report));
    } else {
      await giveUp(ctx, merchantId, { report, error });
    }
  }
}

class StoppedError extends Error {}
class TooManyRowsError extends Error {}

async function writeReport(
  ctx: Context,
  merchantId: string,
  { report, signal }: { report: ClaimedReport; signal: AbortSignal | undefined },
): Promise<void> {
  const asOf = await settledMoment(ctx.db, merchantId);
  const rows = openRows(ctx, merchantId, { report, asOf });
  let rowCount = 0;
  let keptAt = performance.now();
  const keep = async (): Promise<void> => {
    if (signal?.aborted === true) throw new StoppedError();
    // Many rows may be read for each one that is written.
    if (performance.now() - keptAt < KEEP_EVERY_MS) return;
    keptAt = performance.now();
    await ctx.db.inMerchant(merchantId, (tx) => keepReport(tx, report, { rowCount, sizeBytes: 0 }));
  };
  const counted = async function* (): AsyncGenerator<RowToWrite> {
    for await (const page of rows.pages) {
      rowCount += page.length;
      if (rowCount > ROWS_MAX[report.format]) throw new TooManyRowsError();
      await keep();
      yield* page;
    }
  };
  await storeFile(ctx, merchantId, {
    report,
    file: WRITERS[report.format](rows.columns, counted()),
    rowCount: () => rowCount,
    finish: (tx, stored) => finishReport(tx, { report, asOf, rowCount, stored, balances: rows.balances() }),
  });
}

interface Finished {
  readonly report: ClaimedReport;
  readonly asOf: Date;
  readonly rowCount: number;
  readonly stored: StoredFile;
  readonly balances: ReportBalances | null;
}

async function finishReport(tx: Tx, { report, asOf, rowCount, stored, balances }: Finished): Promise<void> {
  await tx.execute(FINISH, [
    tx.merchantId,
    report.reportId,
    asOf,
    tx.now,
    rowCount,
    stored.sizeBytes,
    stored.sha256,
    balances?.openingPaise ?? null,
    balances?.closingPaise ?? null,
  ]);
  await tellEnd(tx, report, {
    what: "Ready",
    detail: `${report.format}, ${rowCount} rows, kept for ${KEPT_DAYS} days`,
  });
}

/** The cause of a failure is only logged; the merchant gets the message with what it can do. */
async function giveUp(
  ctx: Context,
  merchantId: string,
  { report, error }: { report: ClaimedReport; error: unknown },
): Promise<void> {
  const isFinal = error instanceof TooManyRowsError;
  const { reportId, format, tries } = report;
  const reason = isFinal
    ? `It has more than ${ROWS_MAX[format]} rows: choose a shorter range or another format.`
    : "It could not be made.";
  if (!isFinal) ctx.log.error({ merchantId, reportId, tries, err: error }, "a report could not be made");
  await ctx.db.inMerchant(merchantId, async (tx) => {
    const hasFailed = await noteFailure(tx, report, { reason, isFinal });
    if (hasFailed) await tellEnd(tx, report, { what: "Failed", detail: reason });
  });
}

/** Notifies the subscribers by e-mail. */
async function tellEnd(
  tx: Tx,
  { reportId, name }: { readonly reportId: string; readonly name: string },
  { what, detail }: { what: string; detail: string },
): Promise<void> {
  const sourceKey = `report_${reportId}`;
  await noteEvents(tx, [{ category: "report_ready", sourceKey, what, id: name, detail }]);
}

const FINISH = `
  update reports.report
  set status = 'ready', as_of = $3, finished_at = $4, expires_at = $4::timestamptz + interval '${KEPT_DAYS} days',
    leased_until = null, row_count = $5, size_bytes = $6, sha256 = $7, opening_paise = $8, closing_paise = $9
  where merchant_id = $1
    and report_id = $2`;
