/** The installation of an earlier version that `make-snapshot.ts` wrote: its migrations, rows and banks. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { countBaseline, migrate, MIGRATIONS_FOLDER, readMigrations, type Migration } from "#lib/migrate";
import { withClient } from "../../postgres.ts";

interface Snapshot {
  readonly commit: string;
  readonly now: string;
  readonly banksAt: string;
  readonly masterKey: string;
  /** The text of each migration by its name. */
  readonly migrations: Readonly<Record<string, string>>;
  /** The rows by table: an array as JSON text that only PostgreSQL reads. */
  readonly rows: Readonly<Record<string, string>>;
  readonly journal: string;
}

const file = new URL("2026-11-27.json.gz", import.meta.url);

export const snapshot = JSON.parse(gunzipSync(readFileSync(file)).toString()) as Snapshot;

/** Writes the earlier version's migrations into a new folder, whose path it returns. */
export function unpackMigrations(scratch: string): string {
  const folder = join(scratch, "old");
  mkdirSync(folder);
  for (const [name, sql] of Object.entries(snapshot.migrations))
    writeFileSync(join(folder, `${name}.sql`), sql);
  return folder;
}

/** Returns the migrations of this version that an upgrade of the earlier one applies. */
export function migrationsSince(folder: string): Migration[] {
  const old = new Map(readMigrations(folder).map(({ name, checksum }) => [name, checksum]));
  const migrations = readMigrations();
  const applied = countBaseline(old, { folder: MIGRATIONS_FOLDER, migrations });
  return migrations.filter(({ name }) => !applied.has(name));
}

/** Makes the earlier version's database in an empty one, with its rows except for generated columns. */
export async function makeOldDatabase(ownerUrl: string, folder: string): Promise<void> {
  await migrate(ownerUrl, folder);
  await withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ name: string; columns: string }>(
      `select format('%I.%I', table_schema, table_name) as name,
         string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
       from information_schema.columns
       where is_generated = 'NEVER'
       group by 1`,
    );
    const columnsOf = new Map(rows.map(({ name, columns }) => [name, columns]));
    const names = Object.keys(snapshot.rows).filter((name) => name !== "lib.migration");
    const text = names
      .map((name) => {
        const list = columnsOf.get(name)!;
        const quoted = snapshot.rows[name]!.replaceAll("'", "''");
        return `delete from ${name};
          insert into ${name} (${list}) overriding system value
          select ${list} from json_populate_recordset(null::${name}, '${quoted}');`;
      })
      .join("\n");
    // Foreign keys and triggers are off, because the rows are consistent only as a whole.
    await client.query(`begin; set local session_replication_role = replica; ${text} commit`);
  });
}
