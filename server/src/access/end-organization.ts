import { recordAudit } from "#audit";
import type { Context } from "#lib/context";
import { changeMerchant } from "./change-merchant.ts";
import { inOrganization } from "./in-organization.ts";

/** Organizations whose time is over and of which something still works; at most 100 at a time. */
export async function findEndedOrganizations(ctx: Context): Promise<string[]> {
  const rows = await ctx.db.sweep((read) => read.query<{ id: string }>(FIND));
  return rows.map(({ id }) => id);
}

/** Ends an organization whose time is over: keys, payouts and log-ins stop working. Others are left alone. */
export async function endOrganization(ctx: Context, organizationId: string): Promise<void> {
  const merchants = await ctx.db.directory((tx) =>
    tx.query<{ merchantId: string }>(FIND_MERCHANTS, [organizationId]),
  );
  for (const { merchantId } of merchants)
    await changeMerchant(ctx, merchantId, { settings: { apisEnabled: false, payoutsEnabled: false } });
  await inOrganization(ctx, organizationId, async (tx) => {
    if ((await tx.execute(END_MEMBERS, [organizationId])) === 0) return;
    const subject = `organization:${organizationId}`;
    await recordAudit(tx, [{ actor: "system", action: "access.organization_ended", subject }]);
  });
}

const FIND = `
  select organization_id as id
  from access.organization
  where ends_at <= now()
    and exists (
      select from access.member where member.organization_id = organization.organization_id and active
    )
  order by ends_at
  limit 100`;

const FIND_MERCHANTS = `
  select merchant.merchant_id as "merchantId"
  from access.merchant
  join access.organization on organization.organization_id = merchant.organization_id
  where merchant.organization_id = $1 and organization.ends_at <= now()`;

const END_MEMBERS = `
  update access.member
  set active = false
  from access.organization
  where member.organization_id = $1
    and organization.organization_id = $1
    and organization.ends_at <= now()
    and member.active`;
