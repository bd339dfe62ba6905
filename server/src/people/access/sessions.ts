/** Sessions at the dashboard: how long a session lives, and how sessions start, are listed and end. */
import { randomBytes } from "node:crypto";
import { type Actor, recordAudit } from "#audit";
import { containsCardNumber } from "#lib/card-numbers";
import type { DirectoryTx, Reader, Tx } from "#lib/db";
import { newId } from "#lib/ids";
import { digest, type MerchantMode } from "./credentials.ts";
import { noteBrowser } from "./known-browsers.ts";
import { type Granted, ORGANIZATION_OF_TX, RIGHTS_COLUMNS } from "./member.ts";
import { allowedBy, type Permission } from "./permissions.ts";
import { lockForChange, memberOf } from "./require-permission.ts";

/** The rights of the member in one environment. */
export interface SessionRights {
  /** The role's key; null for a custom role, or for permissions given one by one. */
  readonly role: string | null;
  /** Includes the permissions that follow from others. */
  readonly permissions: ReadonlySet<Permission>;
}

export interface SessionMerchant extends SessionRights {
  readonly merchantId: string;
  readonly name: string;
  readonly mode: MerchantMode;
}

/** Its own rights apply to everything that concerns the whole organization. */
export interface Session extends SessionRights {
  /** The environment that counts for the whole organization: live as soon as it has a live merchant. */
  readonly mode: MerchantMode;
  readonly rights: Readonly<Record<MerchantMode, SessionRights>>;
  readonly sessionId: string;
  readonly memberId: string;
  readonly organizationId: string;
  readonly organizationName: string;
  readonly name: string;
  readonly email: string;
  /** False if the address was typed at sign-up and is not proved yet. Such a member reaches sandbox merchants only. */
  readonly emailProved: boolean;
  /**
   * True if there is a live merchant, but the member has no rights in it or in the organization: the address was not
   * verified, or only by a link that another person may have read.
   */
  readonly liveClosed: boolean;
  /** The time when the member last gave the password or a second factor in this session. */
  readonly provedAt: Date;
  /** The merchants of the organization in which the member may do anything, the oldest first. */
  readonly merchants: readonly SessionMerchant[];
  /** True if the member has set up an authenticator app or a passkey. */
  readonly secondFactor: boolean;
  /** True if the organization requires a second factor of every member, in the sandbox too. */
  readonly secondFactorForAll: boolean;
  /** The session ends then unless it is used again: after half an hour without use, or after twelve hours. */
  readonly endsAt: Date;
  /** The time when a try-out's organization is removed; null if it stays. */
  readonly organizationEndsAt: Date | null;
}

export const IDLE_MINUTES = 30;
export const ABSOLUTE_HOURS = 12;
/** An action that needs a fresh proof accepts one from this many minutes ago. */
export const PROOF_MINUTES = 5;

/** A new session's token: 256 random bits. Only its SHA-256 is kept. */
const makeSessionToken = (): string => randomBytes(32).toString("base64url");

/** True if a text looks like a session's token. Other texts are not looked up. */
export const isSessionToken = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

/** An SQL condition: a row of `session`, joined with its member and organization, is still valid. */
export const SESSION_LIVES = `
  session.ended_at is null
  and session.expires_at > now()
  and session.used_at > now() - interval '${IDLE_MINUTES} minutes'
  and member.active
  and (organization.ends_at is null or organization.ends_at > now())`;

/** A browser in which a session begins: its address, its name for itself, and the token by which it is known. */
export interface Browser {
  readonly ip: string;
  readonly userAgent: string;
  readonly token?: string | undefined;
}

export interface StartedSession {
  readonly sessionId: string;
  /** Goes into the cookie and nowhere else, because it cannot be read again. */
  readonly token: string;
  /** Goes into the cookie by which the browser is known from now on. */
  readonly browserToken: string;
  /** True if the member logs in there for the first time. */
  readonly isNewBrowser: boolean;
}

const TEXT_MAX = { ip: 45, userAgent: 200 };

/** Starts a session of a member who has just proved its identity. Sessions that ended a month ago are deleted. */
export async function startSession(
  tx: DirectoryTx,
  memberId: string,
  { ip, userAgent, token: brought }: Browser,
): Promise<StartedSession> {
  const [sessionId, token] = [newId(), makeSessionToken()];
  const browser = await noteBrowser(tx, memberId, brought);
  await Promise.all([
    tx.execute(FORGET, [memberId]),
    tx.execute(START, [
      sessionId,
      digest(token),
      memberId,
      ip.slice(0, TEXT_MAX.ip),
      nameToKeep(userAgent),
      ABSOLUTE_HOURS,
      browser.hash,
    ]),
  ]);
  return { sessionId, token, browserToken: browser.token, isNewBrowser: browser.isNew };
}

