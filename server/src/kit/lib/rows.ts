/**
 * Rows of tables, declared once: the names and types of their columns, from which come the TypeScript type, the
 * list of columns to read, and the sets of rows to write. A statement can be made to fail unless it writes all of
 * its rows.
 */
import assert from "node:assert/strict";
import type { Tx } from "./db.ts";

/** A column that holds a `T`; a `T` with null is a column that may be null. */
interface Column<T> {
  /** PostgreSQL's name of the type. */
  readonly type: string;
  readonly isNullable: boolean;
  /** Returns the expression that reads the column; without it, the column itself. */
  readonly read?: (column: string) => string;
  /** Returns what is stored of a value; without it, the value itself. */
  readonly store?: (value: unknown) => unknown;
  /** Never set: it carries the type of the values. */
  readonly value?: T;
}

const column = <T>(type: string): Column<T> => ({ type, isNullable: false });

export const uuid = column<string>("uuid");
export const smallint = column<number>("smallint");
export const integer = column<number>("integer");
export const bigint = column<bigint>("bigint");
export const timestamptz = column<Date>("timestamptz");
export const boolean = column<boolean>("boolean");
export const bytea = column<Buffer>("bytea");
/** A day, `YYYY-MM-DD`. */
export const day: Column<string> = { ...column("date"), read: (name) => `${name}::text` };
/** An amount in paise that never needs more than four bytes. */
export const smallPaise: Column<bigint> = { ...column("integer"), read: (name) => `${name}::bigint` };
/** False is stored as null, which takes no space in the row. */
export const rareFlag: Column<boolean> = {
  ...column("boolean"),
  isNullable: true,
  read: (name) => `coalesce(${name}, false)`,
  store: (value) => value || null,
};
/** A value that is stored as JSON. */
export const jsonb = <T extends object>(): Column<T> => ({
  ...column("jsonb"),
  store: (value) => (value === null ? null : JSON.stringify(value)),
});
/** A text; with a type argument, one of these words. */
export const text = <T extends string = string>(): Column<T> => column("text");

export const nullable = <T>(of: Column<T>): Column<T | null> => ({ ...of, isNullable: true });

export type RowColumns = Readonly<Record<string, Column<unknown>>>;

type ValueOf<C> = C extends Column<infer T> ? T : never;
type ValuesOf<C> = { readonly [Key in keyof C]: ValueOf<C[Key]> };

/** The declaration of a table's rows; see `defineRow`. */
interface Row<C extends RowColumns> {
  readonly table: string;
  readonly declared: C;
  /** The columns under the names of the fields, for a query in which the table has its own name. */
  readonly columns: string;
}

/** A row as a query of its `columns` returns it. */
export type RowOf<R> = R extends Row<infer C> ? ValuesOf<C> : never;

const defined: Row<RowColumns>[] = [];

/** Returns the rows that the loaded modules have declared. */
export const definedRows = (): readonly Row<RowColumns>[] => defined;

/**
 * Declares the rows of a table of merchants. Its columns have the names of the fields in snake case; `merchant_id`,
 * which every such table has, is not declared. A test compares each declaration with the database.
 */
export function defineRow<const C extends RowColumns>(table: string, declared: C): Row<C> {
  const name = table.slice(table.indexOf(".") + 1);
  const columns = Object.entries<Column<unknown>>(declared)
    .map(([field, { read }]) => {
      const stored = `${name}.${snake(field)}`;
      return `${read?.(stored) ?? stored} as "${field}"`;
    })
    .join(", ");
  const row = { table, declared, columns };
  defined.push(row);
  return row;
}

export const snake = (field: string): string =>
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Returns some of a row's columns, for a set that changes only these. */
export function pick<C extends RowColumns, K extends keyof C & string>(
  { declared }: Row<C>,
  ...fields: readonly K[]
): Pick<C, K> {
  return Object.fromEntries(fields.map((field) => [field, declared[field]])) as Pick<C, K>;
}

/** Values by columns, as a statement takes a whole set of them. */
interface ValueSet<C extends RowColumns> {
  /** The columns' names, with commas. */
  readonly names: string;
  /** The source of a query, `given`, whose arrays are the parameters from number `first` on. */
  from(first: number): string;
  /** One parameter for each column. */
  arrays(rows: readonly ValuesOf<C>[]): unknown[];
}

export function asSet<C extends RowColumns>(columns: C): ValueSet<C> {
  const fields = Object.keys(columns);
  const names = fields.map(snake).join(", ");
  return {
    names,
    from: (first) => {
      const types = fields.map((field, place) => `$${first + place}::${columns[field]!.type}[]`);
      return `unnest(${types.join(", ")}) as given (${names})`;
    },
    arrays: (rows) =>
      fields.map((field) => {
        const { store } = columns[field]!;
        return rows.map(store === undefined ? (row) => row[field] : (row) => store(row[field]));
      }),
  };
}

