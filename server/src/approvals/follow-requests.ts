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

const followers = new Map<SubjectKind, Follower>();

/** Registers who follows requests of a kind, at the start of the process. The last one registered counts. */
export function followRequests(subjectKind: SubjectKind, follower: Follower): void {
  followers.set(subjectKind, follower);
}

/** Tells the followers of requests that have ended, each of its own kind. */
export async function tellFollowers(tx: Tx, ends: readonly RequestEnd[]): Promise<void> {
  for (const [kind, ofKind] of Map.groupBy(ends, ({ request }) => request.subjectKind)) {
    await followers.get(kind)?.(tx, ofKind);
  }
}
