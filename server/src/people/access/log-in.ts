import { recordAudit } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { checkFactor, type FactorProof, organizationOf } from "./check-factor.ts";
import { inKnownTurn, inStrangersTurn, isPasswordOf } from "./password.ts";
import { AccessError } from "./errors.ts";
import { hashBrowser, IS_KNOWN_BROWSER } from "./known-browsers.ts";
import { inOrganization } from "./organization.ts";
import { askForPasskey, findPasskeyMember, type PasskeyAnswer, type PasskeyQuestion } from "./passkeys.ts";
import { type Factors, hasSecondFactor, readFactors } from "./second-factor.ts";
import { checkOwnPassword, noteEmergency, refuseIfClosed } from "./sign-on-rule.ts";
import { type Browser, type StartedSession, startSession } from "./sessions.ts";
import {
  addressSubjects,
  askingSubjects,
  type AttemptSubject,
  browserSubjects,
  guessSubjects,
  ofAddress,
  takeAttempt,
  withAttempt,
} from "./take-attempt.ts";
import { makeLogInTicket, peekTicket, takeTicket, TRIES_MAX, tryTicket, wasByProvider } from "./ticket.ts";

export interface LogIn {
  readonly email: string;
  readonly password: string;
  readonly browser: Browser;
}

/** A session, or the ticket with which the member must give the second factor within five minutes. */
export type LogInOutcome =
  | { readonly kind: "session"; readonly session: StartedSession }
  | { readonly kind: "second_factor"; readonly ticket: string; readonly factors: Factors };

/**
 * Logs a member in by e-mail address and password. An unknown address, a wrong password and a disabled member lead to
 * the same refusal after the same work. Wrong passwords in a browser that is known to be the member's are counted
 * separately, so that strangers cannot lock the member out. Throws `log_in_refused`, `too_many_attempts`, and
 * after the right password `provider_required`.
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

/** Checks a password that is given in a browser that the member has logged in with before. */
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

/** Returns the member whose password it is. Two hashes are compared, however many members there are. */
async function findRight(members: readonly Row[], password: string): Promise<Row | undefined> {
  const first = await isPasswordOf(password, members[0]?.passwordHash);
  const second = await isPasswordOf(password, members[1]?.passwordHash);
  return first ? members[0] : second ? members[1] : undefined;
}

async function enter(tx: Tx, member: Row, browser: Browser): Promise<LogInOutcome> {
  const [kept] = await tx.query(LOCK, [member.memberId, member.passwordHash]);
  // The password was changed or the member disabled since the password was checked.
  if (kept === undefined) throw AccessError.log_in_refused();
  const factors = await readFactors(tx, member.memberId);
  await checkOwnPassword(tx, member.memberId, { hasFactor: hasSecondFactor(factors) });
  return enterAfter(tx, { ...member, factors, browser, by: "password" });
}

interface FirstProof {
  readonly memberId: string;
  readonly known: boolean;
  readonly factors: Factors;
  readonly browser: Browser;
  readonly by: "password" | "provider";
}

/** Starts the session of a member after the first proof, or asks for the second factor if there is one. */
async function enterAfter(
  tx: Tx,
  { memberId, known, factors, browser, by }: FirstProof,
): Promise<LogInOutcome> {
  if (!hasSecondFactor(factors))
    return { kind: "session", session: await enterWith(tx, memberId, { browser, how: by }) };
  const hash = known ? hashBrowser(browser.token) : null;
  const ticket = await makeLogInTicket(tx, { memberId, browser: hash, address: ofAddress(browser.ip), by });
  return { kind: "second_factor", ticket, factors };
}

/**
 * Logs in a member whom the organization's provider has confirmed, in a transaction of the organization: as after the
 * right password, a second factor is due where there is one. Throws `log_in_refused` for a member who is disabled.
 */
export async function enterByProvider(tx: Tx, memberId: string, browser: Browser): Promise<LogInOutcome> {
  const directory = { ...tx, ...tx.directory };
  const [member] = await directory.query<{ known: boolean }>(LOCK_MEMBER, [
    memberId,
    hashBrowser(browser.token),
    tx.merchantId,
  ]);
  if (member === undefined) throw AccessError.log_in_refused();
  const factors = await readFactors(directory, memberId);
  return enterAfter(directory, { memberId, known: member.known, factors, browser, by: "provider" });
}

