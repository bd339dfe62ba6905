/** Formats rows as CSV without adding any quotes. */
export const asCsv = (...rows: readonly (readonly string[])[]): string =>
  `${rows.map((row) => row.join(",")).join("\r\n")}\r\n`;
