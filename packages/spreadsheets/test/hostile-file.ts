import type { ColumnToRead, TableErrorCode } from "../src/index.ts";

/** A file that must be refused, and the expected refusal. */
export interface HostileFile {
  readonly name: string;
  /** Called when the file is needed, because some are large. */
  readonly make: () => Buffer;
  readonly code: TableErrorCode;
  /** Matches the sentence: row and column, or the reason. */
  readonly says: RegExp;
}

/** The columns of the tables in tests. */
export const COLUMNS: readonly ColumnToRead[] = [
  { name: "transferId", titles: ["Transfer ID"], required: true, text: true, pays: "whom" },
  { name: "amount", titles: ["Amount"], required: true, pays: "amount" },
  { name: "bankAccount", titles: ["Bank account", "Account number"], text: true, pays: "whom" },
  { name: "phone", titles: ["Phone"], text: "strict" },
  { name: "name", titles: ["Name"], pays: "whom" },
  { name: "remarks", titles: ["Remarks"] },
];

export const HEADER = ["Transfer ID", "Amount", "Bank account", "Phone", "Name", "Remarks"];

/** Returns a valid row. */
export const goodRow = (number: number): string[] => [
  `pay_${number}`,
  "1500.50",
  `00262918000${String(number).padStart(4, "0")}`,
  "9876501234",
  "Asha Verma",
  "salary",
];

/** Returns the n-th row of a hostile table, which is valid except for one cell. */
export function spoilt(column: number, cell: string): string[] {
  return goodRow(1).map((good, at) => (at === column ? cell : good));
}
