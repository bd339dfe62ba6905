/** Lets a module above do what follows from the end of a request: this module knows no transfers. */
import type { Permitted } from "#access";
import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import type { SubjectKind } from "./policy.ts";
import type { Request, RequestStatus } from "./request.ts";

/** A request that has just ended. */
export interface RequestEnd {
  readonly request: Request & { readonly status: Exclude<RequestStatus, "pending"> };
  readonly endedBy: Actor;
  /** Of an approved one: the members whose approvals were counted, who hold their permissions now. */
  readonly approvers: readonly Permitted[];
}

/**
 * Does in the same transaction what follows. Approved means: at this moment enough permitted members agree to exactly
 * this content, so this is the moment to release it.
 */
export type Follower = (tx: Tx, ends: readonly RequestEnd[]) => Promise<void>;

const followers = new Map<string, Follower>();

/**
 * Registers who follows requests of a kind, or only those whose subject begins with `subjects` (a word and a colon), at
 * the start of the process. The last one registered counts.
 */
export function followRequests(subjectKind: SubjectKind, follower: Follower, subjects = ""): void {
  followers.set(`${subjectKind} ${subjects}`, follower);
}

function followerOf({ request: { subjectKind, subjectId } }: RequestEnd): Follower | undefined {
  const subjects = subjectId.slice(0, subjectId.indexOf(":") + 1);
  return followers.get(`${subjectKind} ${subjects}`) ?? followers.get(`${subjectKind} `);
}

/** Tells the followers of requests that have ended, each of its own kind. */
export async function tellFollowers(tx: Tx, ends: readonly RequestEnd[]): Promise<void> {
  for (const [follower, followed] of Map.groupBy(ends, followerOf)) await follower?.(tx, followed);
}
