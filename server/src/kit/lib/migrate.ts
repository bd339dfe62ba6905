/**
 * Brings a database up to date with plain SQL files: forward only, in the order of their names.
 *
 * A fresh database begins with the baseline: the migrations numbered below 0100, one file for each schema, which make
 * at once what the migrations before them made step by step. A database that those have made has all of it, so the
 * baseline counts as applied. A lower number may well come later than a higher one. An applied file is never edited:
 * its checksum is kept, and a changed file is refused by name. Applied files that this version does not know are a
 * newer version's (expand, then contract): they are left alone.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { MigrationError } from "./errors.ts";

export interface Migration {
  /** The file name without `.sql`. */
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the text, in hexadecimal. */
  readonly checksum: string;
  /** False for a file with a line `-- no-transaction`: its statements run one by one, and may run twice. */
  readonly inTransaction: boolean;
}

export const MIGRATIONS_FOLDER = fileURLToPath(new URL("../../../migrations", import.meta.url));

const MAJOR_MIN = 18;
const LOCK = 7_118_341_902;

/**
 * Applies all migrations that are not applied yet and returns their names. May run in several processes at
 * once: they take turns. `ownerUrl` is for a role that may create schemas and roles. `only` gives a database
 * the schema of an earlier time. Throws `MigrationError`.
 */
export async function migrate(
  ownerUrl: string,
  folder: string = MIGRATIONS_FOLDER,
  { only }: { readonly only?: ReadonlySet<string> } = {},
): Promise<string[]> {
  const migrations = readMigrations(folder);
  const client = new pg.Client({ connectionString: ownerUrl, application_name: "vitaran-migrate" });
  // A statement that is waiting reports the loss.
  client.on("error", () => undefined);
  await client.connect().catch((error: Error & { code?: string }) => {
    // If a name has several addresses, only the code says what was wrong with them.
    throw new MigrationError(`the database cannot be reached: ${error.message || error.code}`, error);
  });
  try {
    await refuseOldServer(client);
    await takeTurn(client);
    await prepare(client);
    const applied = await takeBaseline(client, { folder, migrations });
    const waiting = migrations.filter(
      (migration) => !isApplied(applied, migration) && (only?.has(migration.name) ?? true),
    );
    for (const migration of waiting) await apply(client, migration);
    if (only === undefined) await makeFunctions(client, join(folder, "functions"));
    return waiting.map((migration) => migration.name);
  } finally {
    // The end of the session releases the lock.
    await client.end();
  }
}

/** Returns the migrations of a folder in the order in which they are applied. */
export function readMigrations(folder: string = MIGRATIONS_FOLDER): Migration[] {
  const files = readdirSync(folder).filter((file) => file.endsWith(".sql"));
  const migrations = files.toSorted().map((file) => readMigration(folder, file));
  const numbers = new Map<string, string>();
  for (const { name } of migrations) {
    const number = /^(\d{4})-[a-z0-9-]+$/.exec(name)?.[1];
    if (number === undefined) throw new MigrationError(`${name}: a migration is named NNNN-module-what.sql`);
    const other = numbers.get(number);
    if (other !== undefined) throw new MigrationError(`${name} has the number of ${other}`);
    numbers.set(number, name);
  }
  return migrations;
}

function readMigration(folder: string, file: string): Migration {
  // A checkout may convert line ends to CRLF; the text is the same.
  const sql = readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n");
  return {
    name: file.slice(0, -".sql".length),
    sql,
    checksum: createHash("sha256").update(sql).digest("hex"),
    inTransaction: !/^-- no-transaction$/m.test(sql),
  };
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string }>(
    "select current_setting('server_version_num')::int as number, current_setting('server_version') as version",
  );
  const [{ number, version }] = rows as [{ number: number; version: string }];
  if (number >= MAJOR_MIN * 10_000) return;
  throw new MigrationError(`this is PostgreSQL ${version}; Vitaran needs ${MAJOR_MIN} or later`);
}

/** Polls, since a session that waits inside PostgreSQL would stop another's CREATE INDEX CONCURRENTLY. */
async function takeTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>("select pg_try_advisory_lock($1) as mine", [LOCK]);
    if (rows[0]?.mine === true) return;
    await sleep(50);
  }
}

/** Creates the role that all applications' roles belong to, and the list of applied migrations. */
async function prepare(client: pg.Client): Promise<void> {
  await client.query(`
    do $$ begin
      create role vitaran_app nologin;
    exception when duplicate_object or unique_violation then null;
    end $$`);
  await client.query(`
    create schema if not exists lib;
    create table if not exists lib.migration (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`);
}

