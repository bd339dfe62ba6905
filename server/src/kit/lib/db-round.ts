/**
 * Statements that travel together: one write, one response, one turn of PostgreSQL.
 *
 * Statements that are issued before any of them is awaited leave as one round of the extended protocol, with
 * a single Sync at its end. PostgreSQL runs them in order; after one fails, it runs no other statement of the
 * round, not even a COMMIT.
 */
import type pg from "pg";
import { RoundWriter } from "./db-wire.ts";
import { defineCounter } from "./metrics.ts";
import type { ValueTypes } from "./seals.ts";

/** The response to one statement. */
export interface StatementAnswer {
  readonly rows: object[];
  /** The number of rows that it returned or changed. */
  readonly count: number;
  /** The first word of PostgreSQL's tag: INSERT, COMMIT ... */
  readonly command: string;
}

export interface Statement {
  readonly text: string;
  /** The name under which it stays prepared. Undefined means that it is prepared for this use only. */
  readonly name: string | undefined;
  readonly values: readonly (string | Buffer | null)[];
  readonly types: ValueTypes;
}

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}

interface Sent extends Statement {
  readonly resolve: (answer: StatementAnswer) => void;
  readonly reject: (error: unknown) => void;
  fields: readonly Field[] | null;
  parsers: ((value: string) => unknown)[];
  rows: object[];
  /** The error if a value of its response could not be read. */
  fault: unknown;
}

/** The prepared statements of a connection, by name, with their columns. Null means that it returns no rows. */
type Prepared = Map<string, readonly Field[] | null | undefined>;

const preparedBy = new WeakMap<Wire, Prepared>();

/** The parts of the driver's connection that a round needs. */
interface Wire {
  readonly stream: {
    readonly writable: boolean;
    write(bytes: Buffer): boolean;
    destroy(error: Error): unknown;
  };
  on(event: "parseComplete", listener: () => void): unknown;
}

const underWay = new WeakMap<Wire, Round>();

const rounds = defineCounter("vitaran_db_rounds_total", { help: "Round trips to databases." });
const statements = defineCounter("vitaran_db_statements_total", {
  help: "Statements in the round trips to databases.",
});

/** One round as the driver sees it: a query that it submits, and to which it passes the responses. */
export class Round {
  readonly #statements: Sent[] = [];
  /** The statements to be prepared, in the order in which PostgreSQL will confirm them. */
  readonly #preparing: string[] = [];
  #prepared: Prepared = new Map();
  #wire: Wire | null = null;
  #next = 0;
  readonly #onEnd: () => void;

