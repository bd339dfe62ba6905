import { recordAudit } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { isPasswordOf } from "./check-password.ts";
import { AccessError } from "./errors.ts";
import { inOrganization } from "./in-organization.ts";
import { hashBrowser, IS_KNOWN_BROWSER } from "./known-browsers.ts";
import { inKnownTurn, inStrangersTurn } from "./password-turns.ts";
import { hasSecondFactor, readFactors, type Factors } from "./read-factors.ts";
import { startSession, type Browser, type StartedSession } from "./start-session.ts";
import { browserSubjects, guessSubjects, ofAddress, withAttempt } from "./take-attempt.ts";
import { makeLogInTicket } from "./ticket.ts";

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
 * same refusal after the same work. A browser that is known to be the member's has an account of its own for wrong
 * passwords, so that strangers cannot lock the member out. Throws `log_in_refused`, `too_many_attempts`.
 */
export async function logIn(ctx: Context, { email, password, browser }: LogIn): Promise<LogInOutcome> {
  const account = email.trim().toLowerCase();
  const hash = hashBrowser(browser.token);
  const found = await ctx.db.directory((tx) => tx.query<Row>(FIND, [account, hash]));
  const known = found.find(({ known }) => known);
  const others = found.filter((row) => row !== known);
  if (known !== undefined) {
    const isRight = await checkKnown(ctx, { member: known, hash: hash!, password });
    if (isRight) return inOrganization(ctx, known.organizationId, (tx) => enter(tx, known, browser));
    if (others.length === 0) throw AccessError.log_in_refused();
  }
  return withAttempt(ctx, guessSubjects(ctx, { account, ip: browser.ip }), async () => {
    const member = await inStrangersTurn(browser.ip, () => findRight(others, password));
    if (member === undefined) throw AccessError.log_in_refused();
    return inOrganization(ctx, member.organizationId, (tx) => enter(tx, member, browser));
  });
}

/** Whether the password is right, which is given in a browser that the member has logged in with before. */
async function checkKnown(
  ctx: Context,
  { member, hash, password }: { member: Row; hash: Buffer; password: string },
): Promise<boolean> {
  const { memberId, passwordHash } = member;
  try {
    return await withAttempt(ctx, browserSubjects(ctx, { memberId, hash }), async () => {
      if (!(await inKnownTurn(memberId, () => isPasswordOf(password, passwordHash))))
        throw AccessError.log_in_refused();
      return true;
    });
  } catch (error) {
    if (AccessError.is(error, "log_in_refused")) return false;
    throw error;
  }
}

/** The member whose password it is; two are compared, however many there are. */
async function findRight(members: readonly Row[], password: string): Promise<Row | undefined> {
  const first = await isPasswordOf(password, members[0]?.passwordHash);
  const second = await isPasswordOf(password, members[1]?.passwordHash);
  return first ? members[0] : second ? members[1] : undefined;
}

async function enter(tx: Tx, member: Row, browser: Browser): Promise<LogInOutcome> {
  const [kept] = await tx.query(LOCK, [member.memberId, member.passwordHash]);
  // Changed or disabled since the password was checked.
  if (kept === undefined) throw AccessError.log_in_refused();
  const factors = await readFactors(tx, member.memberId);
  if (!hasSecondFactor(factors))
    return { kind: "session", session: await enterWith(tx, member.memberId, { browser, how: "password" }) };
  const { memberId, known } = member;
  const hash = known ? hashBrowser(browser.token) : null;
  const ticket = await makeLogInTicket(tx, { memberId, browser: hash, address: ofAddress(browser.ip) });
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
      detail: { how, ip: browser.ip, newBrowser: session.isNewBrowser },
    },
  ]);
  return session;
}

interface Row {
  readonly memberId: string;
  readonly organizationId: string;
  readonly passwordHash: string | null;
  /** Whether the browser is known to be the member's. */
  readonly known: boolean;
}

// The member who has proved the address, or else the first and the last account with it and the one that this browser
// is known for: a stranger who signs up with another's address before it is proved locks no one out.
const FIND = `
  with candidate as (
    select member_id, organization_id, password_hash, email_proved, created_at,
      row_number() over (order by email_proved desc, created_at) as from_first,
      row_number() over (order by created_at desc) as from_last
    from access.member
    where email = $1 and active and password_hash is not null
  )
  select member_id as "memberId", organization_id as "organizationId", password_hash as "passwordHash",
    ${IS_KNOWN_BROWSER} as known
  from candidate as member
  where from_first = 1
    or (
      (from_last = 1 or ${IS_KNOWN_BROWSER})
      and not exists (select from candidate as proved where proved.email_proved)
    )
  order by from_first
  limit 4`;

const LOCK = `
  select
  from access.member
  where member_id = $1 and password_hash = $2 and active
  for share`;
