import { PERMISSIONS, readHolders } from "#access";
import type { Context } from "#lib/context";
import { sendMail } from "./send-mail.ts";

export interface DoneAlone {
  /** In a few words, such as "a reset of the API keys". */
  readonly what: string;
  /** Null: another person decides, and no one has to be told. */
  readonly aloneUntil: Date | null;
}

const CONCERNED = PERMISSIONS.filter((one) => one === "own_organization" || one.startsWith("approve_"));

/**
 * Tells everyone who owns the organization or may approve anything in it, disabled members too, that a change takes
 * effect without a second person because there is none: the one who asked may not be who it seems, and who approves
 * payments hears of it before their policy is gone.
 */
export async function announceAlone(
  ctx: Context,
  { organizationId, name }: { organizationId: string; name: string },
  { what, aloneUntil }: DoneAlone,
): Promise<void> {
  if (aloneUntil === null) return;
  const concerned = await ctx.db.inMerchant(organizationId, (tx) =>
    readHolders(tx, CONCERNED, { everyone: true }),
  );
  const at = new Intl.DateTimeFormat("en-IN", {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "Asia/Kolkata",
  }).format(aloneUntil);
  const parts = {
    subject: "A change takes effect in 24 hours without a second person",
    paragraphs: [
      `${name} has asked for ${what}. No other member can approve it, so it takes effect on ${at} IST.`,
      "If this was not you, log in now, withdraw or reject the request under Approvals, and change your password.",
    ],
    closing: "You receive this because you own the organization or may approve in it.",
  };
  for (const { email } of concerned)
    await sendMail(ctx, organizationId, { to: email, purpose: "security_notice", parts });
}
