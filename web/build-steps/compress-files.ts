// Writes a .br and a .gz copy beside every text file at build time, so that the server never has to compress.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { listFiles } from "./list-files.ts";

const text = /\.(html|js|css|json|sh|svg|md|txt|xml)$/;
const squeeze = promisify(brotliCompress);
const zip = promisify(gzip);

export async function compressFiles(folder: string): Promise<void> {
  for (const file of (await listFiles(folder)).filter((name) => text.test(name))) {
    const path = join(folder, file);
    const bytes = await readFile(path);
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    };
    await writeFile(`${path}.br`, await squeeze(bytes, { params }));
    await writeFile(`${path}.gz`, await zip(bytes, { level: 9 }));
  }
}
