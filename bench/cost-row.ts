/**
 * The work that a set of this many transfers causes in PostgreSQL, from identifying the caller to the recorded outcome.
 */
export interface CostRow {
  readonly size: number;
  /** The count for the whole set. */
  readonly rounds: number;
  readonly statements: number;
  /** For each transfer, in the write-ahead log, without full-page images. */
  readonly walRecords: number;
  readonly walBytes: number;
}
