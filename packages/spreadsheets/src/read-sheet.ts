import { damaged, TableError } from "./errors.ts";
import type { RowTaker } from "./gather-rows.ts";
import { makeCell, readCellStart, readRowNumber, type CellContext, type RawCell } from "./make-cell.ts";
import { readAreas, readRange } from "./merged-cells.ts";
import { isTrue } from "./open-workbook.ts";
import type { Zip, ZipEntry } from "./open-zip.ts";
import { appendCapped, makeTextHandler } from "./read-shared-strings.ts";
import { readAttributes, scanPart, type XmlHandler } from "./scan-xml.ts";
import { CELLS_MAX, COLUMNS_MAX, type Cell, type SheetRow } from "./table.ts";

/** Reads a worksheet row by row. Throws TableError. */
export async function readSheet(
  { zip, part }: { zip: Zip; part: ZipEntry },
  context: CellContext,
  taker: RowTaker,
): Promise<void> {
  const readBesides = makeBesides(taker, context.reformatting);
  await scanPart(zip, part, makeSheetHandler(makeSheetReader(context, taker), readBesides));
}

/** Reads rows and cells as they open and close; `cell` is the open one. */
interface SheetReader {
  cell: RawCell | null;
  openRow(attributes: string): void;
  openCell(attributes: string): void;
  closeCell(): void;
  closeRow(): void;
}

function makeSheetReader(context: CellContext, taker: RowTaker): SheetReader {
  let row: (SheetRow & { style: string | undefined; cells: (Cell | undefined)[] }) | null = null;
  let rowNumber = 0;
  let cellCount = 0;
  const reader: SheetReader = {
    cell: null,
    openRow: (attributes) => {
      const found = readAttributes(attributes);
      rowNumber = readRowNumber(found.get("r"), rowNumber);
      row = {
        rowNumber,
        hidden: isTrue(found.get("hidden")) || Number(found.get("ht") ?? 1) === 0,
        style: isTrue(found.get("customFormat")) ? found.get("s") : undefined,
        cells: [],
      };
    },
    openCell: (attributes) => {
      if (row === null) throw damaged("a cell stands outside the rows");
      reader.cell = readCellStart(attributes, row);
    },
    closeCell: () => {
      if (row === null || reader.cell === null) return;
      const { index } = reader.cell;
      const cell = makeCell(reader.cell, context);
      if (cell !== undefined) cellCount += 1;
      if (cellCount > CELLS_MAX) throw new TableError("too_many_cells", { limit: `${CELLS_MAX} cells` });
      // Empty cells are added as well, since the next one follows them.
      if (index < COLUMNS_MAX) row.cells[index] = cell;
      else if (cell !== undefined) row.cells[COLUMNS_MAX - 1] = { kind: "fault", code: "outside_columns" };
      reader.cell = null;
    },
    closeRow: () => {
      if (row !== null) taker.take(row);
      row = null;
    },
  };
  return reader;
}

/**
 * Reads what a sheet says besides its rows: hidden columns before them; merged cells, and conditions that
 * change how cells are shown, behind them.
 */
function makeBesides(taker: RowTaker, reformatting: CellContext["reformatting"]) {
  let conditioned = "";
  return (name: string, attributes: string): void => {
    if (!["col", "mergeCell", "conditionalFormatting", "cfRule"].includes(name)) return;
    const found = readAttributes(attributes);
    if (name === "mergeCell") {
      const range = readRange(found.get("ref") ?? "");
      if (range !== null) taker.merge(range);
    } else if (name === "conditionalFormatting") conditioned = found.get("sqref") ?? "";
    else if (name === "cfRule") {
      const id = Number(found.get("dxfId") ?? -1);
      for (const how of ["renumbered", "struck"] as const)
        if (reformatting[how].has(id)) readAreas(conditioned).forEach((range) => taker.reformat(range, how));
    } else if (isTrue(found.get("hidden")) || Number(found.get("width") ?? 1) === 0) {
      taker.hideColumns(Number(found.get("min")) - 1, Number(found.get("max")) - 1);
    }
  };
}

function makeSheetHandler(reader: SheetReader, readBesides: ReturnType<typeof makeBesides>): XmlHandler {
  let inData = false;
  const inline = makeTextHandler("is", (text, struck) => {
    if (reader.cell === null) return;
    reader.cell.inline = text;
    reader.cell.inlineStruck = struck;
  });
  const handler: XmlHandler = {
    wantsText: false,
    open: (name, attributes) => {
      if (name === "sheetData") inData = true;
      else if (!inData) readBesides(name, attributes);
      else if (name === "row") reader.openRow(attributes);
      else if (name === "c") reader.openCell(attributes);
      else if (reader.cell === null) return;
      else if (name === "f") reader.cell.formula = true;
      else if (name === "v") handler.wantsText = true;
      else {
        inline.open(name, attributes);
        handler.wantsText = inline.wantsText;
      }
    },
    close: (name) => {
      if (name === "sheetData") inData = false;
      else if (name === "row") reader.closeRow();
      else if (name === "c") reader.closeCell();
      else if (reader.cell !== null) {
        inline.close(name);
        handler.wantsText = false;
      }
    },
    text: (piece) => {
      if (inline.wantsText) inline.text(piece);
      else if (reader.cell !== null) reader.cell.value = appendCapped(reader.cell.value ?? "", piece);
    },
  };
  return handler;
}
