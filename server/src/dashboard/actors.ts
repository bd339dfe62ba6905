/** Who did something, by name. */
import { memberOf, readPermissions } from "#access";
import type { Actor } from "#audit";
import type { Tx } from "#lib/db";

/** The names of actors: members by their own, API clients by their kind; former members are left out. */
export async function readActorNames(
  tx: Tx,
  actors: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const memberIds = actors.flatMap((actor) => memberOf(actor as Actor) ?? []);
  const members = await readPermissions(tx, memberIds);
  const names = [...new Set(actors)].flatMap((actor) => {
    const name = members.get(memberOf(actor as Actor) ?? "")?.name ?? KINDS[actor.split(":")[0]!];
    return name === undefined ? [] : [[actor, name] as const];
  });
  return new Map(names);
}

const KINDS: Readonly<Record<string, string>> = { system: "Vitaran", "api-key": "API" };
