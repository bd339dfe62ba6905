import type { Tx } from "#lib/db";
import { MEMBER_COLUMNS, ORGANIZATION_OF_TX, toMember, type Member, type MemberRow } from "./member.ts";

export interface MemberPage {
  /** At most 500. */
  readonly limit: number;
  /** The e-mail address that the page before ended with. */
  readonly after?: string | undefined;
  /** Only the member with this address. */
  readonly email?: string | undefined;
}

/** A page of the members of the transaction's organization, by e-mail address. An empty page is the end. */
export async function listMembers(tx: Tx, page: MemberPage): Promise<Member[]> {
  const rows = await tx.query<MemberRow>(LIST, [
    tx.merchantId,
    Math.min(page.limit, 500),
    page.after ?? "",
    page.email?.trim().toLowerCase() ?? null,
  ]);
  return rows.map(toMember);
}

const LIST = `
  select ${MEMBER_COLUMNS}
  from access.member
  where member.organization_id = ${ORGANIZATION_OF_TX}
    and member.email > $3
    and ($4::text is null or member.email = $4)
  order by member.email
  limit $2`;
