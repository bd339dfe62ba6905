import { recordAudit } from "#audit";
import type { Context } from "#lib/context";
import { violates, type Tx } from "#lib/db";
import { organizationOf } from "./check-factor.ts";
import { AccessError } from "./errors.ts";
import { inOrganization } from "./organization.ts";
import { IS_EMAIL_CONFIRMED } from "./member.ts";
import { removeFactors } from "./reset-factors.ts";
import { CARRIED, makeTicket, peekTicket, takeTicket } from "./ticket.ts";

/** The e-mail that must be sent to an address that a member typed. */
interface EmailToProve {
  readonly email: string;
  readonly name: string;
  /** The ticket in the link; null if another member has proved the address, and that member gets an e-mail instead. */
  readonly ticket: string | null;
}

/**
 * Makes the link by which a member proves the address; null if there is nothing to prove. With `mailed`, a mail server
 * delivers it, so that only the addressee reads it.
 */
export async function startEmailProof(
  ctx: Context,
  memberId: string,
  { mailed = false }: { mailed?: boolean } = {},
): Promise<EmailToProve | null> {
  return ctx.db.directory(async (tx) => {
    const [member] = await tx.query<Whom>(READ, [memberId, mailed]);
    if (member === undefined) return null;
    const { taken, ...whom } = member;
    const challenge = mailed ? CARRIED : null;
    return { ...whom, ticket: taken ? null : await makeTicket(tx, "prove_email", { memberId, challenge }) };
  });
}

type Whom = Pick<EmailToProve, "email" | "name"> & { taken: boolean };

/** Records that a member has proved that the e-mail address is theirs. Throws `ticket_invalid`, `email_taken`. */
export async function proveEmail(ctx: Context, ticket: string): Promise<{ email: string }> {
  const { memberId } = await ctx.db.directory((tx) => peekTicket(tx, "prove_email", ticket));
  if (memberId === null) throw AccessError.ticket_invalid();
  return inOrganization(ctx, await organizationOf(ctx, memberId), async (tx) => {
    const { challenge } = await takeTicket(tx, "prove_email", ticket);
    return noteProved(tx, memberId, { carried: challenge === CARRIED });
  });
}

/**
 * Records that a member has proved the address by another link. If that link was not `carried` to the addressee,
 * another person may have read it: then it gives no access to a live merchant, and the address stays free for the
 * member who proves it. Throws `email_taken`.
 */
export async function noteProved(
  tx: Tx,
  memberId: string,
  { carried }: { carried: boolean },
): Promise<{ email: string }> {
  const statement = carried ? NOTE_PROVED : NOTE_CONFIRMED;
  const noted = await tx.part(() => tx.query<{ email: string; was: boolean }>(statement, [memberId]));
  if ("fault" in noted) {
    if (violates(noted.fault, "member_email_once")) throw AccessError.email_taken();
    throw noted.fault;
  }
  const [member] = noted.value;
  if (member === undefined) throw AccessError.email_taken();
  const { email, was } = member;
  const by = `member:${memberId}` as const;
  if (!was)
    await recordAudit(tx, [{ actor: by, action: "access.email_proved", subject: by, detail: { email } }]);
  return { email };
}

/** Records that a member has joined by a link that another person was shown. */
export async function noteShown(tx: Tx, memberId: string): Promise<void> {
  await tx.execute("update access.member set link_shown = true where member_id = $1", [memberId]);
}

/**
 * Notes that the member has set a password by a link that no one else has read. If the member had joined by a link
 * that another person saw, the second factors are removed, because they may be that person's.
 */
export async function noteCarried(tx: Tx, memberId: string): Promise<void> {
  const cleared = await tx.execute(CLEAR, [memberId]);
  if (cleared > 0) await removeFactors(tx, { memberId, by: `member:${memberId}` });
}

const IS_TAKEN = `exists (
  select from access.member as other
  where other.email = member.email and other.email_proved and other.member_id <> member.member_id
)`;

const CLEAR = `
  update access.member
  set link_shown = false
  where member_id = $1 and link_shown`;

const READ = `
  select member.email, member.name, ${IS_TAKEN} as taken
  from access.member
  where member.member_id = $1 and member.active
    and not case when $2 then member.email_proved else ${IS_EMAIL_CONFIRMED} end`;

const NOTE_PROVED = `
  with before as (
    select member_id, email_proved as was from access.member where member_id = $1 for no key update
  )
  update access.member
  set email_proved = true
  from before
  where member.member_id = before.member_id
  returning member.email, before.was`;

const NOTE_CONFIRMED = `
  with before as (
    select member_id, ${IS_EMAIL_CONFIRMED} as was
    from access.member
    where member_id = $1 and not ${IS_TAKEN}
    for no key update
  )
  update access.member
  set email_confirmed = true, link_shown = link_shown or not email_proved
  from before
  where member.member_id = before.member_id
  returning member.email, before.was`;
