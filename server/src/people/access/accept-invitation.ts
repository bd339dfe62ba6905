import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import { keepPassword } from "./change-password.ts";
import { organizationOf } from "./check-factor.ts";
import { hashNewPassword } from "./password.ts";
import { cleanName } from "./names.ts";
import { AccessError } from "./errors.ts";
import { inOrganization } from "./organization.ts";
import { noteInfluence } from "./influence.ts";
import { enterWith } from "./log-in.ts";
import type { Browser, StartedSession } from "./sessions.ts";
import { noteProved, noteShown } from "./prove-email.ts";
import { keepFormerName } from "./change-member.ts";
import { lockForChange, NOTHING, readPermissions, requireMayGive } from "./require-permission.ts";
import { refuseIfClosed } from "./sign-on-rule.ts";
import { CARRIED, makeTicket, peekTicket, takeTicket } from "./ticket.ts";

/** An invitation as the person who opens the link sees it. */
export interface Invitation {
  readonly organizationName: string;
  readonly email: string;
  readonly name: string;
}

/**
 * Makes the link of an invitation, valid for seven days, and ends an earlier one. Accepting it proves the address if
 * the link was `mailed` there and shown to no one else. Otherwise the member gets no access to a live merchant
 * (`noteShown`), and the sender counts as having given it its rights in the sandbox. `taken` is true if the address has
 * an account in another organization. Throws `member_not_found`, and for a member `not_permitted` or
 * `not_yours_to_give`, because the holder of the link gets all rights of the invited member.
 */
export async function startInvitation(
  ctx: Context,
  organizationId: string,
  { memberId, by, mailed = false }: { memberId: string; by: Actor; mailed?: boolean },
): Promise<Invitation & { ticket: string; taken: boolean }> {
  return inOrganization(ctx, organizationId, async (tx) => {
    await lockForChange(tx, by, memberId);
    const [invitation] = await tx.query<Invitation>(READ, [memberId, organizationId]);
    if (invitation === undefined) throw AccessError.member_not_found({ memberId });
    const rights = (await readPermissions(tx, [memberId])).get(memberId)?.rights;
    const given = {
      sandbox: { permissions: [...(rights?.sandbox ?? [])] },
      live: { permissions: [...(rights?.live ?? [])] },
    };
    await requireMayGive(tx, by, { given, held: NOTHING });
    await recordAudit(tx, [{ actor: by, action: "access.invited", subject: `member:${memberId}` }]);
    const [other] = await tx.query<{ taken: boolean }>(FIND_TAKEN, [memberId, invitation.email]);
    const challenge = mailed ? CARRIED : by;
    const ticket = await makeTicket(tx, "invitation", { memberId, challenge });
    return { ...invitation, ticket, taken: other!.taken };
  });
}

/** Throws `ticket_invalid`. */
export async function readInvitation(ctx: Context, ticket: string): Promise<Invitation> {
  return ctx.db.directory(async (tx) => {
    const { memberId } = await peekTicket(tx, "invitation", ticket);
    const [invitation] = await tx.query<Invitation>(READ, [memberId, null]);
    if (invitation === undefined) throw AccessError.ticket_invalid();
    return invitation;
  });
}

/**
 * Lets an invited member log in with a password and a name of the member's own choice. Approvers see the name on the
 * invitation beside it for 30 days. Throws `ticket_invalid`, `bad_name`, `bad_password`, `weak_password`,
 * `email_taken`, and `provider_required` where members log in with the organization's provider only.
 */
export async function acceptInvitation(
  ctx: Context,
  { ticket, name, password, browser }: { ticket: string; name: string; password: string; browser: Browser },
): Promise<StartedSession> {
  const { email, organizationName: organization } = await readInvitation(ctx, ticket);
  const hash = await hashNewPassword(password, { email, name, organization });
  const { memberId } = await ctx.db.directory((tx) => peekTicket(tx, "invitation", ticket));
  if (memberId === null) throw AccessError.ticket_invalid();
  return inOrganization(ctx, await organizationOf(ctx, memberId), async (tx) => {
    await refuseIfClosed(tx, memberId);
    const { challenge } = await takeTicket(tx, "invitation", ticket);
    const by = `member:${memberId}` as const;
    const [invited] = await tx.query<{ name: string }>(NAME, [memberId, cleanName(name)]);
    if (invited === undefined) throw AccessError.ticket_invalid();
    // The rights of the member were approved under the name on the invitation.
    if (invited.name !== cleanName(name)) await keepFormerName(tx, memberId, invited.name);
    if (challenge === CARRIED) await noteProved(tx, memberId, { carried: true });
    else {
      await noteShown(tx, memberId);
      // Whoever was shown the link could have accepted it. A link that no one else read gives its sender nothing, and
      // neither does one that was not accepted. Otherwise a member could tie the approvers whom others invited to each
      // other, by sending their invitations again.
      if (challenge !== null) await noteInfluence(tx, challenge as Actor, [by], { mode: "sandbox" });
    }
    await keepPassword(tx, { memberId, hash, by });
    await recordAudit(tx, [{ actor: by, action: "access.invitation_accepted", subject: by }]);
    return enterWith(tx, memberId, { browser, how: "invitation" });
  });
}

// A member with a password has joined already and needs no invitation.
const READ = `
  select organization.name as "organizationName", member.email, member.name
  from access.member
  join access.organization on organization.organization_id = member.organization_id
  where member.member_id = $1
    and ($2::uuid is null or member.organization_id = $2)
    and member.active
    and member.password_hash is null`;

const FIND_TAKEN = `
  select exists (
    select from access.member where member_id <> $1 and email = $2 and email_proved
  ) as taken`;

const NAME = `
  with invited as (
    select member_id, name
    from access.member
    where member_id = $1 and active and password_hash is null
    for no key update
  )
  update access.member
  set name = $2
  from invited
  where member.member_id = invited.member_id
  returning invited.name`;