/**
 * Returns the browser's name for itself, by which members recognize it. A program can send any text as its name,
 * including card numbers.
 */
function nameToKeep(userAgent: string): string {
  if (containsCardNumber(userAgent)) return "";
  return userAgent
    .replaceAll(/\p{Cc}+/gu, " ")
    .slice(0, TEXT_MAX.userAgent)
    .toWellFormed();
}

const START = `
  insert into access.session (session_id, token_hash, member_id, ip, user_agent, expires_at, browser_hash)
  values ($1, $2, $3, $4, $5, now() + make_interval(hours => $6), $7)`;

const FORGET = `
  delete from access.session
  where member_id = $1 and created_at < now() - interval '31 days'`;

interface ListedSession {
  readonly sessionId: string;
  readonly ip: string;
  /** The browser's name for itself, at most 200 characters. */
  readonly userAgent: string;
  readonly createdAt: Date;
  /** The time when the session was last used, to the minute. */
  readonly usedAt: Date;
}

/** The sessions in which a member of the transaction's organization is logged in, at most 100, the last used first. */
export async function listSessions(tx: Tx, memberId: string): Promise<ListedSession[]> {
  return tx.query<ListedSession>(LIST, [tx.merchantId, memberId]);
}

const LIST = `
  select session.session_id as "sessionId", session.ip, session.user_agent as "userAgent",
    session.created_at as "createdAt", session.used_at as "usedAt"
  from access.session
  join access.member on member.member_id = session.member_id
  join access.organization on organization.organization_id = member.organization_id
  where member.organization_id = ${ORGANIZATION_OF_TX}
    and session.member_id = $2
    and ${SESSION_LIVES}
  order by session.used_at desc
  limit 100`;

/**
 * Returns the environments in which these sessions, if they have not ended, still allow their member something. For
 * streams that last longer than one request. It does not keep a session alive.
 */
export async function findSessionsThatMay(
  read: Reader,
  { sessionIds, permission }: { sessionIds: readonly string[]; permission: Permission },
): Promise<ReadonlyMap<string, readonly MerchantMode[]>> {
  type Row = { sessionId: string } & Record<MerchantMode, Granted>;
  const rows = await read.query<Row>(FIND, [sessionIds]);
  return new Map(
    rows.map(({ sessionId, ...rights }) => [
      sessionId,
      (["sandbox", "live"] as const).filter((mode) => allowedBy(rights[mode].permissions).has(permission)),
    ]),
  );
}

const FIND = `
  select session.session_id as "sessionId", ${RIGHTS_COLUMNS}
  from access.session
  join access.member on member.member_id = session.member_id
  join access.organization on organization.organization_id = member.organization_id
  where session.session_id = any($1::uuid[]) and ${SESSION_LIVES}`;

interface SessionsToEnd {
  readonly memberId: string;
  /** Ends only this session; all of them if absent. */
  readonly sessionId?: string | undefined;
  /** Ends all sessions but this one. */
  readonly exceptId?: string | undefined;
  /** Members can end their own sessions. Ending the sessions of others requires the permission to manage members. */
  readonly by: Actor;
  /** The reason, in one word for the audit record. */
  readonly because: "logged_out" | "ended" | "password_changed" | "second_factor_changed" | "disabled";
}

/**
 * Ends sessions of a member of the transaction's organization; returns how many. After the commit, their tokens are no
 * longer valid. Throws `not_permitted`, `not_yours_to_give`, `member_not_found`.
 */
export async function endSessions(tx: Tx, ending: SessionsToEnd): Promise<number> {
  const { memberId, sessionId = null, exceptId = null, by, because } = ending;
  if (memberOf(by) !== memberId) await lockForChange(tx, by, memberId);
  const ended = await tx.execute(END, [tx.merchantId, memberId, sessionId, exceptId]);
  if (ended === 0) return 0;
  await recordAudit(tx, [
    {
      actor: by,
      action: "access.sessions_ended",
      subject: `member:${memberId}`,
      detail: { because, sessions: ended },
    },
  ]);
  return ended;
}

const END = `
  update access.session
  set ended_at = now()
  from access.member
  where member.member_id = session.member_id
    and member.organization_id = ${ORGANIZATION_OF_TX}
    and session.member_id = $2
    and session.ended_at is null
    and session.expires_at > now()
    and ($3::uuid is null or session.session_id = $3)
    and ($4::uuid is null or session.session_id <> $4)`;
