/** Internal transfers between two fund sources: the request, the record, and the refusals. */
import { isOwner, memberOf, requireOfMember, requirePayouts } from "#access";
import { findPolicyLeftBehind, GIVE_BACK_DAYS, paymentPoliciesSetAt } from "#approvals";
import { type Actor, recordAudit } from "#audit";
import { lockAccounts, postEntries, readBankPosition, sourceAccounts } from "#ledger";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { newId } from "#lib/ids";
import type { Vault } from "#lib/vault";
import {
  type FundSource,
  INTERMEDIATE_ID,
  lockNumbering,
  ORIGINATOR_ID,
  SELECT_FUND_SOURCE,
} from "./fund-source.ts";
import { indexAccount } from "./seal-account.ts";

/** A request to move money between two fund sources of the merchant. */
export interface InternalTransferOrder {
  /** The merchant's own id; the same id is always the same internal transfer. Null means that we generate one. */
  readonly transferKey: string | null;
  readonly fromId: string;
  /** The fund source, or its account number. */
  readonly to: { readonly fundSourceId: string } | { readonly accountNumber: string };
  readonly amountPaise: bigint;
  readonly remarks: string;
  readonly by: Actor;
}

export interface InternalTransfer {
  readonly transferKey: string;
  readonly referenceId: bigint;
  readonly fromId: string;
  readonly toId: string;
  readonly amountPaise: bigint;
  readonly remarks: string;
}

/** The reasons why nothing was moved. Nothing is stored, and the id stays free. */
type InternalTransferRefusal =
  | "recharge_account_not_found"
  | "fund_source_not_available"
  /** From or to itself, or too little money is at the bank from which the other fund source pays. */
  | "not_movable"
  /** Payments from there need an approval that those from the other fund source do not need. */
  | "leaves_policy"
  | "insufficient_balance"
  /** Another internal transfer has the id. */
  | "transfer_id_exists";

export type InternalTransferOutcome =
  | { readonly kind: "moved"; readonly transfer: InternalTransfer; readonly repeated: boolean }
  | {
      readonly kind: "refused";
      readonly code: InternalTransferRefusal;
      /** The amount that is missing; null if the reason is not missing money. */
      readonly missingPaise: bigint | null;
      /** The policy that the money would leave. */
      readonly policyName?: string;
    };

// Finds the two fund sources of an internal transfer: the merchant's own, never a lender's.

interface Ends {
  readonly from: FundSource;
  readonly to: FundSource;
}

/** Returns the two fund sources, even if switched off, or the reason why there are none. */
async function findEnds(
  tx: Tx,
  vault: Vault,
  { fromId, to: wanted }: Pick<InternalTransferOrder, "fromId" | "to">,
): Promise<Ends | InternalTransferRefusal> {
  const sources = await tx.query<FundSource>(READ, [tx.merchantId]);
  const from = sources.find((one) => one.fundSourceId === fromId);
  if (from === undefined) return "fund_source_not_available";
  const isNumber = "accountNumber" in wanted;
  const toId = isNumber ? await findByNumber(tx, vault, { sources, ...wanted }) : wanted.fundSourceId;
  const to = sources.find((one) => one.fundSourceId === toId);
  if (to === undefined) return isNumber ? "recharge_account_not_found" : "fund_source_not_available";
  return to === from ? "not_movable" : { from, to };
}

/** Finds a fund source by account number alone: the number is indexed with the IFSC of each fund source. */
async function findByNumber(
  tx: Tx,
  vault: Vault,
  { sources, accountNumber }: { sources: readonly FundSource[]; accountNumber: string },
): Promise<string | undefined> {
  const indexes = sources.map(({ ifsc }) =>
    indexAccount(vault, tx.merchantId, { accountNumber, ifsc: ifsc! }),
  );
  const [found] = await tx.query<{ fund_source_id: string }>(
    `select fund_source_id
     from fund_sources.fund_source
     where merchant_id = $1
       and account_index = any ($2::bytea[])
     order by source_no
     limit 1`,
    [tx.merchantId, indexes],
  );
  return found?.fund_source_id;
}

const READ = `${SELECT_FUND_SOURCE}
  where merchant_id = $1
    and kind in ('wallet', 'bank_account', 'originator')`;

/**
 * Returns how much of an amount must first move between bank accounts before it can change its owner; zero if
 * it can at once. The money of a connected bank account is at its own bank and leaves from there; the
 * wallet's is at any bank and leaves from any. So nothing is missing if both are at one bank, or if the
 * wallet receives. Otherwise the limit is the merchant's money at the receiver's bank that belongs to none of
 * its bank accounts there (decisions/0011).
 */
