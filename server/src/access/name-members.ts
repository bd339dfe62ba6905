import type { Reader } from "#lib/db";

/** The names of members, those who have left too, by their ids. */
export async function nameMembers(
  read: Reader,
  memberIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (memberIds.length === 0) return new Map();
  const rows = await read.query<{ memberId: string; name: string }>(
    'select member_id as "memberId", name from access.member where member_id = any ($1::uuid[])',
    [[...new Set(memberIds)]],
  );
  return new Map(rows.map(({ memberId, name }) => [memberId, name]));
}
