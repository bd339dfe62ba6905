/** An Owner restores at once what a member or program removed alone: the same rows, with the same IDs and accounts. */
import { memberOf, nameActors, requirePermission } from "#access";
import { isOnlyOwner } from "#approvals";
import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import { violates, type Tx } from "#lib/db";
import { askToAdd } from "./add-beneficiaries.ts";
import { BeneficiaryError } from "./errors.ts";
import {
  ADDED_BY_ONE,
  addedSince,
  CAME_LATER,
  IS_OWN_OF_REMOVER,
  MAY_REPLACE,
  SAME_DESTINATION,
} from "./later-accounts.ts";
import { isRestorable } from "./listed-beneficiary.ts";
import { removeListed, withdrawAdditions } from "./remove-beneficiaries.ts";

/** One beneficiary, or all that a member removed, or null for programs, at any time or since a moment. */
type ToRestore =
  | { readonly beneficiaryId: string }
  | { readonly removedBy: string | null; readonly since?: Date | null };

export interface Restored {
  readonly restored: number;
  /** The number of those that are listed again, but not paid until another person has approved them. */
  readonly awaiting: number;
  /** Those whose ID or account is taken by now. */
  readonly left: number;
}

/**
 * Restores what members or programs removed alone in the last seven days. Additions that wait under the same IDs are
 * withdrawn: an ID goes back to the account for which it stood. So are those of the same accounts under other IDs,
 * for one beneficiary or since a moment. What the member who removed it had listed alone since that moment is left out:
 * it was not on the list then. If one member or program has added the ID again, alone, that beneficiary is removed, so
 * that payments which wait for the former one can be paid. With another account, that is only done for one beneficiary
 * or since a moment: a merchant's programs replace accounts every day. In live the former beneficiary then waits for
 * another person if this Owner, alone or with a key pair, added or removed it. Since a moment it is left if another
 * member who removed it had listed it alone, and someone else gave the ID to the account of now. Throws
 * AccessError.not_permitted for who is no Owner; for one beneficiary also BeneficiaryError.nothing_to_restore,
 * id_given_again or account_registered.
 */
export async function restoreBeneficiaries(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { by, ...which }: ToRestore & { by: Actor },
): Promise<Restored> {
  try {
    return await ctx.db.inMerchant(merchantId, async (tx) => {
      await requirePermission(tx, by, "own_organization");
      return restoreWithin(tx, which as ToRestore, by);
    });
  } catch (error) {
    // Someone has added the same at this moment.
    if (violates(error, "listed_once")) throw BeneficiaryError.id_given_again();
    if (violates(error, "bank_account_listed_once")) throw BeneficiaryError.account_registered();
    throw error;
  }
}

/**
 * Removes those that were added again under the IDs of restored beneficiaries. Those that had another account, also if
 * they were removed before, can be restored later by another Owner, so that also a wrong restoration is undone.
 */
async function removeAddedAgain(tx: Tx, restored: readonly string[], by: Actor): Promise<void> {
  await tx.execute(SETTLE_ADDED_AGAIN, [tx.merchantId, restored]);
  const again = await tx.query<{ id: string; isSame: boolean }>(READ_ADDED_AGAIN, [tx.merchantId, restored]);
  for (const isAlone of [true, false]) {
    const beneficiaryIds = again.flatMap(({ id, isSame }) => (isSame === isAlone ? [] : [id]));
    await removeListed(tx, { beneficiaryIds, by, isAlone });
  }
}

/** Removes those under other IDs to which a member moved the accounts of restored beneficiaries since a moment. */
async function removeMoved(
  tx: Tx,
  restored: readonly string[],
  { remover, since, by }: { remover: string; since: Date; by: Actor },
): Promise<void> {
  const moved = await tx.query<{ id: string }>(READ_MOVED, [tx.merchantId, restored, remover, since]);
  const beneficiaryIds = moved.map(({ id }) => id);
  await removeListed(tx, { beneficiaryIds, by, isAlone: true });
}

async function restoreWithin(tx: Tx, which: ToRestore, by: Actor): Promise<Restored> {
  const one = "beneficiaryId" in which ? which.beneficiaryId : null;
  const { removedBy = null, since = null } = "beneficiaryId" in which ? {} : which;
  const remover = removedBy === null ? "api-key:" : `member:${removedBy}`;
  const values = [tx.merchantId, tx.now, one, remover, since];
  const waiting = await tx.query<{ beneficiaryId: string; beneId: string }>(READ_WAITING, values);
  if (waiting.length > 0) await withdrawAdditions(tx, waiting, by);
  const asked = [...values, by, memberOf(by), await isOnlyOwner(tx, by)];
  const found = await tx.query<Candidate>(READ_CANDIDATES, asked);
  const free = withFreeAccounts(found.filter(({ obstacle }) => obstacle === null));
  const isFree = new Set(free);
  const left = found.filter((candidate) => candidate.obstacle !== "added_again" && !isFree.has(candidate));
  if (one !== null && free.length === 0)
    throw BeneficiaryError[left[0] === undefined ? "nothing_to_restore" : obstacleTo(left[0])]();
  const ids = free.map(({ beneficiaryId }) => beneficiaryId);
  await removeAddedAgain(tx, ids, by);
  if (since !== null) await removeMoved(tx, ids, { remover, since, by });
  const restored = new Set(
    (await tx.query<{ id: string }>(RESTORE, [tx.merchantId, ids, tx.now, by])).map(({ id }) => id),
  );
  const back = free.filter(({ beneficiaryId }) => restored.has(beneficiaryId));
  await recordRestored(tx, back, by);
  const own = back.flatMap(({ beneficiaryId, isOwn }) => (isOwn ? [beneficiaryId] : []));
  const awaiting = await askToAdd(tx, { beneficiaryIds: own, by, guarded: new Set(own) });
  return {
    restored: back.length - awaiting.size,
    awaiting: awaiting.size,
    left: left.length + free.length - back.length,
  };
}

