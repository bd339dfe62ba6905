/** One call of the merchant API, as it is logged. */

/** The kinds of objects that a call can be about. */
export const OBJECT_KINDS = ["transfer", "batch", "beneficiary", "link", "loan"] as const;
export type ObjectKind = (typeof OBJECT_KINDS)[number];

/** The merchant's own ID of the object of a call. */
export interface CallObject {
  readonly kind: ObjectKind;
  readonly key: string;
}

export interface CallToLog {
  readonly merchantId: string;
  /** Null: the caller was not authenticated, and its claim to be this merchant proves nothing. */
  readonly clientId: string | null;
  readonly requestId: string;
  /** True if the request ID was made here, so that it tells the time of the call; otherwise it is the caller's own. */
  readonly isOurId: boolean;
  readonly method: string;
  /** The operation's path, without values from the caller. */
  readonly path: string;
  readonly httpStatus: number;
  readonly durationMs: number;
  readonly ip: string;
  /** A code of the API, if the call was refused. */
  readonly refusal: string | null;
  readonly object: CallObject | null;
}