/** Starts the session of a member who has proved enough, and records the kind of proof. */
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
  /** True if the browser is known to be the member's. */
  readonly known: boolean;
}

// Finds the member who has proved the address, or else the first and the last account with it and the one that this
// browser is known for, so that a stranger who signs up with another's address before it is proved locks no one out.
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

const LOCK_MEMBER = `
  select ${IS_KNOWN_BROWSER} as known
  from access.member
  where member_id = $1 and organization_id = $3 and active
  for share`;

/**
 * Asks a browser for any passkey that it has for this site; or, within a session, for one of the member's. Throws
 * `too_many_attempts` for an address without a session that asks too often.
 */
export async function startPasskeyLogIn(
  ctx: Context,
  { rpId, ...who }: { readonly rpId: string } & ({ readonly memberId: string } | { readonly ip: string }),
): Promise<PasskeyQuestion> {
  if ("ip" in who) await takeAttempt(ctx, askingSubjects(ctx, who.ip));
  const memberId = "ip" in who ? null : who.memberId;
  return ctx.db.directory((tx) => askForPasskey(tx, { memberId, rpId }));
}

/**
 * Logs in the member whose passkey has signed, which proves that the person has the key, and that the browser has asked
 * for finger, face or PIN. No password is needed. Throws `wrong_passkey`, `ticket_invalid`, `log_in_refused`,
 * `too_many_attempts`, `provider_required`.
 */
export async function logInWithPasskey(
  ctx: Context,
  { answer, browser }: { answer: PasskeyAnswer; browser: Browser },
): Promise<StartedSession> {
  const memberId = await findPasskeyMember(ctx, answer.response.id);
  return withAttempt(ctx, addressSubjects(ctx, browser.ip), async () => {
    if (memberId === null) throw AccessError.wrong_passkey();
    return inOrganization(ctx, await organizationOf(ctx, memberId), async (tx) => {
      await checkFactor(ctx, tx, memberId, { kind: "passkey", answer });
      await refuseIfClosed(tx, memberId);
      return enterWith(tx, memberId, { browser, how: "passkey" });
    });
  });
}

/**
 * Completes a log-in with the second factor, once the password was right. After five wrong ones the log-in starts over.
 * Throws `ticket_invalid`, `wrong_code`, `wrong_passkey`, `too_many_attempts`, `provider_required`.
 */
export async function completeLogIn(
  ctx: Context,
  { ticket, proof, browser }: { ticket: string; proof: FactorProof; browser: Browser },
): Promise<StartedSession> {
  const { memberId } = await ctx.db.directory((tx) => peekTicket(tx, "second_factor", ticket));
  if (memberId === null) throw AccessError.ticket_invalid();
  const organizationId = await organizationOf(ctx, memberId);
  return withAttempt(ctx, await subjectsOf(ctx, memberId, browser), async () => {
    // The try is committed by itself, so that it still counts after a wrong code.
    const { tries } = await ctx.db.directory((tx) => tryTicket(tx, "second_factor", ticket));
    const completing = inOrganization(ctx, organizationId, async (tx) => {
      const how = await checkFactor(ctx, tx, memberId, proof);
      const isByProvider = wasByProvider(await takeTicket(tx, "second_factor", ticket));
      if (!isByProvider && (await checkOwnPassword(tx, memberId, { hasFactor: true })))
        await noteEmergency(tx, memberId, browser.ip);
      const first = isByProvider ? "provider" : "password";
      return enterWith(tx, memberId, { browser, how: `${first} and ${how}` });
    });
    return completing.catch(async (error: unknown) => {
      if (tries >= TRIES_MAX) await noteRefused(ctx, { organizationId, memberId, ip: browser.ip });
      throw error;
    });
  });
}

/** Notifies the member, because someone else may have the password. */
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

/** Returns the subjects of a browser that the member has logged in with before, or those of a stranger. */
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
