/** Metrics of stored backups for the operator. */
import { defineFigures } from "#lib/metrics";

export const backupsFigures = defineFigures({
  name: "backups",
  queries: [
    {
      sql: `
        select extract(epoch from clock_timestamp() - good_at) as age
        from backups.state
        where good_at is not null`,
      metrics: {
        vitaran_backup_age_seconds: {
          help: "Age of the newest good backup in the store. Absent if there has never been one.",
          value: "age",
        },
      },
    },
    {
      sql: `
        select (fault is not null or good_at is null)::int as failed
        from backups.state
        where tried_at is not null`,
      metrics: {
        vitaran_backup_failed: {
          help:
            "1 if a backup in the store has failed and none was good since, or if none was ever good; else 0. " +
            "Absent before the first try.",
          value: "failed",
        },
      },
    },
  ],
});