/** Returns those whose accounts no one else has after the restoration, which also removes who has their IDs now. */
function withFreeAccounts(candidates: readonly Candidate[]): readonly Candidate[] {
  const beneIds = new Set(candidates.map(({ beneId }) => beneId));
  const free = candidates.filter(({ accountAt }) => accountAt === null || beneIds.has(accountAt));
  return free.length === candidates.length ? free : withFreeAccounts(free);
}

interface Candidate {
  readonly beneficiaryId: string;
  readonly beneId: string;
  readonly removedBy: Actor;
  /** `added_again` if an earlier one of the same ID and account is restored. */
  readonly obstacle: "added_again" | "id_given_again" | "account_registered" | null;
  /** True if it takes the place of another account although this Owner added or removed it. */
  readonly isOwn: boolean;
  /** The other ID under which its account is listed now. */
  readonly accountAt: string | null;
}

const obstacleTo = ({ obstacle }: Candidate): Exclude<Candidate["obstacle"], "added_again" | null> =>
  obstacle === null || obstacle === "added_again" ? "account_registered" : obstacle;

/** Records each, and once for each actor whose removals are undone: a member is told, and the Owners. */
async function recordRestored(tx: Tx, restored: readonly Candidate[], by: Actor): Promise<void> {
  const each = restored.map(({ beneficiaryId, beneId, removedBy }) => ({
    actor: by,
    action: "beneficiaries.beneficiary_restored",
    subject: `beneficiary:${beneficiaryId}`,
    detail: { beneId, removedBy },
  }));
  const ofMembers = [...Map.groupBy(restored, ({ removedBy }) => removedBy)];
  const told = ofMembers.map(([subject, { length: count }]) => ({
    actor: by,
    action: "approvals.tightening_undone",
    subject,
    detail: { what: "beneficiaries", count },
  }));
  await recordAudit(tx, [...each, ...told]);
}

/** A member, or all programs together, who removed beneficiaries alone in the last seven days. */
export interface Remover {
  /** Null for programs. */
  readonly memberId: string | null;
  readonly name: string;
  readonly count: number;
}

/** Lists those whose removals an Owner can undo, with how many there are; the most first. */
export async function listRemovers(tx: Tx): Promise<Remover[]> {
  const rows = await tx.query<{ by: Actor; count: number }>(LIST_REMOVERS, [tx.merchantId, tx.now]);
  const nameOf = await nameActors(
    tx,
    rows.map(({ by }) => by),
  );
  return rows.map(({ by, count }) => ({ memberId: memberOf(by), name: nameOf(by) ?? "", count }));
}

const LIST_REMOVERS = `
  select by, count(*)::integer as count
  from beneficiaries.beneficiary as payee
  cross join lateral (
    select case when starts_with(removed_by, 'api-key:') then 'api-key:' else removed_by end as by
  ) as remover
  where merchant_id = $1
    and ${isRestorable("payee", "$2")}
  group by by
  order by count(*) desc, by`;

const WANTED_FROM = "from beneficiaries.beneficiary as payee";

const WANTED_WHERE = `
  where payee.merchant_id = $1
    and ${isRestorable("payee", "$2")}
    and (payee.beneficiary_id = $3::uuid or ($3::uuid is null and starts_with(payee.removed_by, $4)))
    and ($5::timestamptz is null or payee.removed_at >= $5)
    and not ${addedSince("payee", "$4", "$5")}`;

/** SQL that tells whether a restoration since the same moment has put `payee` on the list. */
const isSinceMoment = (payee: string): string => `(
  $5::timestamptz is not null
  and ${payee}.undone_removal_at >= $5
  and starts_with(${payee}.undone_removal_by, $4)
)`;

const READ_WAITING = `
  select waiting.beneficiary_id as "beneficiaryId", waiting.bene_id as "beneId"
  from beneficiaries.beneficiary as waiting
  where waiting.merchant_id = $1
    and (
      waiting.bene_id in (select payee.bene_id ${WANTED_FROM} ${WANTED_WHERE})
      or (
        ($3::uuid is not null or $5::timestamptz is not null)
        and waiting.account_claimed
        and waiting.account_index in (
          select payee.account_index
          ${WANTED_FROM}
          ${WANTED_WHERE}
            and payee.account_claimed
        )
      )
    )
    and waiting.bene_id is not null
    and waiting.removed_at is null
    and waiting.status = 'awaiting_approval'
    and ${isSinceMoment("waiting")} is not true`;

