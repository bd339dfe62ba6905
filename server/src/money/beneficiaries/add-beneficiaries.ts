import assert from "node:assert/strict";
import { isControlledBy, requireOfMember } from "#access";
import { policiesInForce } from "#approvals";
import { type Actor, recordAudit } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import type { VitaranError } from "#lib/errors";
import { newId } from "#lib/ids";
import type { Vault } from "#lib/vault";
import { indexAccount, sealAccount } from "./account-number.ts";
import { askToChange, type ChangesToAsk, formerOf } from "./approval-content.ts";
import { readMaskedCard } from "./cards.ts";
import { checkBeneficiary } from "./check-beneficiary.ts";
import { countAdditions, mayAdd } from "./count-changes.ts";
import type { BeneficiaryInput, CardNetwork, Details } from "./details.ts";
import { insertPayees } from "./ensure-payees.ts";
import { BeneficiaryError, type BeneficiaryErrorCode } from "./errors.ts";
import { accountOf, cleanDetails, textOf } from "./fields.ts";
import { noteAddedNumbers } from "./note-tried-numbers.ts";

/** The outcome for one beneficiary of a set. */
export type AddOutcome =
  | {
      readonly kind: "added";
      readonly beneId: string;
      readonly beneficiaryId: string;
      /** True if it needs approval before it may be paid. */
      readonly awaitsApproval?: true;
      /** True if it waits because its ID stood for another account before. */
      readonly replacesAccount?: true;
    }
  | { readonly kind: "refused"; readonly beneId: string; readonly error: VitaranError };

/** The maximum number of beneficiaries that are added at once. */
export const BENEFICIARIES_MAX = 1_000;

/**
 * Adds a set of beneficiaries in the caller's transaction. Returns the outcome of each, in the given order.
 * One that is refused does not affect the others. Of two that cannot both be added, within the set or at the
 * same moment, one is. Approval of each is requested separately if a policy says so, and in live if a member gives
 * an ID to another account than before. In live all are refused (too_many_added) if they are too many for a member who
 * is no Owner. Throws BeneficiaryError.too_many above `BENEFICIARIES_MAX`.
 */
export async function addBeneficiaries(
  tx: Tx,
  vault: Vault,
  { beneficiaries, by, check = checkBeneficiary }: BeneficiariesToAdd,
): Promise<AddOutcome[]> {
  if (beneficiaries.length > BENEFICIARIES_MAX) throw BeneficiaryError.too_many({ max: BENEFICIARIES_MAX });
  const drafts = beneficiaries.map((input) =>
    draftOf(tx.merchantId, vault, { input, refusal: check(input) }),
  );
  const sound = drafts.filter((draft) => draft.refusal === null);
  if (sound.length > 0) {
    const obstacles = await readObstacles(tx, sound);
    for (const draft of sound) refuseOrReserve(draft, obstacles);
    const free = sound.filter((draft) => draft.refusal === null);
    if (await mayAdd(tx, by, free.length)) await insertDrafts(tx, vault, { drafts: free, obstacles, by });
    else for (const draft of free) draft.refusal = "too_many_added";
  }
  return drafts.map(outcomeOf);
}

interface BeneficiariesToAdd {
  readonly beneficiaries: readonly BeneficiaryInput[];
  readonly by: Actor;
  /** The field validation, if another one applies. */
  readonly check?: (input: BeneficiaryInput) => BeneficiaryErrorCode | null;
}

/** A beneficiary that is being added; `refusal` is the reason why it may not be. */
interface Draft {
  readonly beneficiaryId: string;
  readonly beneId: string;
  readonly details: Details;
  readonly accountIndex: Buffer | null;
  readonly card: { network: CardNetwork; last4: string } | null;
  readonly purpose: string | null;
  refusal: BeneficiaryErrorCode | null;
  awaitsApproval: boolean;
  replacesAccount: boolean;
}

function draftOf(
  merchantId: string,
  vault: Vault,
  { input, refusal }: { input: BeneficiaryInput; refusal: BeneficiaryErrorCode | null },
): Draft {
  const details = cleanDetails(input);
  const card = readMaskedCard(textOf(input.card) ?? "");
  const account = accountOf(details);
  return {
    beneficiaryId: newId(),
    beneId: input.beneId,
    details,
    accountIndex: refusal === null && account !== null ? indexAccount(vault, merchantId, account) : null,
    card: typeof card === "string" ? null : card,
    purpose: textOf(input.purpose),
    refusal,
    awaitsApproval: false,
    replacesAccount: false,
  };
}

/** Refuses a draft that meets an obstacle; otherwise it becomes an obstacle to later drafts. */
function refuseOrReserve(draft: Draft, obstacles: Obstacles): void {
  draft.refusal = obstacleTo(draft, obstacles);
  if (draft.refusal !== null) return;
  obstacles.beneIds.add(draft.beneId);
  if (draft.accountIndex !== null) obstacles.accounts.add(draft.accountIndex.toString("hex"));
}

