/** A valid workbook, and the same one with its sheet packed differently. */
import { createHash } from "node:crypto";
import { goodRow, HEADER } from "./hostile-file.ts";
import { makeXlsx, type XlsxParts } from "./make-xlsx.ts";
import type { PartToZip } from "./make-zip.ts";

export const MEGABYTE = 1024 * 1024;

export const xlsx = (given: Partial<XlsxParts>): Buffer => makeXlsx({ data: [HEADER, goodRow(1)], ...given });

/** Changes the sheet's part. */
export const sheet = (change: (part: PartToZip) => PartToZip): Buffer =>
  xlsx({ alter: (parts) => parts.map((part) => (part.name.includes("sheet1") ? change(part) : part)) });

/** Returns bytes that cannot be compressed. */
export function noise(length: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, at) =>
    createHash("sha256").update(String(at)).digest(),
  );
  return Buffer.concat(blocks).subarray(0, length);
}
