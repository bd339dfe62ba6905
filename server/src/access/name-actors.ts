import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import { memberOf } from "./require-permission.ts";
import { nameMembers } from "./name-members.ts";

/** Who actors are, in a word for people: members by their names, those who have left too. */
export async function nameActors(
  ctx: Pick<Context, "db">,
  merchantId: string,
  actors: readonly Actor[],
): Promise<(actor: Actor) => string> {
  const ids = actors.flatMap((actor) => memberOf(actor) ?? []);
  const names =
    ids.length === 0 ? new Map() : await ctx.db.inMerchant(merchantId, (tx) => nameMembers(tx, ids));
  return (actor) => {
    const memberId = memberOf(actor);
    if (memberId !== null) return names.get(memberId) ?? "A former member";
    return actor.startsWith("api-key:") ? "API" : "Vitaran";
  };
}
