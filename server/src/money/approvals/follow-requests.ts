/** Lets a module above react to the end of a request, because this module knows no transfers. */
import type { Permitted } from "#access";
import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import type { SubjectKind } from "./policy.ts";
import type { Request, RequestStatus } from "./request.ts";

/** A request that has just ended. */
export interface RequestEnd {
  readonly request: Request & { readonly status: Exclude<RequestStatus, "pending"> };
  readonly endedBy: Actor;
  /** The members whose approvals were counted, for an approved request. They hold their permissions now. */
  readonly approvers: readonly Permitted[];
}

/**
 * Reacts in the same transaction. Approved means that enough permitted members agree at this moment to exactly this
 * content, so this is the moment to release it.
 */
export type Follower = (tx: Tx, ends: readonly RequestEnd[]) => Promise<void>;

const followers = new Map<string, Follower>();

/**
 * Registers the follower of requests of a kind, or only of those whose subject begins with `subjects` (a word and a
 * colon), at the start of the process. The last one registered counts.
 */
export function followRequests(subjectKind: SubjectKind, follower: Follower, subjects = ""): void {
  followers.set(`${subjectKind} ${subjects}`, follower);
}

function followerOf({ request: { subjectKind, subjectId } }: RequestEnd): Follower | undefined {
  const subjects = subjectId.slice(0, subjectId.indexOf(":") + 1);
  return followers.get(`${subjectKind} ${subjects}`) ?? followers.get(`${subjectKind} `);
}

/** Notifies the followers of requests that have ended, each of its own kind. */
export async function tellFollowers(tx: Tx, ends: readonly RequestEnd[]): Promise<void> {
  for (const [follower, followed] of Map.groupBy(ends, followerOf)) await follower?.(tx, followed);
}
