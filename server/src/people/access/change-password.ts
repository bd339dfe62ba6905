import { type Actor, recordAudit } from "#audit";
import type { Context } from "#lib/context";
import type { Reader, Tx } from "#lib/db";
import type { OwnSession } from "./authenticator.ts";
import { organizationOf } from "./check-factor.ts";
import { hashNewPassword, inKnownTurn, isPasswordOf, type PasswordHolder } from "./password.ts";
import { AccessError } from "./errors.ts";
import { forgetBrowsers, noteBrowser } from "./known-browsers.ts";
import { inOrganization } from "./organization.ts";
import { noteCarried, noteProved } from "./prove-email.ts";
import { type Browser, endSessions } from "./sessions.ts";
import { sessionSubjects, withAttempt } from "./take-attempt.ts";
import { CARRIED, endTickets, makeTicket, peekTicket, takeTicket } from "./ticket.ts";

/**
 * Gives a member who knows the password a new one; the member's other sessions end. Throws `wrong_password`,
 * `bad_password`, `weak_password`, `too_many_attempts`.
 */
export async function changePassword(
  ctx: Context,
  own: OwnSession,
  { current, next }: { current: string; next: string },
): Promise<void> {
  const { organizationId, memberId, sessionId } = own;
  const [member] = await ctx.db.directory((tx) => tx.query<Row>(READ_TO_CHANGE, [memberId]));
  await withAttempt(ctx, sessionSubjects(ctx, sessionId), async () => {
    if (!(await inKnownTurn(memberId, () => isPasswordOf(current, member?.hash))))
      throw AccessError.wrong_password();
  });
  const hash = await hashNewPassword(next, member!);
  const by = `member:${memberId}` as const;
  await inOrganization(ctx, organizationId, (tx) =>
    keepPassword(tx, { memberId, hash, by, exceptId: sessionId }),
  );
}

/**
 * Stores a new password of a member and ends everything that depended on the old one: sessions, links to set another
 * one, and the known browsers.
 */
export async function keepPassword(
  tx: Tx,
  { memberId, hash, by, exceptId }: { memberId: string; hash: string; by: Actor; exceptId?: string },
): Promise<void> {
  await tx.execute(KEEP, [memberId, hash]);
  await endTickets(tx, "reset_password", memberId);
  await forgetBrowsers(tx, { memberId, exceptId });
  await recordAudit(tx, [{ actor: by, action: "access.password_changed", subject: `member:${memberId}` }]);
  await endSessions(tx, { memberId, exceptId, by, because: "password_changed" });
}

interface Row extends PasswordHolder {
  readonly hash: string | null;
}

const READ_TO_CHANGE = `
  select member.email, member.name, organization.name as organization, member.password_hash as hash
  from access.member
  join access.organization on organization.organization_id = member.organization_id
  where member.member_id = $1`;

const KEEP = `
  update access.member
  set password_hash = $2
  where member_id = $1`;

export interface PasswordReset {
  readonly organizationId: string;
  readonly organizationName: string;
  readonly email: string;
  readonly name: string;
  /** The ticket in the link, valid for half an hour. */
  readonly ticket: string;
}

/**
 * Makes the link by which the member with this address sets a new password; none for an unknown address. An address
 * that is not proved may have accounts of several organizations, including strangers'. Each gets a link of its own, so
 * that no stranger's account takes the place of the member's; `organizationId` selects one of them. `carried` means
 * that only the addressee gets the link, from the mail server or from the operator.
 */
export async function startPasswordResets(
  ctx: Pick<Context, "db">,
  email: string,
  { carried = false, organizationId = null }: { carried?: boolean; organizationId?: string | null } = {},
): Promise<PasswordReset[]> {
  const challenge = carried ? CARRIED : null;
  return ctx.db.directory(async (tx) => {
    const resets: PasswordReset[] = [];
    for (const { memberId, ...whom } of await find(tx, { email, organizationId, limit: RESETS_MAX })) {
      resets.push({ ...whom, ticket: await makeTicket(tx, "reset_password", { memberId, challenge }) });
    }
    return resets;
  });
}

/** An account that may set a new password by an address. */
type LogInAccount = Omit<PasswordReset, "ticket"> & { readonly memberId: string };

/**
 * Returns the accounts of an address: that of the member who has proved it, or else all, the oldest first, at most 100.
 */
export function findAccounts(ctx: Pick<Context, "db">, email: string): Promise<LogInAccount[]> {
  return ctx.db.directory((tx) => find(tx, { email, organizationId: null, limit: ACCOUNTS_MAX }));
}

interface ToFind {
  readonly email: string;
  readonly organizationId: string | null;
  readonly limit: number;
}

const RESETS_MAX = 5;
const ACCOUNTS_MAX = 100;

const find = (read: Reader, { email, organizationId, limit }: ToFind): Promise<LogInAccount[]> =>
  read.query<LogInAccount>(FIND, [email.trim().toLowerCase(), organizationId, limit]);

/**
 * Sets a new password by a link that was sent to the member's address, which proves the address. All sessions end, none
 * is started, and a second factor is still needed at the next log-in. The browser becomes a known one, so that
 * strangers' guesses no longer lock the member out. Returns the token for its cookie. Throws `ticket_invalid`,
 * `bad_password`, `weak_password`, `email_taken`.
 */
export async function resetPassword(
  ctx: Context,
  { ticket, password, browser }: { ticket: string; password: string; browser?: Browser },
): Promise<{ browserToken: string }> {
  const { memberId } = await ctx.db.directory((tx) => peekTicket(tx, "reset_password", ticket));
  if (memberId === null) throw AccessError.ticket_invalid();
  const [member] = await ctx.db.directory((tx) => tx.query<PasswordHolder>(READ_TO_RESET, [memberId]));
  const hash = await hashNewPassword(password, member!);
  return inOrganization(ctx, await organizationOf(ctx, memberId), async (tx) => {
    const { challenge } = await takeTicket(tx, "reset_password", ticket);
    const carried = challenge === CARRIED;
    await noteProved(tx, memberId, { carried });
    if (carried) await noteCarried(tx, memberId);
    await keepPassword(tx, { memberId, hash, by: `member:${memberId}` });
    return { browserToken: (await noteBrowser(tx, memberId, browser?.token)).token };
  });
}

const FIND = `
  select member.member_id as "memberId", member.organization_id as "organizationId", member.email, member.name,
    organization.name as "organizationName"
  from access.member
  join access.organization on organization.organization_id = member.organization_id
  where member.email = $1 and member.active and ($2::uuid is null or member.organization_id = $2) and (
    member.email_proved
    or member.password_hash is not null and not exists (
      select from access.member as proved
      where proved.email = $1 and proved.active and proved.email_proved
    )
  )
  order by member.created_at
  limit $3`;

const READ_TO_RESET = `
  select member.email, member.name, organization.name as organization
  from access.member
  join access.organization on organization.organization_id = member.organization_id
  where member.member_id = $1`;
