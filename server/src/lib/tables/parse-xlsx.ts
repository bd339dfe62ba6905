import { makeRefuser, type Gatherer } from "./gather-rows.ts";
import { findFormats, type NumberFormat } from "./number-format.ts";
import { openWorkbook, type Workbook } from "./open-workbook.ts";
import { readSharedStrings } from "./read-shared-strings.ts";
import { readSheet } from "./read-sheet.ts";
import { readAttributes, scanPart } from "./scan-xml.ts";

/**
 * Reads the first visible sheet of an .xlsx file into the gatherer; the other visible ones must be blank. Throws
 * TableError.
 */
export async function parseXlsx(bytes: Buffer, gatherer: Gatherer): Promise<void> {
  const workbook = await openWorkbook(bytes);
  const formats = await readFormats(workbook);
  const texts = await readSharedStrings(workbook);
  const context = { formats, texts, since1904: workbook.since1904 };
  const { zip, sheet, others } = workbook;
  await readSheet({ zip, part: sheet.part }, context, gatherer);
  for (const { name, part } of others) await readSheet({ zip, part }, context, makeRefuser(name));
}

/** The number format of each cell style, by its number. */
async function readFormats({ zip, styles }: Workbook): Promise<NumberFormat[]> {
  if (styles === null) return [];
  const codes = new Map<number, string>();
  const ids: number[] = [];
  let inStyles = false;
  await scanPart(zip, styles, {
    open: (name, attributes) => {
      if (name === "cellXfs") inStyles = true;
      if (name === "numFmt") {
        const found = readAttributes(attributes);
        codes.set(Number(found.get("numFmtId")), found.get("formatCode") ?? "");
      }
      if (name === "xf" && inStyles) ids.push(Number(readAttributes(attributes).get("numFmtId") ?? 0));
    },
    close: (name) => {
      if (name === "cellXfs") inStyles = false;
    },
  });
  return findFormats(ids, codes);
}
