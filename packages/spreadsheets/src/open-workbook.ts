import { posix } from "node:path";
import { damaged, TableError } from "./errors.ts";
import { openZip, type Zip, type ZipEntry } from "./open-zip.ts";
import { findAttribute, readAttributes, scanPart } from "./scan-xml.ts";
import { SHEETS_MAX } from "./table.ts";

/** The parts of an .xlsx file that a table needs. */
export interface Workbook {
  readonly zip: Zip;
  /** The first visible sheet. */
  readonly sheet: Sheet;
  /** The other visible sheets. */
  readonly others: readonly Sheet[];
  readonly sharedStrings: ZipEntry | null;
  readonly styles: ZipEntry | null;
  /** True if days are counted from 1904. */
  readonly since1904: boolean;
}

export interface Sheet {
  readonly name: string;
  readonly part: ZipEntry;
}

/** Opens a ZIP archive as a workbook and finds its visible sheets. Throws TableError. */
export async function openWorkbook(bytes: Buffer): Promise<Workbook> {
  const zip = openZip(bytes);
  refuseOthers(zip);
  const [main] = await readLinks(zip, "", "officedocument");
  if (main === undefined) throw new TableError("not_a_spreadsheet", { found: "a ZIP archive" });
  await checkContentType(zip, main.path);
  const { sheets, since1904 } = await readSheetList(zip, partOf(zip, main.path));
  const links = await readLinks(zip, main.path);
  if (links.some(({ type }) => /macrosheet|vbaproject/.test(type))) {
    throw new TableError("has_macros", { found: "macros" });
  }
  const [sheet, ...others] = findShown(zip, sheets, links);
  if (sheet === undefined) throw new TableError("nothing_inside");
  const find = (type: string): ZipEntry | null => {
    const found = links.find((one) => one.type === type);
    return found === undefined ? null : partOf(zip, found.path);
  };
  return {
    zip,
    sheet,
    others,
    sharedStrings: find("sharedstrings"),
    styles: find("styles"),
    since1904,
  };
}

/** Returns the visible sheets in their order; charts do not count. */
function findShown(zip: Zip, sheets: SheetList["sheets"], links: readonly Link[]): Sheet[] {
  const worksheets = new Map(links.filter(({ type }) => type === "worksheet").map((link) => [link.id, link]));
  const shown = sheets.flatMap(({ id, name, visible }) => {
    const link = visible ? worksheets.get(id) : undefined;
    return link === undefined ? [] : [{ name, part: partOf(zip, link.path) }];
  });
  if (new Set(shown.map(({ part }) => part)).size < shown.length) throw damaged("two sheets are one");
  return shown;
}

