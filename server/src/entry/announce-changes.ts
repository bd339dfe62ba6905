/** Notifies members and Owners by e-mail of changes to members' rights, each a few seconds after it happens. */
import { mailSubject, mayAttempt, memberOf, startKeepingFactors } from "#access";
import type { Actor, AuditRecord } from "#audit";
import type { Context } from "#lib/context";
import { announcementOf, ANNOUNCED_ACTIONS, type Change } from "./announced.ts";
import { readPeople, type Person } from "./read-people.ts";
import { sendMail } from "./send-mail.ts";
import { writeNotice } from "./write-notice.ts";

const RECORDS_MAX = 200;

/**
 * Finds chains of audit records, of organizations and merchants, with records that no one has been notified of; at most
 * 1,000.
 */
export async function findChangesToTell(ctx: Context): Promise<string[]> {
  const rows = await ctx.db.sweep((read) => read.query<{ id: string }>(FIND));
  return rows.map(({ id }) => id);
}

/**
 * Notifies people of the records that were added to a chain since the last time. The e-mails are queued first, so that
 * a crash in between notifies twice rather than never.
 */
export async function announceChanges(ctx: Context, chainId: string): Promise<void> {
  const { records, last } = await readNew(ctx, chainId);
  const changes = records.flatMap(toChange);
  if (changes.length > 0) await tell(ctx, chainId, changes);
  await ctx.db.inMerchant(chainId, (tx) => tx.execute(MOVE, [chainId, last]));
}

function toChange(record: AuditRecord): Change[] {
  const announcement = announcementOf(record);
  if (announcement === null) return [];
  // The subject of a request for rights is the member who is to get them.
  const subject = record.subject.replace(/^rights:/, "");
  const memberId = memberOf(subject as Actor) ?? memberOf(record.actor as Actor);
  return [{ ...record, announcement, memberId }];
}

async function readNew(ctx: Context, chainId: string): Promise<{ records: AuditRecord[]; last: bigint }> {
  return ctx.db.inMerchant(chainId, async (tx) => {
    const [standing] = await tx.query<{ told: bigint | null; last: bigint }>(READ_STANDING, [chainId]);
    const { told, last } = standing!;
    // A chain that no one was ever notified of, for example after an upgrade, begins with its last day.
    const records = await tx.query<AuditRecord>(READ, [
      chainId,
      told ?? 0n,
      told === null,
      ANNOUNCED_ACTIONS,
    ]);
    const isWhole = records.length < RECORDS_MAX;
    return { records, last: isWhole ? last : records.at(-1)!.seq };
  });
}

/** Sends one e-mail to each person concerned, however many changes there are. */
async function tell(ctx: Context, chainId: string, changes: readonly Change[]): Promise<void> {
  const { organization, people, named, owners } = await readPeople(ctx, chainId, changes);
  if (organization === null || organization.isTryOut) return;
  for (const person of people) {
    const isOwner = owners.has(person.memberId);
    const concerning = changes.filter(
      ({ memberId, announcement }) =>
        isOwner || memberId === person.memberId || (announcement.toApprovers === true && person.approves),
    );
    if (concerning.length === 0 || !(await mayGet(ctx, person, isOwner))) continue;
    const canStop = concerning.some(
      ({ announcement, memberId }) => announcement.canBeStopped !== undefined && memberId === person.memberId,
    );
    const ticket = canStop ? await startKeepingFactors(ctx, person.memberId) : null;
    const parts = writeNotice(ctx, { person, organization, changes: concerning, named, ticket });
    const mail = { to: person.email, purpose: "security_notice", parts } as const;
    await sendMail(ctx, organization.organizationId, mail);
  }
}

/**
 * An address that is not proved may be a stranger's. An Owner still gets a few notices there, because a new
 * organization has no other address.
 */
export async function mayGet(
  ctx: Context,
  { email, emailProved }: Person,
  isOwner: boolean,
): Promise<boolean> {
  if (emailProved) return true;
  if (!isOwner) return false;
  return mayAttempt(ctx, [mailSubject(ctx, "security_notice", email)]);
}

const FIND = `
  select chain.merchant_id as id
  from audit.chain
  left join entry.told on told.merchant_id = chain.merchant_id
  where chain.last_seq > coalesce(told.audit_seq, 0)
  limit 1000`;

const READ_STANDING = `
  select chain.last_seq as last, told.audit_seq as told
  from audit.chain
  left join entry.told on told.merchant_id = chain.merchant_id
  where chain.merchant_id = $1`;

const READ = `
  select seq, at, actor, action, subject, detail, hash
  from audit.record
  where merchant_id = $1
    and seq > $2
    and action = any ($4)
    and (not $3::boolean or at > now() - interval '1 day')
  order by seq
  limit ${RECORDS_MAX}`;

const MOVE = `
  insert into entry.told as kept (merchant_id, audit_seq)
  values ($1, $2)
  on conflict (merchant_id) do update set audit_seq = greatest(kept.audit_seq, excluded.audit_seq)`;
