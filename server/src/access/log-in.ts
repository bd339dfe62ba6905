import { recordAudit } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { isPasswordOf } from "./check-password.ts";
import { AccessError } from "./errors.ts";
import { inOrganization } from "./in-organization.ts";
import { hasSecondFactor, readFactors, type Factors } from "./read-factors.ts";
import { startSession, type Browser, type StartedSession } from "./start-session.ts";
import { guessSubjects, withAttempt } from "./take-attempt.ts";
import { makeTicket } from "./ticket.ts";

export interface LogIn {
  readonly email: string;
  readonly password: string;
  readonly browser: Browser;
}

/** A session, or the ticket with which the second factor is to be given within five minutes. */
export type LogInOutcome =
  | { readonly kind: "session"; readonly session: StartedSession }
  | { readonly kind: "second_factor"; readonly ticket: string; readonly factors: Factors };

/**
 * Logs a member in by e-mail address and password. An unknown address, a wrong password and a disabled member are the
 * same refusal after the same work. Throws `log_in_refused`, `too_many_attempts`.
 */
export async function logIn(ctx: Context, { email, password, browser }: LogIn): Promise<LogInOutcome> {
  const account = email.trim().toLowerCase();
  return withAttempt(ctx, guessSubjects(ctx, { account, ip: browser.ip }), async () => {
    const [member] = await ctx.db.directory((tx) => tx.query<Row>(FIND, [account]));
    const right = await isPasswordOf(password, member?.passwordHash);
    if (member === undefined || !right) throw AccessError.log_in_refused();
    return inOrganization(ctx, member.organizationId, (tx) => enter(tx, member, browser));
  });
}

async function enter(tx: Tx, member: Row, browser: Browser): Promise<LogInOutcome> {
  const [kept] = await tx.query(LOCK, [member.memberId, member.passwordHash]);
  // Changed or disabled since the password was looked at.
  if (kept === undefined) throw AccessError.log_in_refused();
  const factors = await readFactors(tx, member.memberId);
  if (!hasSecondFactor(factors))
    return { kind: "session", session: await enterWith(tx, member.memberId, { browser, how: "password" }) };
  const ticket = await makeTicket(tx, "second_factor", { memberId: member.memberId });
  return { kind: "second_factor", ticket, factors };
}

/** Starts the session of a member who has proved enough, and records by what. */
export async function enterWith(
  tx: Tx,
  memberId: string,
  { browser, how }: { browser: Browser; how: string },
): Promise<StartedSession> {
  const session = await startSession(tx, memberId, browser);
  await recordAudit(tx, [
    {
      actor: `member:${memberId}`,
      action: "access.logged_in",
      subject: `member:${memberId}`,
      detail: { how, ip: browser.ip },
    },
  ]);
  return session;
}

interface Row {
  readonly memberId: string;
  readonly organizationId: string;
  readonly passwordHash: string | null;
}

// An address that was proved comes before any that was only typed; of those the newest sign-up counts.
const FIND = `
  select member_id as "memberId", organization_id as "organizationId", password_hash as "passwordHash"
  from access.member
  where email = $1 and active
  order by email_proved desc, created_at desc
  limit 1`;

const LOCK = `
  select
  from access.member
  where member_id = $1 and password_hash = $2 and active
  for share`;
