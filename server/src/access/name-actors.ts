import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import { memberOf } from "./require-permission.ts";
import { nameMembers } from "./name-members.ts";

/** Who actors are, in a word for people: members by their names, those who have left too. */
export async function nameActors(tx: Tx, actors: readonly string[]): Promise<(actor: string) => string> {
  const idOf = (actor: string): string | null => memberOf(actor as Actor);
  const names = await nameMembers(
    tx,
    actors.flatMap((actor) => idOf(actor) ?? []),
  );
  return (actor) => {
    const memberId = idOf(actor);
    if (memberId !== null) return names.get(memberId) ?? "A former member";
    return actor.startsWith("api-key:") ? "API" : "Vitaran";
  };
}
