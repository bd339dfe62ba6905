import { mailSubject, makingSubjects, mayAttempt, startPasswordResets, takeAttempt } from "#access";
import type { Context } from "#lib/context";
import { withoutLinks } from "#messages";
import { linkTo } from "./link-to.ts";
import { sendMail } from "./send-mail.ts";

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
  void send(ctx, mailTo).catch((error: unknown) =>
    ctx.log.error({ err: error }, "a link to set a password could not be sent"),
  );
}

async function send(ctx: Context, email: string): Promise<void> {
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
