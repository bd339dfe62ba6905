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
    const found = await ctx.db.directory((tx) => tx.query<Row>(FIND, [account]));
    const right = await Promise.all(
      [0, 1].map((place) => isPasswordOf(password, found[place]?.passwordHash)),
    );
    const member = found.find((_, place) => right[place]);
    if (member === undefined) throw AccessError.log_in_refused();
    return inOrganization(ctx, member.organizationId, (tx) => enter(tx, member, browser));
  });
}

async function enter(tx: Tx, member: Row, browser: Browser): Promise<LogInOutcome> {
  const [kept] = await tx.query(LOCK, [member.memberId, member.passwordHash]);
  // Changed or disabled since the password was checked.
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

// The member who has proved the address, or else the first and the last sign-up with it: a stranger who signs up with
// another's address before it is proved locks no one out.
const FIND = `
  with candidate as (
    select member_id, organization_id, password_hash, email_proved, created_at,
      row_number() over (order by email_proved desc, created_at) as from_first,
      row_number() over (order by created_at desc) as from_last
    from access.member
    where email = $1 and active
  )
  select member_id as "memberId", organization_id as "organizationId", password_hash as "passwordHash"
  from candidate
  where from_first = 1
    or (from_last = 1 and not exists (select from candidate where email_proved))
  order by from_first
  limit 2`;

const LOCK = `
  select
  from access.member
  where member_id = $1 and password_hash = $2 and active
  for share`;