async function moneyMissingThere(tx: Tx, { from, to }: Ends, amountPaise: bigint): Promise<bigint> {
  if (to.bankId === null || to.bankId === from.bankId) return 0n;
  const [bank] = await tx.query<{ bank_no: number; owned_paise: bigint }>(READ_BANK, [
    tx.merchantId,
    to.bankId,
  ]);
  const freePaise = (await readBankPosition(tx, bank!.bank_no)) - bank!.owned_paise;
  const missingPaise = amountPaise - (freePaise > 0n ? freePaise : 0n);
  return missingPaise > 0n ? missingPaise : 0n;
}

const READ_BANK = `
  select connection.bank_no,
    (
      select coalesce(sum(account.balance_paise), 0)::bigint
      from fund_sources.fund_source as source
      join ledger.account
        on account.merchant_id = source.merchant_id
       and account.account_no in (source.ledger_account_no, source.held_in_no, source.held_out_no)
      where source.merchant_id = connection.merchant_id
        and source.bank_id = connection.bank_id
    ) as owned_paise
  from fund_sources.bank_connection as connection
  where connection.merchant_id = $1
    and connection.bank_id = $2`;

/**
 * Moves money between two fund sources by one ledger entry, if no money must move between bank accounts for
 * it (`moneyMissingThere`), and if no payment from there needs an approval that it would not need from here; otherwise
 * one person could pay alone what a policy of one fund source holds. An Owner may move back what others moved
 * (`findMoversOf`). Overdraft cannot be moved. For a member, throws
 * AccessError.not_permitted without the permission to manage fund sources, and payouts_disabled.
 */
export async function makeInternalTransfer(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  order: InternalTransferOrder,
): Promise<InternalTransferOutcome> {
  return ctx.db.inMerchant(merchantId, (tx) => move(tx, ctx.vault, order));
}

async function move(tx: Tx, vault: Vault, order: InternalTransferOrder): Promise<InternalTransferOutcome> {
  await requireOfMember(tx, order.by, "manage_fund_sources");
  await requirePayouts(tx, order.by);
  // This lock serialises the lookup of the id and the count of the reference.
  await lockNumbering(tx);
  const ends = await findEnds(tx, vault, order);
  if (typeof ends === "string") return refused(ends);
  const known = order.transferKey === null ? undefined : await readKnown(tx, order.transferKey);
  if (known !== undefined) {
    if (!isSame(known, order, ends)) return refused("transfer_id_exists");
    return { kind: "moved", transfer: known, repeated: true };
  }
  if (!ends.from.active || !ends.to.active) return refused("fund_source_not_available");
  const policyName = await findPolicyLeftBehind(tx, { from: payerOf(ends.from), to: payerOf(ends.to) });
  const movers = policyName === null ? [] : await findMoversOf(tx, order, ends);
  if (policyName !== null && movers === null) return { ...refused("leaves_policy"), policyName };
  const [from, to] = [sourceAccounts(ends.from.sourceNo), sourceAccounts(ends.to.sourceNo)];
  const locked = await lockAccounts(tx, [from.available, to.available]);
  const { amountPaise } = order;
  const shortPaise = amountPaise - locked.get(from.available)!.balancePaise;
  if (shortPaise > 0n) return refused("insufficient_balance", shortPaise);
  const missingPaise = await moneyMissingThere(tx, ends, amountPaise);
  if (missingPaise > 0n) return refused("not_movable", missingPaise);
  const internalTransferId = newId();
  await postEntries(tx, [
    {
      causeId: internalTransferId,
      kind: "internal_transfer",
      lines: [{ debit: from.available, credit: to.available, amountPaise }],
    },
  ]);
  const transfer = await insert(tx, { ...order, internalTransferId, ends });
  const detail = { from: transfer.fromId, to: transfer.toId, amountPaise: amountPaise.toString() };
  const subject = `internal-transfer:${internalTransferId}`;
  await recordAudit(tx, [
    { actor: order.by, action: "fund-sources.money_moved", subject, detail },
    ...(movers ?? []).map((mover) => ({
      actor: order.by,
      action: "approvals.tightening_undone",
      subject: mover,
      detail: { what: `fund-source:${transfer.fromId}` },
    })),
  ]);
  return { kind: "moved", transfer, repeated: false };
}

/** The originator's money leaves as its share of loans, which are paid from the intermediate ledger. */
function payerOf({ fundSourceId }: FundSource) {
  const onlyLoans = fundSourceId === ORIGINATOR_ID;
  return { fundSourceId: onlyLoans ? INTERMEDIATE_ID : fundSourceId, onlyLoans };
}