  /** `onEnd` is called once PostgreSQL has responded to the whole round. */
  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  /** Adds a statement; allowed only before the round is submitted. */
  add(statement: Statement): Promise<StatementAnswer> {
    return new Promise((resolve, reject) => {
      this.#statements.push({
        ...statement,
        resolve,
        reject,
        fields: null,
        parsers: [],
        rows: [],
        fault: null,
      });
    });
  }

  submit(wire: Wire): null {
    rounds.inc();
    statements.inc(this.#statements.length);
    this.#wire = wire;
    this.#prepared = preparedOn(wire);
    underWay.set(wire, this);
    const writer = new RoundWriter();
    const inRound = new Set<string>();
    for (const { text, name = "", values } of this.#statements) {
      const isKnown = name !== "" && (this.#prepared.has(name) || inRound.has(name));
      if (!isKnown) {
        writer.parse(name, text);
        this.#preparing.push(name);
        inRound.add(name);
      }
      writer.bind(name, values);
      if (this.#prepared.get(name) === undefined) writer.describe();
      writer.execute();
    }
    if (wire.stream.writable) wire.stream.write(writer.end());
    return null;
  }

  /** Notes that PostgreSQL has prepared the next of the statements to be prepared. */
  notePrepared(): void {
    const name = this.#preparing.shift();
    if (name !== undefined && name !== "") this.#prepared.set(name, undefined);
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    const statement = this.#statements[this.#next];
    if (statement === undefined) this.#loseStep();
    else this.#describe(statement, fields);
  }

  handleDataRow({ fields: values }: { fields: readonly (string | null)[] }): void {
    const statement = this.#statements[this.#next];
    if (statement === undefined) return this.#loseStep();
    if (statement.fields === null) this.#describe(statement, this.#prepared.get(statement.name ?? "") ?? []);
    try {
      statement.rows.push(rowOf(statement, values));
    } catch (error) {
      // The other statements of the round still get their responses.
      statement.fault ??= error;
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const statement = this.#statements[this.#next];
    const words = text.split(" ");
    if (statement === undefined || !answers(words[0]!, statement)) return this.#loseStep();
    this.#next += 1;
    const { name, fields, rows, fault, resolve, reject } = statement;
    if (name !== undefined && this.#prepared.get(name) === undefined) this.#prepared.set(name, fields);
    if (fault !== null) return reject(fault);
    resolve({ rows, command: words[0]!, count: words.length > 1 ? Number(words.at(-1)) : 0 });
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: "" });
  }

  /** Handles an error of the current statement, or of the connection, which fails all that follow. */
  handleError(error: unknown): void {
    const isAnswer = (error as { severity?: string }).severity === "ERROR";
    const [failed, ...others] = this.#statements.slice(this.#next);
    if (isAnswer && failed === undefined) return this.#loseStep();
    this.#next = this.#statements.length;
    failed?.reject(error);
    for (const { reject } of others) reject(isAnswer ? new NotRunError(error) : error);
    this.#onEnd();
  }

  /** Rejects the statements of a round that is never sent, because its transaction is over. */
  abandon(): void {
    for (const { reject } of this.#statements) reject(new NotRunError("the transaction is over"));
  }

  handleReadyForQuery(): void {
    if (this.#next < this.#statements.length) this.#loseStep();
    else this.#onEnd();
  }

  /**
   * Closes the connection, because PostgreSQL, or a router in front of it, sent a response that does not match the
   * statement. Later responses on it could reach the wrong caller.
   */
  #loseStep(): void {
    const error = new Error("the answers of the database do not belong to the statements");
    this.#wire?.stream.destroy(error);
    this.handleError(error);
  }

  #describe(statement: Sent, fields: readonly Field[]): void {
    statement.fields = fields;
    statement.parsers = fields.map(({ dataTypeID }) => statement.types.getTypeParser(dataTypeID, "text"));
  }
}

/** Returns true if this tag can answer the statement. The ends of transactions show whether answers are out of step. */
function answers(tag: string, { text, name }: Sent): boolean {
  if (name !== undefined) return true;
  if (text.startsWith("begin")) return tag === "BEGIN";
  return text !== "commit" || tag === "COMMIT" || tag === "ROLLBACK";
}

function rowOf({ fields, parsers }: Sent, values: readonly (string | null)[]): object {
  const row: Record<string, unknown> = {};
  let index = 0;
  try {
    for (; index < values.length; index += 1) {
      const value = values[index]!;
      row[fields![index]!.name] = value === null ? null : parsers[index]!(value);
    }
  } catch (error) {
    throw new UnreadableValueError({ column: fields![index]!.name, row, cause: error });
  }
  return row;
}

/** A value in PostgreSQL's response cannot be read, for instance a sealed text that was altered. */
export class UnreadableValueError extends Error {
  /** `row` holds the values that were read before; its IDs say which row it is. */
  constructor({ column, row, cause }: { column: string; row: Record<string, unknown>; cause: unknown }) {
    const ids = Object.entries(row).filter(([name]) => /(?:_id|Id|_no|No)$/.test(name));
    const which = ids.map(([name, value]) => `${name} ${String(value)}`).join(", ");
    super(`column ${column} of the row with ${which || "no id"} cannot be read: ${String(cause)}`, { cause });
    this.name = "UnreadableValueError";
  }
}

/** The statement was not run because an earlier one failed; the code is PostgreSQL's for that. */
class NotRunError extends Error {
  readonly code = "25P02";

  constructor(cause: unknown) {
    super("a statement before this one failed", { cause });
    this.name = "NotRunError";
  }
}

function preparedOn(wire: Wire): Prepared {
  const known = preparedBy.get(wire);
  if (known !== undefined) return known;
  const made: Prepared = new Map();
  preparedBy.set(wire, made);
  wire.on("parseComplete", () => underWay.get(wire)?.notePrepared());
  return made;
}

/** Hands a round to the driver. */
export function submitRound(client: pg.PoolClient, round: Round): void {
  client.query(round as unknown as pg.Submittable);
}