function obstacleTo(draft: Draft, obstacles: Obstacles): BeneficiaryErrorCode | null {
  const account = draft.accountIndex?.toString("hex");
  if (obstacles.beneIds.has(draft.beneId)) return "id_exists";
  // This comes first: otherwise a virtual UPI ID next to a guessed number would confirm it, and nothing would be added.
  if (draft.details.vpa?.toLowerCase().endsWith(`@${obstacles.virtualVpaHandle}`)) return "platform_account";
  if (account !== undefined && obstacles.ownAccounts.has(account)) return "own_account";
  const ifsc = draft.details.ifsc ?? accountOf(draft.details)?.ifsc;
  if (ifsc !== undefined && ifsc === obstacles.virtualIfsc) return "platform_account";
  if (account !== undefined && obstacles.accountOnce && obstacles.accounts.has(account))
    return "account_registered";
  return null;
}

async function insertDrafts(
  tx: Tx,
  vault: Vault,
  { drafts, obstacles, by }: { drafts: Draft[]; obstacles: Obstacles; by: Actor },
): Promise<void> {
  if (drafts.length === 0) return;
  const payees = drafts.map(({ beneficiaryId, beneId, details, card, purpose }) => {
    const { accountNumber, ifsc } = details;
    const account =
      accountNumber === null || ifsc === null
        ? null
        : sealAccount(vault, tx.merchantId, { accountNumber, ifsc });
    const claimsAccount = account !== null && obstacles.accountOnce;
    return { beneficiaryId, beneId, fingerprint: null, details, account, claimsAccount, card, purpose };
  });
  // A fixed order prevents deadlocks between two sets with the same ids.
  payees.sort((a, b) => (a.beneId < b.beneId ? -1 : 1));
  const inserted = await insertPayees(tx, payees, by);
  await countAdditions(tx, by, inserted.size);
  const lost = drafts.filter((draft) => !inserted.has(draft.beneficiaryId));
  if (lost.length > 0) {
    const winners = await readObstacles(tx, lost);
    // If no winner is found, it has just been removed again; the id was taken nevertheless.
    for (const draft of lost) draft.refusal = obstacleTo(draft, winners) ?? "id_exists";
  }
  const guarded = await findReplacing(tx, [...inserted], by);
  if (obstacles.hasPolicies || guarded.size > 0) {
    const asked = obstacles.hasPolicies ? inserted : guarded;
    const awaiting = await askToAdd(tx, { beneficiaryIds: [...asked], by, guarded });
    for (const draft of drafts) {
      draft.awaitsApproval = awaiting.has(draft.beneficiaryId);
      draft.replacesAccount = draft.awaitsApproval && guarded.has(draft.beneficiaryId);
    }
  }
  await recordAudit(
    tx,
    drafts
      .filter((draft) => inserted.has(draft.beneficiaryId))
      .map((draft) => ({
        actor: by,
        action: "beneficiaries.beneficiary_added",
        subject: `beneficiary:${draft.beneficiaryId}`,
        detail: { beneId: draft.beneId },
      })),
  );
}

function outcomeOf({ beneId, beneficiaryId, refusal, ...draft }: Draft): AddOutcome {
  if (refusal === null) {
    const awaits = draft.awaitsApproval ? { awaitsApproval: true as const } : {};
    const replaces = draft.replacesAccount ? { replacesAccount: true as const } : {};
    return { kind: "added", beneId, beneficiaryId, ...awaits, ...replaces };
  }
  const makeError = BeneficiaryError[refusal];
  assert(makeError !== undefined);
  return { kind: "refused", beneId, error: makeError({ beneId }) };
}

/**
 * Adds one beneficiary, which may be paid at once unless it needs approval first. Throws the BeneficiaryError
 * that `checkBeneficiary` names, or id_exists, account_registered, own_account, platform_account or too_many_added;
 * AccessError.not_permitted for a member who may not manage beneficiaries.
 */
export async function addBeneficiary(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  { by, ...input }: BeneficiaryInput & { by: Actor },
): Promise<{ beneficiaryId: string; awaitsApproval: boolean; replacesAccount: boolean }> {
  const [outcome] = await ctx.db.inMerchant(merchantId, async (tx) => {
    await requireOfMember(tx, by, "manage_beneficiaries");
    return addBeneficiaries(tx, ctx.vault, { beneficiaries: [input], by });
  });
  await noteAddedNumbers(ctx, merchantId, { by, payees: [input] });
  if (outcome!.kind === "refused") throw outcome!.error;
  const { beneficiaryId, awaitsApproval = false, replacesAccount = false } = outcome!;
  return { beneficiaryId, awaitsApproval, replacesAccount };
}

/**
 * Requests approval of beneficiaries that this transaction has put on the list, if a policy says so. Returns the ids of
 * those that await it now.
 */
export async function askToAdd(tx: Tx, added: ChangesToAsk): Promise<ReadonlySet<string>> {
  if (added.beneficiaryIds.length === 0) return new Set();
  const awaiting = await askToChange(tx, "add", added);
  if (awaiting.size > 0) await tx.execute(AWAIT, [tx.merchantId, [...awaiting]]);
  return awaiting;
}

