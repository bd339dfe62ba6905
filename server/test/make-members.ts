/** Adds people to an organization by name, for tests. */
import { addMember, type Grant, type Role } from "#access";
import type { Context } from "#lib/context";
import type { World } from "./world.ts";

let made = 0;

/** Adds a member for each name, with the given role or permissions; returns their IDs by name. */
export async function makeMembers<Name extends string>(
  ctx: Context,
  organizationId: string,
  wanted: Readonly<Record<Name, Role | Grant>>,
): Promise<Record<Name, string>> {
  const entries = Object.entries<Role | Grant>(wanted);
  const ids: [string, string][] = [];
  for (const [name, given] of entries) {
    made += 1;
    const grant = typeof given === "string" ? { role: given } : given;
    const member = {
      organizationId,
      email: `${name}.${made}@example.com`,
      name,
      grant,
      by: "system",
    } as const;
    ids.push([name, (await addMember(ctx, member)).memberId]);
  }
  return Object.fromEntries(ids) as Record<Name, string>;
}

/** Adds more members than a page has, who may only view, and whose addresses come before all others. */
export async function addOnlookers({ look }: Pick<World, "look">, organizationId: string): Promise<void> {
  await look(
    `insert into access.member (member_id, organization_id, email, name, permissions)
     select uuidv7(), organization_id, 'a' || n || '.of.' || organization_id || '@example.com', 'Looks',
       '{access_transfers}'
     from access.organization, generate_series(1, 510) as n
     where organization_id = $1`,
    [organizationId],
  );
}
