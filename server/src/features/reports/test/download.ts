/** Takes a report from its request to the content of its file, as other programs read it. */
import { createHash } from "node:crypto";
import { parse } from "csv-parse/sync";
import { readXls, readXlsx } from "hucre";
import type { Context } from "#lib/context";
import {
  makeReports,
  openReportFile,
  readReport,
  requestReport,
  type StoredReport,
  type ReportRequest,
} from "#reports";

export const by = "api-key:test" as const;

interface Downloaded {
  readonly report: StoredReport;
  readonly bytes: Buffer;
  readonly fileName: string;
  readonly header: readonly string[];
  /** Cells as they are read: text in CSV, typed in sheets. */
  readonly rows: readonly (readonly unknown[])[];
}

/** Requests a report, has it made and reads its file. */
export async function download(
  ctx: Context,
  merchantId: string,
  request: Partial<ReportRequest>,
): Promise<Downloaded> {
  const today = dayOf(new Date());
  const { reportId } = await requestReport(ctx, merchantId, {
    type: "transfer",
    format: "csv",
    fromDay: today,
    toDay: today,
    by,
    ...request,
  });
  await makeReports(ctx, merchantId);
  return readFile(ctx, merchantId, reportId);
}

/** Reads the file of a report that is ready; checks its size and hash. */
export async function readFile(ctx: Context, merchantId: string, reportId: string): Promise<Downloaded> {
  const report = await readReport(ctx, merchantId, reportId);
  const file = await openReportFile(ctx, merchantId, { reportId, by });
  const bytes = Buffer.concat(await Array.fromAsync(file.chunks));
  if (bytes.length !== file.sizeBytes) throw new Error(`${bytes.length} bytes instead of ${file.sizeBytes}`);
  if (createHash("sha256").update(bytes).digest("hex") !== file.sha256) throw new Error("another hash");
  const [header = [], ...rows] = await readCells(report.format, bytes);
  return { report, bytes, fileName: file.fileName, header: header as string[], rows };
}

async function readCells(format: StoredReport["format"], bytes: Buffer): Promise<unknown[][]> {
  if (format === "csv") return parse(bytes, { bom: true, relax_column_count: false }) as unknown[][];
  const workbook = format === "xlsx" ? await readXlsx(bytes) : await readXls(bytes);
  // The library leaves out a row without cells.
  return Array.from(workbook.sheets[0]!.rows as (unknown[] | undefined)[], (row) => row ?? []);
}

/** Returns the day in India. */
export const dayOf = (at: Date): string => new Date(at.getTime() + 330 * 60_000).toISOString().slice(0, 10);

/** Returns the day that is this many days before a moment. */
export const daysBefore = (days: number, at = new Date()): string =>
  dayOf(new Date(at.getTime() - days * 86_400_000));