/**
 * Finds those of the added beneficiaries about which another person is asked, whatever the policies: in live, those
 * whose ID stood for another account, UPI ID, phone or card before. Payments are ordered and approved by that ID. A
 * merchant's programs know what they replace, unless their key only makes drafts, or the former beneficiary was deleted
 * by a member who can act as the key.
 */
async function findReplacing(
  tx: Tx,
  beneficiaryIds: readonly string[],
  by: Actor,
): Promise<ReadonlySet<string>> {
  if (beneficiaryIds.length === 0 || by === "system") return new Set();
  const values = [tx.merchantId, beneficiaryIds, by];
  const rows = await tx.query<{ beneficiaryId: string }>(FIND_REPLACING, values);
  return new Set(rows.map(({ beneficiaryId }) => beneficiaryId));
}

const REMOVER = "substr(case when former.removed_by like 'member:%' then former.removed_by end, 8)::uuid";

const FIND_REPLACING = `
  select payee.beneficiary_id as "beneficiaryId"
  from beneficiaries.beneficiary as payee
  cross join lateral (${formerOf("payee")}) as former
  where payee.merchant_id = $1
    and payee.beneficiary_id = any ($2::uuid[])
    and exists (select from access.merchant where merchant.merchant_id = $1 and merchant.mode = 'live')
    and (
      $3 like 'member:%'
      or exists (
        select from access.api_client as client
        where client.merchant_id = $1 and 'api-key:' || client.client_id = $3 and client.scope <> 'pay'
      )
      or ${isControlledBy(REMOVER, "$3::text")}
    )`;

const AWAIT = `
  update beneficiaries.beneficiary
  set status = 'awaiting_approval'
  where merchant_id = $1
    and beneficiary_id = any ($2::uuid[])`;

interface Obstacles {
  readonly beneIds: Set<string>;
  /** Blind indexes (hex) of bank accounts of listed beneficiaries. */
  readonly accounts: Set<string>;
  /** Blind indexes (hex) of the merchant's own fund sources. */
  readonly ownAccounts: ReadonlySet<string>;
  readonly virtualIfsc: string;
  readonly virtualVpaHandle: string;
  /** The merchant's setting: true if a bank account may be listed only once. */
  readonly accountOnce: boolean;
  /** True if the merchant has a policy for the approval of changes of beneficiaries. */
  readonly hasPolicies: boolean;
}

interface Candidate {
  readonly beneId: string;
  readonly accountIndex: Buffer | null;
}

/** Reads the current obstacles to the candidates. */
async function readObstacles(tx: Tx, candidates: readonly Candidate[]): Promise<Obstacles> {
  const [taken, [rules]] = await Promise.all([
    tx.query<{ bene_id: string; account_index: Buffer | null }>(READ_TAKEN, [
      tx.merchantId,
      candidates.map((candidate) => candidate.beneId),
      candidates.flatMap((candidate) => candidate.accountIndex ?? []),
    ]),
    tx.query<{
      virtual_ifsc: string;
      virtual_vpa_handle: string;
      own_accounts: Buffer[];
      account_once: boolean;
      has_policies: boolean;
    }>(READ_RULES, [tx.merchantId]),
  ]);
  return {
    beneIds: new Set(taken.map((row) => row.bene_id)),
    accounts: new Set(taken.flatMap((row) => row.account_index?.toString("hex") ?? [])),
    ownAccounts: new Set(rules!.own_accounts.map((index) => index.toString("hex"))),
    virtualIfsc: rules!.virtual_ifsc,
    virtualVpaHandle: rules!.virtual_vpa_handle,
    accountOnce: rules!.account_once,
    hasPolicies: rules!.has_policies,
  };
}

// Each key is looked up separately, for the same reason as in `selectPayeesByKey`.
const READ_TAKEN = `
  select taken.bene_id, taken.account_index
  from unnest($2::text[]) as wanted (bene_id)
  cross join lateral (
    select bene_id, account_index
    from beneficiaries.beneficiary
    where merchant_id = $1
      and bene_id = wanted.bene_id
      and bene_id is not null
      and removed_at is null
    limit 1
  ) as taken
  union all
  select taken.bene_id, taken.account_index
  from unnest($3::bytea[]) as wanted (account_index)
  cross join lateral (
    select bene_id, account_index
    from beneficiaries.beneficiary
    where merchant_id = $1
      and account_index = wanted.account_index
      and listed
      and removed_at is null
    limit 1
  ) as taken`;

const READ_RULES = `
  select fund_sources.virtual_ifsc() as virtual_ifsc,
    fund_sources.virtual_vpa_handle() as virtual_vpa_handle,
    array(
      select account_index
      from fund_sources.fund_source
      where merchant_id = $1
        and account_index is not null
    ) as own_accounts,
    coalesce((select account_once from beneficiaries.setting where merchant_id = $1), true) as account_once,
    ${policiesInForce("$1", "beneficiary")} as has_policies`;
