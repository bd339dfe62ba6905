/**
 * SQL for a database that was filled from a backup, also in the place of the one that was backed up: the next process
 * that starts finds that it was restored, and holds back every bank until its statements since then are in
 * (`noticeRestore`).
 */
export const FORGET_IDENTITY = `
  update reconciliation.database_seen
  set identity = 'restored, was ' || identity`;
