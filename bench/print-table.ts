import { styleText } from "node:util";

export interface Table {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The columns that are aligned to the right, because they contain figures. */
  readonly right: ReadonlySet<number>;
  /** Returns the colour of a row; null for none. */
  readonly colourOf?: (row: number) => "green" | "red" | null;
}

/** Prints a table whose columns are as wide as their contents. */
export function printTable({ heads, rows, right, colourOf = () => null }: Table): void {
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...rows.map((row) => row[column]!.length)),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) =>
        right.has(column) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!),
      )
      .join("  ")
      .trimEnd();
  console.log(styleText("bold", line(heads)));
  for (const [index, row] of rows.entries()) {
    const colour = colourOf(index);
    console.log(colour === null ? line(row) : styleText(colour, line(row)));
  }
}

/** Three digits are as precise as such a figure can be. */
export function shorten(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString("en", { maximumFractionDigits: digits });
}
