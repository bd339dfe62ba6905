/** Archives that would unpack to far more than their size, and must be refused before that. */
import { deflateRawSync } from "node:zlib";
import type { HostileFile } from "./hostile-file.ts";
import { MEGABYTE, noise, sheet, xlsx } from "./hostile-parts.ts";
import { makeZip, type PartToZip } from "./make-zip.ts";

export const HOSTILE_BOMBS: readonly HostileFile[] = [
  {
    name: "a sheet of 4 GB of blanks, as it says",
    make: () =>
      sheet((part) => ({
        ...part,
        packed: deflateRawSync(Buffer.alloc(4 * MEGABYTE)),
        lies: { size: 0xfffffffe },
      })),
    code: "unpacks_too_large",
    says: /50 MB/,
  },
  {
    name: "a sheet of 60 MB that says it is small",
    make: () =>
      sheet((part) => ({
        ...part,
        content: part.content,
        packed: deflateRawSync(Buffer.alloc(60 * MEGABYTE, " ")),
      })),
    code: "damaged",
    says: /larger than the directory says/,
  },
  {
    name: "a sheet of 51 MB of blanks",
    make: () =>
      sheet((part) => ({
        ...part,
        content: Buffer.concat([Buffer.from(part.content), Buffer.alloc(51 * MEGABYTE, " ")]),
      })),
    code: "unpacks_too_large",
    says: /50 MB.*new workbook/,
  },
  {
    name: "50,000 parts",
    make: () =>
      makeZip(Array.from({ length: 50_000 }, (_, at) => ({ name: String(at), content: "", stored: true }))),
    code: "not_a_spreadsheet",
    says: /ZIP/,
  },
  {
    name: "a million parts, as it says",
    make: () => xlsx({ zip: { large: true, count: 1_000_000 } }),
    code: "damaged",
    says: /directory/,
  },
  {
    name: "65,535 parts, as it says",
    make: () => xlsx({ zip: { count: 0xffff } }),
    code: "damaged",
    says: /directory/,
  },
  {
    name: "an archive of archives",
    make: () =>
      makeZip([{ name: "inner.zip", content: makeZip([{ name: "inner.zip", content: xlsx({}) }]) }]),
    code: "not_a_spreadsheet",
    says: /a ZIP archive/,
  },
  {
    name: "a part within another one",
    make: () =>
      xlsx({
        alter: (parts) => parts.map((part, at) => (at === 3 ? { ...part, lies: { headerAt: 0 } } : part)),
      }),
    code: "damaged",
    says: /overlap|contradicts/,
  },
  {
    name: "two parts on the same bytes",
    make: () => {
      const one: PartToZip = { name: "xl/worksheets/sheet1.xml", content: noise(1_000), stored: true };
      return makeZip([one, { ...one, name: "xl/worksheets/sheet2.xml", lies: { headerAt: 0 } }]);
    },
    code: "damaged",
    says: /overlap/,
  },
];
