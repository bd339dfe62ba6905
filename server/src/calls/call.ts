/** One call of the merchant API, as it is logged. */

/** What a call may be about. */
export const OBJECT_KINDS = ["transfer", "batch", "beneficiary", "link", "loan"] as const;
export type ObjectKind = (typeof OBJECT_KINDS)[number];

/** The merchant's own id of what a call was about. */
export interface CallObject {
  readonly kind: ObjectKind;
  readonly key: string;
}

export interface CallToLog {
  readonly merchantId: string;
  /** Null: the caller was not let in; that it names this merchant proves nothing. */
  readonly clientId: string | null;
  readonly requestId: string;
  /** Whether the request id was made here, from which the age of the call follows, or is the caller's own. */
  readonly isOurId: boolean;
  readonly method: string;
  /** The operation's path, without what the caller put into it. */
  readonly path: string;
  readonly httpStatus: number;
  readonly durationMs: number;
  readonly ip: string;
  /** Why it was refused: a code of the API. */
  readonly refusal: string | null;
  readonly object: CallObject | null;
}
