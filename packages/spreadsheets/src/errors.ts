/** The reasons why a file, or one row of it, is refused. `{words}` are filled from the error's details. */
const TEXTS = {
  // Reasons that concern the file as a whole.
  empty_file: "The file is empty.",
  file_too_large: "The file is larger than {limit}.",
  unknown_kind: "The file is {found}, not a table. Save it as CSV UTF-8 (.csv) or as Excel workbook (.xlsx).",
  old_format: "The file is in a format older than Excel 97. Save it as Excel workbook (.xlsx).",
  not_a_spreadsheet: "The file is {found}, which is not read here. Save it as Excel workbook (.xlsx).",
  has_macros: "The file holds {found}. Save it as Excel workbook (.xlsx), which has none.",
  encrypted: "The file is protected by a password. Save it without one.",
  damaged: "The file is damaged: {reason}. Save it again and upload it anew.",
  unpacks_too_large:
    "The file holds more than is read here: {reason}. Copy the rows into a new workbook, or save the file as " +
    "CSV UTF-8.",
  forbidden_markup: "The file holds {found}, which no spreadsheet program writes. It is refused.",
  nothing_inside: "The file has no header row.",
  rows_elsewhere:
    "There is something on the sheet {sheet} too, but only the first visible sheet is read. Keep all rows there, " +
    "and delete or hide the others.",
  missing_columns: "The file lacks these columns: {columns}.",
  unknown_columns: "The file has columns that are not known here: {columns}. Known are: {known}.",
  duplicate_columns: "The file has these columns more than once: {columns}.",
  too_many_rows: "The file has more than {limit} rows.",
  too_many_cells:
    "The file has more than {limit}. Copy the rows that are to be paid into a new file, with their columns only.",
  wrong_encoding: "The text cannot be read: {found}. Save the file as CSV UTF-8.",
  too_slow: "Reading the file takes too long. Split it, or save it again as CSV UTF-8.",
  needs_too_much_memory: "Reading the file needs too much memory. Split it, or save it again as CSV UTF-8.",
  busy: "Too many files are being read at this moment. Try again in a minute.",
  // Reasons that concern one row of it.
  unterminated_quote: "A quote opens here and is never closed.",
  stray_quote:
    "There is a quote where none may stand. Put the whole cell in quotes and double each quote within.",
  formula: "The cell holds a formula. Put the value itself there (copy, then paste as values).",
  error_value: "The cell shows the error {found} instead of a value.",
  mangled_number:
    "A spreadsheet has changed this number to {found}. Format the column as text and type the number again.",
  mangled_date:
    "A spreadsheet has turned this cell into the date {found}. Format the column as text and type it again.",
  lost_zeros:
    "Leading zeros are shown here but not stored ({found}). Format the column as text and type it again.",
  shown_otherwise:
    "The cell shows {shown} and holds {held}, because of its number format {format}. Clear the format, so that the " +
    "cell shows what it holds, and type there what is meant.",
  merged_cells:
    "{range} is merged, so it cannot be told which row its value is for. Unmerge it, and fill each cell.",
  shown_by_condition:
    "Conditional formatting of {range} can change how the number is shown. Clear it, so that the cell shows what it " +
    "holds.",
  struck_through:
    "The text is struck through, so it cannot be told whether it is meant. Delete the row if it is not to be paid, " +
    "or remove the strike-through if it is.",
  struck_by_condition:
    "Conditional formatting of {range} can strike the text through. Delete the rows that are not to be paid, and " +
    "clear the conditional formatting.",
  struck_column:
    "The title of the column {title} is struck through, so it cannot be told whether it is meant. Delete the " +
    "column, or remove the strike-through.",
  hidden_column: "The column {title} is hidden. Show it or delete it: people check what they see.",
  number_cell:
    "The cell is a number, and numbers lose leading zeros. Format the column as text and type it again.",
  outside_columns: "The cell stands outside the columns of the header row.",
  wide_row:
    "The row has {cells} cells and the header row {titles}, so its cells may have shifted. A cell with commas needs " +
    'quotes around it, such as "1,500".',
  split_amount:
    "The amount and the cell behind it may be one amount: other rows of the file have commas without quotes. Put " +
    'quotes around it, such as "1,500".',
  decimal_comma:
    "Row {line} has a comma before its decimals, so the comma here may be one too. Write the amount without commas.",
  second_header:
    "Another table begins in row {line}, with other columns. Only the first table of a sheet is read: delete this " +
    "one, or upload it as a file of its own.",
  below_line:
    "The row stands below the line {said} (row {line}), so it cannot be told whether it is meant to be paid. Delete " +
    "the line if it is, and the row if it is not.",
  ragged_row: "The row ends before this column.",
  hidden_row: "The row is hidden. Show it or delete it.",
  overlong_cell: "The cell has more than {limit} characters.",
  invisible_characters: "The cell holds characters that cannot be seen. Type it again.",
  unreadable_characters:
    "The cell holds characters that cannot be read (\uFFFD): they are not UTF-8, or were lost earlier. Save the file " +
    "as CSV UTF-8, or type the cell again.",
} as const;

export type TableErrorCode = keyof typeof TEXTS;

/** A place in a file: the row as spreadsheet programs number it (the first is 1), and the column's title. */
interface CellPlace {
  readonly row?: number;
  readonly column?: string;
}

/**
 * A file that is refused as it is. `message` is for the person who uploaded it: it gives the reason, and the
 * row and the column if there is one. `details` has the place, what fills the text, and, if rows are to
 * blame, up to `PROBLEMS_SHOWN_MAX` of them as `problems`.
 */
export class TableError extends Error {
  readonly code: TableErrorCode;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: TableErrorCode, details: Record<string, unknown> & CellPlace = {}, text?: string) {
    super(text ?? sentenceOf(code, details));
    this.name = `tables.${code}`;
    this.code = code;
    this.details = details;
  }

  /** Returns true if `error` is one of ours, and (if given) has this code. */
  static is(error: unknown, code?: TableErrorCode): error is TableError {
    return error instanceof TableError && (code === undefined || error.code === code);
  }
}

/** Returns the sentence for a code: first the place, then the reason. */
export function sentenceOf(code: TableErrorCode, details: Record<string, unknown> & CellPlace = {}): string {
  const text = TEXTS[code].replace(/\{(\w+)\}/g, (_, word: string) => String(details[word]));
  const { row, column } = details;
  if (row === undefined) return text;
  return `Row ${row}${column === undefined ? "" : `, ${column}`}: ${text}`;
}

/** Makes the error for a file whose parts contradict each other or end too early. */
export const damaged = (reason: string, place: CellPlace = {}): TableError =>
  new TableError("damaged", { ...place, reason });
