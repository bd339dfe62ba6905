import type { Context } from "#lib/context";
import type { DirectoryTx } from "#lib/db";
import { digest } from "./credentials.ts";
import { AccessError } from "./errors.ts";
import { IS_EMAIL_CONFIRMED, RIGHTS_COLUMNS, toRights, type Granted } from "./member.ts";
import { allowedBy } from "./permissions.ts";
import { HAS_SECOND_FACTOR } from "./second-factor.ts";
import {
  IDLE_MINUTES,
  isSessionToken,
  SESSION_LIVES,
  type Session,
  type SessionMerchant,
  type SessionRights,
} from "./sessions.ts";

interface SessionUse {
  readonly token: string;
  readonly ip: string;
  /** False for requests that the browser makes by itself; they do not keep the session alive. True by default. */
  readonly touches?: boolean;
}

/**
 * Returns the session with what its member may do now. It always asks the database, so a session that was ended or a
 * right that was taken away has no effect from that commit on. Throws `session_invalid`.
 */
export async function authenticateSession(ctx: Context, use: SessionUse): Promise<Session> {
  if (!isSessionToken(use.token)) throw AccessError.session_invalid();
  const row = await ctx.db.directory(async (tx) => {
    const [found] = await tx.query<SessionRow>(FIND, [digest(use.token)]);
    if (found !== undefined && found.stale && use.touches !== false) await touch(tx, found, use.ip);
    return found;
  });
  if (row === undefined) throw AccessError.session_invalid();
  const { stale: _, live, sandbox, merchants, ...session } = row;
  const rights = {
    live: toSessionRights(session.liveClosed ? NOTHING : live),
    sandbox: toSessionRights(sandbox),
  };
  return {
    ...session,
    ...rights[session.mode],
    rights,
    merchants: merchants
      .map((merchant) => ({ ...merchant, ...rights[merchant.mode] }))
      .filter(({ permissions }) => permissions.size > 0),
  };
}

const NOTHING: Granted = { permissions: [], roleId: null };

const toSessionRights = (granted: Granted): SessionRights => {
  const { role, permissions } = toRights(granted);
  return { role, permissions: allowedBy(permissions) };
};

interface SessionRow extends Omit<Session, keyof SessionRights | "rights" | "merchants"> {
  live: Granted;
  sandbox: Granted;
  merchants: Omit<SessionMerchant, keyof SessionRights>[];
  stale: boolean;
}

async function touch(tx: DirectoryTx, { sessionId }: SessionRow, ip: string): Promise<void> {
  await tx.execute(TOUCH, [sessionId, ip.slice(0, 45)]);
}

/**
 * An SQL condition: the member has proved to be the person who was invited, by a link that no other person of the
 * organization was shown.
 */
const REACHES_LIVE = "(member.email_proved and not member.link_shown)";

// A member of the try-out has neither password nor second factor, so no proof can be required again.
const FIND = `
  select session.session_id as "sessionId", member.member_id as "memberId",
    member.organization_id as "organizationId", organization.name as "organizationName",
    member.name, member.email, ${IS_EMAIL_CONFIRMED} as "emailProved", ${RIGHTS_COLUMNS},
    not ${REACHES_LIVE} and exists (
      select from access.merchant
      where merchant.organization_id = member.organization_id and merchant.mode = 'live'
    ) as "liveClosed",
    case when organization.ends_at is null then session.proved_at else now() end as "provedAt",
    ${HAS_SECOND_FACTOR} as "secondFactor", organization.second_factor_for_all as "secondFactorForAll",
    least(session.expires_at, session.used_at + interval '${IDLE_MINUTES} minutes') as "endsAt",
    organization.ends_at as "organizationEndsAt",
    session.used_at < now() - interval '1 minute' as stale,
    coalesce(
      (select min(merchant.mode) from access.merchant where merchant.organization_id = member.organization_id),
      'sandbox'
    ) as mode,
    coalesce((
      select jsonb_agg(
        jsonb_build_object('merchantId', merchant.merchant_id, 'name', merchant.name, 'mode', merchant.mode)
        order by merchant.created_at, merchant.merchant_id)
      from access.merchant
      where merchant.organization_id = member.organization_id
        and (${REACHES_LIVE} or merchant.mode = 'sandbox')
    ), '[]') as merchants
  from access.session
  join access.member on member.member_id = session.member_id
  join access.organization on organization.organization_id = member.organization_id
  where session.token_hash = $1 and ${SESSION_LIVES}`;

const TOUCH = `
  update access.session
  set used_at = now(), ip = $2
  where session_id = $1`;
