import type { Tx } from "#lib/db";
import type { MerchantMode } from "./credentials.ts";
import {
  IS_INVITED,
  type Member,
  MEMBER_COLUMNS,
  type MemberRow,
  ORGANIZATION_OF_TX,
  toMember,
} from "./member.ts";
import type { Permission } from "./permissions.ts";
import { HAS_SECOND_FACTOR } from "./second-factor.ts";
import { showPeople, type ShownPerson } from "./show-people.ts";

interface MemberPage {
  /** At most 500. */
  readonly limit: number;
  /** The e-mail address that the page before ended with. */
  readonly after?: string | undefined;
  /** Only the member with this address. */
  readonly email?: string | undefined;
}

/** A page of the members of the transaction's organization, by e-mail address. An empty page is the end. */
export async function listMembers(tx: Tx, page: MemberPage): Promise<Member[]> {
  const rows = await tx.query<MemberRow>(LIST_MEMBERS, [
    tx.merchantId,
    Math.min(page.limit, 500),
    page.after ?? "",
    page.email?.trim().toLowerCase() ?? null,
  ]);
  return rows.map(toMember);
}

const LIST_MEMBERS = `
  select ${MEMBER_COLUMNS}
  from access.member
  where member.organization_id = ${ORGANIZATION_OF_TX}
    and member.email > $3
    and ($4::text is null or member.email = $4)
  order by member.email
  limit $2`;

/** A member as those who manage members see it. */
export interface TeamMember extends Member, Pick<ShownPerson, "formerly" | "hasNamesake"> {
  /** The names of custom roles. */
  readonly roleNames: Readonly<Record<MerchantMode, string | null>>;
  /** Invited, and has not joined yet. */
  readonly invited: boolean;
  readonly emailProved: boolean;
  readonly secondFactor: boolean;
  /** The time when a session of the member was last used, to the minute; null if never, or more than a month ago. */
  readonly usedAt: Date | null;
  /** A request to reset the member's second factor, which another member has to agree to. */
  readonly reset: {
    readonly resetId: string;
    readonly askedBy: ShownPerson;
    readonly agreedBy: ShownPerson | null;
    /** The time when the reset happens; null until a second member has agreed. */
    readonly dueAt: string | null;
  } | null;
  /** A change by another Owner that will take live rights from this one, and its time. */
  readonly ownerChange: {
    readonly disables: boolean;
    /** The live permissions that the change takes; null if the Owner is disabled, or if they were not stored. */
    readonly takes: readonly Permission[] | null;
    readonly askedBy: ShownPerson;
    readonly dueAt: string;
  } | null;
}

/** The same with members by their ids. */
interface TeamRow
  extends MemberRow, Omit<TeamMember, keyof Member | keyof ShownPerson | "reset" | "ownerChange"> {
  readonly reset: { resetId: string; askedBy: string; agreedBy: string | null; dueAt: string | null } | null;
  readonly ownerChange: {
    disables: boolean;
    takes: readonly Permission[] | null;
    askedBy: string;
    dueAt: string;
  } | null;
}

const PAGE_MAX = 100;

/** A page of the members of the transaction's organization by e-mail address, after the address given. */
export async function listTeam(
  tx: Tx,
  { limit = PAGE_MAX, after = "" }: { limit?: number; after?: string },
): Promise<TeamMember[]> {
  const rows = await tx.query<TeamRow>(LIST_TEAM, [tx.merchantId, Math.min(limit, PAGE_MAX), after]);
  const people = await showPeople(
    tx,
    rows.flatMap(({ memberId, reset, ownerChange }) => [
      ...[memberId, reset?.askedBy, reset?.agreedBy, ownerChange?.askedBy].filter((id) => id != null),
    ]),
  );
  return rows.map(({ live, sandbox, mode, reset, ownerChange, ...row }) => {
    const { formerly, hasNamesake } = people.get(row.memberId)!;
    return {
      ...row,
      ...toMember({ ...row, live, sandbox, mode }),
      formerly,
      hasNamesake,
      reset: reset && {
        ...reset,
        askedBy: people.get(reset.askedBy)!,
        agreedBy: people.get(reset.agreedBy ?? "") ?? null,
      },
      ownerChange: ownerChange && { ...ownerChange, askedBy: people.get(ownerChange.askedBy)! },
    };
  });
}

/** A moment inside a JSON value, as it is written elsewhere. */
const instant = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const LIST_TEAM = `
  select ${MEMBER_COLUMNS},
    jsonb_build_object(
      'live', (select role.name from access.role where role.role_id = member.role_id),
      'sandbox', (
        select role.name
        from access.role
        where role.role_id = case
          when member.sandbox_permissions is null then member.role_id
          else member.sandbox_role_id
        end
      )
    ) as "roleNames",
    ${IS_INVITED} as invited,
    member.email_proved as "emailProved",
    ${HAS_SECOND_FACTOR} as "secondFactor",
    (select max(session.used_at) from access.session where session.member_id = member.member_id) as "usedAt",
    (
      select jsonb_build_object('resetId', reset.reset_id, 'askedBy', reset.asked_by, 'agreedBy', reset.agreed_by,
        'dueAt', ${instant("reset.due_at")})
      from access.factor_reset as reset
      where reset.member_id = member.member_id and reset.outcome is null
    ) as reset,
    (
      select jsonb_build_object('disables', change.grants is null, 'takes', to_jsonb(change.takes),
        'askedBy', change.asked_by, 'dueAt', ${instant("change.due_at")})
      from access.owner_change as change
      where change.member_id = member.member_id
    ) as "ownerChange"
  from access.member
  where member.organization_id = ${ORGANIZATION_OF_TX} and member.email > $3
  order by member.email
  limit $2`;
