import type { Actor } from "#audit";
import {
  addMember,
  invitationMailSubject,
  invitingSubjects,
  mayAttempt,
  startInvitation,
  takeAttempt,
  type AddedMember,
  type Invitation,
  type MemberToAdd,
} from "#access";
import type { Context } from "#lib/context";
import { EntryError } from "./errors.ts";
import { linkTo, sendMail } from "./send-mail.ts";
import { withoutLinks } from "#messages";

export interface Invited {
  readonly memberId: string;
  /** The link for the inviting member to pass on if no mail server is set up; otherwise null. */
  readonly link: string | null;
}

/** The member who invites, with a name for the e-mail and a proved address. */
export interface Host {
  readonly name: string;
  readonly emailProved: boolean;
}

/**
 * Adds a member and sends an invitation. The result is the same whether the address has an account elsewhere or not.
 * Throws as `addMember` does, EntryError.email_not_proved, and AccessError.too_many_attempts.
 */
export async function inviteMember(
  ctx: Context,
  member: MemberToAdd,
  host: Host,
): Promise<Invited & AddedMember> {
  if (!host.emailProved) throw EntryError.email_not_proved();
  const { organizationId, by } = member;
  const to = member.email.trim().toLowerCase();
  await takeAttempt(ctx, invitingSubjects(ctx, { organizationId, by, to }));
  const added = await addMember(ctx, member);
  return { ...added, ...(await send(ctx, { organizationId, memberId: added.memberId, by, host })) };
}

interface Sending {
  readonly organizationId: string;
  readonly memberId: string;
  readonly by: Actor;
  readonly host: Host;
}

/**
 * Sends an invitation to a member who has not joined yet, and ends an earlier one. Throws EntryError.email_not_proved,
 * and AccessError.too_many_attempts or as `startInvitation` does.
 */
export async function sendInvitation(ctx: Context, sending: Sending): Promise<Invited> {
  if (!sending.host.emailProved) throw EntryError.email_not_proved();
  const { organizationId, by, memberId } = sending;
  await takeAttempt(ctx, invitingSubjects(ctx, { organizationId, by, to: memberId }));
  return send(ctx, sending);
}

async function send(ctx: Context, { organizationId, memberId, by, host }: Sending): Promise<Invited> {
  const mailed = ctx.config.smtpUrl !== null;
  const invitation = await startInvitation(ctx, organizationId, { memberId, by, mailed });
  const url = linkTo(ctx, "invitation", invitation.ticket);
  const parts = {
    subject: "You are invited to Vitaran",
    ...(mailed && invitation.taken ? sayTaken(invitation, host) : sayWelcome(invitation, { host, url })),
  };
  // An address that has received too many invitations gets no more of them for now. The member who invites can send it
  // again later.
  if (await mayAttempt(ctx, [invitationMailSubject(ctx, invitation.email)])) {
    await sendMail(ctx, organizationId, { to: invitation.email, purpose: "invitation", parts });
  } else ctx.log.warn({ organizationId, memberId }, "an invitation was not sent: its address gets too many");
  return { memberId, link: mailed ? null : url };
}

const sayInvited = ({ name, organizationName }: Invitation, host: Host): string[] => [
  `Hello ${withoutLinks(name)},`,
  `${withoutLinks(host.name)} has invited you to work with the payouts of ${withoutLinks(organizationName)}.`,
];

const sayWelcome = (invitation: Invitation, { host, url }: { host: Host; url: string }) => ({
  paragraphs: [...sayInvited(invitation, host), "Choose a password to begin."],
  link: { label: "Accept the invitation", url },
  closing:
    "The link works once and expires in seven days. If you do not know the sender, ignore this e-mail.",
});

/** The inviting member does not learn of the account, but the account's owner is informed. */
const sayTaken = (invitation: Invitation, host: Host) => ({
  paragraphs: [
    ...sayInvited(invitation, host),
    "This address has an account in another organization already, and belongs to one at a time. To accept, ask to be " +
      "invited at another address.",
  ],
  closing: "If you do not know the sender, ignore this e-mail: nothing about your account has changed.",
});
