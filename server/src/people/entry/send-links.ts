/** Links by e-mail: they accept an invitation, prove an address or set a new password. */
import {
  type AddedMember,
  addMember,
  type Invitation,
  invitationMailSubject,
  invitingSubjects,
  mailSubject,
  makingSubjects,
  mayAttempt,
  type MemberToAdd,
  startEmailProof,
  startInvitation,
  startPasswordResets,
  takeAttempt,
} from "#access";
import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import { defineErrors } from "#lib/errors";
import { type MessageParts, type PERSONAL, queueMessages, withoutLinks, writeMessage } from "#messages";

/** An e-mail to one person about access to an organization. */
export interface Mail {
  readonly to: string;
  readonly purpose: (typeof PERSONAL)[number];
  readonly parts: MessageParts;
}

/**
 * Queues an e-mail in the name of an organization, with its oldest merchant, sandbox before live, because a sandbox
 * shows e-mails that no mail server accepts. Does nothing for an organization without merchants.
 */
export async function sendMail(
  ctx: Context,
  organizationId: string,
  { to, purpose, parts }: Mail,
): Promise<void> {
  const [merchant] = await ctx.db.directory((tx) =>
    tx.query<{ merchantId: string }>(FIND_MERCHANT, [organizationId]),
  );
  if (merchant === undefined) return;
  const message = { channel: "email", to, purpose, ...writeMessage(parts) } as const;
  await ctx.db.inMerchant(merchant.merchantId, (tx) => queueMessages(tx, [message]));
}

const FIND_MERCHANT = `
  select merchant_id as "merchantId"
  from access.merchant
  where organization_id = $1
  order by mode desc, created_at, merchant_id
  limit 1`;

/**
 * Returns the address of one of our pages that a ticket opens. The ticket is behind the #, where no server, proxy or
 * log sees it.
 */
export function linkTo(
  { config }: Pick<Context, "config">,
  page: "verify-email" | "reset-password" | "invitation" | "keep-factors",
  ticket: string,
): string {
  return `${config.publicUrl ?? `http://localhost:${config.port}`}/${page}#${ticket}`;
}

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

/**
 * Sends a member the link that proves the address typed at sign-up. If the address is another member's, its owner is
 * informed that an account exists, and the caller learns nothing. Throws AccessError.too_many_attempts.
 */
export async function askToProveEmail(
  ctx: Context,
  { organizationId, memberId, ip }: { organizationId: string; memberId: string; ip: string },
): Promise<void> {
  await takeAttempt(ctx, makingSubjects(ctx, { what: "prove_email", ip, mailTo: memberId }));
  const asked = await startEmailProof(ctx, memberId, { mailed: ctx.config.smtpUrl !== null });
  if (asked === null) return;
  const { email: to, name, ticket } = asked;
  await sendMail(ctx, organizationId, ticket === null ? inUse(ctx, to) : proof(ctx, { to, name, ticket }));
}

function proof(ctx: Context, { to, name, ticket }: { to: string; name: string; ticket: string }) {
  const parts = {
    subject: "Confirm your e-mail address",
    paragraphs: [`Hello ${name},`, "confirm that this is your address, and you can invite your team."],
    link: { label: "Confirm the address", url: linkTo(ctx, "verify-email", ticket) },
    closing: "The link is valid for 24 hours. If you did not sign up at Vitaran, ignore this e-mail.",
  };
  return { to, purpose: "prove_email", parts } as const;
}

function inUse({ config }: Context, to: string) {
  const parts = {
    subject: "You have a Vitaran account already",
    paragraphs: [
      "Someone tried to sign up with this address, which already has an account.",
      "If it was you, log in as before. If you have forgotten the password, set a new one from the log-in page.",
    ],
    link: { label: "Log in", url: `${config.publicUrl ?? `http://localhost:${config.port}`}/login` },
    closing: "If it was not you, ignore this e-mail: nothing about your account has changed.",
  };
  return { to, purpose: "address_in_use", parts } as const;
}

/**
 * Sends the link to set a new password to the member with this address, if there is one. The caller does not learn
 * whether there is. After too many requests by strangers no more links are sent, and the newest one in the mailbox
 * stays valid. Throws AccessError.too_many_attempts if one network address asks too often.
 */
export async function sendPasswordReset(
  ctx: Context,
  { email, ip }: { email: string; ip: string },
): Promise<void> {
  const mailTo = email.trim().toLowerCase();
  await takeAttempt(ctx, makingSubjects(ctx, { what: "reset_password", ip }));
  // This is not awaited, because the time that it takes would reveal whether there is a member.
  void sendReset(ctx, mailTo).catch((error: unknown) =>
    ctx.log.error({ err: error }, "a link to set a password could not be sent"),
  );
}

async function sendReset(ctx: Context, email: string): Promise<void> {
  if (!(await mayAttempt(ctx, [mailSubject(ctx, "reset_password", email)]))) return;
  for (const reset of await startPasswordResets(ctx, email, { carried: ctx.config.smtpUrl !== null })) {
    const organization = withoutLinks(reset.organizationName);
    const parts = {
      subject: "Set a new password",
      paragraphs: [
        `Hello ${withoutLinks(reset.name)},`,
        `with this link you set a new password for your account of ${organization} at Vitaran.`,
      ],
      link: { label: "Set a new password", url: linkTo(ctx, "reset-password", reset.ticket) },
      closing:
        "The link works once and expires in 30 minutes. If you did not ask for it, or do not know this " +
        "organization, ignore this e-mail.",
    };
    await sendMail(ctx, reset.organizationId, { to: reset.email, purpose: "reset_password", parts });
  }
}

export const EntryError = defineErrors("entry", {
  sign_up_closed: "organizations are created by the operator",
  email_not_proved: "the member's e-mail address is not confirmed",
});
