import {
  completeFactorResets,
  completeOwnerChanges,
  endOrganization,
  findDueFactorResets,
  findDueOwnerChanges,
  findEndedOrganizations,
} from "#access";
import { findHead, writeHead } from "#audit";
import type { Context } from "#lib/context";
import { defineWorker } from "#lib/worker";
import { type MessageParts, withoutLinks } from "#messages";
import { announceChanges, findChangesToTell, mayGet } from "./announce-changes.ts";
import { readPeople } from "./read-people.ts";
import { sendMail } from "./send-links.ts";

const MINUTE_MS = 60_000;

/** Ends try-outs, completes changes that wait for a day, and notifies people of changes to rights. */
export const entryWorkers = [
  defineWorker({
    name: "ended try-outs",
    everyMs: MINUTE_MS,
    dueInAll: findEndedOrganizations,
    step: endOrganization,
  }),
  defineWorker({
    name: "factor resets",
    everyMs: MINUTE_MS,
    dueInAll: findDueFactorResets,
    step: completeFactorResets,
  }),
  defineWorker({
    name: "owner changes",
    everyMs: MINUTE_MS,
    dueInAll: findDueOwnerChanges,
    step: completeOwnerChanges,
  }),
  // The members concerned are notified within a few seconds.
  defineWorker({ name: "security notices", everyMs: 5_000, due: findChangesToTell, step: announceChanges }),
  defineWorker({ name: "audit heads", everyMs: MINUTE_MS, dueInAll: findHeadsToTell, step: tellAuditHeads }),
];

/**
 * Finds live organizations whose audit logs have grown since their Owners were last notified, at least a day ago; at
 * most 1,000. Only a copy of an audit log's end that is kept outside shows that records were removed.
 */
export async function findHeadsToTell({ db }: Context): Promise<string[]> {
  const organizations = await db.homes.directory().sweep((read) => read.query<Organization>(FIND));
  const chains = organizations.flatMap(({ id, merchantIds }) => [id, ...merchantIds]);
  // Chains of a home that is away are told of later.
  const ends = await db.sweepReachable((read) =>
    read.query<{ chain: string; last: bigint }>(READ_ENDS, [chains]),
  );
  const lastOf = new Map(ends.map(({ chain, last }) => [chain, last]));
  const recordsOf = ({ id, merchantIds }: Organization): bigint =>
    [id, ...merchantIds].reduce((sum, chain) => sum + (lastOf.get(chain) ?? 0n), 0n);
  return organizations
    .filter((one) => recordsOf(one) > one.told)
    .slice(0, SET_MAX)
    .map(({ id }) => id);
}

/** A live organization whose Owners have not been notified for a day. */
interface Organization {
  readonly id: string;
  readonly merchantIds: readonly string[];
  /** The number of records of which they were notified. */
  readonly told: bigint;
}

const SET_MAX = 1_000;

/**
 * Sends the heads of the organization's own log and of its merchants' to every active Owner. The e-mails are queued
 * first, so that a crash in between notifies twice rather than never.
 */
export async function tellAuditHeads(ctx: Context, organizationId: string): Promise<void> {
  const merchants = await ctx.db.directory((tx) =>
    tx.query<{ merchantId: string }>(LIST_MERCHANTS, [organizationId]),
  );
  const chains = [organizationId, ...merchants.map(({ merchantId }) => merchantId)];
  const found = await Promise.all(chains.map((chain) => ctx.db.inMerchant(chain, findHead)));
  const heads = found.flatMap((head) => head ?? []);
  const { organization, people, owners } = await readPeople(ctx, organizationId, []);
  if (organization === null) return;
  const parts = writeHeads(organization.name, heads.map(writeHead));
  for (const person of people) {
    if (!owners.has(person.memberId) || !(await mayGet(ctx, person, true))) continue;
    await sendMail(ctx, organizationId, { to: person.email, purpose: "security_notice", parts });
  }
  const records = heads.reduce((sum, { seq }) => sum + seq, 0n);
  await ctx.db.inMerchant(organizationId, (tx) => tx.execute(MOVE, [organizationId, records]));
}

const writeHeads = (organization: string, lines: readonly string[]): MessageParts => ({
  subject: "Audit log: keep these lines",
  paragraphs: [
    `The audit logs of ${withoutLinks(organization)} end here today, a line for each:`,
    ...lines,
    "Keep this e-mail where an administrator of your server cannot delete it. If audit records are removed or " +
      "changed later, these lines prove it. On the server, a line is checked with vitaran audit-head --check <line>.",
  ],
  closing:
    "Owners get this once a day when something was recorded in live or in the sandbox. It cannot be switched off.",
});

const FIND = `
  select organization.organization_id as id, coalesce(told.records, 0)::bigint as told,
    array(
      select merchant.merchant_id::text
      from access.merchant
      where merchant.organization_id = organization.organization_id
    ) as "merchantIds"
  from access.organization
  left join entry.told_heads as told on told.merchant_id = organization.organization_id
  where organization.ends_at is null
    and exists (
      select from access.merchant
      where merchant.organization_id = organization.organization_id
        and merchant.mode = 'live'
    )
    and coalesce(told.told_at <= now() - interval '24 hours', true)`;

const READ_ENDS = `
  select merchant_id as chain, last_seq as last
  from audit.chain
  where merchant_id = any ($1::uuid[])`;

const LIST_MERCHANTS = `
  select merchant_id as "merchantId"
  from access.merchant
  where organization_id = $1
  order by mode desc, merchant_id`;

const MOVE = `
  insert into entry.told_heads as kept (merchant_id, records, told_at)
  values ($1, $2, now())
  on conflict (merchant_id) do update
  set records = greatest(kept.records, excluded.records), told_at = excluded.told_at`;
