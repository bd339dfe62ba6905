import type { Actor } from "#audit";
import type { Reader, Tx } from "#lib/db";
import { memberOf } from "./require-permission.ts";

/** A member who took a new name is shown with the former one for this long. */
export const FORMER_NAME_DAYS = 30;

/**
 * The name of a row of `member` as it is shown to those who decide about what the member made: with the name that the
 * member had 30 days ago, however often it has changed since.
 */
export const SHOWN_NAME = `
  member.name || coalesce((
    select ' (formerly ' || former.name || ')'
    from (
      select former_name.name
      from access.former_name
      where former_name.member_id = member.member_id
        and former_name.ended_at > now() - interval '${FORMER_NAME_DAYS} days'
      order by former_name.ended_at
      limit 1
    ) as former
    where former.name <> member.name
  ), '')`;

/** The names of members as they are shown, those who have left too, by their ids. */
export async function nameMembers(
  read: Reader,
  memberIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (memberIds.length === 0) return new Map();
  const rows = await read.query<{ memberId: string; name: string }>(NAME, [[...new Set(memberIds)]]);
  return new Map(rows.map(({ memberId, name }) => [memberId, name]));
}

const NAME = `
  select member.member_id as "memberId", ${SHOWN_NAME} as name
  from access.member
  where member.member_id = any ($1::uuid[])`;

/** Names actors in words for people. Members appear by their names, and so do members who have left. */
export async function nameActors(tx: Tx, actors: readonly string[]): Promise<(actor: string) => string> {
  const idOf = (actor: string): string | null => memberOf(actor as Actor);
  const names = await nameMembers(
    tx,
    actors.flatMap((actor) => idOf(actor) ?? []),
  );
  return (actor) => {
    const memberId = idOf(actor);
    return names.get(memberId ?? "") ?? nameOfOther(actor);
  };
}

/** The name of an actor that is no member any more, or never was one. */
export function nameOfOther(actor: string): string {
  if (actor.startsWith("member:")) return "A former member";
  return actor.startsWith("api-key:") ? "API" : "Vitaran";
}
