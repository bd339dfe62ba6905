import { makingSubjects, startEmailProof, takeAttempt } from "#access";
import type { Context } from "#lib/context";
import { linkTo } from "./link-to.ts";
import { sendMail } from "./send-mail.ts";

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
