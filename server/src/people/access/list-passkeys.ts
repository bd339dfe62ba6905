import type { Reader } from "#lib/db";

interface ListedPasskey {
  /** The credential's id, as the browser knows it. */
  readonly passkeyId: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly usedAt: Date | null;
}

/** A member's passkeys, at most 100, the oldest first. */
export function listPasskeys(read: Reader, memberId: string): Promise<ListedPasskey[]> {
  return read.query<ListedPasskey>(LIST, [memberId]);
}

const LIST = `
  select credential_id as "passkeyId", name, created_at as "createdAt", used_at as "usedAt"
  from access.passkey
  where member_id = $1
  order by created_at
  limit 100`;
