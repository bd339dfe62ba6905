/** An Owner restores at once what a member removed alone: the same rows, with the same IDs and accounts. */
import { memberOf, nameActors, requirePermission } from "#access";
import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import { violates, type Tx } from "#lib/db";
import { BeneficiaryError } from "./errors.ts";
import { isRestorable } from "./listed-beneficiary.ts";
import { withdrawAdditions } from "./remove-beneficiaries.ts";

/** One beneficiary, or all that a member removed. */
export type ToRestore = { readonly beneficiaryId: string } | { readonly removedBy: string };

export interface Restored {
  readonly restored: number;
  /** Those whose ID or account is taken by now. */
  readonly left: number;
}

/**
 * Restores what members removed alone in the last seven days. Additions that wait under the same IDs are withdrawn: an
 * ID goes back to the account for which it stood. Throws AccessError.not_permitted for who is no Owner; for one
 * beneficiary also BeneficiaryError.nothing_to_restore, id_given_again or account_registered.
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

async function restoreWithin(tx: Tx, which: ToRestore, by: Actor): Promise<Restored> {
  const one = "beneficiaryId" in which ? which.beneficiaryId : null;
  const remover = "removedBy" in which ? `member:${which.removedBy}` : null;
  const values = [tx.merchantId, tx.now, one, remover];
  const waiting = await tx.query<{ beneficiaryId: string; beneId: string }>(READ_WAITING, values);
  if (waiting.length > 0) await withdrawAdditions(tx, waiting, by);
  const found = await tx.query<Candidate>(READ_CANDIDATES, values);
  const free = found.filter(({ obstacle }) => obstacle === null);
  if (one !== null && free.length === 0) throw BeneficiaryError[found[0]?.obstacle ?? "nothing_to_restore"]();
  const ids = free.map(({ beneficiaryId }) => beneficiaryId);
  const restored = new Set(
    (await tx.query<{ id: string }>(RESTORE, [tx.merchantId, ids])).map(({ id }) => id),
  );
  await recordRestored(
    tx,
    free.filter(({ beneficiaryId }) => restored.has(beneficiaryId)),
    by,
  );
  return { restored: restored.size, left: found.length - restored.size };
}

interface Candidate {
  readonly beneficiaryId: string;
  readonly beneId: string;
  readonly removedBy: Actor;
  readonly obstacle: "id_given_again" | "account_registered" | null;
}

/** Records each, and once for each member whose removals are undone: it is told, and the Owners. */
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

/** A member who removed beneficiaries alone in the last seven days. */
export interface Remover {
  readonly memberId: string;
  readonly name: string;
  readonly count: number;
}

/** Lists the members whose removals an Owner can undo, with how many there are; the most first. */
export async function listRemovers(tx: Tx): Promise<Remover[]> {
  const rows = await tx.query<{ by: Actor; count: number }>(LIST_REMOVERS, [tx.merchantId, tx.now]);
  const nameOf = await nameActors(
    tx,
    rows.map(({ by }) => by),
  );
  return rows.map(({ by, count }) => ({ memberId: memberOf(by)!, name: nameOf(by) ?? "", count }));
}

const LIST_REMOVERS = `
  select removed_by as by, count(*)::integer as count
  from beneficiaries.beneficiary as payee
  where merchant_id = $1
    and ${isRestorable("payee", "$2")}
  group by removed_by
  order by count(*) desc, removed_by`;

const WANTED = `
  from beneficiaries.beneficiary as payee
  where payee.merchant_id = $1
    and ${isRestorable("payee", "$2")}
    and (payee.beneficiary_id = $3::uuid or payee.removed_by = $4)`;

const READ_WAITING = `
  select waiting.beneficiary_id as "beneficiaryId", waiting.bene_id as "beneId"
  from beneficiaries.beneficiary as waiting
  where waiting.merchant_id = $1
    and waiting.bene_id in (select payee.bene_id ${WANTED})
    and waiting.bene_id is not null
    and waiting.removed_at is null
    and waiting.status = 'awaiting_approval'`;

// An ID that could be paid under another row since stands for that one. Of two with one account the last is restored.
const READ_CANDIDATES = `
  select payee.beneficiary_id as "beneficiaryId", payee.bene_id as "beneId", payee.removed_by as "removedBy",
    case
      when exists (
        select from beneficiaries.beneficiary as later
        where later.merchant_id = $1
          and later.bene_id = payee.bene_id
          and later.bene_id is not null
          and later.beneficiary_id > payee.beneficiary_id
          and (later.removed_at is null or later.status <> 'awaiting_approval')
      ) then 'id_given_again'
      when payee.account_claimed and (
        exists (
          select from beneficiaries.beneficiary as other
          where other.merchant_id = $1
            and other.account_index = payee.account_index
            and other.account_claimed
            and other.removed_at is null
        )
        or row_number() over (
          partition by payee.account_claimed, payee.account_index
          order by payee.removed_at desc, payee.beneficiary_id desc
        ) > 1
      ) then 'account_registered'
    end as obstacle
  ${WANTED}`;

const RESTORE = `
  update beneficiaries.beneficiary
  set removed_at = null, removed_by = null, removed_alone = false
  where merchant_id = $1
    and beneficiary_id = any ($2::uuid[])
    and removed_alone
  returning beneficiary_id as id`;
