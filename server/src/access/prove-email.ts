import { recordAudit } from "#audit";
import type { Context } from "#lib/context";
import { violates, type Tx } from "#lib/db";
import { organizationOf } from "./check-factor.ts";
import { AccessError } from "./errors.ts";
import { inOrganization } from "./in-organization.ts";
import { makeTicket, peekTicket, takeTicket } from "./ticket.ts";

/** What is to be sent to an address that a member typed. */
export interface EmailToProve {
  readonly email: string;
  readonly name: string;
  /** For the link; null when another member has proved the address; that member gets an e-mail instead. */
  readonly ticket: string | null;
}

/** Makes the link by which a member proves the address; null when there is nothing to prove. */
export async function startEmailProof(ctx: Context, memberId: string): Promise<EmailToProve | null> {
  return ctx.db.directory(async (tx) => {
    const [member] = await tx.query<{ email: string; name: string; taken: boolean }>(READ, [memberId]);
    if (member === undefined) return null;
    const { taken, ...whom } = member;
    return { ...whom, ticket: taken ? null : await makeTicket(tx, "prove_email", { memberId }) };
  });
}

/** Notes that a member's address is the member's own. Throws `ticket_invalid`, `email_taken`. */
export async function proveEmail(ctx: Context, ticket: string): Promise<{ email: string }> {
  const { memberId } = await ctx.db.directory((tx) => peekTicket(tx, "prove_email", ticket));
  if (memberId === null) throw AccessError.ticket_invalid();
  return inOrganization(ctx, await organizationOf(ctx, memberId), async (tx) => {
    await takeTicket(tx, "prove_email", ticket);
    return noteProved(tx, memberId);
  });
}

/** The same for a member who has shown it by another link. Throws `email_taken`. */
export async function noteProved(tx: Tx, memberId: string): Promise<{ email: string }> {
  const noted = await tx.part(() => tx.query<{ email: string; was: boolean }>(NOTE, [memberId]));
  if ("fault" in noted) {
    if (violates(noted.fault, "member_email_once")) throw AccessError.email_taken();
    throw noted.fault;
  }
  const [{ email, was }] = noted.value as [{ email: string; was: boolean }];
  const by = `member:${memberId}` as const;
  if (!was)
    await recordAudit(tx, [{ actor: by, action: "access.email_proved", subject: by, detail: { email } }]);
  return { email };
}

const READ = `
  select member.email, member.name, exists (
    select from access.member as other where other.email = member.email and other.email_proved
  ) as taken
  from access.member
  where member.member_id = $1 and not member.email_proved and member.active`;

const NOTE = `
  with before as (
    select member_id, email_proved as was from access.member where member_id = $1 for no key update
  )
  update access.member
  set email_proved = true
  from before
  where member.member_id = before.member_id
  returning member.email, before.was`;
