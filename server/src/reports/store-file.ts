/** Stores a file in the database while it is being written, chunk by chunk. */
import { createHash } from "node:crypto";
import { crashPoint } from "#lib/crash-points";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { keepReport, type ClaimedReport } from "./claim-report.ts";

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
