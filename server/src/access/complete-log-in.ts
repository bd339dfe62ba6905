import type { Context } from "#lib/context";
import { checkFactor, organizationOf, type FactorProof } from "./check-factor.ts";
import { AccessError } from "./errors.ts";
import { inOrganization } from "./in-organization.ts";
import { enterWith } from "./log-in.ts";
import type { Browser, StartedSession } from "./start-session.ts";
import { guessSubjects, withAttempt } from "./take-attempt.ts";
import { takeTicket, tryTicket } from "./ticket.ts";

/**
 * Completes a log-in with the second factor, once the password was right. After five wrong ones the log-in starts over.
 * Throws `ticket_invalid`, `wrong_code`, `wrong_passkey`, `too_many_attempts`.
 */
export async function completeLogIn(
  ctx: Context,
  { ticket, proof, browser }: { ticket: string; proof: FactorProof; browser: Browser },
): Promise<StartedSession> {
  // Committed by itself: a wrong code must not undo that it was tried.
  const { memberId } = await ctx.db.directory((tx) => tryTicket(tx, "second_factor", ticket));
  if (memberId === null) throw AccessError.ticket_invalid();
  const organizationId = await organizationOf(ctx, memberId);
  return withAttempt(ctx, guessSubjects(ctx, { account: memberId, ip: browser.ip }), () =>
    inOrganization(ctx, organizationId, async (tx) => {
      const how = await checkFactor(ctx, tx, memberId, proof);
      await takeTicket(tx, "second_factor", ticket);
      return enterWith(tx, memberId, { browser, how: `password and ${how}` });
    }),
  );
}
