import { nameActors, type Mode } from "#access";
import type { Context } from "#lib/context";
import { listRequests } from "./list-requests.ts";
import { listMerchants } from "./request-rights.ts";

/** Rights that wait for another person. */
export interface WaitingRights {
  readonly requestId: string;
  readonly mode: Mode;
  readonly permissions: readonly string[];
  /** The name of the member who asked. */
  readonly askedBy: string;
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
      const nameOf = await nameActors(
        tx,
        open.map(({ maker }) => maker),
      );
      for (const { proposal, maker, ...request } of open) {
        const permissions = String(proposal?.permissions ?? "").split(",");
        found.push({ ...request, mode, permissions, askedBy: nameOf(maker) });
      }
    });
  }
  return Map.groupBy(found, ({ subjectId }) => subjectId);
}
