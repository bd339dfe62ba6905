/** Archives that are broken, or that are not workbooks, and must be refused. */
import { deflateRawSync } from "node:zlib";
import type { HostileFile } from "./hostile-file.ts";
import { noise, sheet, xlsx } from "./hostile-parts.ts";
import { makeZip } from "./make-zip.ts";

const BROKEN: readonly HostileFile[] = [
  { name: "an empty archive", make: () => makeZip([]), code: "empty_file", says: /empty/ },
  {
    name: "an archive without its end",
    make: () => xlsx({}).subarray(0, -30),
    code: "damaged",
    says: /end is missing/,
  },
  { name: "half an archive", make: () => xlsx({}).subarray(0, 900), code: "damaged", says: /end is missing/ },
  {
    name: "an archive with something behind it",
    make: () => Buffer.concat([xlsx({}), Buffer.from("more")]),
    code: "damaged",
    says: /end is missing/,
  },
  {
    name: "more parts than there are",
    make: () => xlsx({ zip: { count: 20 } }),
    code: "damaged",
    says: /directory/,
  },
  {
    name: "a wrong checksum",
    make: () => sheet((part) => ({ ...part, lies: { checksum: 1 } })),
    code: "damaged",
    says: /checksum/,
  },
  {
    name: "a size too small",
    make: () => sheet((part) => ({ ...part, lies: { size: 10 } })),
    code: "damaged",
    says: /larger/,
  },
  {
    name: "a size too large",
    make: () => sheet((part) => ({ ...part, lies: { size: 1_000_000 } })),
    code: "damaged",
    says: /smaller/,
  },
  {
    name: "packed bytes that are none",
    make: () => sheet((part) => ({ ...part, packed: noise(2_000) })),
    code: "damaged",
    says: /unpacked/,
  },
  {
    name: "packed bytes that end too early",
    make: () =>
      sheet((part) => ({ ...part, packed: deflateRawSync(Buffer.from(part.content)).subarray(0, 50) })),
    code: "damaged",
    says: /unpacked|smaller/,
  },
  {
    name: "an unusual way of packing",
    make: () => sheet((part) => ({ ...part, lies: { method: 14 } })),
    code: "damaged",
    says: /contradicts|unusual/,
  },
  {
    name: "a part behind the end",
    make: () => sheet((part) => ({ ...part, lies: { headerAt: 9_999_999 } })),
    code: "damaged",
    says: /missing/,
  },
  {
    name: "a part longer than the file",
    make: () => sheet((part) => ({ ...part, lies: { packedSize: 9_999_999, size: 9_999_999 } })),
    code: "damaged",
    says: /overlap/,
  },
  {
    name: "a part with a password",
    make: () => sheet((part) => ({ ...part, lies: { flags: 1 } })),
    code: "encrypted",
    says: /password/,
  },
  {
    name: "two parts of the same name",
    make: () => xlsx({ more: [{ name: "XL/Worksheets/Sheet1.xml", content: "<x/>" }] }),
    code: "damaged",
    says: /same name/,
  },
  {
    name: "part names that climb",
    make: () => makeZip([{ name: "../../../etc/passwd", content: "x" }]),
    code: "not_a_spreadsheet",
    says: /ZIP archive/,
  },
];

const OTHERS: readonly HostileFile[] = [
  {
    name: "a Word document",
    make: () =>
      makeZip([
        { name: "[Content_Types].xml", content: "<Types/>" },
        { name: "word/document.xml", content: "<x/>" },
      ]),
    code: "not_a_spreadsheet",
    says: /Word/,
  },
  {
    name: "a presentation",
    make: () => makeZip([{ name: "ppt/presentation.xml", content: "<x/>" }]),
    code: "not_a_spreadsheet",
    says: /presentation/,
  },
  {
    name: "an OpenDocument sheet",
    make: () =>
      makeZip([
        { name: "mimetype", content: "application/vnd.oasis.opendocument.spreadsheet", stored: true },
      ]),
    code: "not_a_spreadsheet",
    says: /OpenDocument/,
  },
  {
    name: "a Java archive",
    make: () => makeZip([{ name: "META-INF/MANIFEST.MF", content: "x" }]),
    code: "not_a_spreadsheet",
    says: /ZIP archive/,
  },
  {
    name: "a binary workbook",
    make: () => xlsx({ more: [{ name: "xl/workbook.bin", content: "x" }] }),
    code: "not_a_spreadsheet",
    says: /xlsb/,
  },
  {
    name: "macros as a part",
    make: () => xlsx({ more: [{ name: "xl/vbaProject.bin", content: "x" }] }),
    code: "has_macros",
    says: /macros/,
  },
  {
    name: "a sheet of macros",
    make: () => xlsx({ more: [{ name: "xl/macrosheets/sheet1.xml", content: "<x/>" }] }),
    code: "has_macros",
    says: /macros/,
  },
  {
    name: "embedded objects",
    make: () => xlsx({ more: [{ name: "xl/embeddings/oleObject1.bin", content: "x" }] }),
    code: "has_macros",
    says: /embedded/,
  },
  {
    name: "a package without a list of kinds",
    make: () => xlsx({ alter: (parts) => parts.slice(1) }),
    code: "not_a_spreadsheet",
    says: /ZIP archive/,
  },
  {
    name: "a package without a beginning",
    make: () => xlsx({ alter: (parts) => parts.filter(({ name }) => name !== "_rels/.rels") }),
    code: "not_a_spreadsheet",
    says: /ZIP archive/,
  },
  {
    name: "a workbook without its sheet",
    make: () => xlsx({ alter: (parts) => parts.filter(({ name }) => !name.includes("sheet1")) }),
    code: "damaged",
    says: /missing/,
  },
];

export const HOSTILE_ZIPS: readonly HostileFile[] = [...BROKEN, ...OTHERS];
