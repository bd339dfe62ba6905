/**
 * Statements that travel together: one write, one answer, one turn of PostgreSQL.
 *
 * What is issued before anyone awaits leaves as one round of the extended protocol with a single Sync at its end.
 * PostgreSQL runs the statements in order; after one that fails it runs none of the others of the round, a COMMIT
 * among them included.
 */
import type pg from "pg";
import { RoundWriter } from "./db-wire.ts";
import type { ValueTypes } from "./seals.ts";

/** What a statement answered. */
export interface Answer {
  readonly rows: object[];
  /** How many rows it touched. */
  readonly count: number;
  /** The first word of PostgreSQL's tag: INSERT, COMMIT ... */
  readonly command: string;
}

export interface Statement {
  readonly text: string;
  /** The name under which it is kept prepared; undefined: it is prepared for this once. */
  readonly name: string | undefined;
  readonly values: readonly (string | Buffer | null)[];
  readonly types: ValueTypes;
}

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}

interface Sent extends Statement {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
  fields: readonly Field[] | null;
  parsers: ((value: string) => unknown)[];
  rows: object[];
  /** A value of its answer could not be read. */
  fault: unknown;
}

/** What a connection has prepared, by name, and the columns of what answers rows; null: it answers none. */
type Prepared = Map<string, readonly Field[] | null | undefined>;

const preparedBy = new WeakMap<Wire, Prepared>();

/** The parts of the driver's connection that a round needs. */
interface Wire {
  readonly stream: { readonly writable: boolean; write(bytes: Buffer): boolean };
  on(event: "parseComplete", listener: () => void): unknown;
}

const underWay = new WeakMap<Wire, Round>();

/** One round, in the terms of the driver: a query that it submits and tells what comes back. */
export class Round {
  readonly #statements: Sent[] = [];
  /** Statements to be prepared, in the order in which PostgreSQL will say that they are. */
  readonly #preparing: string[] = [];
  #prepared: Prepared = new Map();
  #next = 0;
  readonly #onEnd: () => void;

  /** `onEnd` is called once PostgreSQL has answered all of it. */
  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  /** Adds a statement; only before the round is submitted. */
  add(statement: Statement): Promise<Answer> {
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

  /** PostgreSQL has prepared the next of those that were to be. */
  notePrepared(): void {
    const name = this.#preparing.shift();
    if (name !== undefined && name !== "") this.#prepared.set(name, undefined);
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.#describe(this.#statements[this.#next]!, fields);
  }

  handleDataRow({ fields: values }: { fields: readonly (string | null)[] }): void {
    const statement = this.#statements[this.#next]!;
    if (statement.fields === null) this.#describe(statement, this.#prepared.get(statement.name ?? "") ?? []);
    try {
      statement.rows.push(rowOf(statement, values));
    } catch (error) {
      // The others of the round are answered all the same.
      statement.fault ??= error;
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const { name, fields, rows, fault, resolve, reject } = this.#statements[this.#next]!;
    this.#next += 1;
    if (name !== undefined && this.#prepared.get(name) === undefined) this.#prepared.set(name, fields);
    if (fault !== null) return reject(fault);
    const words = text.split(" ");
    resolve({ rows, command: words[0]!, count: words.length > 1 ? Number(words.at(-1)) : 0 });
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: "" });
  }

  /** The error of the statement under way; or of the connection, and then of all that have no answer. */
  handleError(error: unknown): void {
    const isAnswer = (error as { severity?: string }).severity === "ERROR";
    const [failed, ...others] = this.#statements.slice(this.#next);
    this.#next = this.#statements.length;
    failed?.reject(error);
    for (const { reject } of others) reject(isAnswer ? new NotRunError(error) : error);
    this.#onEnd();
  }

  /** Never leaves: the transaction that it was of is over. */
  abandon(): void {
    for (const { reject } of this.#statements) reject(new NotRunError("the transaction is over"));
  }

  handleReadyForQuery(): void {
    if (this.#next < this.#statements.length)
      this.handleError(new Error("PostgreSQL left a statement unanswered"));
    else this.#onEnd();
  }

  #describe(statement: Sent, fields: readonly Field[]): void {
    statement.fields = fields;
    statement.parsers = fields.map(({ dataTypeID }) => statement.types.getTypeParser(dataTypeID, "text"));
  }
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

/** A value that PostgreSQL answered cannot be read: a sealed text that was altered, for instance. */
export class UnreadableValueError extends Error {
  /** `row` is what was read of it before; its ids say which one it is. */
  constructor({ column, row, cause }: { column: string; row: Record<string, unknown>; cause: unknown }) {
    const ids = Object.entries(row).filter(([name]) => /(?:_id|Id|_no|No)$/.test(name));
    const which = ids.map(([name, value]) => `${name} ${String(value)}`).join(", ");
    super(`column ${column} of the row with ${which || "no id"} cannot be read: ${String(cause)}`, { cause });
    this.name = "UnreadableValueError";
  }
}

/** A statement that was not run since one before it failed; its code is PostgreSQL's for that. */
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
