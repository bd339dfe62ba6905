import { TableError } from "./errors.ts";
import { makeGatherer } from "./gather-rows.ts";
import { parseCsv } from "./parse-csv.ts";
import { parseXls } from "./parse-xls.ts";
import { parseXlsx } from "./parse-xlsx.ts";
import { FILE_BYTES_MAX, type Table, type TableKind, type TableOptions } from "./table.ts";
import { tellContainer } from "./tell-kind.ts";

/**
 * Reads a table from a file on the caller's thread. Servers call `readTable`, which does this on a thread
 * that can be ended. Throws TableError.
 */
export async function parseTable(file: Uint8Array, options: TableOptions): Promise<Table> {
  const { bytesMax = FILE_BYTES_MAX } = options;
  if (file.byteLength > bytesMax) {
    throw new TableError("file_too_large", { limit: `${bytesMax / 1024 ** 2} MB` });
  }
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const gatherer = makeGatherer(options);
  const kind = await parse(bytes, options, gatherer);
  return { kind, ...gatherer.finish() };
}

async function parse(
  bytes: Buffer,
  options: TableOptions,
  gatherer: ReturnType<typeof makeGatherer>,
): Promise<TableKind> {
  const container = tellContainer(bytes);
  switch (container) {
    case "text":
      parseCsv(bytes, options, gatherer);
      return "csv";
    case "compound":
      parseXls(bytes, gatherer);
      return "xls";
    case "zip":
      await parseXlsx(bytes, gatherer);
      return "xlsx";
    default: {
      const never: never = container;
      return never;
    }
  }
}
