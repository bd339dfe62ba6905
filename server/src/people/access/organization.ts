/** Creates, finds and ends organizations, and keeps what kind of business each is. */
import { type Actor, recordAudit } from "#audit";
import type { Context } from "#lib/context";
import type { DirectoryTx, Tx } from "#lib/db";
import { newId } from "#lib/ids";
import { changeMerchant } from "./change-merchant.ts";
import { AccessError } from "./errors.ts";
import { cleanName, lockName } from "./names.ts";

/**
 * Runs a transaction in the name of an organization, for everything that concerns all its merchants. It has an audit
 * chain of its own, under the organization's id, and the database's clock, because only a sandbox merchant has another
 * one.
 */
export function inOrganization<T>(
  ctx: Pick<Context, "db">,
  organizationId: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  // An organization's chain lies beside the directory, so all that it writes is there.
  return ctx.db.inMerchant(organizationId, (tx) => work({ ...tx, ...tx.directory }));
}

interface NewOrganization {
  readonly name: string;
}

/** Registers a business. Two may have the same name. Throws `bad_name`. */
export async function createOrganization(
  ctx: Context,
  input: NewOrganization,
): Promise<{ organizationId: string }> {
  return ctx.db.directory((tx) => insertOrganization(tx, input));
}

/** Inserts an organization within a transaction that has checked if it exists. */
async function insertOrganization(
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

/** Returns the oldest organization of that name, or creates one. For seeds, so running it again changes nothing. */
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

/** Finds organizations whose time is over and that still work in part, at most 100 at a time. */
export async function findEndedOrganizations(ctx: Context): Promise<string[]> {
  const rows = await ctx.db.directory((tx) => tx.query<{ id: string }>(FIND));
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

/** The kinds of business that India's banks tell apart. A limited liability partnership is a partnership. */
export const BUSINESS_TYPES = [
  "proprietorship",
  "partnership",
  "private_limited",
  "public_limited",
  "trust",
  "society",
] as const;

export type BusinessType = (typeof BUSINESS_TYPES)[number];

/** Reads the business type of the organization that owns the transaction's merchant; null if it is not set yet. */
export async function readBusinessType(tx: Tx): Promise<BusinessType | null> {
  const [row] = await tx.query<{ business_type: BusinessType | null }>(
    `select organization.business_type
     from access.merchant
     join access.organization on organization.organization_id = merchant.organization_id
     where merchant.merchant_id = $1`,
    [tx.merchantId],
  );
  return row?.business_type ?? null;
}

/**
 * Sets the type of business of an organization. Things that were opened under another type stay open. Throws
 * AccessError.organization_not_found.
 */
export async function setBusinessType(
  ctx: Pick<Context, "db">,
  organizationId: string,
  { businessType, by }: { businessType: BusinessType; by: Actor },
): Promise<void> {
  await inOrganization(ctx, organizationId, async (tx) => {
    const count = await tx.execute(
      `update access.organization
       set business_type = $2
       where organization_id = $1`,
      [organizationId, businessType],
    );
    if (count === 0) throw AccessError.organization_not_found({ organizationId });
    const subject = `organization:${organizationId}`;
    await recordAudit(tx, [
      { actor: by, action: "access.business_type_set", subject, detail: { businessType } },
    ]);
  });
}
