/** Links by e-mail that prove an address or set a new password. */
import {
  makingSubjects,
  startEmailProof,
  takeAttempt,
  mailSubject,
  mayAttempt,
  startPasswordResets,
} from "#access";
import type { Context } from "#lib/context";
import { withoutLinks } from "#messages";
import { linkTo, sendMail } from "./send-mail.ts";

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