/**
 * Returns the members who moved the money of an order in the last seven days, if an Owner may move it back at once.
 * Without that right, one member could lock the money under a stricter policy. Null if the order is not an Owner's, or
 * if its amount exceeds what others have moved, and not moved back, since the policies for payments were last set.
 */
async function findMoversOf(
  tx: Tx,
  { by, amountPaise }: Pick<InternalTransferOrder, "by" | "amountPaise">,
  { from, to }: Ends,
): Promise<readonly Actor[] | null> {
  if (!(await isOwner(tx, by))) return null;
  const [fromId, toId] = [from.fundSourceId, to.fundSourceId];
  const setAt = await paymentPoliciesSetAt(tx);
  const values = [tx.merchantId, fromId, toId, by, tx.now, setAt];
  const [moved] = await tx.query<{ paise: bigint; movers: Actor[] }>(READ_MOVED, values);
  return amountPaise > moved!.paise ? null : moved!.movers.filter((mover) => memberOf(mover) !== null);
}

// The sum begins at its lowest point, because money that was moved back earlier does not count against later moves.
const READ_MOVED = `
  with move as (
    select reference_id, moved_by,
      case when to_id <> $2 then -amount_paise when moved_by <> $4 then amount_paise else 0 end as paise
    from fund_sources.internal_transfer
    where merchant_id = $1
      and (from_id, to_id) in (($2, $3), ($3, $2))
      and moved_at > $5::timestamptz - interval '${GIVE_BACK_DAYS} days'
      and moved_at > coalesce($6::timestamptz, '-infinity')
  ), summed as (
    select reference_id, sum(paise) over (order by reference_id) as paise
    from move
  )
  select
    coalesce((
      select (array_agg(paise order by reference_id desc))[1] - least(0, min(paise))
      from summed
    ), 0)::bigint as paise,
    array(select distinct moved_by from move where paise > 0 order by moved_by) as movers`;

const refused = (code: InternalTransferRefusal, missingPaise: bigint | null = null) =>
  ({ kind: "refused", code, missingPaise }) as const;

function isSame(
  known: InternalTransfer,
  { amountPaise, remarks }: InternalTransferOrder,
  ends: Ends,
): boolean {
  return (
    known.amountPaise === amountPaise &&
    known.remarks === remarks &&
    known.fromId === ends.from.fundSourceId &&
    known.toId === ends.to.fundSourceId
  );
}

async function readKnown(tx: Tx, transferKey: string): Promise<InternalTransfer | undefined> {
  const [known] = await tx.query<InternalTransfer>(
    `select ${COLUMNS}
     from fund_sources.internal_transfer
     where merchant_id = $1
       and transfer_key = $2`,
    [tx.merchantId, transferKey],
  );
  return known;
}

type ToInsert = InternalTransferOrder & { internalTransferId: string; ends: Ends };

/** Stores the transfer, and its amount on both fund sources as their last one. */
async function insert(tx: Tx, moved: ToInsert): Promise<InternalTransfer> {
  const { internalTransferId, ends, amountPaise, remarks, by } = moved;
  const ids = [ends.from, ends.to].map((source) => source.fundSourceId);
  const [[transfer]] = await Promise.all([
    tx.query<InternalTransfer>(INSERT, [
      tx.merchantId,
      internalTransferId,
      moved.transferKey ?? `it_${internalTransferId.replaceAll("-", "")}`,
      ...ids,
      amountPaise,
      remarks,
      tx.now,
      by,
    ]),
    tx.execute(
      `update fund_sources.fund_source
       set last_internal_transfer_paise = $3
       where merchant_id = $1
         and fund_source_id = any ($2::text[])`,
      [tx.merchantId, ids, amountPaise],
    ),
  ]);
  return transfer!;
}

const COLUMNS = `
  transfer_key as "transferKey", reference_id as "referenceId", from_id as "fromId", to_id as "toId",
  amount_paise as "amountPaise", remarks`;

const INSERT = `
  insert into fund_sources.internal_transfer (
    merchant_id, internal_transfer_id, transfer_key, reference_id, from_id, to_id, amount_paise, remarks,
    moved_at, moved_by
  )
  select $1, $2, $3,
    (
      select coalesce(max(reference_id), 100000) + 1
      from fund_sources.internal_transfer
      where merchant_id = $1
    ),
    $4, $5, $6, $7, $8, $9
  returning ${COLUMNS}`;
