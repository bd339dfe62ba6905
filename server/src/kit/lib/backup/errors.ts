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
  not_allowed:
    "The database's role may not do this: it takes a superuser, for row level security hides rows from others",
});
