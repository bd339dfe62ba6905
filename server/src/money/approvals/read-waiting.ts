import { type MerchantMode, showActors, type ShownPerson } from "#access";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import type { SubjectKind } from "./policy.ts";
import { listMerchants } from "./request-rights.ts";
import type { Proposal } from "./request.ts";
import { findRequests, listRequests } from "./show-requests.ts";

/** A request that waits, as the page of its subject shows it. */
export interface WaitingRequest {
  readonly requestId: string;
  readonly proposal: Proposal | null;
  readonly askedBy: ShownPerson;
  readonly expiresAt: Date;
  /** The time when it is done without another person, because there is none; null if another person decides. */
  readonly aloneUntil: Date | null;
}

/** The requests about these subjects that wait, by subject id. Locks nothing. */
export async function readWaiting(
  tx: Tx,
  subjectKind: SubjectKind,
  subjectIds: readonly string[],
): Promise<ReadonlyMap<string, WaitingRequest>> {
  const newest = [...(await findRequests(tx, subjectKind, subjectIds)).values()];
  const open = newest.filter(({ status }) => status === "pending");
  const personOf = await showActors(
    tx,
    open.map(({ maker }) => maker),
  );
  return new Map(
    open.map((request) => [request.subjectId, { ...request, askedBy: personOf(request.maker) }]),
  );
}

/** Rights that wait for another person. */
export interface WaitingRights {
  readonly requestId: string;
  readonly mode: MerchantMode;
  readonly permissions: readonly string[];
  readonly askedBy: ShownPerson;
  readonly expiresAt: Date;
  readonly aloneUntil: Date | null;
}

/** Rights of an organization's members and roles that wait, in all environments, by `member:<id>` or `role:<id>`. */
export async function readWaitingRights(
  ctx: Pick<Context, "db">,
  organizationId: string,
): Promise<ReadonlyMap<string, readonly WaitingRights[]>> {
  const found: (WaitingRights & { readonly subjectId: string })[] = [];
  for (const { merchantId, mode } of await listMerchants(ctx, organizationId)) {
    await ctx.db.inMerchant(merchantId, async (tx) => {
      const open = await listRequests(tx, { limit: 500, subjectKinds: ["rights"] });
      const personOf = await showActors(
        tx,
        open.map(({ maker }) => maker),
      );
      for (const { proposal, maker, ...request } of open) {
        const permissions = String(proposal?.permissions ?? "").split(",");
        found.push({ ...request, mode, permissions, askedBy: personOf(maker) });
      }
    });
  }
  return Map.groupBy(found, ({ subjectId }) => subjectId);
}
