/** Backups that are kept in a store, and their schedule. */
export { drillBackup, type Drill, type DrillGround } from "./drill-backup.ts";
export { fetchStoredBackup, isProved, listStoredBackups } from "./stored-backups.ts";
export { keepBackups } from "./keep-backups.ts";
export { makeStoredBackup } from "./make-stored-backup.ts";
export { backupsFigures } from "./measure.ts";
export { readBackupStates } from "./state.ts";
