import { TableError } from "./errors.ts";

/** The kind of a file by its first bytes: its name and type come from the sender and do not count. */
type Container = "zip" | "compound" | "text";

/** The beginnings of files that are often sent by mistake, in Latin-1, with what to call them. */
const OTHERS: readonly (readonly [start: string, found: string])[] = [
  ["%PDF", "a PDF"],
  ["{\\rtf", "an RTF document"],
  ["\x1f\x8b", "a gzip archive"],
  ["Rar!", "a RAR archive"],
  ["7z\xbc\xaf", "a 7z archive"],
  ["BZh", "a bzip2 archive"],
  ["\xfd7zXZ", "an xz archive"],
  ["\x28\xb5\x2f\xfd", "a zstd archive"],
  ["\x89PNG", "a picture"],
  ["\xff\xd8\xff", "a picture"],
  ["GIF8", "a picture"],
  ["\x7fELF", "a program"],
  ["MZ", "a program"],
  ["SQLite format 3", "a database"],
];

/** BIFF2 to BIFF5 without a container. */
const OLD_SHEETS = ["\x09\x00\x04\x00", "\x09\x02\x06\x00", "\x09\x04\x06\x00", "\x09\x08\x08\x00"];

/** Finds the kind of a file. Throws TableError `unknown_kind`, `old_format` or `empty_file`. */
export function tellContainer(bytes: Buffer): Container {
  if (bytes.length === 0) throw new TableError("empty_file");
  const start = bytes.toString("latin1", 0, 512);
  if (start.startsWith("PK\x03\x04")) return "zip";
  if (start.startsWith("PK\x05\x06")) throw new TableError("empty_file");
  if (start.startsWith("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")) return "compound";
  if (OLD_SHEETS.some((sheet) => start.startsWith(sheet))) throw new TableError("old_format");
  const other = OTHERS.find(([beginning]) => start.startsWith(beginning));
  if (other !== undefined && !isTitle(start, other[0]))
    throw new TableError("unknown_kind", { found: other[1] });
  if (/^(\xef\xbb\xbf)?\s*</.test(start)) {
    // Portals often name a web page .xls, since programs show it as a sheet.
    const found = /<(html|table|!doctype html)/i.test(start) ? "a web page" : "XML";
    throw new TableError("unknown_kind", { found });
  }
  return "text";
}

/** A CSV may begin with a title such as "MZone", so a beginning of letters also needs a byte no text has. */
function isTitle(start: string, beginning: string): boolean {
  return /^[A-Za-z!]+$/.test(beginning) && !/[^\P{Cc}\t\n\r]/u.test(start);
}
