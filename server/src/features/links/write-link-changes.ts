/** Writes the changes of a set of locked links: links, claims and events, each in one statement. */
import assert from "node:assert/strict";
import { memberOf, requireOfMember } from "#access";
import { type Actor, recordAudit } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { countEnded } from "#transfers";
import { EVENT_TYPES, formatEventTime, type NewEvent, publishEvents } from "#webhooks";
import type { Claim } from "./claim.ts";
import { findByKey } from "./create-link.ts";
import { endLink, type LinkChange } from "./decide-link.ts";
import { LinkError } from "./errors.ts";
import { isOpen, linkMachine, type LinkStatus, lockLinks } from "./link.ts";

/** Writes a set of changes, at most one for each link. */
export async function writeLinkChanges(tx: Tx, changes: readonly LinkChange[]): Promise<void> {
  if (changes.length === 0) return;
  for (const { before, after } of changes) assertLegal(before.status, after.status);
  await updateLinks(tx, changes);
  await Promise.all([
    insertClaims(
      tx,
      changes.flatMap(({ claim }) => (claim?.before === null ? claim.after : [])),
    ),
    updateClaims(tx, changes),
    closeSessions(tx, changes),
    publishEvents(
      tx,
      changes.flatMap((change) => eventsOf(change, tx.now)),
    ),
  ]);
}

function assertLegal(from: LinkStatus, to: LinkStatus): void {
  const next: readonly LinkStatus[] = linkMachine[from];
  assert.ok(from === to || next.includes(to), `a link does not go from ${from} to ${to}`);
}

function eventsOf({ before, after, events }: LinkChange, at: Date): NewEvent[] {
  const known: Readonly<Record<string, string>> = {
    cashgramid: after.linkKey,
    referenceId: String(after.referenceId),
    eventTime: formatEventTime(at),
    utr: after.utr ?? "",
    reason: after.reason ?? "",
  };
  return events.map((type, index) => ({
    type,
    subjectId: after.linkId,
    seq: before.events + index + 1,
    at,
    data: Object.fromEntries(EVENT_TYPES[type].fields.map((field) => [field, known[field] ?? ""])),
  }));
}

async function updateLinks(tx: Tx, changes: readonly LinkChange[]): Promise<void> {
  const after = changes.map((change) => change.after);
  const count = await tx.execute(
    `update links.link
     set status = changed.status,
         reason = changed.reason,
         claims = changed.claims,
         failures = changed.failures,
         transfers_failed = changed.transfers_failed,
         retry_at = changed.retry_at,
         paid_reference_id = changed.paid_reference_id,
         utr = changed.utr,
         passwords_wrong = changed.passwords_wrong,
         password_hash = changed.password_hash,
         password_ends_at = changed.password_ends_at,
         remind_at = changed.remind_at,
         due_at = changed.due_at,
         events = changed.events,
         ended_at = changed.ended_at
     from unnest($2::uuid[], $3::text[], $4::text[], $5::smallint[], $6::smallint[], $7::timestamptz[], $8::bigint[],
       $9::text[], $10::smallint[], $11::bytea[], $12::timestamptz[], $13::timestamptz[], $14::timestamptz[],
       $15::smallint[], $16::timestamptz[], $17::smallint[])
       as changed (link_id, status, reason, claims, failures, retry_at, paid_reference_id, utr, passwords_wrong,
         password_hash, password_ends_at, remind_at, due_at, events, ended_at, transfers_failed)
     where link.merchant_id = $1
       and link.link_id = changed.link_id`,
    [
      tx.merchantId,
      after.map((link) => link.linkId),
      after.map((link) => link.status),
      after.map((link) => link.reason),
      after.map((link) => link.claims),
      after.map((link) => link.failures),
      after.map((link) => link.retryAt),
      after.map((link) => link.paidReferenceId),
      after.map((link) => link.utr),
      after.map((link) => link.passwordsWrong),
      after.map((link) => link.passwordHash),
      after.map((link) => link.passwordEndsAt),
      after.map((link) => link.remindAt),
      after.map((link) => link.dueAt),
      changes.map(({ before, events }) => before.events + events.length),
      after.map((link) => link.endedAt),
      after.map((link) => link.transfersFailed),
    ],
  );
  assert.equal(count, changes.length, "every link is changed");
}

