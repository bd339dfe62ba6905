/** Rows as CSV, with nothing quoted that is not quoted already. */
export const asCsv = (...rows: readonly (readonly string[])[]): string =>
  `${rows.map((row) => row.join(",")).join("\r\n")}\r\n`;