/** Refuses an archive whose parts show that it is something else. */
function refuseOthers({ entries }: Zip): void {
  const names = [...entries.keys()];
  const has = (pattern: RegExp): boolean => names.some((name) => pattern.test(name));
  if (has(/vbaproject|(^|\/)macrosheets\//)) throw new TableError("has_macros", { found: "macros" });
  if (has(/(^|\/)(activex|embeddings)\//)) throw new TableError("has_macros", { found: "embedded objects" });
  if (has(/(^|\/)workbook\.bin$/)) {
    throw new TableError("not_a_spreadsheet", { found: "a binary workbook (.xlsb)" });
  }
  if (has(/^encryptedpackage$/)) throw new TableError("encrypted");
  if (has(/^word\//)) throw new TableError("not_a_spreadsheet", { found: "a Word document" });
  if (has(/^ppt\//)) throw new TableError("not_a_spreadsheet", { found: "a presentation" });
  if (has(/^mimetype$/)) throw new TableError("not_a_spreadsheet", { found: "an OpenDocument file" });
  if (!has(/^\[content_types\]\.xml$/)) throw new TableError("not_a_spreadsheet", { found: "a ZIP archive" });
}

/** A relation of a part to another one; `type` is the last word of its address, in lower case. */
interface Link {
  readonly id: string;
  readonly type: string;
  readonly path: string;
}

const LINKS_MAX = 10_000;

async function readLinks(zip: Zip, from: string, only?: string): Promise<Link[]> {
  const file = posix.join(posix.dirname(from), "_rels", `${posix.basename(from)}.rels`);
  const entry = zip.entries.get(file);
  if (entry === undefined) return [];
  const links: Link[] = [];
  await scanPart(zip, entry, {
    open: (name, attributes) => {
      if (name !== "Relationship") return;
      const found = readAttributes(attributes);
      const target = found.get("Target") ?? "";
      const type = (found.get("Type") ?? "").toLowerCase().split("/").at(-1) ?? "";
      if (only !== undefined && type !== only) return;
      // Links to elsewhere (a hyperlink, another workbook) are useless for a table and never followed.
      if (found.get("TargetMode")?.toLowerCase() === "external") {
        if (NEEDED.has(type)) {
          throw new TableError("forbidden_markup", { found: "a sheet that lies elsewhere" });
        }
        return;
      }
      const path = posix.join(target.startsWith("/") ? "" : posix.dirname(from), target);
      links.push({ id: found.get("Id") ?? "", type, path: path.replace(/^\/+/, "").toLowerCase() });
      if (links.length > LINKS_MAX) throw tooMany(`it has more than ${LINKS_MAX} relations`);
    },
    close: () => {},
  });
  return links;
}

const tooMany = (reason: string): TableError => new TableError("unpacks_too_large", { reason });

const NEEDED: ReadonlySet<string> = new Set(["officedocument", "worksheet", "sharedstrings", "styles"]);

function partOf(zip: Zip, path: string): ZipEntry {
  const entry = zip.entries.get(path);
  if (entry === undefined) throw damaged("a part is missing");
  return entry;
}

/** A workbook states whether it has macros. Excel goes by that statement, not by the file's name. */
async function checkContentType(zip: Zip, path: string): Promise<void> {
  const types = zip.entries.get("[content_types].xml");
  if (types === undefined) throw damaged("a part is missing");
  let [ofPart, ofEnding] = ["", ""];
  await scanPart(zip, types, {
    open: (name, attributes) => {
      if (name !== "Override" && name !== "Default") return;
      const found = readAttributes(attributes);
      const type = (found.get("ContentType") ?? "").toLowerCase();
      if (found.get("PartName")?.toLowerCase() === `/${path}`) ofPart = type;
      if (path.endsWith(`.${found.get("Extension")?.toLowerCase()}`)) ofEnding = type;
    },
    close: () => {},
  });
  const type = ofPart === "" ? ofEnding : ofPart;
  if (type.includes("binary")) {
    throw new TableError("not_a_spreadsheet", { found: "a binary workbook (.xlsb)" });
  }
  if (type.includes("macroenabled")) throw new TableError("has_macros", { found: "macros" });
  if (!type.includes("spreadsheetml")) {
    throw new TableError("not_a_spreadsheet", { found: "another kind of document" });
  }
}

interface SheetList {
  readonly sheets: readonly { readonly id: string; readonly name: string; readonly visible: boolean }[];
  readonly since1904: boolean;
}

async function readSheetList(zip: Zip, entry: ZipEntry): Promise<SheetList> {
  const sheets: { id: string; name: string; visible: boolean }[] = [];
  let since1904 = false;
  await scanPart(zip, entry, {
    open: (name, attributes) => {
      if (name !== "sheet" && name !== "workbookPr") return;
      const found = readAttributes(attributes);
      if (name === "workbookPr") since1904 = isTrue(found.get("date1904"));
      else {
        const visible = isVisible(found.get("state"));
        sheets.push({ id: findAttribute(found, "id") ?? "", name: found.get("name") ?? "", visible });
      }
      if (sheets.length > SHEETS_MAX) throw tooMany(`it has more than ${SHEETS_MAX} sheets`);
    },
    close: () => {},
  });
  return { sheets, since1904 };
}

const isVisible = (state: string | undefined): boolean => state === undefined || state === "visible";

/** Returns true if an attribute says yes. */
export const isTrue = (value: string | undefined): boolean => value === "1" || value === "true";
