import { makeRefuser, type Gatherer } from "./gather-rows.ts";
import { findFormats, type NumberFormat } from "./number-format.ts";
import { openWorkbook, type Workbook } from "./open-workbook.ts";
import { readSharedStrings } from "./read-shared-strings.ts";
import { readSheet } from "./read-sheet.ts";
import { readAttributes, scanPart } from "./scan-xml.ts";

/**
 * Reads the first visible sheet of an .xlsx file into the gatherer; the other visible sheets must be blank.
 * Throws TableError.
 */
export async function parseXlsx(bytes: Buffer, gatherer: Gatherer): Promise<void> {
  const workbook = await openWorkbook(bytes);
  const { formats, reformatting } = await readFormats(workbook);
  const texts = await readSharedStrings(workbook);
  const context = { formats, reformatting, texts, since1904: workbook.since1904 };
  const { zip, sheet, others } = workbook;
  await readSheet({ zip, part: sheet.part }, context, gatherer);
  for (const { name, part } of others) await readSheet({ zip, part }, context, makeRefuser(name));
}

interface Formats {
  /** The number format of each cell style, by its number. */
  readonly formats: NumberFormat[];
  readonly reformatting: ReadonlySet<number>;
}

async function readFormats({ zip, styles }: Workbook): Promise<Formats> {
  const reformatting = new Set<number>();
  if (styles === null) return { formats: [], reformatting };
  const codes = new Map<number, string>();
  const ids: number[] = [];
  let inStyles = false;
  /** The number of condition formats (dxf) begun so far; null outside of them. */
  let conditions: number | null = null;
  await scanPart(zip, styles, {
    open: (name, attributes) => {
      if (name === "cellXfs") inStyles = true;
      if (name === "dxfs") conditions = 0;
      if (name === "dxf" && conditions !== null) conditions += 1;
      if (name === "numFmt" && conditions !== null) reformatting.add(conditions - 1);
      else if (name === "numFmt") {
        const found = readAttributes(attributes);
        codes.set(Number(found.get("numFmtId")), found.get("formatCode") ?? "");
      }
      if (name === "xf" && inStyles) ids.push(Number(readAttributes(attributes).get("numFmtId") ?? 0));
    },
    close: (name) => {
      if (name === "cellXfs") inStyles = false;
      if (name === "dxfs") conditions = null;
    },
  });
  return { formats: findFormats(ids, codes), reformatting };
}
