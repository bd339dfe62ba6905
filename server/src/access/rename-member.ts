import { recordAudit } from "#audit";
import type { Context } from "#lib/context";
import type { DirectoryTx } from "#lib/db";
import { cleanName } from "./clean-name.ts";
import { inOrganization } from "./in-organization.ts";
import { FORMER_NAME_DAYS } from "./name-members.ts";

/**
 * Gives a member the name that the member wants to go by; those who approve see the former one beside it for 30 days.
 * Throws `bad_name`.
 */
export async function renameMember(
  ctx: Context,
  { organizationId, memberId }: { organizationId: string; memberId: string },
  wanted: string,
): Promise<{ name: string }> {
  const name = cleanName(wanted);
  return inOrganization(ctx, organizationId, async (tx) => {
    const [before] = await tx.query<{ name: string }>(LOCK, [memberId]);
    if (before === undefined || before.name === name) return { name };
    await keepFormerName(tx, memberId, before.name);
    await tx.execute(RENAME, [memberId, name]);
    const by = `member:${memberId}` as const;
    const detail = { before: before.name, name };
    await recordAudit(tx, [{ actor: by, action: "access.member_renamed", subject: by, detail }]);
    return { name };
  });
}

/** Keeps the name that a member went by until now, for those who approve. */
export async function keepFormerName(tx: DirectoryTx, memberId: string, name: string): Promise<void> {
  await tx.execute(KEEP_FORMER, [memberId, name, FORMER_NAME_DAYS]);
}

const LOCK = `
  select name
  from access.member
  where member_id = $1
  for no key update`;

const KEEP_FORMER = `
  with forgotten as (
    delete from access.former_name
    where member_id = $1 and ended_at <= now() - make_interval(days => $3)
  )
  insert into access.former_name (member_id, name)
  values ($1, $2)`;

const RENAME = `
  update access.member
  set name = $2
  where member_id = $1`;
