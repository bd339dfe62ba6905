/** Notifies members and Owners by e-mail of changes to members' rights, each a few seconds after it happens. */
import { mailSubject, mayAttempt, memberOf, startKeepingFactors, sayPerson, type ShownPerson } from "#access";
import type { Actor, AuditRecord } from "#audit";
import type { Context } from "#lib/context";
import type { Reader } from "#lib/db";
import { withoutLinks, type MessageParts } from "#messages";
import { istText } from "#lib/ist";
import { announcementOf, ANNOUNCED_ACTIONS, type AnnouncedChange } from "./announced.ts";
import { readPeople, type Person } from "./read-people.ts";
import { sendMail, linkTo } from "./send-links.ts";

const RECORDS_MAX = 200;

/**
 * Finds chains of audit records, of organizations and merchants, with records that no one has been notified of; at most
 * 1,000.
 */
export async function findChangesToTell(read: Reader): Promise<string[]> {
  const rows = await read.query<{ id: string }>(FIND);
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

function toChange(record: AuditRecord): AnnouncedChange[] {
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
async function tell(ctx: Context, chainId: string, changes: readonly AnnouncedChange[]): Promise<void> {
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

/** At most this many rows of changes are listed in an e-mail, but at least one of each kind; the others are counted. */
const SHOWN_MAX = 100;

interface Notice {
  readonly person: Person;
  readonly organization: { readonly name: string };
  readonly changes: readonly AnnouncedChange[];
  readonly named: ReadonlyMap<string, ShownPerson>;
  /** The ticket in the link by which the person stops a waiting change; null if there is nothing to stop. */
  readonly ticket: string | null;
}

/** Writes the e-mail about changes to one person. Its subject contains no name that a person has chosen. */
export function writeNotice(
  ctx: Pick<Context, "config">,
  { person, organization, changes, named, ticket }: Notice,
): MessageParts {
  const nameOf = (memberId: string | null): string => {
    const known = named.get(memberId ?? "");
    if (known !== undefined) return sayPerson(known, withoutLinks);
    return memberId === null ? "" : "A former member";
  };
  const actorOf = (actor: string): string => {
    const memberId = memberOf(actor as Actor);
    if (memberId === person.memberId) return "You";
    if (memberId !== null) return nameOf(memberId);
    return actor.startsWith("api-key:") ? "API" : "Vitaran";
  };
  const what = changes.length === 1 ? changes[0]!.announcement.what : `${changes.length} changes`;
  const groups = groupChanges(changes);
  const rows = chooseRows(groups);
  const stop = {
    label: "Stop this change",
    url: ticket === null ? "" : linkTo(ctx, "keep-factors", ticket),
  };
  return {
    subject: `Security notice: ${what}`,
    paragraphs: [
      `Hello ${withoutLinks(person.name)},`,
      `this has changed at ${withoutLinks(organization.name)}.`,
      ...new Set(
        changes
          .flatMap(({ announcement: { canBeStopped, advice }, memberId }) => [
            memberId === person.memberId ? canBeStopped : undefined,
            advice,
          ])
          .filter((said) => said !== undefined),
      ),
      ...sayMore(groups.filter((group) => !rows.includes(group))),
    ],
    table: {
      columns: ["Time (IST)", "What", "Member", "By", "From"],
      rows: rows.map((group) => {
        const [first] = group;
        const { ip } = first.detail;
        return [
          istText(first.at),
          sayGroup(group),
          nameOf(first.memberId),
          actorOf(first.actor),
          typeof ip === "string" ? ip : "",
        ];
      }),
    },
    ...(ticket === null ? {} : { link: stop }),
    closing:
      "If you do not expect this, set a new password, end your other sessions on the page Account, and tell an Owner " +
      "of your organization. Members get these e-mails about themselves, Owners about everyone, and approvers about " +
      "what takes effect without them; they cannot be switched off.",
  };
}

const sayChange = ({ announcement, ...record }: Omit<AnnouncedChange, "memberId">): string =>
  `${announcement.what}${announcement.more?.(record) ?? ""}`;

/** The first change of a row, and equal ones after it. */
type Group = readonly [AnnouncedChange, ...AnnouncedChange[]];

/** Says what the last change of a row says, because counts of a week grow, and how often it was made. */
function sayGroup(group: Group): string {
  const last = group.at(-1)!;
  return group.length === 1
    ? sayChange(last)
    : `${sayChange(last)}; ${group.length} times until ${istText(last.at)}`;
}

/** Counts the rows that are left out, by what they are about. */
function sayMore(groups: readonly Group[]): string[] {
  if (groups.length === 0) return [];
  const kinds = Map.groupBy(groups, ([{ announcement }]) => announcement.what);
  const counts = [...kinds].map(([what, those]) => `${what} (${those.length})`).join(", ");
  return [`${groups.length} more are in the audit log (page Access Management): ${counts}.`];
}

/** Returns the text of a change without its numbers: equal changes differ by their times and counts. */
const kindOf = (change: AnnouncedChange): string => sayChange(change).replaceAll(/\d+/g, "0");

/** Groups equal changes of the same thing by the same person, so that repeated ones hide no other. */
function groupChanges(changes: readonly AnnouncedChange[]): Group[] {
  const keyOf = (change: AnnouncedChange) =>
    JSON.stringify([kindOf(change), change.subject, change.memberId, change.actor]);
  return [...Map.groupBy(changes, keyOf).values()] as unknown as Group[];
}

/** Chooses the rows to list: the first one of each kind, and then the earliest others. */
function chooseRows(groups: readonly Group[]): Group[] {
  const firsts = new Set(
    [...Map.groupBy(groups, ([first]) => kindOf(first)).values()].map(([first]) => first!),
  );
  const others = groups.filter((group) => !firsts.has(group)).slice(0, Math.max(0, SHOWN_MAX - firsts.size));
  return groups.filter((group) => firsts.has(group) || others.includes(group));
}
