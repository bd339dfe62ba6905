/** A merchant's request for an overdraft limit, and how it is read. */
import type { Actor } from "#audit";

/** One request. The amount is in paise, times are by the merchant's clock. */
export interface OverdraftRequest {
  readonly requestId: string;
  readonly fundSourceId: string;
  readonly limitPaise: bigint;
  /** The merchant's reason. */
  readonly because: string;
  readonly status: "requested" | "granted" | "declined";
  readonly requestedAt: Date;
  readonly requestedBy: Actor;
  /** The operator's answer. */
  readonly answer: string | null;
  readonly decidedAt: Date | null;
}

/** The columns of a request under the names of the interface above. */
export const overdraftRequestColumns = `
  request_id as "requestId", fund_source_id as "fundSourceId", limit_paise as "limitPaise", because, status,
  requested_at as "requestedAt", requested_by as "requestedBy", answer, decided_at as "decidedAt"`;
