/** The people who are notified of a change: the Owners of an organization, its approvers, and the members concerned. */
import { memberOf, PERMISSIONS, showPeople, type ShownPerson } from "#access";
import type { Actor } from "#audit";
import type { Context } from "#lib/context";

export interface Person {
  readonly memberId: string;
  readonly name: string;
  readonly email: string;
  readonly emailProved: boolean;
  /** True for a member who may approve anything or owns the organization, even if disabled. */
  readonly approves: boolean;
}

export interface People {
  /** Null if the chain's organization no longer exists. */
  readonly organization: {
    readonly organizationId: string;
    readonly name: string;
    readonly isTryOut: boolean;
  } | null;
  readonly people: readonly Person[];
  /** Members in the changes and those who made them, by their ids. */
  readonly named: ReadonlyMap<string, ShownPerson>;
  /** The active Owners; if there are none, the members who manage members. */
  readonly owners: ReadonlySet<string>;
}

/** Reads the people of the organization that a chain of records belongs to, directly or through its merchant. */
export async function readPeople(
  ctx: Context,
  chainId: string,
  changes: readonly { readonly memberId: string | null; readonly actor: string }[],
): Promise<People> {
  const memberIds = [...new Set(changes.flatMap(({ memberId }) => memberId ?? []))];
  return ctx.db.directory(async (tx) => {
    const [organization] = await tx.query<NonNullable<People["organization"]>>(FIND_ORGANIZATION, [chainId]);
    if (organization === undefined)
      return { organization: null, people: [], named: new Map(), owners: new Set() };
    type Row = Person & { owns: boolean; manages: boolean };
    const rows = await tx.query<Row>(READ, [organization.organizationId, memberIds, APPROVING]);
    const owning = rows.filter(({ owns }) => owns);
    const telling = owning.length > 0 ? owning : rows.filter(({ manages }) => manages);
    const owners = new Set(telling.map(({ memberId }) => memberId));
    const actors = changes.flatMap(({ actor }) => memberOf(actor as Actor) ?? []);
    const named = await showPeople(tx, [...memberIds, ...actors]);
    return { organization, people: rows, named, owners };
  });
}

const APPROVING = PERMISSIONS.filter((one) => one === "own_organization" || one.startsWith("approve_"));

const FIND_ORGANIZATION = `
  select organization_id as "organizationId", name, ends_at is not null as "isTryOut"
  from access.organization
  where organization_id = coalesce(
    (select merchant.organization_id from access.merchant where merchant.merchant_id = $1), $1
  )`;

const READ = `
  select member_id as "memberId", name, email, email_proved as "emailProved",
    held && $3::text[] as approves,
    active and 'own_organization' = any (held) as owns, active and 'manage_members' = any (held) as manages
  from access.member
  cross join lateral (
    select case
      when exists (select from access.merchant where merchant.organization_id = $1 and mode = 'live') then permissions
      else coalesce(sandbox_permissions, permissions)
    end as held
  ) as rights
  where organization_id = $1
    and (
      member_id = any ($2::uuid[])
      or (active and held && array['own_organization', 'manage_members'])
      or held && $3::text[]
    )
  order by member_id`;
