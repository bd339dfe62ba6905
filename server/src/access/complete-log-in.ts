import { recordAudit } from "#audit";
import type { Context } from "#lib/context";
import { checkFactor, organizationOf, type FactorProof } from "./check-factor.ts";
import { AccessError } from "./errors.ts";
import { inOrganization } from "./in-organization.ts";
import { hashBrowser, IS_KNOWN_BROWSER } from "./known-browsers.ts";
import { enterWith } from "./log-in.ts";
import type { Browser, StartedSession } from "./start-session.ts";
import { browserSubjects, guessSubjects, withAttempt, type AttemptSubject } from "./take-attempt.ts";
import { peekTicket, takeTicket, TRIES_MAX, tryTicket } from "./ticket.ts";

/**
 * Completes a log-in with the second factor, once the password was right. After five wrong ones the log-in starts over.
 * Throws `ticket_invalid`, `wrong_code`, `wrong_passkey`, `too_many_attempts`.
 */
export async function completeLogIn(
  ctx: Context,
  { ticket, proof, browser }: { ticket: string; proof: FactorProof; browser: Browser },
): Promise<StartedSession> {
  const { memberId } = await ctx.db.directory((tx) => peekTicket(tx, "second_factor", ticket));
  if (memberId === null) throw AccessError.ticket_invalid();
  const organizationId = await organizationOf(ctx, memberId);
  return withAttempt(ctx, await subjectsOf(ctx, memberId, browser), async () => {
    // Committed by itself: a wrong code must not undo that it was tried.
    const { tries } = await ctx.db.directory((tx) => tryTicket(tx, "second_factor", ticket));
    const completing = inOrganization(ctx, organizationId, async (tx) => {
      const how = await checkFactor(ctx, tx, memberId, proof);
      await takeTicket(tx, "second_factor", ticket);
      return enterWith(tx, memberId, { browser, how: `password and ${how}` });
    });
    return completing.catch(async (error: unknown) => {
      if (tries >= TRIES_MAX) await noteRefused(ctx, { organizationId, memberId, ip: browser.ip });
      throw error;
    });
  });
}

/** The member is told: someone has the password. */
async function noteRefused(
  ctx: Context,
  { organizationId, memberId, ip }: { organizationId: string; memberId: string; ip: string },
): Promise<void> {
  const record = {
    actor: "system",
    action: "access.factor_refused",
    subject: `member:${memberId}`,
    detail: { ip },
  } as const;
  await inOrganization(ctx, organizationId, (tx) => recordAudit(tx, [record]));
}

/** Those of a browser that the member has logged in with before, or those of a stranger. */
async function subjectsOf(ctx: Context, memberId: string, browser: Browser): Promise<AttemptSubject[]> {
  const hash = hashBrowser(browser.token);
  const [member] = await ctx.db.directory((tx) => tx.query<{ known: boolean }>(FIND_KNOWN, [memberId, hash]));
  return member?.known === true
    ? browserSubjects(ctx, { memberId, hash: hash! })
    : guessSubjects(ctx, { account: memberId, ip: browser.ip });
}

const FIND_KNOWN = `
  select ${IS_KNOWN_BROWSER} as known
  from access.member
  where member_id = $1`;