async function insertClaims(tx: Tx, claims: readonly Claim[]): Promise<void> {
  if (claims.length === 0) return;
  await tx.execute(
    `insert into links.claim (
       merchant_id, link_id, claim, transfer_no, draft_id, status, mode, sealed_account, account_last4, ifsc, vpa,
       ordered_at
     )
     select $1, link_id, claim, transfer_no, draft_id, status, mode, sealed_account, account_last4, ifsc, vpa,
       ordered_at
     from unnest($2::uuid[], $3::smallint[], $4::uuid[], $5::text[], $6::text[], $7::bytea[], $8::text[], $9::text[],
       $10::text[], $11::timestamptz[], $12::smallint[])
       as made (link_id, claim, draft_id, status, mode, sealed_account, account_last4, ifsc, vpa, ordered_at,
         transfer_no)`,
    [
      tx.merchantId,
      claims.map((claim) => claim.linkId),
      claims.map((claim) => claim.claim),
      claims.map((claim) => claim.draftId),
      claims.map((claim) => claim.status),
      claims.map((claim) => claim.mode),
      claims.map((claim) => claim.sealedAccount),
      claims.map((claim) => claim.accountLast4),
      claims.map((claim) => claim.ifsc),
      claims.map((claim) => tx.seal(claim.vpa)),
      claims.map((claim) => claim.orderedAt),
      claims.map((claim) => claim.transferNo),
    ],
  );
}

async function updateClaims(tx: Tx, changes: readonly LinkChange[]): Promise<void> {
  const claims = changes.flatMap(({ claim }) =>
    claim === null || claim.before === null ? [] : { ...claim.after, statusBefore: claim.before.status },
  );
  if (claims.length === 0) return;
  const count = await tx.execute(
    `update links.claim
     set status = changed.status,
         sealed_account = changed.sealed_account,
         transfer_id = changed.transfer_id,
         reference_id = changed.reference_id,
         reason = changed.reason,
         ended_at = changed.ended_at
     from unnest($2::uuid[], $3::smallint[], $4::text[], $5::bytea[], $6::uuid[], $7::bigint[], $8::text[],
       $9::timestamptz[], $10::text[])
       as changed (link_id, claim, status, sealed_account, transfer_id, reference_id, reason, ended_at, status_before)
     where claim.merchant_id = $1
       and claim.link_id = changed.link_id
       and claim.claim = changed.claim
       and claim.status = changed.status_before`,
    [
      tx.merchantId,
      claims.map((claim) => claim.linkId),
      claims.map((claim) => claim.claim),
      claims.map((claim) => claim.status),
      claims.map((claim) => claim.sealedAccount),
      claims.map((claim) => claim.transferId),
      claims.map((claim) => claim.referenceId),
      claims.map((claim) => claim.reason),
      claims.map((claim) => claim.endedAt),
      claims.map((claim) => claim.statusBefore),
    ],
  );
  assert.equal(count, claims.length, "every claim is changed");
}

/** An expired link cannot be claimed, so unconfirmed details are deleted. */
async function closeSessions(tx: Tx, changes: readonly LinkChange[]): Promise<void> {
  const ended = changes.filter(({ after }) => after.status === "expired");
  if (ended.length === 0) return;
  await tx.execute(
    `delete from links.session
     where merchant_id = $1
       and link_id = any ($2::uuid[])`,
    [tx.merchantId, ended.map(({ after }) => after.linkId)],
  );
}

/**
 * Ends a link before it is claimed. This and a claim wait for each other; the first one wins. Throws
 * LinkError.not_found, under_way (the payee has claimed and may be being paid) or ended;
 * AccessError.not_permitted for a member who cannot initiate transfers, and TransferError.too_many_of_member for one
 * who has ended too many of others.
 */
export async function deactivateLink(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { linkKey, by }: { linkKey: string; by: Actor },
): Promise<void> {
  await ctx.db.inMerchant(merchantId, async (tx) => {
    await requireOfMember(tx, by, "initiate_quick_transfer");
    const found = await findByKey(tx, linkKey);
    if (found === undefined) throw LinkError.not_found({ linkKey });
    const [link] = await lockLinks(tx, [found.linkId]);
    if (link!.status === "pending") throw LinkError.under_way({ linkKey });
    if (!isOpen(link!, tx.now)) throw LinkError.ended({ linkKey });
    if (link!.createdBy !== by || memberOf(by) === null) await countEnded(tx, by, 1);
    await writeLinkChanges(tx, [endLink(link!, "DEACTIVATED", tx.now)]);
    await recordAudit(tx, [
      {
        actor: by,
        action: "links.link_deactivated",
        subject: `link:${link!.linkId}`,
        detail: { cashgramId: linkKey },
      },
    ]);
  });
}