// A restoration since a moment gives each ID one account, so repeating it keeps what the first run has restored.
const HAS_ITS_ACCOUNT_BACK = `exists (
  select
  from beneficiaries.beneficiary as now
  where now.merchant_id = $1
    and now.bene_id = payee.bene_id
    and now.bene_id is not null
    and now.removed_at is null
    and now.restored_at >= payee.removed_at
    and ${isSinceMoment("now")}
)`;

const READ_MOVED = `
  select other.beneficiary_id as id
  from beneficiaries.beneficiary as other
  where other.merchant_id = $1
    and other.account_claimed
    and other.removed_at is null
    and other.account_index in (
      select account_index
      from beneficiaries.beneficiary
      where merchant_id = $1
        and beneficiary_id = any ($2::uuid[])
        and account_claimed
    )
    and ${addedSince("other", "$3", "$4")}`;

// An ID that two people gave to another account since stands for that one. Of several with one ID the first is
// restored, which is the one that payments wait for. Of several IDs with one account, it is the last one that was
// removed, but since a moment the first one that was added: the others came later.
const READ_CANDIDATES = `
  with candidate as (
    select payee.*, coalesce(later.stays, false) as is_given_again,
      coalesce(later.replaced_by_own, false) as is_own
    ${WANTED_FROM}
    left join lateral (
      select bool_or(
          not ${ADDED_BY_ONE}
          or (
            not ${SAME_DESTINATION}
            and $3::uuid is null
            and ($5::timestamptz is null or (payee.removed_by <> $6 and ${IS_OWN_OF_REMOVER}))
          )
        ) as stays,
        bool_or(not ${SAME_DESTINATION} and not ${MAY_REPLACE}) as replaced_by_own
      from beneficiaries.beneficiary as later
      where ${CAME_LATER}
        and (later.removed_at is null or later.status <> 'awaiting_approval')
    ) as later on true
    ${WANTED_WHERE}
      and not ${HAS_ITS_ACCOUNT_BACK}
  ), ranked as (
    select candidate.*,
      row_number() over (partition by bene_id, is_given_again order by removed_at, beneficiary_id) as place_of_id
    from candidate
  )
  select beneficiary_id as "beneficiaryId", bene_id as "beneId", removed_by as "removedBy",
    case
      when is_given_again then 'id_given_again'
      when place_of_id > 1 then 'added_again'
      when account_claimed and row_number() over (
        partition by is_given_again, place_of_id > 1, account_claimed, account_index
        order by case when $5::timestamptz is null then removed_at end desc,
          case when $5::timestamptz is null then beneficiary_id end desc, beneficiary_id
      ) > 1 then 'account_registered'
    end as obstacle,
    is_own and exists (
      select from access.merchant where merchant.merchant_id = $1 and merchant.mode = 'live'
    ) as "isOwn",
    (
      select other.bene_id
      from beneficiaries.beneficiary as other
      where ranked.account_claimed
        and other.merchant_id = $1
        and other.account_index = ranked.account_index
        and other.account_claimed
        and other.removed_at is null
        and other.bene_id is distinct from ranked.bene_id
        and not ${addedSince("other", "$4", "$5")}
    ) as "accountAt"
  from ranked
  order by beneficiary_id`;

const ADDED_AGAIN = `
  payee.merchant_id = $1
    and payee.beneficiary_id = any ($2::uuid[])
    and payee.removed_alone
    and ${CAME_LATER}`;

const READ_ADDED_AGAIN = `
  select later.beneficiary_id as id, ${SAME_DESTINATION} as "isSame"
  from beneficiaries.beneficiary as payee
  cross join beneficiaries.beneficiary as later
  where ${ADDED_AGAIN}
    and later.removed_at is null`;

const SETTLE_ADDED_AGAIN = `
  update beneficiaries.beneficiary as later
  set removed_alone = false
  from beneficiaries.beneficiary as payee
  where ${ADDED_AGAIN}
    and ${SAME_DESTINATION}
    and later.removed_alone`;

// For one that was young when it was removed, the time off the list does not count: no one could see it there. So the
// cooling-off and rules about new beneficiaries continue where they stopped.
const RESTORE = `
  update beneficiaries.beneficiary
  set removed_at = null, removed_by = null, removed_alone = false,
    restored_at = $3, restored_by = $4, undone_removal_at = removed_at, undone_removal_by = removed_by,
    added_at = case
      when removed_at < added_at + interval '7 days'
        then least(added_at + ($3::timestamptz - removed_at), $3::timestamptz)
      else added_at
    end
  where merchant_id = $1
    and beneficiary_id = any ($2::uuid[])
    and removed_alone
  returning beneficiary_id as id`;
