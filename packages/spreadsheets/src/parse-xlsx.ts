import { makeRefuser, type Gatherer } from "./gather-rows.ts";
import type { CellContext } from "./make-cell.ts";
import { findFormats } from "./number-format.ts";
import { openWorkbook, type Workbook } from "./open-workbook.ts";
import { isOn, readSharedStrings } from "./read-shared-strings.ts";
import { readSheet } from "./read-sheet.ts";
import { readAttributes, scanPart } from "./scan-xml.ts";

/**
 * Reads the first visible sheet of an .xlsx file into the gatherer; the other visible sheets must be blank.
 * Throws TableError.
 */
export async function parseXlsx(bytes: Buffer, gatherer: Gatherer): Promise<void> {
  const workbook = await openWorkbook(bytes);
  const styles = await readStyles(workbook);
  const texts = await readSharedStrings(workbook);
  const context = { ...styles, ...texts, since1904: workbook.since1904 };
  const { zip, sheet, others } = workbook;
  await readSheet({ zip, part: sheet.part }, context, gatherer);
  for (const { name, part } of others) await readSheet({ zip, part }, context, makeRefuser(name));
}

type Styles = Pick<CellContext, "formats" | "struck" | "reformatting">;

async function readStyles({ zip, styles }: Workbook): Promise<Styles> {
  const reformatting = { renumbered: new Set<number>(), struck: new Set<number>() };
  if (styles === null) return { formats: [], struck: new Set(), reformatting };
  const codes = new Map<number, string>();
  const cellStyles: { formatId: number; fontId: number }[] = [];
  const struckFonts = new Set<number>();
  let inStyles = false;
  /** The numbers of fonts and of condition formats (dxf) begun so far; null outside of them. */
  let fonts: number | null = null;
  let conditions: number | null = null;
  await scanPart(zip, styles, {
    open: (name, attributes) => {
      if (name === "cellXfs") inStyles = true;
      else if (name === "fonts") fonts = 0;
      else if (name === "dxfs") conditions = 0;
      else if (name === "font" && fonts !== null) fonts += 1;
      else if (name === "dxf" && conditions !== null) conditions += 1;
      else if (name === "strike" && isOn(attributes)) {
        if (fonts !== null) struckFonts.add(fonts - 1);
        if (conditions !== null) reformatting.struck.add(conditions - 1);
      } else if (name === "numFmt" && conditions !== null) reformatting.renumbered.add(conditions - 1);
      else if (name === "numFmt") {
        const found = readAttributes(attributes);
        codes.set(Number(found.get("numFmtId")), found.get("formatCode") ?? "");
      } else if (name === "xf" && inStyles) {
        const found = readAttributes(attributes);
        const [formatId, fontId] = ["numFmtId", "fontId"].map((id) => Number(found.get(id) ?? 0));
        cellStyles.push({ formatId: formatId!, fontId: fontId! });
      }
    },
    close: (name) => {
      if (name === "cellXfs") inStyles = false;
      if (name === "fonts") fonts = null;
      if (name === "dxfs") conditions = null;
    },
  });
  const formatIds = cellStyles.map(({ formatId }) => formatId);
  const struck = cellStyles.flatMap(({ fontId }, style) => (struckFonts.has(fontId) ? [style] : []));
  return { formats: findFormats(formatIds, codes), struck: new Set(struck), reformatting };
}
