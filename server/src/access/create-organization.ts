import type { Context } from "#lib/context";
import type { DirectoryTx } from "#lib/db";
import { newId } from "#lib/ids";
import { cleanName } from "./clean-name.ts";

export interface NewOrganization {
  readonly name: string;
}

/** Registers a business. Two may have the same name. Throws `bad_name`. */
export async function createOrganization(
  ctx: Context,
  input: NewOrganization,
): Promise<{ organizationId: string }> {
  return ctx.db.directory((tx) => insertOrganization(tx, input));
}

/** The same within a transaction that looked first whether it is there already. */
export async function insertOrganization(
  tx: DirectoryTx,
  input: NewOrganization,
): Promise<{ organizationId: string }> {
  const organizationId = newId();
  await tx.execute(
    `insert into access.organization (organization_id, name)
     values ($1, $2)`,
    [organizationId, cleanName(input.name)],
  );
  return { organizationId };
}
