/**
 * SQL for a database that was filled from a backup, even if it replaces the one that was backed up: the next
 * process that starts notices the restore, and holds back every bank until its statements since then are in
 * (`noticeRestore`).
 */
export const FORGET_IDENTITY = `
  update reconciliation.database_seen
  set identity = 'restored, was ' || identity`;
