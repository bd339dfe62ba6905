/** What a member says about a request, and what comes of it. */
import type { Permitted } from "#access";
import type { Actor } from "#audit";
import type { ApprovalRefusal } from "./errors.ts";
import type { Request, RequestName, Verdict } from "./request.ts";

/** One member's word on one request. */
export interface DecisionToMake {
  readonly request: RequestName;
  readonly memberId: string;
  /** Who plays that member in the sandbox: the audit log names the player. */
  readonly playedBy?: Actor;
  readonly verdict: Verdict;
  /** Of the content that the member was shown. */
  readonly contentHash: Buffer;
  readonly remarks?: string;
}

export type DecisionOutcome =
  /** Noted; `missing` more approvals of level `level` of `levels` are needed next. */
  | { kind: "pending"; request: Request; level: number; levels: number; missing: number }
  /** Enough permitted members agree at this moment to this content: release it in this transaction. */
  | { kind: "approved"; request: Request; approvers: readonly Permitted[] }
  | { kind: "rejected"; request: Request }
  /** Nothing was noted. `request` as it stands, null when there is none. */
  | { kind: "refused"; code: ApprovalRefusal; request: Request | null };
