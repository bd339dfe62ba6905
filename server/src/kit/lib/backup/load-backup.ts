import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { countBaseline, migrate, MIGRATIONS_FOLDER, readMigrations } from "#lib/migrate";
import { copyIn, listTables } from "./copy.ts";
import type { Vault } from "#lib/vault";
import { BackupError, explainRefusal } from "./errors.ts";
import type { BackupHead, TableHead } from "./format.ts";
import { readBackup, type ReadBackup } from "./read-backup.ts";
import { suspendGuards } from "./suspend-guards.ts";

export interface BackupToLoad {
  /** The address of the role that owns the database and its tables. */
  readonly ownerUrl: string;
  readonly path: string;
  /** A vault of the master keys that are available. */
  readonly vault: Vault;
  /** True means that a file without keyed checksums is accepted. */
  readonly acceptUnkeyed: boolean;
  /** True means that what the database holds may be replaced. */
  readonly replace: boolean;
  /** SQL that runs last in the same transaction. */
  readonly atEnd: string;
  readonly onProgress?: (share: number) => void;
}

interface LoadedBackup extends ReadBackup {
  /** The migrations that brought an older backup up to date. */
  readonly migrated: readonly string[];
}

/**
 * Fills a database with a backup in one transaction: with all of it or nothing. An empty database gets the
 * backup's own schema first and is brought up to date afterwards. Throws BackupError.
 */
export async function loadBackup(backup: BackupToLoad): Promise<LoadedBackup> {
  const client = new pg.Client({ connectionString: backup.ownerUrl, application_name: "vitaran-restore" });
  await client.connect();
  try {
    await mustBeFree(client, backup.replace);
    // The file is read once before anything is made or emptied, so that a faulty one changes nothing.
    const { vault, acceptUnkeyed } = backup;
    await readBackup(backup.path, { vault, acceptUnkeyed, onHead: async (head) => mustFit(head, vault) });
    const known = new Map<string, readonly string[]>();
    let putBackGuards = async (): Promise<void> => undefined;
    const read = await readBackup(backup.path, {
      vault,
      acceptUnkeyed,
      onHead: async (head) => {
        for (const { table, columns } of await prepare(client, backup, head)) known.set(table, columns);
        putBackGuards = await suspendGuards(client);
      },
      takeTable: ({ table, columns }, rows) => {
        // These names become SQL.
        const own = known.get(table);
        const isKnown =
          own !== undefined && columns.length > 0 && columns.every((column) => own.includes(column));
        if (!isKnown) throw BackupError.not_a_backup({ path: backup.path, table });
        return copyIn(client, `copy ${table} (${columns.join(", ")}) from stdin`, chunksOf(rows));
      },
      ...(backup.onProgress === undefined ? {} : { onProgress: backup.onProgress }),
    });
    await client.query(PASS_USED_NUMBERS);
    await putBackGuards();
    await client.query(backup.atEnd);
    await client.query("commit");
    return { ...read, migrated: await migrate(backup.ownerUrl) };
  } catch (error) {
    throw await explainRefusal(client, error);
  } finally {
    await client.end();
  }
}

/** Checks that the database may be filled. Throws `not_empty`, `in_use`. */
async function mustBeFree(client: pg.Client, replace: boolean): Promise<void> {
  for (let look = 1; ; look += 1) {
    const { rows } = await client.query<{ holds: boolean; others: string }>(LOOK);
    const [{ holds, others }] = rows as [(typeof rows)[0]];
    if (holds && !replace) throw BackupError.not_empty();
    if (Number(others) === 0) return;
    // A server that has just stopped is still listed for a moment.
    if (look === LOOKS_MAX) throw BackupError.in_use({ connections: Number(others) });
    await sleep(LOOK_AGAIN_MS);
  }
}

const LOOKS_MAX = 15;
const LOOK_AGAIN_MS = 200;

const LOOK = `
  select to_regclass('lib.migration') is not null as holds,
    (
      select count(*)
      from pg_stat_activity
      where datname = current_database()
        and pid <> pg_backend_pid()
        -- What kind of session another role's is may be hidden.
        and usesysid is not null
        and coalesce(backend_type, 'client backend') = 'client backend'
    ) as others`;

/** Checks the keys and the schema. Throws `wrong_key`, `newer_schema`, and `MigrationError` for one that is too old. */
function mustFit(head: BackupHead, { fingerprints }: Vault): void {
  if (head.keys.some((key) => !fingerprints.includes(key))) throw BackupError.wrong_key();
  const known = new Map(readMigrations().map(({ name, checksum }) => [name, checksum]));
  const isKnown = ([name, checksum]: [string, string]): boolean => known.get(name) === checksum;
  if (![...migrationsOf(head)].every(isKnown)) throw BackupError.newer_schema();
}

/** Returns the migrations that make the schema of a backup in this version: of an older one, with the baseline. */
const migrationsOf = ({ migrations }: Pick<BackupHead, "migrations">): ReadonlyMap<string, string> =>
  countBaseline(new Map(Object.entries(migrations)), {
    folder: MIGRATIONS_FOLDER,
    migrations: readMigrations(),
  });

/** Makes the schema of the backup and empties its tables. Throws `older_schema`. */
async function prepare(
  client: pg.Client,
  { ownerUrl }: BackupToLoad,
  head: BackupHead,
): Promise<readonly TableHead[]> {
  const only = new Set(migrationsOf(head).keys());
  await migrate(ownerUrl, MIGRATIONS_FOLDER, { only });
  const { rows } = await client.query<{ migrations: BackupHead["migrations"] }>(
    "select jsonb_object_agg(name, checksum) as migrations from lib.migration",
  );
  if (migrationsOf(rows[0]!).size !== only.size) throw BackupError.older_schema();
  await client.query("begin");
  const tables = await listTables(client);
  await client.query(`truncate ${tables.map(({ table }) => table).join(", ")}`);
  return tables;
}

// Rows bring their numbers along, so each sequence of an identity column goes on behind the highest of them.
const PASS_USED_NUMBERS = `
  do $$
  declare
    numbered record;
  begin
    for numbered in
      select format('%I.%I', space.nspname, class.relname) as table_name, attribute.attname as column_name
      from pg_attribute as attribute
      join pg_class as class on class.oid = attribute.attrelid
      join pg_namespace as space on space.oid = class.relnamespace
      where attribute.attidentity <> '' and not attribute.attisdropped
    loop
      execute format(
        'select setval(sequence, greatest(nextval(sequence), coalesce((select max(%2$I) from %1$s), 0) + 1), false)
         from (select pg_get_serial_sequence(%1$L, %2$L)::regclass as sequence) as found',
        numbered.table_name, numbered.column_name
      );
    end loop;
  end
  $$`;

const CHUNK_LENGTH = 65_536;

/** Joins rows into chunks of bytes, since one message for each row would be slow. */
async function* chunksOf(rows: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let text = "";
  for await (const row of rows) {
    text += `${row}\n`;
    if (text.length < CHUNK_LENGTH) continue;
    yield Buffer.from(text, "latin1");
    text = "";
  }
  if (text !== "") yield Buffer.from(text, "latin1");
}
