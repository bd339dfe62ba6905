import { nameActors } from "#access";
import type { Tx } from "#lib/db";
import { findRequests } from "./find-requests.ts";
import type { SubjectKind } from "./policy.ts";
import type { Proposal } from "./request.ts";

/** A request that waits, as the page of its subject shows it. */
export interface Waiting {
  readonly requestId: string;
  readonly proposal: Proposal | null;
  /** The name of who asked. */
  readonly askedBy: string;
  readonly expiresAt: Date;
  /** When it is done without another person, because there is none; null: another person decides. */
  readonly aloneUntil: Date | null;
}

/** The requests about these subjects that wait, by subject id. Locks nothing. */
export async function readWaiting(
  tx: Tx,
  subjectKind: SubjectKind,
  subjectIds: readonly string[],
): Promise<ReadonlyMap<string, Waiting>> {
  const newest = [...(await findRequests(tx, subjectKind, subjectIds)).values()];
  const open = newest.filter(({ status }) => status === "pending");
  const nameOf = await nameActors(
    tx,
    open.map(({ maker }) => maker),
  );
  return new Map(open.map((request) => [request.subjectId, { ...request, askedBy: nameOf(request.maker) }]));
}
