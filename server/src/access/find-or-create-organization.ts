import type { Context } from "#lib/context";
import { insertOrganization, type NewOrganization } from "./create-organization.ts";
import { lockName } from "./lock-name.ts";

/**
 * The oldest organization of that name, made when there is none. For seeds: running it again changes nothing.
 */
export async function findOrCreateOrganization(
  ctx: Context,
  input: NewOrganization,
): Promise<{ organizationId: string }> {
  return ctx.db.directory(async (tx) => {
    await lockName(tx, "organization", input.name);
    const [found] = await tx.query<{ organization_id: string }>(
      `select organization_id
       from access.organization
       where name = $1
       order by organization_id
       limit 1`,
      [input.name],
    );
    return found === undefined ? insertOrganization(tx, input) : { organizationId: found.organization_id };
  });
}
