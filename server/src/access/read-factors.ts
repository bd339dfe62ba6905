import type { Reader } from "#lib/db";

/** The second factors that a member has set up. */
export interface Factors {
  readonly authenticator: boolean;
  readonly passkeys: number;
  /** Recovery codes that are not used yet. */
  readonly recoveryCodes: number;
}

export async function readFactors(read: Reader, memberId: string): Promise<Factors> {
  const [factors] = await read.query<Factors>(READ, [memberId]);
  return factors!;
}

/** Whether a second factor is asked of the member. Recovery codes only stand in for one. */
export const hasSecondFactor = ({ authenticator, passkeys }: Factors): boolean =>
  authenticator || passkeys > 0;

/** The same as a condition on a row of `member`. */
export const HAS_SECOND_FACTOR = `(
  exists (
    select from access.authenticator
    where authenticator.member_id = member.member_id and authenticator.confirmed_at is not null
  )
  or exists (select from access.passkey where passkey.member_id = member.member_id)
)`;

const READ = `
  select
    exists (
      select from access.authenticator where member_id = $1 and confirmed_at is not null
    ) as authenticator,
    (select count(*)::integer from access.passkey where member_id = $1) as passkeys,
    (select count(*)::integer from access.recovery_code where member_id = $1 and used_at is null) as "recoveryCodes"`;
