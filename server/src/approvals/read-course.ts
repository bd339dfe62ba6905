import { SHOWN_NAME } from "#access";
import type { Tx } from "#lib/db";
import type { SubjectKind } from "./policy.ts";
import type { RequestStatus, Verdict } from "./request.ts";

/** A request with what each member said of it. */
export interface RequestCourse {
  readonly requestId: string;
  readonly policyName: string;
  /** 0: no policy asked, and `policyName` says why it is asked. */
  readonly policyVersion: number;
  readonly status: RequestStatus;
  readonly openedAt: Date;
  readonly expiresAt: Date;
  readonly endedAt: Date | null;
  readonly remarks: string;
  readonly decisions: readonly SaidDecision[];
}

export interface SaidDecision {
  readonly name: string;
  readonly verdict: Verdict;
  readonly remarks: string;
  /** ISO 8601. */
  readonly at: string;
}

/** The requests about one subject and their decisions, in their order; members who have left are named too. */
export function readCourse(tx: Tx, subjectKind: SubjectKind, subjectId: string): Promise<RequestCourse[]> {
  return tx.query<RequestCourse>(READ, [tx.merchantId, subjectKind, subjectId]);
}

const READ = `
  select request.request_id as "requestId", request.policy_name as "policyName",
    request.policy_version as "policyVersion", request.status,
    request.opened_at as "openedAt", request.expires_at as "expiresAt", request.ended_at as "endedAt", request.remarks,
    coalesce((
      select jsonb_agg(
        jsonb_build_object('name', ${SHOWN_NAME}, 'verdict', decision.verdict, 'remarks', decision.remarks,
          'at', to_char(decision.decided_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        order by decision.decided_at)
      from approvals.decision
      join access.member on member.member_id = decision.member_id
      where decision.merchant_id = request.merchant_id and decision.request_id = request.request_id
    ), '[]') as decisions
  from approvals.request
  where request.merchant_id = $1 and request.subject_kind = $2 and request.subject_id = $3
  order by request.request_id`;