/** Returns what is applied. Where the baseline counts as applied, it is entered into the list. */
async function takeBaseline(
  client: pg.Client,
  known: { readonly folder: string; readonly migrations: readonly Migration[] },
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    "select name, checksum from lib.migration",
  );
  const listed = new Map(rows.map((row) => [row.name, row.checksum]));
  const applied = countBaseline(listed, known);
  const counted = [...applied].filter(([name]) => !listed.has(name));
  if (counted.length > 0)
    await client.query(INSERT_ALL, [counted.map(([name]) => name), counted.map(([, sum]) => sum)]);
  return applied;
}

/**
 * Makes the functions of phases that the database does not have yet; see `definePhase`. Those of another version stay,
 * because its processes may still run.
 */
async function makeFunctions(client: pg.Client, folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  await client.query("create schema if not exists phase; grant usage on schema phase to vitaran_app");
  for (const file of readdirSync(folder)) {
    const sql = readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n");
    const name = /^create function phase\.(\w+)/m.exec(sql)?.[1];
    if (name === undefined) throw new MigrationError(`${file} does not make a function of the schema phase`);
    const { rowCount } = await client.query(
      "select from pg_proc where pronamespace = 'phase'::regnamespace and proname = $1",
      [name],
    );
    if (rowCount === 0) await client.query(sql);
  }
}

const INSERT_ALL = "insert into lib.migration (name, checksum) select * from unnest($1::text[], $2::text[])";

function isApplied(applied: ReadonlyMap<string, string>, { name, checksum }: Migration): boolean {
  const known = applied.get(name);
  if (known !== undefined && known !== checksum) {
    throw new MigrationError(
      `${name} was changed after it was applied: put it back and write a new migration`,
    );
  }
  return known !== undefined;
}

const INSERT = "insert into lib.migration (name, checksum) values ($1, $2)";

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  const { name, checksum, sql } = migration;
  try {
    if (!migration.inTransaction) {
      for (const statement of splitStatements(sql)) await client.query(statement);
      await client.query(INSERT, [name, checksum]);
      return;
    }
    await client.query("begin");
    // The name is inserted first, so that two processes can never apply the same file.
    await client.query(INSERT, [name, checksum]);
    await client.query(sql);
    await client.query("commit");
  } catch (error) {
    const at = lineOf(sql, error);
    throw new MigrationError(`${name} failed${at}: ${(error as Error).message}`, error);
  }
}

/** Splits a file without a transaction, whose statements end with a semicolon at the end of a line. */
function splitStatements(sql: string): string[] {
  const code = sql.replaceAll(/^--.*$/gm, "");
  return code.split(/;[ \t]*$/m).flatMap((part) => part.trim() || []);
}

function lineOf(sql: string, error: unknown): string {
  const position = Number((error as { position?: string }).position);
  return position > 0 ? ` at line ${sql.slice(0, position).split("\n").length}` : "";
}

/** The migrations that the baseline replaces. */
interface History {
  /** The last commit that has them. */
  readonly commit: string;
  /** Their checksums by name. */
  readonly migrations: Readonly<Record<string, string>>;
}

const FILE = "before-baseline.json";
const BASELINE_END = "0100";

/**
 * Returns a database's migrations, by name with their checksums, with the baseline of this folder in place of those
 * that it replaces. Throws `MigrationError` if only some of them were applied.
 */
export function countBaseline(
  applied: ReadonlyMap<string, string>,
  { folder, migrations }: { readonly folder: string; readonly migrations: readonly Migration[] },
): ReadonlyMap<string, string> {
  const path = join(folder, FILE);
  if (!existsSync(path)) return applied;
  const history = JSON.parse(readFileSync(path, "utf8")) as History;
  const replaced = Object.entries(history.migrations);
  if (!replaced.some(([name]) => applied.has(name))) return applied;
  for (const [name, checksum] of replaced) {
    const known = applied.get(name);
    if (known === checksum) continue;
    throw new MigrationError(
      known === undefined
        ? `${name} was never applied, and this version replaces it: upgrade to the version of commit ` +
            `${history.commit} first, the last one that has it, and then to this one`
        : `${name} is not the migration of that name which this version replaces: it was changed`,
    );
  }
  const baseline = migrations.filter(({ name }) => name < BASELINE_END);
  return new Map([
    ...baseline.map(({ name, checksum }) => [name, checksum] as const),
    ...[...applied].filter(([name]) => !(name in history.migrations)),
  ]);
}
