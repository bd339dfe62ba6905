/** One invariant of money, as a query that must find nothing. */
export interface Check {
  /** A short name that reports and runbooks refer to. */
  readonly name: string;
  /** The statement that must hold. */
  readonly says: string;
  /** Selects merchant_id, subject and detail of each contradiction. */
  readonly sql: string;
}
