import type { Actor } from "#audit";
import { addMember, startInvitation, type MemberToAdd } from "#access";
import type { Context } from "#lib/context";
import { EntryError } from "./errors.ts";
import { linkTo } from "./link-to.ts";
import { sendMail } from "./send-mail.ts";

export interface Invited {
  readonly memberId: string;
  /** For the one who invites to hand on, where no mail server is set up; otherwise null. */
  readonly link: string | null;
}

/** Who invites: a name for the e-mail, and an address that is proved. */
export interface Host {
  readonly name: string;
  readonly emailProved: boolean;
}

/** Adds a member and sends an invitation. Throws as `addMember` does, and EntryError.email_not_proved. */
export async function inviteMember(ctx: Context, member: MemberToAdd, host: Host): Promise<Invited> {
  if (!host.emailProved) throw EntryError.email_not_proved();
  const { memberId } = await addMember(ctx, member);
  return sendInvitation(ctx, { organizationId: member.organizationId, memberId, by: member.by, host });
}

/**
 * Sends a member who has not been here yet an invitation; an earlier one ends. Throws EntryError.email_not_proved, and
 * AccessError as `startInvitation` does.
 */
export async function sendInvitation(
  ctx: Context,
  { organizationId, memberId, by, host }: { organizationId: string; memberId: string; by: Actor; host: Host },
): Promise<Invited> {
  if (!host.emailProved) throw EntryError.email_not_proved();
  const { ticket, email, name, organizationName } = await startInvitation(ctx, organizationId, {
    memberId,
    by,
  });
  const url = linkTo(ctx, "invitation", ticket);
  const parts = {
    subject: `${host.name} invites you to ${organizationName} at Vitaran`,
    paragraphs: [
      `Hello ${name},`,
      `${host.name} has invited you to work with the payouts of ${organizationName}. Choose a password to begin.`,
    ],
    link: { label: "Accept the invitation", url },
    closing:
      "The link works once and expires in seven days. If you do not know the sender, ignore this e-mail.",
  };
  await sendMail(ctx, organizationId, { to: email, purpose: "invitation", parts });
  return { memberId, link: ctx.config.smtpUrl === null ? url : null };
}
