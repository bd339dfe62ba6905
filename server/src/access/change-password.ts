import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { hashNewPassword, isPasswordOf, type Holder } from "./check-password.ts";
import { endSessions } from "./end-sessions.ts";
import { AccessError } from "./errors.ts";
import { forgetBrowsers } from "./known-browsers.ts";
import { inKnownTurn } from "./password-turns.ts";
import { inOrganization } from "./in-organization.ts";
import type { OwnSession } from "./set-up-authenticator.ts";
import { sessionSubjects, withAttempt } from "./take-attempt.ts";
import { endTickets } from "./ticket.ts";

/**
 * Gives a member who knows the password a new one; the member's other sessions end. Throws `wrong_password`,
 * `bad_password`, `weak_password`, `too_many_attempts`.
 */
export async function changePassword(
  ctx: Context,
  own: OwnSession,
  { current, next }: { current: string; next: string },
): Promise<void> {
  const { organizationId, memberId, sessionId } = own;
  const [member] = await ctx.db.directory((tx) => tx.query<Row>(READ, [memberId]));
  await withAttempt(ctx, sessionSubjects(ctx, sessionId), async () => {
    if (!(await inKnownTurn(memberId, () => isPasswordOf(current, member?.hash))))
      throw AccessError.wrong_password();
  });
  const hash = await hashNewPassword(next, member!);
  const by = `member:${memberId}` as const;
  await inOrganization(ctx, organizationId, (tx) =>
    keepPassword(tx, { memberId, hash, by, exceptId: sessionId }),
  );
}

/**
 * Keeps a new password of a member and ends what stood on the old one: sessions, links to set another, and what was
 * known of other browsers.
 */
export async function keepPassword(
  tx: Tx,
  { memberId, hash, by, exceptId }: { memberId: string; hash: string; by: Actor; exceptId?: string },
): Promise<void> {
  await tx.execute(KEEP, [memberId, hash]);
  await endTickets(tx, "reset_password", memberId);
  await forgetBrowsers(tx, { memberId, exceptId });
  await recordAudit(tx, [{ actor: by, action: "access.password_changed", subject: `member:${memberId}` }]);
  await endSessions(tx, { memberId, exceptId, by, because: "password_changed" });
}

interface Row extends Holder {
  readonly hash: string | null;
}

const READ = `
  select member.email, member.name, organization.name as organization, member.password_hash as hash
  from access.member
  join access.organization on organization.organization_id = member.organization_id
  where member.member_id = $1`;

const KEEP = `
  update access.member
  set password_hash = $2
  where member_id = $1`;
