/**
 * Expected errors as tables: each module lists its codes with one sentence each in `errors.ts` and throws
 * `TransferError.not_found({ transferId })`. The edges (API, CLI) map a code to their own words and status.
 */

/** An error that a caller can cause and must see. */
export class VitaranError extends Error {
  readonly module: string;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(origin: { module: string; code: string }, text: string, details: Record<string, unknown> = {}) {
    super(text);
    this.name = `${origin.module}.${origin.code}`;
    this.module = origin.module;
    this.code = origin.code;
    this.details = details;
  }
}

type ErrorMaker = (details?: Record<string, unknown>) => VitaranError;
type ErrorTable<Codes extends string> = Readonly<Record<Codes, ErrorMaker>> & {
  /** Returns true if `error` is one of this table's and (if given) has this code. */
  is(error: unknown, code?: Codes): error is VitaranError & { code: Codes };
  readonly texts: Readonly<Record<Codes, string>>;
};

/** Makes the errors of one module from its table of code and sentence; `{name}` stands for a detail. */
export function defineErrors<const Table extends Record<string, string>>(
  module: string,
  texts: Table,
): ErrorTable<Extract<keyof Table, string>> {
  const makers = Object.fromEntries(
    Object.entries(texts).map(([code, text]) => [
      code,
      (details: Record<string, unknown> = {}) =>
        new VitaranError({ module, code }, fillIn(text, details), details),
    ]),
  );
  const is = (error: unknown, code?: string): boolean =>
    error instanceof VitaranError && error.module === module && (code === undefined || error.code === code);
  return Object.assign(makers, { is, texts }) as unknown as ErrorTable<Extract<keyof Table, string>>;
}

function fillIn(text: string, details: Readonly<Record<string, unknown>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(details[name] ?? whole));
}

/** The database could not be brought up to date; the message names the migration. */
export class MigrationError extends Error {
  constructor(text: string, cause?: unknown) {
    super(text, { cause });
    this.name = "MigrationError";
  }
}
