import { containsCardNumber } from "#lib/card-numbers";
import type { DirectoryTx } from "#lib/db";
import { newId } from "#lib/ids";
import { digest } from "./credentials.ts";
import { noteBrowser } from "./known-browsers.ts";
import { ABSOLUTE_HOURS, makeSessionToken } from "./session.ts";

/** Where a session begins: the browser's address, what it calls itself, and the token by which it is known. */
export interface Browser {
  readonly ip: string;
  readonly userAgent: string;
  readonly token?: string | undefined;
}

export interface StartedSession {
  readonly sessionId: string;
  /** For the cookie alone: it cannot be read again. */
  readonly token: string;
  /** For the cookie by which the browser is known from now on. */
  readonly browserToken: string;
  /** Whether the member logs in there for the first time. */
  readonly isNewBrowser: boolean;
}

const TEXT_MAX = { ip: 45, userAgent: 200 };

/** Starts a session of a member who has just proved to be there. Sessions that ended a month ago are forgotten. */
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

/** What a browser calls itself, for members to know it by; programs put anything there, numbers of cards too. */
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
