/** What a set of so many transfers asks of PostgreSQL, from knowing the caller to the recorded outcome. */
export interface CostRow {
  readonly size: number;
  /** Of the whole set. */
  readonly rounds: number;
  readonly statements: number;
  /** For each transfer, in the write-ahead log, without pages written whole. */
  readonly walRecords: number;
  readonly walBytes: number;
}
