import type pg from "pg";
import { defineErrors } from "#lib/errors";

export const BackupError = defineErrors("backup", {
  not_a_backup: "This is no backup of Vitaran, or not a whole one: nothing was changed",
  sums_differ: "The file is damaged: its rows are not those that were backed up",
  altered:
    "The file was altered after it was made, or made by another installation: its keyed checksums do not fit",
  unkeyed:
    "The backup has no keyed checksums: a version before made it, or they were removed from it. Only where you know " +
    "that no one else could write to the file, add --accept-unkeyed",
  newer_schema: "The backup was made by a newer version of Vitaran: restore it with that one",
  older_schema:
    "The backup has an older schema: restore it into an empty database, which is then brought up to date",
  not_empty: "The database holds data already. With --replace all of it gives way to the backup",
  in_use: "Others are connected to the database: stop the server first",
  wrong_key: "The master key is not the one that this backup was sealed with: set VITARAN_MASTER_KEY to that",
  wrong_backup_key:
    "The backup is encrypted under a key that is not given: set BACKUP_KEY, or VITARAN_MASTER_KEY, to that of its time",
  no_store: "There is no place to keep backups: set BACKUP_TO to a folder, or to s3://bucket/prefix",
  refuted: "The backup {name} was restored and is NOT good: `vitaran list-backups` says what contradicts it",
  no_folder: "The folder {folder} of BACKUP_TO does not exist: create it, or mount the disk that has it",
  not_stored: "The store has no backup {name}: see `vitaran list-backups`",
  store_fault: "The store of backups has failed: {why}",
  hidden_rows:
    "Row level security hides rows of {table} from the role {role}. Run `vitaran migrate` of this version first, and " +
    "use the role that owns the database. An administrator makes it the owner: ALTER DATABASE {database} OWNER TO " +
    "{role}",
  not_allowed:
    "The role {role} may not do this ({why}). It must own the database and its tables: ALTER DATABASE {database} " +
    "OWNER TO {role}; for the tables, become the role that made them: REASSIGN OWNED BY that_role TO {role}",
  no_scratch_database:
    "The role {role} may not create the scratch database into which a backup is restored for a test: ALTER ROLE " +
    "{role} CREATEDB",
});

/** Returns the error to throw: if PostgreSQL has refused something to the role, one that says what is to be done. */
export async function explainRefusal(client: pg.Client, error: unknown): Promise<unknown> {
  const { code, message } = error as { code?: string; message?: string };
  if (code !== "42501") return error;
  await client.query("rollback");
  const { rows } = await client.query<{ role: string; database: string }>(
    "select quote_ident(current_user) as role, quote_ident(current_database()) as database",
  );
  return BackupError.not_allowed({ ...rows[0], why: message });
}