/** Returns the assignments of an update that sets these columns from `given`; see `asSet`. */
export const assignmentsOf = (columns: RowColumns): string =>
  Object.keys(columns)
    .map((field) => `${snake(field)} = given.${snake(field)}`)
    .join(",\n  ");

type NullableKeys<V> = { [Key in keyof V]: null extends V[Key] ? Key : never }[keyof V];
/** A row to write, without columns that are null in it. */
type Given<V> = Omit<V, NullableKeys<V>> & Partial<Pick<V, NullableKeys<V>>>;

/** A statement that writes a set of rows, by itself or as a part of a phase; see `definePhase`. */
export interface RowWrite<C extends RowColumns = RowColumns> {
  /** The table, and what is written of it unless whole rows are inserted. */
  readonly name: string;
  readonly columns: C;
  /**
   * Returns the statement that writes the rows of `given`, a source of a query. $1 is the merchant. In a phase, `count`
   * is the variable that takes the number that the statement returns, where it returns one.
   */
  readonly statement: (given: string, count?: string) => string;
  /** False if it may write fewer rows than it gets. */
  readonly isExact: boolean;
  /** True if the statement of a phase puts the number of rows into `count` itself. */
  readonly countsItself?: boolean;
}

/** The insertion of whole rows. `instead` has expressions for columns that are not stored as they are given. */
export function inserting<C extends RowColumns>(
  { table, declared }: Row<C>,
  { instead = {}, isExact = true }: { instead?: { [Key in keyof C]?: string }; isExact?: boolean } = {},
): RowWrite<C> {
  const fields = Object.keys(declared);
  const names = ["merchant_id", ...fields.map(snake)].join(",\n  ");
  const values = ["$1", ...fields.map((field) => instead[field] ?? `given.${snake(field)}`)].join(",\n  ");
  const ending = isExact ? "" : "\non conflict do nothing";
  return {
    name: table,
    columns: declared,
    statement: (given) =>
      `insert into ${table} (\n  ${names}\n)\nselect\n  ${values}\nfrom ${given}${ending}`,
    isExact,
  };
}

/** Writes a set of rows, now or, if the transaction gathers rows of this kind, together with others. */
export async function writeRows<C extends RowColumns>(
  tx: Pick<Tx, "merchantId" | "execute" | "gather">,
  { name, columns, statement, isExact }: RowWrite<C>,
  rows: readonly ValuesOf<C>[],
): Promise<void> {
  if (rows.length === 0 || tx.gather?.(name, rows) === true) return;
  const set = asSet(columns);
  const [text, values] = isExact
    ? [exactly(statement(set.from(3)), 2), [tx.merchantId, rows.length, ...set.arrays(rows)]]
    : [statement(set.from(2)), [tx.merchantId, ...set.arrays(rows)]];
  await tx.execute(text, values);
}

/**
 * Inserts rows of the transaction's merchant in one statement. `same` has the fields with one value for all rows. A
 * column that no row has gets the table's default.
 */
export async function insertRows<C extends RowColumns, S extends Partial<ValuesOf<C>> = object>(
  tx: Pick<Tx, "merchantId" | "execute" | "gather">,
  row: Row<C>,
  rows: readonly Given<Omit<ValuesOf<C>, keyof S>>[],
  same = {} as S,
): Promise<void> {
  if (rows.length === 0) return;
  if (tx.gather !== undefined) {
    const whole = rows.map((one) => ({ ...same, ...one }));
    if (tx.gather(row.table, whole)) return;
  }
  const fields = Object.keys(row.declared).filter((field) => rows.some((one) => field in one));
  const { text: statement, set } = insertOf(row, Object.keys(same), fields);
  const values = [tx.merchantId, ...Object.values(same), ...set.arrays(rows as ValuesOf<RowColumns>[])];
  const count = await tx.execute(statement, values);
  assert.equal(count, rows.length, `every row of ${row.table} is written`);
}

interface Insert {
  readonly text: string;
  readonly set: ValueSet<RowColumns>;
}

const inserts = new Map<string, Insert>();

function insertOf(row: Row<RowColumns>, same: readonly string[], fields: readonly string[]): Insert {
  const key = `${row.table} ${same.join()} ${fields.join()}`;
  const known = inserts.get(key);
  if (known !== undefined) return known;
  const set = asSet(pick(row, ...fields));
  const names = ["merchant_id", ...same.map(snake), set.names].join(", ");
  const values = [
    "$1",
    ...same.map((field, place) => `$${place + 2}::${row.declared[field]!.type}`),
    set.names,
  ];
  const text = `insert into ${row.table} (${names}) select ${values.join(", ")} from ${set.from(same.length + 2)}`;
  inserts.set(key, { text, set });
  return { text, set };
}

/**
 * Returns a statement that fails, with its whole transaction, unless it affects as many rows as its parameter
 * number `place` says. A commit can therefore travel with it.
 */
export const exactly = (statement: string, place: number): string => `
  with touched as (${statement} returning 1)
  select case when count(*) <> $${place}::int then lib.refuse_rows(count(*), $${place}::int) end
  from touched`;
