/** Files that are not CSV, or not in a recognisable encoding, and must be refused. */
import { goodRow, HEADER, spoilt, type HostileFile } from "./hostile-file.ts";
import { asCsv } from "./as-csv.ts";

const table = (...rows: readonly (readonly string[])[]): Buffer => Buffer.from(asCsv(HEADER, ...rows));
const latin1 = (text: string): Buffer => Buffer.from(text, "latin1");
const utf16 = (text: string): Buffer => Buffer.from(text, "utf16le");
const good = asCsv(HEADER, goodRow(1), goodRow(2));

const MEGABYTE = 1024 * 1024;

const KINDS: readonly HostileFile[] = [
  { name: "nothing", make: () => Buffer.alloc(0), code: "empty_file", says: /empty/ },
  {
    name: "one byte too many",
    make: () => Buffer.alloc(5 * MEGABYTE + 1, "a"),
    code: "file_too_large",
    says: /5 MB/,
  },
  { name: "a PDF", make: () => latin1("%PDF-1.7\n%âãÏÓ"), code: "unknown_kind", says: /a PDF/ },
  {
    name: "a picture",
    make: () => latin1("\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
    code: "unknown_kind",
    says: /picture/,
  },
  {
    name: "a photograph",
    make: () => latin1("\xff\xd8\xff\xe0\0\x10JFIF"),
    code: "unknown_kind",
    says: /picture/,
  },
  { name: "a gzip", make: () => latin1("\x1f\x8b\x08\0\0\0"), code: "unknown_kind", says: /gzip/ },
  { name: "a RAR", make: () => latin1("Rar!\x1a\x07\x01\0"), code: "unknown_kind", says: /RAR/ },
  { name: "a 7z", make: () => latin1("7z\xbc\xaf\x27\x1c"), code: "unknown_kind", says: /7z/ },
  {
    name: "a program for Windows",
    make: () => latin1("MZ\x90\0\x03\0\0\0"),
    code: "unknown_kind",
    says: /program/,
  },
  {
    name: "a program for Linux",
    make: () => latin1("\x7fELF\x02\x01\x01"),
    code: "unknown_kind",
    says: /program/,
  },
  { name: "RTF", make: () => latin1("{\\rtf1\\ansi"), code: "unknown_kind", says: /RTF/ },
  {
    name: "a web page called .xls",
    make: () => Buffer.from("<html><table><tr><td>Transfer ID</td></tr></table></html>"),
    code: "unknown_kind",
    says: /web page/,
  },
  {
    name: "a sheet as one XML, with a document type",
    make: () =>
      Buffer.from('<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><Workbook/>'),
    code: "unknown_kind",
    says: /XML/,
  },
  {
    name: "a sheet of Excel 4",
    make: () => latin1("\x09\x04\x06\0\0\0\x10\0"),
    code: "old_format",
    says: /older/,
  },
  { name: "JSON", make: () => Buffer.from('[{"transferId": 1}]'), code: "missing_columns", says: /Row 1/ },
  {
    name: "random bytes",
    make: () => Buffer.from(Array.from({ length: 999 }, (_, at) => ((at * 7919 + 131) % 250) + 1)),
    code: "invisible_characters",
    says: /cannot be seen/,
  },
];

const ENCODINGS: readonly HostileFile[] = [
  {
    name: "Windows-1252",
    make: () => latin1(asCsv(HEADER, goodRow(1), spoilt(4, "Jos\xe9"))),
    code: "unreadable_characters",
    says: /Row 3, Name: .*UTF-8/,
  },
  {
    name: "a character cut in two",
    make: () => Buffer.concat([table(goodRow(1)), Buffer.from([0xe0, 0xa4])]),
    code: "unreadable_characters",
    says: /Row 3, Transfer ID: /,
  },
  {
    name: "a character written longer than needed",
    make: () => latin1(asCsv(HEADER, spoilt(0, "\xc0\xaf"))),
    code: "unreadable_characters",
    says: /Row 2, Transfer ID: /,
  },
  {
    name: "half a pair, encoded",
    make: () => latin1(asCsv(HEADER, spoilt(5, "\xed\xa0\x80"))),
    code: "unreadable_characters",
    says: /Row 2, Remarks: /,
  },
  { name: "UTF-16 without a mark", make: () => utf16(good), code: "wrong_encoding", says: /UTF-16 without/ },
  {
    name: "UTF-16, the other way round, without a mark",
    make: () => utf16(good).swap16(),
    code: "wrong_encoding",
    says: /UTF-16 without/,
  },
  {
    name: "UTF-16 cut in the middle of a unit",
    make: () => utf16(`\uFEFF${good}`).subarray(0, -1),
    code: "unreadable_characters",
    says: /Row \d/,
  },
  {
    name: "UTF-16 with half a pair",
    make: () => utf16(`\uFEFF${asCsv(HEADER, spoilt(4, "\ud800x"))}`),
    code: "unreadable_characters",
    says: /Row 2, Name: /,
  },
  {
    name: "UTF-32",
    make: () => Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0]), utf16(good)]),
    code: "wrong_encoding",
    says: /UTF-32/,
  },
  {
    name: "a NUL",
    make: () => table(goodRow(1), spoilt(4, "A\0B")),
    code: "invisible_characters",
    says: /Row 3, Name: /,
  },
  { name: "5 MB of NULs", make: () => Buffer.alloc(5 * MEGABYTE), code: "wrong_encoding", says: /UTF-16/ },
];

export const HOSTILE_KINDS: readonly HostileFile[] = [...KINDS, ...ENCODINGS];
