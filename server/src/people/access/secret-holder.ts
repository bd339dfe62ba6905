import { listRecords } from "#audit";
import type { Tx } from "#lib/db";
import { MODE_OF_TX, ORGANIZATION_OF_TX, SANDBOX_PERMISSIONS } from "./member.ts";
import { allowedBy, type Permission, PERMISSIONS } from "./permissions.ts";
import { memberOf, type Permitted } from "./require-permission.ts";

/** The audit records that show who was given a key pair's secret. */
const ISSUES = ["access.api_client_created", "access.api_client_reset"] as const;

/**
 * True if it is not known which member was shown the present secret of a key pair: it was issued to a member
 * before the key pair kept to whom. A secret of the operator's is known to be shown to no member.
 */
export async function isSecretHolderUnknown(tx: Tx, clientId: string): Promise<boolean> {
  const [kept] = await tx.query(FIND_HOLDER, [tx.merchantId, clientId]);
  if (kept !== undefined) return false;
  const subject = `api-client:${clientId}`;
  const [issued] = await listRecords(tx, { subject, actions: ISSUES, limit: 1 });
  return issued === undefined || memberOf(issued.actor) !== null;
}

const FIND_HOLDER = `
  select
  from access.api_client
  where merchant_id = $1 and client_id = $2 and shown_to is not null`;

/**
 * SQL for the member who was shown the present secret of a key pair; null if it was no member, or if the actor is no
 * key pair. `merchant` and `actor` are SQL expressions. A request stores the result, so that a later reset frees no one
 * from what was ordered before. Orders that take several steps, such as a link that a payee claims weeks later, store
 * it at their first step.
 */
export const secretShownTo = (merchant: string, actor: string): string => `(
    select client.shown_to
    from access.api_client as client
    where client.merchant_id = ${merchant} and ${actor} = 'api-key:' || client.client_id
  )`;

/** SQL that finds what gave a member power over a key pair: making, resetting or widening it. */
const influenceOf = (member: string, actor: string): string => `
      select from access.influence
      where influence.organization_id = ${ORGANIZATION_OF_TX}
        and influence.member_id = ${member}
        and influence.over = ${actor}
        and starts_with(influence.over, 'api-key:')
        and influence.what = 'gave'`;

/**
 * SQL that tells whether an actor is a member, or a key pair that the member made, reset or widened, or whose secret
 * was shown to the member. `member` is the SQL of its ID.
 */
export const isControlledBy = (member: string, actor: string): string => `(
    ${actor} = 'member:' || ${member}
    or exists (
      select from access.api_client as client
      where client.shown_to = ${member} and ${actor} = 'api-key:' || client.client_id
    )
    or exists (${influenceOf(member, actor)})
  )`;

/**
 * SQL that tells whether a member controlled an actor at a moment or in the seven days before. The secret of a
 * key pair counts from its issue until it was replaced, and widening the key pair counts for that moment.
 */
export const wasControlledBy = (member: string, actor: string, at: string): string => `(
    ${actor} = 'member:' || ${member}
    or exists (${influenceOf(member, actor)}
        -- Rows are added and removed at whole milliseconds.
        and date_trunc('milliseconds', influence.at) <= ${at}
        and (influence.ended_at is null or influence.ended_at > ${at} - interval '7 days')
    )
  )`;

/** SQL that tells whether a member was shown the present secret of a key pair that still pays. */
export const canActAs = (member: string, actor: string): string => `exists (
    select from access.api_client as client
    where client.shown_to = ${member}
      and client.active
      and client.scope = 'pay'
      and ${actor} = 'api-key:' || client.client_id
  )`;

/**
 * Returns all members who may do one of these things in the transaction's environment, those with the fewest rights
 * first: active members who have joined, or with `everyone` also disabled, invited and practice members. There are no
 * pages, because the guards of an organization must not depend on its size.
 */
export async function readHolders(
  tx: Tx,
  anyOf: readonly Permission[],
  { everyone = false }: { everyone?: boolean } = {},
): Promise<Permitted[]> {
  const sufficient = PERMISSIONS.filter((one) => anyOf.some((wanted) => allowedBy([one]).has(wanted)));
  type Row = Omit<Permitted, "permissions"> & { held: Permission[] };
  const rows = await tx.query<Row>(READ, [tx.merchantId, sufficient, everyone]);
  return rows.map(({ held, ...who }) => ({ ...who, permissions: allowedBy(held) }));
}

const READ = `
  select member.member_id as "memberId", member.name, member.email, rights.held
  from access.member
  cross join lateral (
    select case when ${MODE_OF_TX} = 'live' then member.permissions else ${SANDBOX_PERMISSIONS} end as held
  ) as rights
  where member.organization_id = ${ORGANIZATION_OF_TX}
    and rights.held && $2::text[]
    and (
      $3
      or (
        member.active
        and (
          member.password_hash is not null
          or exists (select from access.session where session.member_id = member.member_id)
        )
      )
    )
  order by cardinality(rights.held), member.name, member.member_id`;
