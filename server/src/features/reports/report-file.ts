/** The file of a report, which is sealed at rest. */
import { createHash } from "node:crypto";
import { requireOfMember } from "#access";
import { type Actor, recordAudit } from "#audit";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { type ClaimedReport, keepReport } from "./claim-report.ts";
import { ReportError } from "./errors.ts";
import { readReport, type StoredReport, type ReportFormat } from "./report.ts";

// Stores a file in the database while it is being written, chunk by chunk.

export interface StoredFile {
  readonly sizeBytes: number;
  readonly sha256: Buffer;
}

interface Storing {
  readonly report: ClaimedReport;
  readonly file: AsyncIterable<Buffer>;
  /** Rows written so far. */
  readonly rowCount: () => number;
  /** Called at the end, in the transaction of the last chunk. */
  readonly finish: (tx: Tx, stored: StoredFile) => Promise<void>;
}

/** The purpose for which the chunks of a report's file are sealed. */
export const chunkOwner = (merchantId: string, reportId: string) => ({
  merchantId,
  purpose: `reports.file ${reportId}`,
});

const CHUNK_BYTES = 256 * 1024;

/**
 * Writes a file's chunks, each in a transaction of its own that keeps the claim, and the last one together
 * with the end. At most one chunk is in memory. Throws ReportTakenError.
 */
export async function storeFile(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  { report, file, rowCount, finish }: Storing,
): Promise<void> {
  const hash = createHash("sha256");
  let pieces: Buffer[] = [];
  let waitingBytes = 0;
  let sizeBytes = 0;
  let chunk = 0;
  const flush = async (end: (tx: Tx) => Promise<void>): Promise<void> => {
    const bytes = Buffer.concat(pieces);
    [pieces, waitingBytes] = [[], 0];
    hash.update(bytes);
    sizeBytes += bytes.length;
    chunk += 1;
    await ctx.db.inMerchant(merchantId, async (tx) => {
      await keepReport(tx, report, { rowCount: rowCount(), sizeBytes });
      if (bytes.length > 0)
        await tx.execute(INSERT, [
          merchantId,
          report.reportId,
          chunk,
          tx.sealsDetails ? null : bytes,
          tx.sealsDetails ? ctx.vault.seal(chunkOwner(merchantId, report.reportId), bytes) : null,
        ]);
      await end(tx);
    });
    crashPoint("reports.make.between_chunks");
  };
  for await (const piece of file) {
    pieces.push(piece);
    waitingBytes += piece.length;
    if (waitingBytes >= CHUNK_BYTES) await flush(async () => undefined);
  }
  await flush(async (tx) => {
    await finish(tx, { sizeBytes, sha256: hash.copy().digest() });
    crashPoint("reports.make.before_ready");
  });
}

const INSERT = `
  insert into reports.chunk (merchant_id, report_id, chunk, bytes, sealed_bytes)
  values ($1, $2, $3, $4, $5)`;

interface ReportFile {
  /** Safe as a file name anywhere: letters, digits, hyphens, underscores, the range and the time zone. */
  readonly fileName: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  /** The SHA-256 of the whole file, in hexadecimal. */
  readonly sha256: string;
  /**
   * The file in chunks, which can be read only once. Throws ReportError.report_expired if the file is removed
   * meanwhile.
   */
  readonly chunks: AsyncGenerator<Buffer>;
}

interface FileWanted {
  readonly reportId: string;
  /** Only for a report about no other fund sources than these. Null means any. */
  readonly fundSourceIds?: readonly string[] | null;
  readonly by: Actor;
}

const CONTENT_TYPES: Readonly<Record<ReportFormat, string>> = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  xls: "application/vnd.ms-excel",
};

/**
 * Opens the file of a report, and records who downloaded it. Throws ReportError: `report_not_found`,
 * `report_not_ready`, `report_failed`, `report_expired`; AccessError.not_permitted without export rights.
 */
export async function openReportFile(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  { reportId, fundSourceIds = null, by }: FileWanted,
): Promise<ReportFile> {
  const report = await readReport(ctx, merchantId, reportId, fundSourceIds);
  requireReady(report);
  await ctx.db.inMerchant(merchantId, async (tx) => {
    await requireOfMember(tx, by, "export_data");
    await recordAudit(tx, [
      { actor: by, action: "reports.report_downloaded", subject: `report:${reportId}` },
    ]);
  });
  const { sizeBytes } = report;
  return {
    fileName: fileNameOf(report),
    contentType: CONTENT_TYPES[report.format],
    sizeBytes,
    sha256: report.sha256!.toString("hex"),
    chunks: readChunks(ctx, merchantId, { reportId, sizeBytes }),
  };
}

function requireReady({ status, reason }: StoredReport): void {
  switch (status) {
    case "ready":
      return;
    case "requested":
    case "running":
      throw ReportError.report_not_ready();
    case "failed":
      throw ReportError.report_failed({ reason });
    case "expired":
      throw ReportError.report_expired();
    default: {
      const never: never = status;
      throw new Error(String(never));
    }
  }
}

function fileNameOf({ name, fromDay, toDay, format, type }: StoredReport): string {
  const plain = name
    .normalize("NFKD")
    .replaceAll(/[^A-Za-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  return `${plain === "" ? type : plain}_${fromDay}_${toDay}_IST.${format}`;
}

/** Only one chunk is in memory at a time, and no transaction is open while it is sent. */
async function* readChunks(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  { reportId, sizeBytes }: { reportId: string; sizeBytes: number },
): AsyncGenerator<Buffer> {
  let read = 0;
  for (let chunk = 1; read < sizeBytes; chunk += 1) {
    const [row] = await ctx.db.inMerchant(merchantId, (tx) =>
      tx.query<{ bytes: Buffer | null; sealed: Buffer | null }>(READ_CHUNK, [merchantId, reportId, chunk]),
    );
    if (row === undefined) throw ReportError.report_expired();
    // Older files are not sealed yet.
    const bytes = row.bytes ?? ctx.vault.open(chunkOwner(merchantId, reportId), row.sealed!);
    read += bytes.length;
    yield bytes;
  }
}

const READ_CHUNK = `
  select bytes, sealed_bytes as sealed
  from reports.chunk
  where merchant_id = $1
    and report_id = $2
    and chunk = $3`;
